// The selectors, all of them through the pipeline that the command line uses.
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

#include "arrays.hpp"
#include "beside.hpp"
#include "bindings.hpp"
#include "dict_writer.hpp"
#include "run_document.hpp"
#include "tamis/io/column_list.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/pipeline/prepared.hpp"
#include "tamis/pipeline/select.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/saved/run_document.hpp"

namespace tamis::python {

namespace py = pybind11;

py::dict run_dict(const SelectRun& run) {
    py::dict result;
    DictWriter writer(result);
    document::describe_params(writer, run, [](auto&) {});
    document::describe_outcome(writer, run);
    document::describe_trust(writer, run);
    writer.object("seconds", [&](auto& seconds) {
        seconds("graph", run.graph_seconds);
        seconds("method", run.method_seconds);
        seconds("total", run.total_seconds);
    });
    document::describe_path(writer, run);
    return result;
}

namespace {

// {option: number}; what is not in it was not asked for.
TrustRequest trust_of(const py::dict& asked) {
    const auto number = [&](const char* name) {
        return asked.contains(name) ? std::optional<Index>(asked[name].cast<Index>()) : std::nullopt;
    };
    return {.pvalues = asked.contains("pvalues"),
            .permutations = number("permutations"),
            .stability = number("stability"),
            .stability_size = number("stability_size"),
            .bootstrap = number("bootstrap"),
            .usual_halves = asked.contains("usual_halves")};
}

py::dict select(const py::object& x, const py::object& labels, const ConfiguredMethod& method,
                const py::object& k, const FixedFeatures& fixed, bool explain, const py::dict& graph_options,
                const Csr* graph, const Csr* between, const py::dict& trust, int threads, std::uint64_t seed,
                const py::object& progress) {
    const InputRows input(x);
    const Labels classes = labels_of(labels);
    std::optional<Graph> own, second;
    if (graph != nullptr) own = graph_of(*graph, "affinity");
    if (between != nullptr) second = graph_of(*between, "affinity_between");
    SelectRequest request{.method = method,
                          .k = {},
                          .fixed = fixed,
                          .graph = own ? &*own : nullptr,
                          .between = second ? &*second : nullptr,
                          .trust = trust_of(trust),
                          .explain = explain};
    const Value count = value_of(k);
    if (const auto* text = std::get_if<std::string>(&count)) request.rule = CountRule::parse(*text);
    if (!request.rule) request.k = FeatureCount::from(count);
    if (!graph_options.empty())
        request.graph_options = with_graph_options(method.about().graph, record_of(graph_options));
    std::optional<SelectRun> run;
    run_beside_python({.threads = threads, .seed = seed, .progress = progress}, [&](const Context& context) {
        run = run_select(DataView{.name = "X", .x = input.rows(), .labels = &classes}, request, context);
    });
    py::dict result = run_dict(*run);
    result["run"] = RunDocument(std::move(*run));
    return result;
}

// Entries of a list as on the command line: names, positions, ranges, patterns.
FixedFeatures fixed_features(const std::vector<std::string>& include, const std::vector<std::string>& exclude,
                             const std::string& graph, const std::vector<std::string>& names,
                             Index features) {
    const NamedColumns columns{names, features, "X", "feature"};
    const auto found = [&](const std::vector<std::string>& entries) {
        std::vector<Index> list;
        for (const std::string& entry : entries)
            for (const Index feature : find_columns_in_order(entry, columns))
                if (std::find(list.begin(), list.end(), feature) == list.end()) list.push_back(feature);
        return list;
    };
    return {.include = found(include), .exclude = found(exclude), .graph = parse_graph_features(graph)};
}

void require_finite_matrix(const py::object& x, int threads) {
    const InputRows input(x);
    run_beside_python({.threads = threads},
                      [&](const Context& context) { require_finite(input.rows(), "X", context); });
}

}  // namespace

void bind_select(py::module_& module) {
    using py::arg;
    py::class_<ConfiguredMethod>(module, "Method", "A selector with its options, checked once.")
        .def(py::init([](const std::string& name, const py::dict& options) {
                 return configure(name, record_of(options));
             }),
             arg("name"), arg("options"))
        .def_property_readonly("needs_labels", [](const ConfiguredMethod& m) { return m.needs().labels; })
        .def_property_readonly("not_shared", [](const ConfiguredMethod& m) { return m.not_shared(); })
        .def_property_readonly("needs_own_graph",
                               [](const ConfiguredMethod& m) { return m.needs().own_graph; })
        .def(
            "reads_in_passes",
            [](const ConfiguredMethod& m, bool own_graph) {
                return reading(m, own_graph) == Reading::in_passes;
            },
            arg("own_graph"), "Whether the data need not be in memory.");
    py::class_<FixedFeatures>(module, "FixedFeatures", "Features to be chosen in any case, and never.")
        .def(py::init(&fixed_features), py::kw_only(), arg("include"), arg("exclude"), arg("graph"),
             arg("names"), arg("features"));
    module.def("select", &select, arg("x"), arg("labels"), py::kw_only(), arg("method"), arg("k"),
               arg("fixed"), arg("explain"), arg("graph_options"), arg("graph"), arg("between"), arg("trust"),
               arg("threads"), arg("seed"), arg("progress"),
               "Runs one selection; the arrays are read in place.");
    module.def("require_finite", &require_finite_matrix, arg("x"), py::kw_only(), arg("threads"),
               "Throws ValueError naming the cells that are NaN, infinite or beyond 1e150.");
}

}  // namespace tamis::python
