#include "tamis/methods/trace_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/graph/pairs.hpp"
#include "tamis/methods/from_moments/scored.hpp"
#include "tamis/methods/trace_ratio/dinkelbach.hpp"
#include "tamis/passes/unit/column_units.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis {

using namespace detail;

About TraceRatioOptions::about() {
    return {.name = "trace-ratio",
            .title = "Trace ratio, globally optimal subset",
            .citation = {{.key = "nie2008"}},
            .nested = false,
            .raw_scales = true};
}

Fields<TraceRatioOptions> TraceRatioOptions::fields() {
    return Fields<TraceRatioOptions>()
        .choice("criterion", &TraceRatioOptions::criterion,
                {{"fisher", Criterion::fisher},
                 {"laplacian", Criterion::laplacian},
                 {"graph", Criterion::graph},
                 {"semi", Criterion::semi}},
                "what is optimized; the pair of graphs is made of classes, neighbors, your own graphs, or "
                "classes and neighbors for data with some labels")
        .real("label_weight", &TraceRatioOptions::label_weight, above(0),
              "weight of labeled pairs of one class; criterion semi: larger trusts the labels more")
        .boolean("path", &TraceRatioOptions::path,
                 "also find the optimum for every smaller number of features");
}

Needs TraceRatioOptions::needs() const {
    return {.labels = criterion == Criterion::fisher,
            .graph = criterion != Criterion::fisher,
            .own_graph = criterion == Criterion::graph,
            .pair = criterion == Criterion::graph};
}

namespace {

Scatter terms_of(const Rows& x, const Inputs& inputs, const TraceRatioOptions& options,
                 const Context& context) {
    using Criterion = TraceRatioOptions::Criterion;
    const Labels& labels = labels_or_none(inputs.labels);
    if (options.criterion == Criterion::fisher) {
        require_classes(labels, x.rows(), "trace-ratio with criterion=fisher");
        return class_scatter(x, labels, context);
    }
    if (inputs.graph == nullptr) throw Error("trace-ratio needs a graph for this criterion and got none");
    require_graph(*inputs.graph, x.rows());
    if (inputs.between != nullptr) require_graph(*inputs.between, x.rows());
    if (!labels.empty()) check_labels(labels, x.rows());
    if (options.criterion == Criterion::semi) {
        Scatter pair = semi_supervised_pair(x, labels, *inputs.graph, options.label_weight, context);
        if (!std::isfinite(std::accumulate(pair.within.begin(), pair.within.end(), 0.0)))
            throw Error("trace-ratio: the weight of labeled pairs, " + to_text(Value(options.label_weight)) +
                        ", is too large for these data");
        return pair;
    }
    if (options.criterion == Criterion::graph && inputs.between != nullptr)
        return graph_pair(x, *inputs.graph, *inputs.between, context);
    return laplacian_pair(x, *inputs.graph, context);
}

bool contains_all(const std::vector<Index>& larger, const std::vector<Index>& smaller) {
    const std::vector<Index> sorted = [&] {
        std::vector<Index> copy = larger;
        std::sort(copy.begin(), copy.end());
        return copy;
    }();
    return std::all_of(smaller.begin(), smaller.end(),
                       [&](Index j) { return std::binary_search(sorted.begin(), sorted.end(), j); });
}

std::vector<PathStep> to_path(std::vector<TraceRatioSolution> solutions) {
    std::vector<PathStep> path;
    for (TraceRatioSolution& solution : solutions) {
        const bool nested = path.empty() || contains_all(solution.selected, path.back().selected);
        path.push_back({static_cast<Index>(solution.selected.size()), solution.lambda,
                        std::move(solution.selected), nested});
    }
    return path;
}

// The ratio of each feature alone, which does not depend on its unit.
std::vector<double> own_ratios(const Rows& x, const Inputs& inputs, const TraceRatioOptions& options,
                               const Scatter& pair, const Context& context) {
    const std::vector<char> lost = with_lost_digits(pair, 1.0);
    const auto units = ColumnUnits::of(x, lost, context);
    if (!units) return ratios(pair.between, pair.within, Direction::larger);
    remark_on_small_columns(lost, context);
    const Scatter measured = terms_of(units->x(), inputs, options, context);
    return ratios(measured.between, measured.within, Direction::larger);
}

// Chosen features that together carry less than 1 % of both sums could be exchanged for nearly any others:
// their scale, not their worth, decided.
void remark_on_faint_features(const Scatter& pair, const std::vector<Index>& chosen, const Context& context) {
    constexpr double faint = 0.01;
    const auto sum = [&](const std::vector<double>& terms) {
        double total = 0.0;
        for (const Index j : chosen) total += terms[at(j)];
        return total;
    };
    const double between = sum(pair.between), within = sum(pair.within);
    std::vector<std::pair<double, double>> shares;  // of the chosen features that vary
    for (const Index j : chosen)
        if (pair.constant[at(j)] == 0)
            shares.emplace_back(between > 0.0 ? pair.between[at(j)] / between : 0.0,
                                within > 0.0 ? pair.within[at(j)] / within : 0.0);
    std::sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) {
        return std::max(a.first, a.second) < std::max(b.first, b.second);
    });
    Index count = 0;
    double of_between = 0.0, of_within = 0.0;
    for (const auto& [one, other] : shares) {
        of_between += one;
        of_within += other;
        if (of_between >= faint || of_within >= faint) break;
        ++count;
    }
    if (count > 0)
        context.warning(std::to_string(count) + " of the " + std::to_string(chosen.size()) +
                        " chosen features hardly vary; the criterion is blind to them; try " +
                        option("scale", "standard"));
}

// Σ(b - λe) = 0 at the optimum; what is left is rounding.
constexpr double residual_limit = 1e-12;

}  // namespace

Selection trace_ratio(const Rows& x, const Inputs& inputs, const TraceRatioOptions& options,
                      const Context& context) {
    require_choice(options.k, options.fixed, x.cols());
    require_samples(x, 2);
    TraceRatioOptions::fields().check(options);
    if (const auto unit = WorkingUnit::of(x, Extremes::tiny, context))
        return trace_ratio_back(trace_ratio(unit->x(), inputs, options, context), *unit);
    const Scatter pair = terms_of(x, inputs, options, context);
    return trace_ratio_selection(pair, own_ratios(x, inputs, options, pair, context), options, context);
}

Selection detail::trace_ratio_back(Selection found, const MeasuredIn& unit) {
    if (!std::isfinite(found.objective.value)) return found;
    unit.back(found.scores, 2);
    for (auto& [name, value] : found.certificate)
        if (name == "margin") value = unit.back(std::get<double>(value), 2);
    return found;
}

Selection detail::trace_ratio_selection(const Scatter& pair, std::vector<double> ratios,
                                        const TraceRatioOptions& options, const Context& context) {
    const RatioTerms terms{pair.between, pair.within, pair.constant, &options.fixed};
    const TraceRatioSolution solution = solve_trace_ratio(terms, options.k, context);

    Selection result;
    result.selected = solution.selected;
    result.raw_scores = std::move(ratios);
    result.raw_direction = Direction::larger;
    result.scores = result.raw_scores;
    if (std::isfinite(solution.lambda))
        for (std::size_t j = 0; j < result.scores.size(); ++j)
            result.scores[j] = pair.between[j] - solution.lambda * pair.within[j];
    result.objective = {"trace ratio", solution.history, solution.lambda};
    result.iterations = static_cast<Index>(solution.history.size());
    result.stop = solution.informative < options.k ? Stop::exhausted : Stop::converged;
    result.certificate = {{"optimal", solution.residual <= residual_limit},
                          {"lambda", solution.lambda},
                          {"residual", solution.residual},
                          {"margin", solution.margin},
                          {"ties", solution.ties}};
    remark_on_faint_features(pair, result.selected, context);
    if (options.path) result.path = to_path(trace_ratio_path(terms, options.k, context));
    return result;
}

}  // namespace tamis
