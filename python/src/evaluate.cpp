// Comparisons, as the command line makes them.
#include <pybind11/stl.h>

#include <optional>

#include "arrays.hpp"
#include "beside.hpp"
#include "bindings.hpp"
#include "tamis/core/error.hpp"
#include "tamis/pipeline/evaluate.hpp"
#include "tamis/pipeline/graph_summary.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/saved/results_json.hpp"

namespace tamis::python {

namespace py = pybind11;

namespace {

// Without infinite cells; missing ones are filled later, by the means of each training part.
Dataset usable(Dataset data, const Context& context) {
    try {
        return clean_for_splits(std::move(data), {.missing = Missing::mean}, context);
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& failure) {
        throw Error(
            failure.happened(),
            "correct these values, or make them NaN, which is filled with the mean of the training part",
            failure.place());
    }
}

// The protocol splits the rows repeatedly, so the comparison has its own copy.
Dataset owned(const MatrixView& x, Labels labels, const std::vector<std::string>& feature_names) {
    Dataset data;
    data.name = "X";
    data.x = x.is_sparse() ? Matrix(to_sparse(x)) : Matrix(to_dense(x));
    data.labels = std::move(labels);
    data.feature_names = feature_names;
    return data;
}

// The options of a text are called as in the text.
ComparedMethod compared_text(const std::string& method, const Record& shared_graph) {
    try {
        return {method, shared_graph};
    } catch (const UsageError& failure) {
        throw UsageError(failure.message().text());
    }
}

// A text as on the command line, or a pair of a configured method and the graph options of its own.
ComparedMethod compared(const py::handle& method, const Record& shared_graph) {
    if (py::isinstance<py::str>(method)) return compared_text(method.cast<std::string>(), shared_graph);
    const auto pair = method.cast<py::tuple>();
    return ComparedMethod(pair[0].cast<const ConfiguredMethod&>(), record_of(pair[1]), shared_graph);
}

std::string evaluate(const py::object& x, const py::object& labels,
                     const std::vector<std::string>& feature_names, const py::list& methods,
                     const py::list& k, const std::string& protocol,
                     const std::vector<std::string>& evaluators, const std::optional<std::string>& scale,
                     const py::dict& graph_options, std::optional<double> svm_c, bool baselines, int threads,
                     std::uint64_t seed, const py::object& progress) {
    const MatrixView view = view_of(x);
    Labels classes = labels_of(labels);
    EvaluateRequest request;
    request.hash_data = true;  // part of the document
    const Record shared_graph = record_of(graph_options);
    with_graph_options({}, shared_graph);  // checked even if no method uses a graph
    for (const py::handle& method : methods) request.methods.push_back(compared(method, shared_graph));
    request.k.clear();
    for (const py::handle& count : k) {
        const Value value = value_of(count);
        const auto* text = std::get_if<std::string>(&value);
        if (const auto rule = text == nullptr ? std::nullopt : CountRule::parse(*text))
            request.rules.push_back(*rule);
        else
            request.k.push_back(FeatureCount::from(value));
    }
    request.protocol = parse_protocol(protocol);
    for (const std::string& name : evaluators) request.evaluators.push_back(parse_evaluator(name));
    if (scale) request.scale = parse_scaling(*scale);
    request.svm_c = svm_c;
    request.baselines = baselines;
    EvaluateRun run;
    const RunOptions options{
        .threads = threads, .seed = seed, .progress = progress, .spell = spelled_in_compare};
    run_beside_python(options, [&](const Context& context) {
        const Dataset data = usable(owned(view, std::move(classes), feature_names), context);
        run = run_evaluate(data, request, context);
    });
    return to_json(run);
}

}  // namespace

void bind_evaluate(py::module_& module) {
    using py::arg;
    module.def("evaluate", &evaluate, arg("x"), arg("labels"), py::kw_only(), arg("feature_names"),
               arg("methods"), arg("k"), arg("protocol"), arg("evaluators"), arg("scale"),
               arg("graph_options"), arg("svm_c"), arg("baselines"), arg("threads"), arg("seed"),
               arg("progress"), "Compares methods; returns the text of a tamis.results/1 document.");
}

}  // namespace tamis::python
