#include <cmath>

#include "tamis/methods/lapofs/column_cache.hpp"
#include "tamis/methods/lapofs/relaxation.hpp"

namespace tamis::detail {

namespace {

constexpr double smallest_ratio = 1e-12;     // of γ to the largest useful γ
constexpr double close_enough = 1.0 + 1e-4;  // of two values of γ
// While γ is looked for, the supports are wanted and not the last digits.
constexpr double search_tolerance = 1e-6;

Index size_of(const Relaxed& solution) { return static_cast<Index>(solution.support.size()); }

RelaxedSelection take_largest(Relaxed solution, Index k) {
    RelaxedSelection result;
    const auto in_support = [&](Index f) { return solution.alpha[at(f)] > 0.0; };
    result.selected = best_features(solution.alpha, k, in_support);
    const auto missing = k - static_cast<Index>(result.selected.size());
    if (missing > 0) {
        const std::vector<Index> rest =
            best_features(solution.values, missing, [&](Index f) { return !in_support(f); });
        result.selected.insert(result.selected.end(), rest.begin(), rest.end());
        result.filled_up = true;
    }
    result.solution = std::move(solution);
    return result;
}

}  // namespace

RelaxedSelection select_relaxed(Relaxation& relaxation, Index k, double price, double tolerance) {
    return take_largest(relaxation.solve(price, tolerance), k);
}

RelaxedSelection select_relaxed(Relaxation& relaxation, Index k, double tolerance) {
    const double largest = relaxation.largest_price();
    if (largest == 0.0) return take_largest(relaxation.solve(1.0, tolerance), k);  // only zeros
    const double loose = std::max(tolerance, search_tolerance);
    double high = largest, low = largest;
    Index size = 0;
    while (size < k && low > smallest_ratio * largest) {
        high = low;
        low *= 0.5;
        size = size_of(relaxation.solve(low, loose));
    }
    double best = low;  // the largest γ seen whose support is large enough
    Index best_size = size;
    while (size >= k && best_size > k && high / low > close_enough) {
        const double middle = std::sqrt(low * high);
        const Index count = size_of(relaxation.solve(middle, loose));
        if (count >= k) {
            low = middle;
            if (count <= best_size) best = middle, best_size = count;
        } else {
            high = middle;
        }
    }
    return take_largest(relaxation.solve(best, tolerance), k);
}

}  // namespace tamis::detail
