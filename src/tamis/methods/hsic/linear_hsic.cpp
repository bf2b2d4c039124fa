#include "tamis/methods/hsic/linear_hsic.hpp"

#include <cmath>
#include <string>

#include "tamis/core/error.hpp"

namespace tamis::detail {

// Both estimators do not change when a constant is added to f, so f is taken about its mean: Σf = 0, K1 = -f²
// (diagonal of K left out), and
//     biased    fᵀLf / (n-1)²
//     unbiased  [fᵀLf - Σ L_ii f_i² - Σf²·1ᵀL1/((n-1)(n-2)) + 2/(n-2)·Σ f_i² (L1)_i] / (n(n-3))
// with L's diagonal left out in L1.
std::vector<double> linear_hsic(const GroupMoments& moments, const LabelKernel& kernel,
                                HsicEstimator estimator) {
    const bool unbiased = estimator == HsicEstimator::unbiased;
    if (unbiased) require_unbiased_samples(kernel.samples());
    const auto n = static_cast<double>(kernel.samples());
    // Sums are divided before they are squared: n² times the largest square would overflow.
    const double divisor = unbiased ? std::sqrt(n * (n - 3.0)) : n - 1.0;
    const Index classes = moments.groups();
    std::vector<double> weight_of_square(at(classes), 0.0);
    if (unbiased) {
        const double mean = kernel.total() / ((n - 1.0) * (n - 2.0));
        for (Index k = 0; k < classes; ++k)
            weight_of_square[at(k)] = 2.0 / (n - 2.0) * kernel.row_sum(k) - kernel.diagonal(k) - mean;
    }

    std::vector<double> scores(at(moments.features()), 0.0);
    std::vector<double> means(at(classes)), sums(at(classes));
    for (Index j = 0; j < moments.features(); ++j) {
        if (moments.constant[at(j)] != 0) continue;
        moments.centered_means(j, means);
        double squares = 0.0;
        for (Index k = 0; k < classes; ++k) {
            const double count = moments.weight[at(k)];
            sums[at(k)] = means[at(k)] * (count / divisor);
            if (!unbiased || count == 0.0) continue;
            const double square = moments.scatter(k, j) + count * means[at(k)] * means[at(k)];
            squares += weight_of_square[at(k)] * (square / (n * (n - 3.0)));
        }
        const double score = kernel.quadratic(sums) + squares;
        if (!std::isfinite(score))
            throw Error("the HSIC of column " + std::to_string(j) + " (counted from 0) overflows",
                        "scale the data (" + option("scale", "standard") + ")");
        scores[at(j)] = score;
    }
    return scores;
}

}  // namespace tamis::detail
