#include "tamis/methods/hsic/label_kernel.hpp"

#include <numeric>
#include <string>

#include "tamis/core/error.hpp"

namespace tamis::detail {

LabelKernel::LabelKernel(std::span<const std::string> names, std::span<const Index> counts,
                         LabelKernelKind kind)
    : samples_(std::accumulate(counts.begin(), counts.end(), Index{0})),
      count_(counts.begin(), counts.end()),
      same_(count_.size(), 0.0),
      value_(count_.size(), 0.0) {
    if (kind == LabelKernelKind::integer) {
        value_ = class_values(names);
        double mean = 0.0;
        for (Index k = 0; k < classes(); ++k)
            mean += value(k) * (count_[at(k)] / static_cast<double>(samples_));
        for (double& v : value_) v -= mean;
    } else {
        for (Index k = 0; k < classes(); ++k)
            if (count_[at(k)] > 0.0)
                same_[at(k)] = kind == LabelKernelKind::onehot ? 1.0 : 1.0 / count_[at(k)];
    }
    for (Index k = 0; k < classes(); ++k) value_sum_ += count_[at(k)] * value(k);
}

double LabelKernel::row_sum(Index k) const {
    return (count_[at(k)] - 1.0) * same(k) + value(k) * (value_sum_ - value(k));
}

double LabelKernel::total() const {
    double sum = 0.0;
    for (Index k = 0; k < classes(); ++k) sum += count_[at(k)] * row_sum(k);
    return sum;
}

double LabelKernel::quadratic(std::span<const double> class_sums) const {
    double squares = 0.0, weighted = 0.0;
    for (Index k = 0; k < classes(); ++k) {
        squares += same(k) * class_sums[at(k)] * class_sums[at(k)];
        weighted += value(k) * class_sums[at(k)];
    }
    return squares + weighted * weighted;
}

void require_unbiased_samples(Index samples) {
    if (samples < 4)
        throw Error("the unbiased estimate of hsic needs at least 4 samples and the data have " +
                    std::to_string(samples) + ": use kernel=linear with estimator=biased");
}

HsicWeights hsic_weights(const LabelKernel& kernel, HsicEstimator estimator) {
    const auto n = static_cast<double>(kernel.samples());
    HsicWeights weights;
    weights.offset.resize(at(kernel.classes()));
    weights.diagonal.assign(at(kernel.classes()), 0.0);
    if (estimator == HsicEstimator::unbiased) {
        // [tr(KL) + 1ᵀK1·1ᵀL1/((n-1)(n-2)) - 2/(n-2)·1ᵀKL1] / (n(n-3)), diagonals zero.
        require_unbiased_samples(kernel.samples());
        const double factor = 1.0 / (n * (n - 3.0));
        const double mean = kernel.total() / ((n - 1.0) * (n - 2.0));
        weights.scale = 2.0 * factor;
        for (Index k = 0; k < kernel.classes(); ++k)
            weights.offset[at(k)] = factor * (mean - 2.0 / (n - 2.0) * kernel.row_sum(k));
        return weights;
    }
    // tr(K·CLC)/(n-1)² with C = I - 11ᵀ/n.
    const double factor = 1.0 / ((n - 1.0) * (n - 1.0));
    double all = kernel.total();
    std::vector<double> row(at(kernel.classes()));
    for (Index k = 0; k < kernel.classes(); ++k) row[at(k)] = kernel.row_sum(k) + kernel.diagonal(k);
    for (Index k = 0; k < kernel.classes(); ++k) all += kernel.diagonal(k) * kernel.count(k);
    weights.scale = 2.0 * factor;
    for (Index k = 0; k < kernel.classes(); ++k) {
        weights.offset[at(k)] = factor * (all / (n * n) - 2.0 * row[at(k)] / n);
        weights.diagonal[at(k)] = factor * (kernel.diagonal(k) - 2.0 * row[at(k)] / n + all / (n * n));
    }
    return weights;
}

}  // namespace tamis::detail
