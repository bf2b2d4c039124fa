// The selectors, all of them through the pipeline that the command line uses.
#include <pybind11/stl.h>

#include <optional>

#include "arrays.hpp"
#include "beside.hpp"
#include "bindings.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/pipeline/select.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis::python {

namespace py = pybind11;

namespace {

py::list path_list(const std::vector<PathStep>& path) {
    py::list steps;
    for (const PathStep& step : path) {
        py::dict one;
        one["k"] = step.k;
        one["value"] = step.value;
        one["selected"] = to_array(step.selected);
        one["nested"] = step.nested;
        steps.append(one);
    }
    return steps;
}

py::dict graph_dict(const GraphSummary& graph) {
    py::dict result = to_python(graph.options);
    result["bandwidth"] = graph.bandwidth > 0.0 ? py::object(py::float_(graph.bandwidth)) : py::none();
    result["edges"] = graph.health.edges;
    result["components"] = graph.health.components;
    result["isolated"] = graph.health.isolated;
    result["hash"] = graph.hash;
    return result;
}

template <class Numbers>
py::object array_or_none(const Numbers& numbers) {
    return numbers.empty() ? py::object(py::none()) : py::object(to_array(numbers));
}

py::dict run_dict(const SelectRun& run) {
    const Selection& selection = run.selection;
    py::dict result;
    result["params"] = to_python(run.params);
    result["graph"] = run.graph ? py::object(graph_dict(*run.graph)) : py::none();
    result["selected"] = to_array(selection.selected);
    result["scores"] = array_or_none(selection.scores);
    result["raw_scores"] = array_or_none(selection.raw_scores);
    result["raw_direction"] =
        selection.raw_direction ? py::object(py::str(to_text(*selection.raw_direction))) : py::none();
    add_ending(result, selection.objective, selection.certificate, selection.stop, selection.iterations);
    result["seconds"] = py::dict(py::arg("graph") = run.graph_seconds, py::arg("method") = run.method_seconds,
                                 py::arg("total") = run.total_seconds);
    result["path"] = selection.path.empty() ? py::object(py::none()) : py::object(path_list(selection.path));
    return result;
}

py::dict select(const py::object& x, const py::object& labels, const std::string& method,
                const std::string& k, const py::dict& settings, const py::dict& graph_settings,
                const Csr* graph, const Csr* between, int threads, std::uint64_t seed,
                const py::object& progress) {
    const MatrixView view = view_of(x);
    const Labels classes = labels_of(labels);
    std::optional<Graph> own, second;
    if (graph != nullptr) own = graph_of(*graph, "affinity");
    if (between != nullptr) second = graph_of(*between, "affinity_between");
    SelectRequest request;
    request.method = method;
    request.k = k;
    request.settings = settings_of(settings);
    request.graph_settings = settings_of(graph_settings);
    request.graph = own ? &*own : nullptr;
    request.between = second ? &*second : nullptr;
    request.hash_data = false;
    SelectRun run;
    run_beside_python({.threads = threads, .seed = seed, .progress = progress}, [&](const Context& context) {
        run = run_select(DataView{.name = "X", .x = view, .labels = &classes}, request, context);
    });
    return run_dict(run);
}

py::dict needs(const std::string& method, const py::dict& settings) {
    const Needs found = find_method(method).needs(settings_of(settings));
    py::dict result;
    result["labels"] = found.labels;
    result["graph"] = found.graph;
    result["own_graph"] = found.own_graph;
    return result;
}

void require_finite_matrix(const py::object& x, int threads) {
    const MatrixView view = view_of(x);
    run_beside_python({.threads = threads},
                      [&](const Context& context) { require_finite(view, "X", context); });
}

}  // namespace

void bind_select(py::module_& module) {
    using py::arg;
    module.def("select", &select, arg("x"), arg("labels"), py::kw_only(), arg("method"), arg("k"),
               arg("settings"), arg("graph_settings"), arg("graph"), arg("between"), arg("threads"),
               arg("seed"), arg("progress"), "Runs one selection; the arrays are read in place.");
    module.def("require_finite", &require_finite_matrix, arg("x"), py::kw_only(), arg("threads"),
               "Throws ValueError naming the cells that are NaN, infinite or beyond 1e150.");
    module.def("needs", &needs, arg("method"), arg("settings"),
               "What a selector needs with these settings: labels, graph, own_graph.");
}

}  // namespace tamis::python
