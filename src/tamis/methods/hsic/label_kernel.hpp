// Kernels on class labels, and the Hilbert-Schmidt independence criterion as a weighted sum of the other
// kernel's cells. song2012.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/labels.hpp"
#include "tamis/methods/hsic.hpp"

namespace tamis::detail {

// L_il = [k = l]·same_k + value_k·value_l for samples of the classes k and l: c numbers instead of n×n.
// Values are taken about their mean, which changes neither estimator.
class LabelKernel {
  public:
    LabelKernel(const Labels& labels, LabelKernelKind kind)
        : LabelKernel(labels.names, labels.counts, kind) {}
    // Of classes of which only the names and the numbers of samples are known.
    LabelKernel(std::span<const std::string> names, std::span<const Index> counts, LabelKernelKind kind);

    Index samples() const { return samples_; }
    Index classes() const { return static_cast<Index>(count_.size()); }
    double count(Index k) const { return count_[at(k)]; }
    double same(Index k) const { return same_[at(k)]; }
    double value(Index k) const { return value_[at(k)]; }
    double diagonal(Index k) const { return same(k) + value(k) * value(k); }
    // Sums of a row and of all cells, the diagonal left out.
    double row_sum(Index k) const;
    double total() const;
    // fᵀLf from the sums of f over the classes.
    double quadratic(std::span<const double> class_sums) const;

  private:
    Index samples_ = 0;
    std::vector<double> count_, same_, value_;
    double value_sum_ = 0.0;
};

// Both estimators are linear in the other kernel K:
//     HSIC = Σ_i diagonal·K_ii + Σ_{i<l} (scale·L_il + offset_i + offset_l)·K_il
// with offsets that depend on the class alone.
struct HsicWeights {
    double scale = 0.0;
    std::vector<double> offset;    // per class
    std::vector<double> diagonal;  // per class
};

// Throws Error if the unbiased estimator has fewer than the four samples that it divides by.
HsicWeights hsic_weights(const LabelKernel& kernel, HsicEstimator estimator);

void require_unbiased_samples(Index samples);

}  // namespace tamis::detail
