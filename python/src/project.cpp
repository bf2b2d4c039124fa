// The projectors, through the pipeline that the command line uses.
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "beside.hpp"
#include "bindings.hpp"
#include "tamis/passes/project_rows.hpp"
#include "tamis/pipeline/project.hpp"

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
    result["params"] = to_python(run.params);
    result["weights"] = to_array(std::move(projection.weights));
    result["mean"] = to_array(projection.mean);
    result["pca"] = front_dict(projection.pca);
    result["eigenvalues"] = projection.eigenvalues.empty() ? py::object(py::none())
                                                           : py::object(to_array(projection.eigenvalues));
    result["feature_weights"] = to_array(projection.feature_weights);
    result["seconds"] = py::dict(py::arg("pca") = run.pca_seconds, py::arg("method") = run.method_seconds,
                                 py::arg("total") = run.total_seconds);
    add_ending(result, projection.objective, projection.certificate, projection.stop, projection.iterations);
    return result;
}

py::dict project(const py::object& x, const py::object& labels, const std::string& method,
                 const std::string& dim, const std::string& pca, const py::dict& settings, int threads,
                 std::uint64_t seed, const py::object& progress) {
    const MatrixView view = view_of(x);
    const Labels classes = labels_of(labels);
    ProjectRequest request;
    request.method = method;
    request.dim = dim;
    request.pca = pca;
    request.settings = settings_of(settings);
    request.hash_data = false;
    ProjectRun run;
    run_beside_python({.threads = threads, .seed = seed, .progress = progress}, [&](const Context& context) {
        run = run_project(DataView{.name = "X", .x = view, .labels = &classes}, request, context);
    });
    return run_dict(run);
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
    module.def("project", &project, arg("x"), arg("labels"), py::kw_only(), arg("method"), arg("dim"),
               arg("pca"), arg("settings"), arg("threads"), arg("seed"), arg("progress"),
               "Learns one projection; the arrays are read in place.");
    module.def("apply_projection", &apply, arg("x"), arg("weights"), arg("mean"), py::kw_only(),
               arg("threads"), "(x - mean) @ weights, for dense or sparse x.");
}

}  // namespace tamis::python
