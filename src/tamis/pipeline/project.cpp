#include "tamis/pipeline/project.hpp"

#include "tamis/core/error.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/passes/project_rows.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tamis/subspace/projector.hpp"

namespace tamis {

namespace {

Dimension parse_front(const std::string& text) {
    try {
        return Dimension::parse(text);
    } catch (const UsageError& error) {
        throw UsageError("--pca " + text + ": " + error.what());
    }
}

void check_data(const DataView& data, const Labels& labels, const Projector& projector) {
    if (data.x.cols() == 0) throw Error(data.name + " has no features to project");
    if (data.x.rows() < 2)
        throw Error(data.name + " has " + std::to_string(data.x.rows()) +
                    " sample: learning a projection needs at least 2");
    if (projector.needs_labels) require_classes(labels, data.x.rows(), projector.about.name);
}

}  // namespace

void check_request(const ProjectRequest& request) {
    const Projector& projector = find_projector(request.method);
    projector.resolve(request.settings);
    const Dimension dim = Dimension::parse(request.dim);
    if (dim.share() && projector.needs_labels)
        throw UsageError("--dim " + request.dim + ": " + request.method +
                         " takes a whole number of dimensions; a share of the variance is for pca");
    if (!request.pca.empty()) parse_front(request.pca);
}

ProjectionModel fit_projection(const MatrixView& x, const Labels& labels, const ProjectRequest& request,
                               const Context& context, ModelTimes* times) {
    check_request(request);
    const Projector& projector = find_projector(request.method);
    ProjectionModel model;
    Matrix scaled;
    if (request.scale != Scaling::none) {
        model.scaler = fit_scaler(x, request.scale, context);
        scaled = scaled_copy(model.scaler, x, context);
    }
    const MatrixView rows = request.scale == Scaling::none ? x : scaled.view();
    Timer stage;
    double pca_seconds = 0.0;
    const auto fit = [&](const MatrixView& reduced) {
        pca_seconds = stage.lap();
        return projector.run(reduced, labels, Dimension::parse(request.dim), request.settings, context);
    };
    if (request.pca.empty())
        model.projection = fit(rows);
    else
        model.projection = behind_pca(rows, parse_front(request.pca), context, fit);
    if (times != nullptr) *times = {request.pca.empty() ? 0.0 : pca_seconds, stage.seconds()};
    return model;
}

DenseMatrix apply_model(const ProjectionModel& model, const MatrixView& x, const Context& context) {
    if (model.scaler.kind == Scaling::none) return project_rows(model.projection, x, context);
    return project_rows(model.projection, scaled_copy(model.scaler, x, context), context);
}

Dataset projected_data(const ProjectionModel& model, const std::string& method, const Dataset& data,
                       const Context& context) {
    Dataset out;
    out.name = data.name;
    out.x = apply_model(model, data.x, context);
    out.labels = data.labels;
    out.label_name = data.label_name;
    for (Index c = 1; c <= out.features(); ++c) out.feature_names.push_back(method + std::to_string(c));
    return out;
}

ProjectRun run_project(const Dataset& data, const ProjectRequest& request, const Context& context) {
    return run_project(view_of(data), request, context);
}

ProjectRun run_project(const DataView& data, const ProjectRequest& request, const Context& context) {
    const Timer total;
    static const Labels no_labels;
    const Labels& labels = data.labels != nullptr ? *data.labels : no_labels;
    check_request(request);
    const Projector& projector = find_projector(request.method);
    ProjectRun run{
        run_head(projector.about.name, projector.resolve(request.settings), request.scale, data, context)};
    run.pca = request.pca;
    check_data(data, labels, projector);
    std::vector<std::string> warnings;
    Context noting = context;
    noting.warn = [&](const std::string& text) {
        warnings.push_back(text);
        context.warning(text);
    };
    if (projector.needs_labels) warn_of_single_samples(labels, noting);
    require_finite(data.x, data.name, context);
    if (request.hash_data) run.data_hash = data_hash(data.x, labels, context);
    ModelTimes times;
    run.model = fit_projection(data.x, labels, request, noting, &times);
    run.model.projection.warnings = std::move(warnings);
    run.pca_seconds = times.pca_seconds;
    run.method_seconds = times.method_seconds;
    run.total_seconds = total.seconds();
    return run;
}

}  // namespace tamis
