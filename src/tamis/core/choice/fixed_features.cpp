#include "tamis/core/choice/fixed_features.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/core/ranking.hpp"

namespace tamis {

using namespace detail;

namespace {

void require_list(std::span<const Index> list, const char* name, Index features) {
    std::vector<char> seen(at(features));
    for (const Index feature : list) {
        if (feature < 0 || feature >= features)
            throw UsageError(option(name) + " has the feature " + std::to_string(feature) +
                             ": the features are 0 to " + std::to_string(features - 1));
        if (seen[at(feature)]++ != 0)
            throw UsageError(option(name) + " has the feature " + std::to_string(feature) + " twice");
    }
}

std::vector<double> spread_out(const std::vector<double>& scores, std::span<const Index> columns,
                               Index features) {
    if (scores.empty()) return scores;
    std::vector<double> all(at(features), 0.0);
    for (std::size_t j = 0; j < columns.size(); ++j) all[at(columns[j])] = scores[j];
    return all;
}

}  // namespace

std::string to_text(GraphFeatures features) { return features == GraphFeatures::all ? "all" : "candidates"; }

GraphFeatures parse_graph_features(const std::string& text) {
    const std::vector<std::string> known = {"candidates", "all"};
    require_known("kind of graph features", text, known);
    return text == "all" ? GraphFeatures::all : GraphFeatures::candidates;
}

void detail::require_choice(Index k, const FixedFeatures& fixed, Index features,
                            std::span<const std::string> names) {
    require_k(k, features);
    if (fixed.empty()) return;
    require_list(fixed.include, "include", features);
    require_list(fixed.exclude, "exclude", features);
    const std::vector<char> excluded = marks(fixed.exclude, features);
    for (const Index feature : fixed.include)
        if (excluded[at(feature)] != 0)
            throw UsageError("feature " +
                                 (names.empty() ? std::to_string(feature) : "'" + names[at(feature)] + "'") +
                                 " is both included and excluded",
                             "take it out of " + option("include") + " or " + option("exclude"));
    const auto included = static_cast<Index>(fixed.include.size());
    if (included > k)
        throw UsageError(std::to_string(included) + " features are included, more than the " +
                             std::to_string(k) + " to be selected",
                         "use " + option("k", std::to_string(included)) + " or include fewer");
    const Index candidates = features - static_cast<Index>(fixed.exclude.size());
    if (k > candidates)
        throw UsageError("k = " + std::to_string(k) + " is more than the " + std::to_string(candidates) +
                         " features that are not excluded: use a smaller k or exclude fewer");
}

std::vector<char> detail::marks(std::span<const Index> list, Index features) {
    std::vector<char> marked(at(features), 0);
    for (const Index feature : list) marked[at(feature)] = 1;
    return marked;
}

std::vector<Index> detail::taken_from(std::span<const Index> order, Index k, const FixedFeatures& fixed) {
    std::vector<char> passed_over = marks(fixed.exclude, static_cast<Index>(order.size()));
    std::vector<Index> taken = fixed.include;
    for (const Index feature : taken) passed_over[at(feature)] = 1;
    for (const Index feature : order)
        if (static_cast<Index>(taken.size()) < k && passed_over[at(feature)] == 0) taken.push_back(feature);
    return taken;
}

std::vector<Index> detail::arranged_columns(const FixedFeatures& fixed, Index features) {
    std::vector<char> placed = marks(fixed.exclude, features);
    std::vector<Index> columns = fixed.include;
    for (const Index feature : columns) placed[at(feature)] = 1;
    for (Index feature = 0; feature < features; ++feature)
        if (placed[at(feature)] == 0) columns.push_back(feature);
    return columns;
}

FixedFeatures detail::leading(Index included) {
    FixedFeatures fixed;
    fixed.include.resize(at(included));
    std::iota(fixed.include.begin(), fixed.include.end(), Index{0});
    return fixed;
}

Selection detail::arranged_back(Selection found, std::span<const Index> columns, Index features) {
    const auto back = [&](std::vector<Index>& list) {
        for (Index& feature : list) feature = columns[at(feature)];
    };
    back(found.selected);
    for (PathStep& step : found.path) back(step.selected);
    found.scores = spread_out(found.scores, columns, features);
    found.raw_scores = spread_out(found.raw_scores, columns, features);
    return found;
}

}  // namespace tamis
