// Class means and scatter matrices, as the discriminant methods need them.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/projection.hpp"
#include "tamis/core/rows.hpp"

namespace tamis::detail {

// Classes that have samples, numbered from 0 on.
struct FilledClasses {
    std::vector<int> of;             // per sample
    std::vector<double> counts;      // samples of each class
    std::vector<std::string> names;  // of the classes

    Index classes() const { return static_cast<Index>(counts.size()); }
    double samples() const { return static_cast<double>(of.size()); }
};

// Throws unless every sample has a label and there are two classes or more; `who` asks.
FilledClasses filled_classes(const Labels& labels, Index samples, const std::string& who);

struct ClassMeans {
    std::vector<double> overall;  // per feature
    DenseMatrix means;            // classes × features: mean of the class
    DenseMatrix centered;         // the same minus the overall mean, without cancellation
};

// Throws Error if x has no features or fewer than two samples, and naming the cell if x holds a value that
// is not finite.
ClassMeans class_means(const Rows& x, const FilledClasses& classes, const Context& context);

// ": classes 'a' and 'b' have the same mean …" and what to do.
std::string same_mean_text(const FilledClasses& classes, Index a, Index b);

// S_w of eq. 1: Σ_k Σ_{i∈k} (x_i - μ_k)(x_i - μ_k)ᵀ.
DenseMatrix within_scatter(const Rows& x, const FilledClasses& classes, const ClassMeans& means,
                           const Context& context);

// S_b of eq. 2: Σ_k n_k (μ_k - μ)(μ_k - μ)ᵀ.
DenseMatrix between_scatter(const FilledClasses& classes, const ClassMeans& means);

// The number of directions that a request stands for: `usual` if it leaves that open. Throws if it is
// more than `most`; `limit` says why that is the most ("2 classes have at most 1 discriminant direction").
Index directions_asked(const Dimension& dim, Index usual, Index most, const std::string& who,
                       const std::string& limit);

}  // namespace tamis::detail
