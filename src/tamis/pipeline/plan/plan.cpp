#include "tamis/pipeline/plan/plan.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/graph/approximate/search.hpp"
#include "tamis/pipeline/driver.hpp"
#include "tamis/pipeline/plan/class_search.hpp"

namespace tamis::detail {

namespace {

constexpr double held_blocks = 64e6;  // of a file that is read block by block
constexpr double file_bytes_per_second = 1e9;
constexpr double bytes_per_sample = 24.0;  // what the survey and the labels keep

// Survey, and if the data are scaled, the statistics and the copy.
Work preparation(const DataShape& shape, Scaling scale, bool from_file) {
    Work work{.passes = 1.0, .extra_bytes = bytes_per_sample * static_cast<double>(shape.samples)};
    if (scale == Scaling::none) return work;
    work.passes += scale == Scaling::unit ? 1.0 : 3.0;
    if (!from_file)
        work.extra_bytes += scale == Scaling::unit ? shape.bytes()
                                                   : 8.0 * static_cast<double>(shape.samples) *
                                                         static_cast<double>(shape.features);
    return work;
}

std::string search_text(bool exact) { return exact ? "exact" : "approximate"; }

RunPlan plan_of(const DataShape& shape, const Work& work, bool from_file, const MachineSpeed& speed) {
    const double held = from_file ? held_blocks : shape.bytes();
    const double pass =
        shape.bytes() / (from_file ? std::min(speed.bytes, file_bytes_per_second) : speed.bytes);
    RunPlan plan;
    plan.memory_bytes = static_cast<std::uint64_t>(held + work.extra_bytes);
    plan.passes = std::ceil(work.passes);
    plan.seconds = work.passes * pass + work.products / speed.products + work.steps / speed.steps;
    plan.from_file = from_file;
    return plan;
}

// A method with its graph, without preparation; fills in the search.
Work selection_work(const ConfiguredMethod& method, const GraphOptions& graph, bool own_graph,
                    const DataShape& shape, Index k, std::string& search) {
    Work work = method_work(method, shape, graph.neighbors, k);
    if (units_matter(method, own_graph)) work.passes += 1.0;
    if (method.needs().graph && !own_graph) {
        work += graph_work(shape, graph);
        search = search_text(
            searches_exactly(graph.search, graph.recall, {shape.samples, shape.features, shape.stored}));
    }
    if (const auto of_classes = class_search_work(method, shape)) {
        work += of_classes->work;
        search = search_text(of_classes->exact);
    }
    return work;
}

double training_part(const Protocol& protocol, const DataShape& shape) {
    if (protocol.whole_set()) return 1.0;
    if (protocol.in_folds()) return 1.0 - 1.0 / static_cast<double>(std::max<Index>(2, protocol.count));
    if (protocol.kind == ProtocolKind::per_class)
        return std::min(1.0, static_cast<double>(protocol.count * shape.classes.value_or(2)) /
                                 static_cast<double>(std::max<Index>(1, shape.samples)));
    return protocol.fraction;
}

double number_of_splits(const Protocol& protocol) {
    if (protocol.kind == ProtocolKind::loo) return 1.0;
    const auto repeats = static_cast<double>(protocol.repeats);
    if (protocol.in_folds()) return repeats * static_cast<double>(protocol.count);
    if (protocol.kind == ProtocolKind::cluster)
        return repeats * static_cast<double>(std::max<std::size_t>(1, protocol.cluster_counts.size()));
    return repeats;
}

}  // namespace

RunPlan plan_select(const DataShape& shape, const SelectRequest& request, bool own_graph, bool from_file,
                    const MachineSpeed& speed) {
    std::string search = "none";
    Work work = preparation(shape, request.scale, from_file);
    work += selection_work(request.method, request.graph_options.value_or(request.method.about().graph),
                           own_graph, shape, request.k.of(shape.features), search);
    RunPlan plan = plan_of(shape, work, from_file, speed);
    plan.search = search;
    return plan;
}

RunPlan plan_project(const DataShape& shape, const ProjectRequest& request, const MachineSpeed& speed) {
    Work work = preparation(shape, request.scale, false);
    work.passes += 1.0;  // the deviations of the features
    work += projector_work(request.method, shape);
    if (request.pca) work += projector_work(configure_projector("pca"), shape);
    return plan_of(shape, work, false, speed);
}

RunPlan plan_evaluate(const DataShape& shape, const EvaluateRequest& request, const MachineSpeed& speed) {
    const DataShape training = shape.part(training_part(request.protocol, shape));
    const Scaling scale = request.scale.value_or(shape.sparse ? Scaling::none : Scaling::standard);
    std::string search = "none";
    Work split = preparation(training, scale, false);
    split.extra_bytes += shape.bytes();  // the two parts are copies
    Index largest = 1;
    for (const FeatureCount& k : request.k) largest = std::max(largest, k.of(shape.features));
    const auto tests = static_cast<double>(shape.samples), trained = static_cast<double>(training.samples);
    // 1NN on the chosen features; all numbers of features in one run.
    const Work judged{.products = tests * trained * static_cast<double>(largest)};
    for (const ComparedMethod& compared : request.methods) {
        if (!compared.method) continue;
        const double runs = compared.method->nested() ? 1.0 : static_cast<double>(request.k.size());
        split += selection_work(*compared.method, compared.graph.value_or(compared.method->about().graph),
                                false, training, largest, search)
                     .times(runs);
        split += judged;
    }
    if (request.baselines)
        split += {.products = tests * trained * static_cast<double>(shape.features + largest)};
    RunPlan plan = plan_of(shape, split.times(number_of_splits(request.protocol)), false, speed);
    plan.search = search;
    return plan;
}

}  // namespace tamis::detail
