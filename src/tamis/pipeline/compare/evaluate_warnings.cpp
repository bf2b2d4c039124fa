#include "tamis/pipeline/compare/evaluate_warnings.hpp"

#include <algorithm>
#include <span>

#include "tamis/core/options/names.hpp"

namespace tamis::detail {

namespace {

// No error: the flags may be those of a longer list of methods.
void warn_of_unused_graph_options(const EvaluateRequest& request, const EvaluatePlan& plan,
                                  const Context& context) {
    const bool used = std::any_of(plan.methods.begin(), plan.methods.end(),
                                  [](const PlannedMethod& method) { return method.needs.graph; });
    const bool given = std::any_of(request.methods.begin(), request.methods.end(),
                                   [](const ComparedMethod& method) { return method.graph.has_value(); });
    const bool taken = std::any_of(request.methods.begin(), request.methods.end(),
                                   [](const ComparedMethod& method) { return method.took_shared; });
    if (!used && !taken && given)
        context.warning("none of the methods uses a graph: the graph options have no effect");
}

std::vector<std::string> untested_classes(const Labels& labels, const std::vector<Split>& splits) {
    std::vector<bool> tested(labels.names.size(), false);
    for (const Split& split : splits)
        for (const Index sample : split.test) tested[at(labels.of[at(sample)])] = true;
    std::vector<std::string> names;
    for (std::size_t c = 0; c < tested.size(); ++c)
        if (!tested[c]) names.push_back("'" + labels.names[c] + "'");
    return names;
}

void warn_of_untested_classes(const Dataset& data, const EvaluatePlan& plan, const Context& context) {
    if (plan.protocol.whole_set()) return;
    const std::vector<std::string> classes = untested_classes(data.labels, plan.splits);
    if (classes.empty()) return;
    constexpr std::size_t named = 5;
    const std::string names = joined(std::span(classes).first(std::min(named, classes.size())));
    context.warning(to_text(plan.protocol) + " tests no sample of class " + names +
                    (classes.size() > named ? ", …" : "") + " of " + data.name +
                    ": the values are those of the other classes");
}

}  // namespace

void warn_of_doubtful_request(const Dataset& data, const EvaluateRequest& request, const EvaluatePlan& plan,
                              const Context& context) {
    warn_of_unused_graph_options(request, plan, context);
    warn_of_untested_classes(data, plan, context);
}

}  // namespace tamis::detail
