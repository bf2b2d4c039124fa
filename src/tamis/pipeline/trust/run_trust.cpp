#include "tamis/pipeline/trust/run_trust.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/pipeline/choice/trust_rules.hpp"
#include "tamis/pipeline/trust/p_values.hpp"
#include "tamis/pipeline/trust/rank_bootstrap.hpp"
#include "tamis/trust/rank_intervals.hpp"
#include "tamis/trust/stability.hpp"

namespace tamis::detail {

namespace {

void require_count(const char* name, const std::optional<Index>& count) {
    if (count && *count < 1)
        throw UsageError(option(name) + " takes a number of at least 1, not " + std::to_string(*count));
}

RankStability as_result(RankIntervals found, const char* kind, std::size_t replicates) {
    RankStability ranks;
    ranks.kind = kind;
    ranks.replicates = static_cast<Index>(replicates);
    for (std::size_t j = 0; j < found.low.size(); ++j)
        ranks.interval.push_back({found.low[j], found.high[j]});
    ranks.mean = std::move(found.mean);
    ranks.top_share = std::move(found.top_share);
    return ranks;
}

void add_half_samples(const DataView& data, const SelectRequest& request, const Prepared& prepared,
                      Index selected, TrustResult& result, const Context& context) {
    const TrustRequest& trust = request.trust;
    const bool with_ranks = trust.bootstrap && !has_bootstrap(request.method);
    if (!with_ranks && !result.stability.empty()) return;
    const Index features = prepared.x().cols(), size = half_size(trust, selected, features);
    // Two halves for each pair.
    const Index pairs = trust.stability      ? *trust.stability
                        : trust.usual_halves ? TrustRequest::usual_pairs
                                             : (*trust.bootstrap + 1) / 2;
    const HalfRuns runs = run_halves(data, request, prepared, pairs, size, with_ranks, context);
    if (with_ranks)
        result.ranks =
            as_result(rank_intervals(runs.rankings, selected, context), "half-sample", runs.rankings.size());
    if (trust.stability && result.stability.empty())
        result.stability = stability_of(runs, pairs, size, features);
}

}  // namespace

Index half_size(const TrustRequest& request, Index selected, Index features) {
    constexpr Index usual_size = 50;
    if (request.stability_size && *request.stability_size > features)
        throw Error(option("stability-size", std::to_string(*request.stability_size)) + " is more than the " +
                    std::to_string(features) + " features there are");
    if (request.stability_size) return *request.stability_size;
    return selected < features ? selected : std::max<Index>(1, std::min(usual_size, features / 2));
}

PValues find_p_values(const SelectRequest& request, const Prepared& prepared, const Context& context) {
    return p_values(request.method,
                    {prepared.x(), prepared.labels(), request.graph,
                     request.graph_options.value_or(request.method.about().graph), request.fixed},
                    request.trust, context);
}

SelectionStability stability_of(const HalfRuns& runs, Index pairs, Index size, Index features) {
    SelectionStability found;
    found.pairs = pairs;
    found.size = size;
    found.probability = selection_shares(runs.selected, features);
    const SetStability sets = set_stability(runs.selected, features);
    found.value = sets.value;
    found.low = sets.low;
    found.high = sets.high;
    for (const double threshold : {0.6, 0.75, 0.9}) {
        const StabilityBounds bounds = stability_bounds(size, features, threshold, pairs);
        const auto often = std::count_if(found.probability.begin(), found.probability.end(),
                                         [&](double share) { return reaches(share, threshold); });
        found.bounds.push_back({threshold, often, bounds.any, bounds.unimodal, bounds.r_concave});
    }
    return found;
}

void check_trust(const SelectRequest& request) {
    const TrustRequest& trust = request.trust;
    require_count("stability", trust.stability);
    require_count("stability-size", trust.stability_size);
    require_count("bootstrap", trust.bootstrap);
    const bool by_stability = request.rule && request.rule->kind == CountRule::Kind::stable;
    if (trust.stability_size && !trust.stability && !by_stability)
        throw UsageError(option("stability-size") + " belongs to " + option("stability"),
                         "give both, or leave it out");
    if (trust.tests()) test_of(request.method, trust);
    if (request.rule && request.rule->by_trust()) require_trust_rule(*request.rule, request.method, trust);
}

Reading reading(const SelectRequest& request, bool own_graph) {
    const TrustRequest& trust = request.trust;
    const auto rule = request.rule ? std::optional(request.rule->kind) : std::nullopt;
    const bool resamples = trust.permutations || trust.stability || trust.bootstrap ||
                           rule == CountRule::Kind::stable || (rule && request.rule->by_folds());
    const bool tests = trust.pvalues || rule == CountRule::Kind::fdr;
    if (resamples || (tests && test_of(request.method, trust) != TestKind::f)) return Reading::whole;
    return reading(request.method, own_graph);
}

TrustResult run_trust(const DataView& data, const SelectRequest& request, const Prepared& prepared,
                      const Selection& selection, const Context& context, TrustResult known) {
    const Timer timer;
    const TrustRequest& trust = request.trust;
    const auto selected = static_cast<Index>(selection.selected.size());
    TrustResult result = std::move(known);
    if (trust.tests() && result.pvalues.empty()) result.pvalues = find_p_values(request, prepared, context);
    if (trust.stability || (trust.bootstrap && !has_bootstrap(request.method)))
        add_half_samples(data, request, prepared, selected, result, context);
    if (trust.bootstrap && has_bootstrap(request.method)) {
        const Labels& labels = resampled_labels(request, prepared.labels());
        const auto rankings = bootstrap_rankings(request.method, prepared.matrix(), labels, selected,
                                                 *trust.bootstrap, context);
        result.ranks = as_result(rank_intervals(rankings, selected, context), "bootstrap", rankings.size());
    }
    result.seconds += timer.seconds();
    return result;
}

}  // namespace tamis::detail
