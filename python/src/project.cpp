// The projectors, through the pipeline that the command line uses.
#include <pybind11/stl.h>

#include <optional>

#include "arrays.hpp"
#include "beside.hpp"
#include "bindings.hpp"
#include "dict_writer.hpp"
#include "run_document.hpp"
#include "sharded.hpp"
#include "tamis/passes/project_rows.hpp"
#include "tamis/pipeline/project.hpp"
#include "tamis/saved/run_document.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis::python {

namespace py = pybind11;

namespace {

py::object front_dict(std::optional<FrontPca>& front) {
    if (!front) return py::none();
    py::dict result;
    result["components"] = to_array(std::move(front->components));
    result["eigenvalues"] = to_array(front->eigenvalues);
    result["share"] = front->share;
    result["weights"] = to_array(std::move(front->weights));
    return result;
}

py::dict run_dict(ProjectRun& run) {
    Projection& projection = run.model.projection;
    py::dict result;
    DictWriter writer(result);
    document::describe_params(writer, run, [](auto&) {});
    result["weights"] = to_array(std::move(projection.weights));
    result["mean"] = to_array(projection.mean);
    result["pca"] = front_dict(projection.pca);
    writer.or_null("eigenvalues", projection.eigenvalues);
    writer("feature_weights", projection.feature_weights);
    document::describe_ending(writer, projection);
    writer.object("seconds", [&](auto& seconds) {
        seconds("pca", run.pca_seconds);
        seconds("method", run.method_seconds);
        seconds("total", run.total_seconds);
    });
    return result;
}

py::dict project(const py::object& x, const py::object& labels, const ConfiguredProjector& method,
                 const py::object& dim, const py::object& pca, int threads, std::uint64_t seed,
                 const py::object& progress) {
    const bool shared = py::isinstance<SharedRows>(x);
    const Rows rows = shared ? Rows(x.cast<const SharedRows&>().rows()) : Rows(view_of(x));
    const Labels classes = labels_of(labels);
    ProjectRequest request{.method = method, .dim = Dimension::from(value_of(dim))};
    if (!pca.is_none()) request.pca = Dimension::from(value_of(pca));
    std::optional<ProjectRun> run;
    run_beside_python({.threads = threads, .seed = seed, .progress = progress}, [&](const Context& context) {
        run = run_project(DataView{.name = "X", .x = rows, .labels = &classes}, request, context);
    });
    std::string document = to_json(*run, 0.0, "");
    py::dict result = run_dict(*run);
    result["run"] = RunDocument(std::move(document));
    return result;
}

py::array_t<double> apply(const py::object& x, const py::array_t<double>& weights,
                          const std::vector<double>& mean, int threads) {
    const MatrixView view = view_of(x);
    const MatrixView learned = view_of(py::object(weights));
    Projection projection;
    projection.weights = to_dense(learned);
    projection.mean = mean;
    if (static_cast<Index>(mean.size()) != projection.features())
        throw py::value_error("one mean per feature is needed");
    DenseMatrix projected;
    run_beside_python({.threads = threads},
                      [&](const Context& context) { projected = project_rows(projection, view, context); });
    return to_array(std::move(projected));
}

}  // namespace

void bind_project(py::module_& module) {
    using py::arg;
    py::class_<ConfiguredProjector>(module, "Projector", "A projector with its options, checked once.")
        .def(py::init([](const std::string& name, const py::dict& options) {
                 return configure_projector(name, record_of(options));
             }),
             arg("name"), arg("options"))
        .def_property_readonly("not_shared", [](const ConfiguredProjector& p) { return p.not_shared(); });
    module.def("project", &project, arg("x"), arg("labels"), py::kw_only(), arg("method"), arg("dim"),
               arg("pca"), arg("threads"), arg("seed"), arg("progress"),
               "Learns one projection; the arrays are read in place.");
    module.def("apply_projection", &apply, arg("x"), arg("weights"), arg("mean"), py::kw_only(),
               arg("threads"), "(x - mean) @ weights, for dense or sparse x.");
}

}  // namespace tamis::python
