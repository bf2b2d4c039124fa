#include "tamis/pipeline/choice/gain.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/methods/gfs/regularized_fisher.hpp"
#include "tamis/methods/lapofs/full_information.hpp"

namespace tamis::detail {

namespace {

double number_of(const Record& params, const char* name) { return std::get<double>(*find(params, name)); }

GainCurve of_design(const ConfiguredMethod& method, const MatrixView& x, const Graph& graph,
                    const Selection& longest, const Context& context) {
    const Record params = method.params();
    const double lambda2 = number_of(params, "lambda2");
    const auto kind = to_text(*find(params, "laplacian")) == "normalized" ? LaplacianKind::normalized
                                                                          : LaplacianKind::plain;
    const FeatureGram gram(x, graph, number_of(params, "lambda1"), kind, context);
    GainCurve curve{.values = {}, .full = log_det_of_all(gram, lambda2, context)};
    for (std::size_t k = 0; k < longest.objective.trace.size(); ++k)
        curve.values.push_back(longest.objective.trace[k] - static_cast<double>(k + 1) * std::log(lambda2));
    return curve;
}

// n(c-1) - tr(HᵀM_S⁻¹H) is n times the criterion of eq. 2.
GainCurve of_fisher(const MatrixView& x, const Labels& labels, const Selection& longest,
                    const Context& context) {
    const Value* gamma = find(longest.chosen, "gamma");
    if (gamma == nullptr) return {.values = std::vector<double>(longest.selected.size(), 0.0), .full = 0.0};
    FisherData data(x, labels, context);
    data.prepare(longest.selected);
    const auto criterion = [&](std::span<const Index> features) {
        return regularized_fisher(data, features, std::get<double>(*gamma));
    };
    std::vector<Index> all(at(x.cols()));
    std::iota(all.begin(), all.end(), Index{0});
    GainCurve curve{.values = {}, .full = criterion(all)};
    for (std::size_t k = 1; k <= longest.selected.size(); ++k)
        curve.values.push_back(criterion(std::span(longest.selected).first(k)));
    return curve;
}

}  // namespace

void require_gain(const ConfiguredMethod& method) {
    const Record params = method.params();
    const Value* solver = find(params, "solver");
    if (method.name() == "gfs") return;
    if (method.name() == "lapdofs" && (solver == nullptr || to_text(*solver) == "greedy")) return;
    throw UsageError(
        "gain:… is for gfs and for lapdofs with solver=greedy, whose objectives grow with every "
        "feature, not for " +
            method.name(),
        "use " + option("k", "cv:best") + " where there are labels, or a number");
}

GainCurve gain_curve(const ConfiguredMethod& method, const MatrixView& x, const Inputs& inputs,
                     const Selection& longest, const Context& context) {
    if (method.name() == "gfs") return of_fisher(x, labels_or_none(inputs.labels), longest, context);
    return of_design(method, x, *inputs.graph, longest, context);
}

RuleChoice choice_on(const CountRule& rule, const GainCurve& curve, const Context& context) {
    const auto most = static_cast<Index>(curve.values.size());
    if (const auto place = first_reaching(curve.values, curve.full, rule.level))
        return {.k = static_cast<Index>(*place) + 1,
                .reason = fmt::format("the fewest that reach {:.3g} % of what all features reach",
                                      100.0 * rule.level)};
    const double reached = curve.full > 0.0 ? 100.0 * curve.values.back() / curve.full : 0.0;
    context.warning(
        fmt::format("{} is not reached by {} features, which reach {:.1f} %", to_text(rule), most, reached));
    return {.k = most, .reason = fmt::format("the most that are looked at; they reach {:.1f} %", reached)};
}

}  // namespace tamis::detail
