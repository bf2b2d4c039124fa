// One projection from start to end: scale, PCA in front where asked for, method.
#pragma once

#include <optional>
#include <string>

#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/core/fields.hpp"
#include "tamis/core/projection.hpp"
#include "tamis/pipeline/data_view.hpp"
#include "tamis/pipeline/run_head.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis {

struct ProjectRequest {
    std::string method;
    std::string dim = "auto";  // a number; for pca also a share of the variance
    std::string pca;           // components in front, a number or a share like "0.95"; empty: none
    Settings settings;         // the method's own options (--set)
    Scaling scale = Scaling::none;
    bool hash_data = true;  // ProjectRun::data_hash, which costs a pass over the data
};

// Throws UsageError for a wrong name or value, before any data are needed.
void check_request(const ProjectRequest& request);

// What was learned, to be applied to any rows with the same features.
struct ProjectionModel {
    Scaler scaler;
    Projection projection;
};

struct ModelTimes {
    double pca_seconds = 0.0, method_seconds = 0.0;
};

// Learns from these rows alone. `labels` may be empty where the method needs none.
ProjectionModel fit_projection(const MatrixView& x, const Labels& labels, const ProjectRequest& request,
                               const Context& context = {}, ModelTimes* times = nullptr);

// Scales with the scaler and projects: samples × dim.
DenseMatrix apply_model(const ProjectionModel& model, const MatrixView& x, const Context& context = {});

// The projected data with their labels; the features are called after the method: flda1, flda2, …
Dataset projected_data(const ProjectionModel& model, const std::string& method, const Dataset& data,
                       const Context& context = {});

// Plain data: everything that the JSON of `project` holds but the load time.
struct ProjectRun : RunHead {
    std::string pca;  // as in the request
    ProjectionModel model;
    double pca_seconds = 0.0, method_seconds = 0.0, total_seconds = 0.0;
};

// Checks the request before it does any work. The data must be clean (finite).
ProjectRun run_project(const DataView& data, const ProjectRequest& request, const Context& context = {});
ProjectRun run_project(const Dataset& data, const ProjectRequest& request, const Context& context = {});

}  // namespace tamis
