#include "tamis/pipeline/project.hpp"

#include "tamis/core/error.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/passes/project_rows.hpp"
#include "tamis/pipeline/data_remarks.hpp"
#include "tamis/pipeline/driver.hpp"
#include "tamis/pipeline/exhibits/make_exhibits.hpp"
#include "tamis/pipeline/remarks.hpp"
#include "tamis/pipeline/shards/shared.hpp"
#include "tamis/subspace/pca_basis.hpp"

namespace tamis {

using namespace detail;

namespace {

void learn(const ProjectRequest& request, const Prepared& data, const Context& context, ProjectRun& run) {
    Timer stage;
    const auto fit = [&](const Rows& rows) {
        if (request.pca) run.pca_seconds = stage.lap();
        return request.method.run(rows, data.labels(), request.dim, context);
    };
    run.model.projection = request.pca ? behind_pca(data.x(), *request.pca, context, fit) : fit(data.x());
    run.method_seconds = stage.seconds();
}

}  // namespace

void check_request(const ProjectRequest& request) {
    if (request.dim.share() && request.method.needs().labels)
        throw UsageError(request.method.name() +
                         " takes a whole number of dimensions; a share of the variance is for pca");
}

ProjectionModel fit_projection(const MatrixView& x, const Labels& labels, const ProjectRequest& request,
                               const Context& context) {
    return run_project({.name = "the training data", .x = x, .labels = &labels}, request, context).model;
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
    out.sample_names = data.sample_names;
    out.sample_column = data.sample_column;
    for (Index c = 1; c <= out.features(); ++c) out.feature_names.push_back(method + std::to_string(c));
    return out;
}

ProjectRun run_project(const Dataset& data, const ProjectRequest& request, const Context& context) {
    return run_project(view_of(data), request, context);
}

ProjectRun run_project(const DataView& data, const ProjectRequest& request, const Context& caller) {
    const Timer total;
    check_data(data);
    require_shared(request, data);
    Remarks remarks(caller, data.remarks);
    const Context& context = remarks.context();
    check_request(request);
    ProjectRun run{run_head(request.method.name(), request.method.params(), request.scale, data, context)};
    run.pca = request.pca;
    check_data(data, run.method, "learning a projection", request.method.needs().labels, context);
    const Prepared prepared(data, request.scale, request.hash_data ? Survey::Hash::yes : Survey::Hash::no,
                            Reading::whole, context, sums_for(request.method.needs().labels));
    run.data_hash = prepared.hash();
    run.model.scaler = prepared.scaler();
    run.feature_deviations = feature_deviations(prepared.x(), context);
    if ((request.method.about().raw_scales || request.pca) && request.scale != Scaling::standard)
        remark_on_dominance(run.feature_deviations, data.feature_names, context);
    learn(request, prepared, context, run);
    if (request.exhibits)
        run.exhibits = projection_exhibits(prepared.x(), prepared.labels(), run.method, run.model.projection,
                                           run.feature_deviations, context);
    run.exhibits.scale = run.scale;
    run.remarks = remarks.take();
    note_rounds(run, data);
    run.total_seconds = total.seconds();
    return run;
}

}  // namespace tamis
