#include "tamis/pipeline/choice/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/core/ranking.hpp"

namespace tamis::detail {

namespace {

constexpr double copy_r = 0.95;       // from here on a feature says nearly the same as another one
constexpr double explained_r2 = 0.9;  // from here on the chosen features leave little of it
constexpr double significant_q = 0.05;

std::string name_of(Index feature, std::span<const std::string> names) {
    return names.empty() ? "feature " + std::to_string(feature) : names[at(feature)];
}

// The chosen features in their order, then the others by score; without scores they share the next place.
std::vector<Index> ranks(const Selection& selection, Index features) {
    const auto chosen = static_cast<Index>(selection.selected.size());
    std::vector<Index> ranks(at(features), chosen + 1);
    for (Index place = 0; place < chosen; ++place) ranks[at(selection.selected[at(place)])] = place + 1;
    if (selection.scores.empty()) return ranks;
    const std::vector<Index> order =
        top_features({selection.scores}, features, FixedFeatures{.include = selection.selected});
    for (std::size_t place = 0; place < order.size(); ++place)
        ranks[at(order[place])] = static_cast<Index>(place) + 1;
    return ranks;
}

class Reasons {
  public:
    Reasons(const ExplainedRequest& request, const Explained& found, Index samples)
        : request_(request),
          found_(found),
          says_something_(found.rank < samples - 1),
          chosen_(marks(request.selection.selected, features())),
          included_(marks(request.fixed.include, features())),
          excluded_(marks(request.fixed.exclude, features())) {}

    std::string of(Index j) const {
        if (included_[at(j)] != 0) return "included as asked for";
        if (chosen_[at(j)] != 0) return "chosen";
        if (excluded_[at(j)] != 0) return "excluded as asked for";
        if (found_.constant[at(j)] != 0) return "does not vary";
        if (std::abs(found_.r[at(j)]) >= copy_r)
            return fmt::format(
                "nearly a copy of {} (r = {:.3f})",
                name_of(request_.selection.selected[at(found_.nearest[at(j)])], request_.names),
                found_.r[at(j)]);
        if (says_something_ && found_.r2[at(j)] >= explained_r2) return "explained by the chosen set";
        if (!request_.q.empty() && request_.q[at(j)] > significant_q) return "not significant";
        if (request_.by_stability) return "chosen on too few half samples";
        return request_.selection.scores.empty() ? "adds less" : "lower score";
    }

  private:
    Index features() const { return static_cast<Index>(found_.r2.size()); }

    const ExplainedRequest& request_;
    const Explained& found_;
    bool says_something_;
    std::vector<char> chosen_, included_, excluded_;
};

std::vector<ClassProfile> profiles(const Rows& x, const Labels& labels, const std::vector<Index>& chosen,
                                   const Context& context) {
    std::vector<ClassProfile> list;
    if (labels.classes() < 2) return list;
    const DenseMatrix differences = class_differences(x, labels, chosen, context);
    for (std::size_t s = 0; s < chosen.size(); ++s) {
        const auto column = static_cast<Index>(s);
        Index high = 0, low = 0;
        for (Index k = 1; k < differences.rows(); ++k) {
            if (differences(k, column) > differences(high, column)) high = k;
            if (differences(k, column) < differences(low, column)) low = k;
        }
        list.push_back({.feature = chosen[s],
                        .highest = labels.names[at(high)],
                        .lowest = labels.names[at(low)],
                        .highest_difference = differences(high, column),
                        .lowest_difference = differences(low, column)});
    }
    return list;
}

}  // namespace

Explanations explain(const Rows& x, const Labels& labels, const ExplainedRequest& request,
                     const Context& context) {
    const Selection& selection = request.selection;
    const Explained found = explained_by(x, selection.selected, context);
    const Index left = x.rows() - 1 - found.rank;
    if (left <= 0)
        context.warning("the chosen features explain everything, because there are as many of them as " +
                        std::to_string(x.rows()) + " samples allow: r2 means nothing here");
    const std::vector<Index> places = ranks(selection, x.cols());
    const Reasons reasons(request, found, x.rows());
    const double last = selection.scores.empty() ? 0.0 : selection.scores[at(selection.selected.back())];
    Explanations all;
    for (Index j = 0; j < x.cols(); ++j) {
        Explanation& one = all.features.emplace_back();
        one.rank = places[at(j)];
        one.r2 = found.r2[at(j)];
        one.reason = reasons.of(j);
        if (!selection.scores.empty())
            if (const double margin = selection.scores[at(j)] - last; std::isfinite(margin))
                one.margin = margin;
        if (left > 0)
            one.r2_adjusted =
                1.0 - (1.0 - one.r2) * static_cast<double>(x.rows() - 1) / static_cast<double>(left);
        if (found.nearest[at(j)] < 0) continue;
        one.nearest = selection.selected[at(found.nearest[at(j)])];
        one.r = found.r[at(j)];
    }
    all.profiles = profiles(x, labels, selection.selected, context);
    return all;
}

}  // namespace tamis::detail
