#include "tamis/pipeline/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>

#include "tamis/core/index.hpp"

namespace tamis::detail {

namespace {

constexpr std::size_t largest_exact = 50;

// The part of all 2^n choices of signs whose positive ranks sum to `sum` or less. Ranks are doubled: whole.
double exact_lower_tail(const std::vector<int>& doubled, int sum) {
    const int total = std::accumulate(doubled.begin(), doubled.end(), 0);
    std::vector<double> part(at(total) + 1, 0.0);
    part[0] = 1.0;
    for (const int rank : doubled)
        for (int s = total; s >= 0; --s) {
            const double with = s >= rank ? part[at(s - rank)] : 0.0;
            part[at(s)] = 0.5 * (part[at(s)] + with);
        }
    double tail = 0.0;
    for (int s = 0; s <= sum; ++s) tail += part[at(s)];
    return tail;
}

double normal_two_sided(const std::vector<double>& ranks, double smaller_sum) {
    double mean = 0.0, variance = 0.0;
    for (const double rank : ranks) {
        mean += 0.5 * rank;
        variance += 0.25 * rank * rank;
    }
    const double z = (std::abs(mean - smaller_sum) - 0.5) / std::sqrt(variance);
    return std::erfc(std::max(0.0, z) / std::sqrt(2.0));
}

}  // namespace

MeanStd mean_std(std::span<const double> values) {
    MeanStd result;
    if (values.empty()) return result;
    const auto count = static_cast<double>(values.size());
    for (const double value : values) result.mean += value / count;
    if (values.size() < 2) return result;
    double square = 0.0;
    for (const double value : values) square += (value - result.mean) * (value - result.mean);
    result.std = std::sqrt(square / (count - 1.0));
    return result;
}

std::vector<double> ranks_of(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
        const double rank = 0.5 * static_cast<double>(begin + 1 + end);
        for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = rank;
        begin = end;
    }
    return ranks;
}

double chi_squared_tail(double value, int degrees) {
    if (!(value > 0.0)) return 1.0;
    // Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1), upward from a = 1/2 or 1, where it is known.
    const double x = 0.5 * value;
    const bool odd = degrees % 2 == 1;
    double tail = odd ? std::erfc(std::sqrt(x)) : std::exp(-x);
    for (double a = odd ? 0.5 : 1.0; a < 0.5 * static_cast<double>(degrees) - 0.25; a += 1.0)
        tail += std::exp(a * std::log(x) - x - std::lgamma(a + 1.0));
    return std::min(1.0, tail);
}

double friedman_p(const std::vector<std::vector<double>>& ranks) {
    const std::size_t methods = ranks.front().size();
    const double middle = 0.5 * static_cast<double>(methods + 1);
    // The variance of the given ranks around their middle takes ties into account by itself.
    double spread = 0.0, between = 0.0;
    for (std::size_t m = 0; m < methods; ++m) {
        double sum = 0.0;
        for (const std::vector<double>& block : ranks) {
            sum += block[m] - middle;
            spread += (block[m] - middle) * (block[m] - middle);
        }
        between += sum * sum;
    }
    if (spread == 0.0) return 1.0;
    const double statistic = static_cast<double>(methods - 1) * between / spread;
    return chi_squared_tail(statistic, static_cast<int>(methods) - 1);
}

double wilcoxon_p(std::span<const double> a, std::span<const double> b) {
    std::vector<double> sizes, signs;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i] == b[i]) continue;
        sizes.push_back(-std::abs(a[i] - b[i]));  // the smallest difference gets rank 1
        signs.push_back(a[i] > b[i] ? 1.0 : -1.0);
    }
    if (sizes.empty()) return 1.0;
    const std::vector<double> ranks = ranks_of(sizes);
    double positive = 0.0, total = 0.0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        total += ranks[i];
        if (signs[i] > 0.0) positive += ranks[i];
    }
    const double smaller = std::min(positive, total - positive);
    if (sizes.size() > largest_exact) return normal_two_sided(ranks, smaller);
    std::vector<int> doubled;
    for (const double rank : ranks) doubled.push_back(static_cast<int>(std::lround(2.0 * rank)));
    return std::min(1.0, 2.0 * exact_lower_tail(doubled, static_cast<int>(std::lround(2.0 * smaller))));
}

std::vector<double> holm(std::span<const double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    std::vector<double> corrected(p.size());
    double largest = 0.0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        largest = std::max(largest, static_cast<double>(order.size() - i) * p[order[i]]);
        corrected[order[i]] = std::min(1.0, largest);
    }
    return corrected;
}

}  // namespace tamis::detail
