#include "tamis/pipeline/data_remarks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "tamis/core/options/names.hpp"
#include "tamis/passes/moments/group_moments.hpp"

namespace tamis::detail {

namespace {

std::string of_all(Index some, Index all) { return std::to_string(some) + " of " + std::to_string(all); }

// "99.3 %"; never rounded up to a whole that it is not.
std::string percent(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", std::floor(1000.0 * share) / 10.0);
    return text;
}

// "'area', 'length', …", or "columns 3, 7, … counted from 0" where there are no names.
std::string listed(std::span<const Index> features, std::span<const std::string> names) {
    constexpr std::size_t most_named = 3;
    std::vector<std::string> parts;
    for (const Index j : features.first(std::min(most_named, features.size())))
        parts.push_back(names.empty() ? std::to_string(j) : "'" + names[at(j)] + "'");
    std::string text = joined(parts) + (features.size() > most_named ? ", …" : "");
    if (names.empty()) text = (features.size() == 1 ? "column " : "columns ") + text + ", counted from 0";
    return text;
}

}  // namespace

void remark_on_constant_features(Index varying, Index features, const Context& context) {
    if (varying > 0 && varying < features)
        context.warning("constant features: " + of_all(features - varying, features));
}

void remark_on_repeated_samples(Index repeated, Index samples, const Context& context) {
    if (repeated > 0) context.warning("samples that repeat an earlier one: " + of_all(repeated, samples));
}

std::vector<double> feature_deviations(const Rows& x, const Context& context) {
    const std::vector<int> one_group(at(x.rows()), 0);
    const GroupMoments moments = group_moments(x, {one_group, 1}, context);
    std::vector<double> deviations(at(x.cols()));
    for (Index j = 0; j < x.cols(); ++j)
        deviations[at(j)] = std::sqrt(moments.scatter(0, j) / static_cast<double>(x.rows()));
    return deviations;
}

void remark_on_dominance(std::span<const double> deviations, std::span<const std::string> names,
                         const Context& context) {
    constexpr double most = 0.99;
    std::vector<Index> order(deviations.size());
    std::iota(order.begin(), order.end(), Index{0});
    const auto varying =
        std::count_if(deviations.begin(), deviations.end(), [](double d) { return d > 0.0; });
    if (varying < 2) return;
    const std::size_t few = std::max<std::size_t>(1, deviations.size() / 100);
    std::partial_sort(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(few), order.end(), [&](Index a, Index b) {
            return deviations[at(a)] != deviations[at(b)] ? deviations[at(a)] > deviations[at(b)] : a < b;
        });
    // Relative to the largest: squares of large deviations overflow.
    const double unit = deviations[at(order.front())];
    const auto variance = [&](Index j) { return (deviations[at(j)] / unit) * (deviations[at(j)] / unit); };
    double total = 0.0;
    for (std::size_t j = 0; j < deviations.size(); ++j) total += variance(static_cast<Index>(j));
    double carried = 0.0;
    for (std::size_t count = 1; count <= few; ++count) {
        carried += variance(order[count - 1]);
        if (carried < most * total) continue;
        const std::span<const Index> strongest(order.data(), count);
        context.warning(of_all(static_cast<Index>(count), static_cast<Index>(deviations.size())) +
                        (count == 1 ? " features carries " : " features carry ") + percent(carried / total) +
                        " of the total variance (" + listed(strongest, names) +
                        "): distances and raw scales see little else; try " + option("scale", "standard"));
        return;
    }
}

}  // namespace tamis::detail
