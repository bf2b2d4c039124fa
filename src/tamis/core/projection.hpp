// What every projector returns: a linear map of the features to a few directions.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <vector>

#include "tamis/core/matrix.hpp"
#include "tamis/core/options/value.hpp"
#include "tamis/core/selection.hpp"

namespace tamis {

// How many directions to keep: a number, a share of the variance (PCA only), or
// the default: the number of classes minus 1, for PCA all that have any variance.
class Dimension {
  public:
    Dimension() = default;  // the usual number
    template <std::integral Number>
    Dimension(Number count) : count_(static_cast<Index>(count)) {}  // implicit: .dim = 3
    template <std::floating_point Number>
    Dimension(Number share) : share_(static_cast<double>(share)) {}  // implicit: .dim = 0.95

    // "3", "0.95" or "auto"; throws UsageError for anything else, and for numbers below 1 or shares beyond 1.
    static Dimension parse(const std::string& text);
    // The same from a value: an integer, a real number or a string; null is the default.
    static Dimension from(const Value& value);

    std::optional<Index> count() const { return count_; }   // if it is a number
    std::optional<double> share() const { return share_; }  // if it is a share
    bool usual() const { return !count_ && !share_; }       // neither
    bool operator==(const Dimension&) const = default;

  private:
    std::optional<Index> count_;
    std::optional<double> share_;
};

// As Dimension::parse reads it.
std::string to_text(const Dimension& dimension);

// A PCA that ran before a method.
struct FrontPca {
    DenseMatrix components;           // features × kept, orthonormal columns
    std::vector<double> eigenvalues;  // of the scatter matrix of the data, descending
    double share = 1.0;               // of the scatter that was kept
    DenseMatrix weights;              // kept × dim: what the method found after it
};

// What was learned; apply it with project_rows.
struct Projection {
    DenseMatrix weights;                  // W, features × dim; projected data are (x - mean)·W
    std::vector<double> mean;             // per feature, of the data it was learned from
    std::optional<FrontPca> pca;          // W = components · pca->weights if there was one
    std::vector<double> eigenvalues;      // one per direction where the method has them; may be empty
    std::vector<double> feature_weights;  // the lengths of the rows of W
    Objective objective;
    Record certificate;  // the method's proof of what it claims; may be empty
    Stop stop = Stop::converged;
    Index iterations = 0;

    Index features() const { return weights.rows(); }
    Index dim() const { return weights.cols(); }  // number of directions
};

}  // namespace tamis
