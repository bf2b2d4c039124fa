// The neighbor graph by itself.
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "beside.hpp"
#include "bindings.hpp"
#include "dict_writer.hpp"
#include "tamis/pipeline/graph_summary.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/saved/run_document.hpp"

namespace tamis::python {

namespace py = pybind11;

namespace {

// The arrays of a scipy CSR matrix, and what is known of the graph.
py::tuple neighbor_graph(const py::object& x, const py::object& labels, const py::dict& options, int threads,
                         std::uint64_t seed, const py::object& progress) {
    const MatrixView view = view_of(x);
    const Labels classes = labels_of(labels);
    const GraphOptions choice = with_graph_options({}, record_of(options));
    CheckedGraph checked;
    std::vector<std::string> remarks;
    run_beside_python({.threads = threads, .seed = seed, .progress = progress}, [&](const Context& context) {
        require_finite(view, "X", context);
        checked = build_checked(
            [&](const Context& inside) {
                return build_graph(view, choice, inside, classes.empty() ? nullptr : &classes);
            },
            choice, view, context);
        for (const std::string& remark : checked.remarks) context.warning(remark);
        for (const std::string& remark : checked.summary.health.remarks) context.warning(remark);
    });
    const Graph& graph = *checked.graph;
    py::dict summary;
    DictWriter writer(summary);
    document::describe_graph(writer, checked.summary);
    return py::make_tuple(
        to_array(graph.row_start),
        py::array_t<Small>(static_cast<py::ssize_t>(graph.neighbors.size()), graph.neighbors.data()),
        to_array(graph.weights), summary);
}

}  // namespace

void bind_graph(py::module_& module) {
    using py::arg;
    module.def("neighbor_graph", &neighbor_graph, arg("x"), arg("labels"), py::kw_only(), arg("options"),
               arg("threads"), arg("seed"), arg("progress"),
               "indptr, indices and data of the graph's weights, and what is known of it.");
}

}  // namespace tamis::python
