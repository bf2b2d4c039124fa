// tamis.AutoSelector, by the function behind `tamis auto`.
#include <pybind11/stl.h>

#include <optional>

#include "arrays.hpp"
#include "beside.hpp"
#include "bindings.hpp"
#include "dict_writer.hpp"
#include "run_document.hpp"
#include "tamis/pipeline/choice/auto_select.hpp"

namespace tamis::python {

namespace py = pybind11;

namespace {

py::dict auto_dict(const AutoRun& run) {
    py::dict result = run_dict(run.selection);
    DictWriter writer(result);
    writer.optional("nested_accuracy", run.accuracy, [](auto& inner, auto& found) {
        inner("mean", found.mean);
        inner("std", found.std);
        inner("all", found.all);
        inner("random", found.random);
    });
    writer.steps("candidates", run.candidates, [](auto& inner, auto& candidate) {
        inner("label", candidate.label);
        inner("k", candidate.k);
        inner("chosen", candidate.chosen);
    });
    writer("method", run.selection.method);
    writer("verdict", run.verdict);
    writer("conclusion", run.conclusion);
    return result;
}

py::dict auto_select(const py::object& x, const py::object& labels,
                     const std::vector<std::string>& candidates, const std::string& evaluator,
                     std::optional<double> budget, const py::object& k, int threads, std::uint64_t seed,
                     const py::object& progress) {
    const MatrixView view = view_of(x);
    Dataset data;
    data.name = "X";
    data.labels = labels_of(labels);
    AutoRequest request;
    for (const std::string& text : candidates) request.candidates.emplace_back(text);
    request.evaluator = parse_evaluator(evaluator);
    request.budget = budget;
    request.k = FeatureCount::from(value_of(k));
    AutoRun run;
    run_beside_python({.threads = threads, .seed = seed, .progress = progress}, [&](const Context& context) {
        data.x = view.is_sparse() ? Matrix(to_sparse(view)) : Matrix(to_dense(view));
        run = run_auto(data, request, context);
    });
    py::dict result = auto_dict(run);
    result["run"] = RunDocument(std::move(run));
    return result;
}

}  // namespace

void bind_auto(py::module_& module) {
    using py::arg;
    module.def("auto_select", &auto_select, arg("x"), arg("labels"), py::kw_only(), arg("candidates"),
               arg("evaluator"), arg("budget"), arg("k"), arg("threads"), arg("seed"), arg("progress"),
               "Chooses method and number of features, and estimates what the choice is worth.");
}

}  // namespace tamis::python
