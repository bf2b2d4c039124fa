// Comparisons, as the command line makes them.
#include <pybind11/stl.h>

#include <optional>

#include "arrays.hpp"
#include "beside.hpp"
#include "bindings.hpp"
#include "tamis/pipeline/evaluate.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/saved/results_json.hpp"

namespace tamis::python {

namespace py = pybind11;

namespace {

// Rows are taken apart by the protocol again and again, so the comparison has a copy of its own.
Dataset owned(const MatrixView& x, Labels labels, const std::vector<std::string>& feature_names) {
    Dataset data;
    data.name = "X";
    data.x = x.is_sparse() ? Matrix(to_sparse(x)) : Matrix(to_dense(x));
    data.labels = std::move(labels);
    data.feature_names = feature_names;
    return data;
}

std::string evaluate(const py::object& x, const py::object& labels,
                     const std::vector<std::string>& feature_names, const std::vector<std::string>& methods,
                     const std::vector<std::string>& k, const std::string& protocol,
                     const std::vector<std::string>& evaluators, const std::optional<std::string>& scale,
                     const py::dict& graph_settings, std::optional<double> svm_c, bool baselines, int threads,
                     std::uint64_t seed, const py::object& progress) {
    const MatrixView view = view_of(x);
    Labels classes = labels_of(labels);
    EvaluateRequest request;
    request.methods = methods;
    request.k = k;
    request.protocol = protocol;
    request.evaluators = evaluators;
    if (scale) request.scale = parse_scaling(*scale);
    request.graph_settings = settings_of(graph_settings);
    request.svm_c = svm_c;
    request.baselines = baselines;
    EvaluateRun run;
    run_beside_python({.threads = threads, .seed = seed, .progress = progress}, [&](const Context& context) {
        const CleanOptions fill_later{.missing = Missing::mean};  // by the means of each training part
        const Dataset data =
            clean_for_splits(owned(view, std::move(classes), feature_names), fill_later, context);
        run = run_evaluate(data, request, context);
        for (const std::string& remark : run.remarks) context.warning(remark);
    });
    return to_json(run);
}

}  // namespace

void bind_evaluate(py::module_& module) {
    using py::arg;
    module.def("evaluate", &evaluate, arg("x"), arg("labels"), py::kw_only(), arg("feature_names"),
               arg("methods"), arg("k"), arg("protocol"), arg("evaluators"), arg("scale"),
               arg("graph_settings"), arg("svm_c"), arg("baselines"), arg("threads"), arg("seed"),
               arg("progress"), "Compares methods; returns the text of a tamis.results/1 document.");
}

}  // namespace tamis::python
