#include "tamis/pipeline/choice/trust_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "tamis/core/error.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/pipeline/trust/p_values.hpp"
#include "tamis/pipeline/trust/run_trust.hpp"
#include "tamis/pipeline/trust/setting.hpp"

namespace tamis::detail {

namespace {

std::string name_of(const DataView& data, std::size_t feature) {
    return data.feature_names.empty() ? std::to_string(feature) : "'" + data.feature_names[feature] + "'";
}

CountChoice significant(const SelectRequest& request, const DataView& data, const Prepared& prepared,
                        const Context& context) {
    const double level = request.rule->level;
    const std::vector<char> excluded = marks(request.fixed.exclude, data.x.cols());
    std::vector<char> taken = marks(request.fixed.include, data.x.cols());
    CountChoice choice;
    choice.trust.pvalues = find_p_values(request, prepared, context);
    const std::vector<double>& q = choice.trust.pvalues.q;
    std::optional<std::size_t> best;
    Index found = 0;
    for (std::size_t j = 0; j < q.size(); ++j) {
        if (excluded[j] != 0) continue;
        if (!best || q[j] < q[*best]) best = j;
        if (q[j] > level) continue;
        ++found;
        taken[j] = 1;
    }
    if (found == 0) {
        choice.count.reason =
            fmt::format("the smallest q is {:.3g}, that of feature {}", q[*best], name_of(data, *best));
        return choice;
    }
    choice.count = {.k = std::count(taken.begin(), taken.end(), 1),
                    .reason = fmt::format("{} of {} have q <= {:.3g}", found, q.size(), level)};
    if (choice.count.k > found)
        choice.count.reason += fmt::format(", and {} included ones have not", choice.count.k - found);
    return choice;
}

// By how often they are chosen, then by their rank among all samples, then by column; the included first.
std::vector<Index> in_order(std::vector<Index> features, const std::vector<double>& share,
                            const std::vector<Small>& rank, const FixedFeatures& fixed) {
    std::sort(features.begin(), features.end(), [&](Index a, Index b) {
        return std::tuple(-share[at(a)], rank[at(a)], a) < std::tuple(-share[at(b)], rank[at(b)], b);
    });
    std::vector<Index> order = fixed.include;
    const std::vector<char> placed = marks(fixed.include, static_cast<Index>(share.size()));
    for (const Index feature : features)
        if (placed[at(feature)] == 0) order.push_back(feature);
    return order;
}

CountChoice stable(const SelectRequest& request, const DataView& data, const Sources& sources,
                   const Prepared& prepared, const Context& context) {
    const double level = request.rule->level;
    const Index features = data.x.cols();
    const Index candidates = features - static_cast<Index>(request.fixed.exclude.size());
    const Index size = std::max(std::min(half_size(request.trust, features, features), candidates),
                                static_cast<Index>(request.fixed.include.size()));
    const Index pairs = request.trust.stability.value_or(TrustRequest::usual_pairs);
    CountChoice choice;
    choice.trust.stability =
        stability_of(run_halves(data, request, prepared, pairs, size, false, context), pairs, size, features);
    const std::vector<double>& share = choice.trust.stability.probability;
    std::vector<Index> found;
    for (Index j = 0; j < features; ++j)
        if (reaches(share[at(j)], level)) found.push_back(j);
    if (found.empty()) {
        const auto most = std::max_element(share.begin(), share.end());
        choice.count.reason = fmt::format("feature {} is chosen most often, on {:.3g} % of the half samples",
                                          name_of(data, at(most - share.begin())), 100.0 * *most);
        return choice;
    }
    Context silent = context;  // what is said of this selection is said again of the one that counts
    silent.warn = nullptr;
    const MethodRun whole = run_method(request.method, size, data, sources, silent, request.fixed);
    choice.features = in_order(std::move(found), share, ranking_of(whole.selection, features), request.fixed);
    choice.count = {
        .k = static_cast<Index>(choice.features.size()),
        .reason = fmt::format("they are among the best {} on at least {:.3g} % of {} half samples", size,
                              100.0 * level, 2 * pairs)};
    return choice;
}

}  // namespace

FixedFeatures CountChoice::fixed(const FixedFeatures& asked) const {
    FixedFeatures result = asked;
    if (!features.empty()) result.include = features;
    return result;
}

void require_trust_rule(const CountRule& rule, const ConfiguredMethod& method, const TrustRequest& trust) {
    if (rule.kind == CountRule::Kind::fdr) test_of(method, trust);
    const std::string solver = setting(method, "solver");
    if (rule.kind == CountRule::Kind::stable && !solver.empty() && solver != "greedy")
        throw UsageError("k = " + to_text(rule) + " gives " + method.name() +
                             " its features, which it can take with solver=greedy only",
                         "use " + method_option("solver", "greedy") + " or a number");
}

CountChoice choose_by_trust(const SelectRequest& request, const DataView& data, const Sources& sources,
                            const Context& context) {
    const Timer timer;
    const Prepared& prepared = sources.data();
    CountChoice choice = request.rule->kind == CountRule::Kind::fdr
                             ? significant(request, data, prepared, context)
                             : stable(request, data, sources, prepared, context);
    choice.trust.seconds = timer.seconds();
    return choice;
}

void remark_on_insignificant(const CountRule& rule, const Selection& selection, const PValues& tests,
                             const Context& context) {
    if (rule.kind != CountRule::Kind::fdr) return;
    const auto others = std::count_if(selection.selected.begin(), selection.selected.end(),
                                      [&](Index j) { return tests.q[at(j)] > rule.level; });
    if (others > 0)
        context.warning(fmt::format(
            "{}: {} of the {} chosen features have a q above {:.3g}: the rule finds how many, and the method "
            "takes the best of its own score",
            to_text(rule), others, selection.selected.size(), rule.level));
}

}  // namespace tamis::detail
