#include "tamis/pipeline/driver.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/core/timer.hpp"

namespace tamis::detail {

void remark_on_single_samples(std::span<const std::string> class_names, std::span<const Index> counts,
                              const Context& context) {
    constexpr std::size_t most_named = 3;
    std::vector<std::string> single;
    for (std::size_t c = 0; c < counts.size(); ++c)
        if (counts[c] == 1) single.push_back("'" + class_names[c] + "'");
    if (single.empty()) return;
    if (single.size() > most_named)
        context.warning(std::to_string(single.size()) + " of " + std::to_string(counts.size()) +
                        " classes have one sample only: their spread counts as zero");
    else if (single.size() > 1)
        context.warning("classes " + joined(single) + " have one sample only: their spread counts as zero");
    else
        context.warning("class " + single.front() + " has one sample only: its spread counts as zero");
}

void remark_on_few_varying(Index varying, Index k, const Context& context) {
    if (varying >= k) return;
    if (varying == 0)
        context.warning("every feature is constant: nothing tells the samples apart");
    else
        context.warning("only " + std::to_string(varying) +
                        (varying == 1 ? " feature varies" : " features vary") + ", fewer than the " +
                        std::to_string(k) + " to be selected");
}

namespace {

// A ranking by variance says nothing where all variances are one, by our scaling or by that of the caller.
void remark_on_equal_variances(const MethodRun& run, Index varying, Scaling scale, const Context& context) {
    constexpr double rounding = 1e-9;
    double low = 0.0, high = 0.0;
    for (const double variance : run.selection.raw_scores) {
        if (variance <= 0.0) continue;  // constant
        low = low == 0.0 ? variance : std::min(low, variance);
        high = std::max(high, variance);
    }
    if (varying < 2 || high - low > rounding * high) return;
    if (scale == Scaling::standard)
        context.warning("all features have variance 1 after " + option("scale", "standard") + "; use " +
                        option("scale", "none") + " or " + option("scale", "minmax"));
    else
        context.warning(
            "all features have the same variance, as standardized data do: the order is that of the columns");
}

// Options that were left to the method ("auto", "cv") get the value that it took.
Record resolved(Record params, const Record& chosen) {
    for (auto& [name, value] : params)
        if (const Value* taken = find(chosen, name)) value = *taken;
    return params;
}

}  // namespace

void check_data(const DataView& data, const std::string& method, const std::string& purpose,
                bool needs_labels, const Context& context) {
    if (data.x.cols() == 0) throw Error(data.name + " has no features: " + purpose + " needs at least 1");
    if (data.x.rows() < 2)
        throw Error(data.name + " has " + std::to_string(data.x.rows()) +
                    (data.x.rows() == 1 ? " sample: " : " samples: ") + purpose + " needs at least 2");
    if (!needs_labels) return;
    const Labels& labels = labels_or_none(data.labels);
    require_classes(labels, data.x.rows(), method);
    remark_on_single_samples(labels.names, labels.counts, context);
}

bool units_matter(const ConfiguredMethod& method, bool own_graph) {
    return method.traits().raw_scales || (method.needs().graph && !own_graph);
}

Index checked_count(const FeatureCount& wanted, const FixedFeatures& fixed, const DataView& data) {
    return checked_count(wanted, fixed, data.x.cols(), data.feature_names);
}

Index checked_count(const FeatureCount& wanted, const FixedFeatures& fixed, Index features,
                    std::span<const std::string> names) {
    const Index candidates = features - static_cast<Index>(fixed.exclude.size());
    if (!fixed.exclude.empty() && candidates < 1)
        throw UsageError("every feature is excluded: there is none to select");
    const bool of_candidates = wanted == FeatureCount::all() || wanted == FeatureCount();
    const Index k = wanted.of(of_candidates ? candidates : features);
    require_choice(k, fixed, features, names);
    return k;
}

MethodRun run_method(const ConfiguredMethod& method, const FeatureCount& wanted, const DataView& given,
                     const Sources& sources, const Context& context, const FixedFeatures& fixed) {
    check_data(given, method.name(), "selecting features", method.needs().labels, context);
    const Index k = checked_count(wanted, fixed, given);
    const Prepared& data = sources.data();
    remark_on_few_varying(data.varying(), k, context);

    MethodRun run;
    Inputs inputs{.labels = data.labels().empty() ? nullptr : &data.labels()};
    std::shared_ptr<const CheckedGraph> graph;
    Timer stage;
    if (method.needs().graph) {
        graph = sources.graph();
        for (const auto* remarks : {&graph->remarks, &graph->summary.health.remarks})
            for (const std::string& remark : *remarks) context.warning(remark);
        inputs.graph = graph->graph.get();
        inputs.between = graph->between;
        run.graph = graph->summary;
        run.graph_seconds = stage.seconds();
    }
    stage.lap();
    run.selection = method.run(data.x(), inputs, {k, fixed}, context);
    run.method_seconds = stage.seconds();
    finish_run(run, method, data.varying(), k, data.scaler().kind, context);
    return run;
}

void finish_run(MethodRun& run, const ConfiguredMethod& method, Index varying, Index k, Scaling scale,
                const Context& context) {
    run.params = resolved(method.params(), run.selection.chosen);
    if (method.name() == "variance") remark_on_equal_variances(run, varying, scale, context);
    if (varying < k && run.selection.stop == Stop::converged) run.selection.stop = Stop::exhausted;
}

}  // namespace tamis::detail
