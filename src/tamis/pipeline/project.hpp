// One projection from start to end: scale, PCA if requested, method.
#pragma once

#include <optional>
#include <string>

#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/core/projection.hpp"
#include "tamis/pipeline/data_view.hpp"
#include "tamis/pipeline/exhibits/exhibits.hpp"
#include "tamis/pipeline/run_head.hpp"
#include "tamis/preprocess/scale.hpp"
#include "tamis/subspace/projector.hpp"

namespace tamis {

struct ProjectRequest {
    ConfiguredProjector method;         // configure_projector("flda"), or just "flda"
    Dimension dim = {};                 // a number; for pca also a share of the variance
    std::optional<Dimension> pca = {};  // a PCA that runs first: components or share; nothing: no PCA
    Scaling scale = Scaling::none;
    bool hash_data = false;  // ProjectRun::data_hash, which costs time
    bool exhibits = false;   // ProjectRun::exhibits
};

// Throws UsageError if the parts of the request do not go together, before any data are needed.
void check_request(const ProjectRequest& request);

// What was learned, to be applied to any rows with the same features.
struct ProjectionModel {
    Scaler scaler;
    Projection projection;
};

// Learns from these rows alone. `labels` may be empty if the method needs none. Throws as run_project.
ProjectionModel fit_projection(const MatrixView& x, const Labels& labels, const ProjectRequest& request,
                               const Context& context = {});

// Scales with the scaler and projects: samples × dim.
DenseMatrix apply_model(const ProjectionModel& model, const MatrixView& x, const Context& context = {});

// The projected data with their labels; the features are called after the method: flda1, flda2, …
Dataset projected_data(const ProjectionModel& model, const std::string& method, const Dataset& data,
                       const Context& context = {});

// Plain data: everything that the JSON of `project` holds but the load time.
struct ProjectRun : RunHead {
    std::optional<Dimension> pca;  // as in the request
    ProjectionModel model;
    std::vector<double> feature_deviations;  // standard deviations of the scaled features: weight times this
                                             // is what a feature adds to the spread of a direction
    Exhibits exhibits;                       // empty unless asked for
    double pca_seconds = 0.0, method_seconds = 0.0, total_seconds = 0.0;
};

// Checks the request before it does any work. The data must be clean (finite). Throws UsageError if the
// request contradicts itself and Error if the data are not usable.
ProjectRun run_project(const DataView& data, const ProjectRequest& request, const Context& context = {});
ProjectRun run_project(const Dataset& data, const ProjectRequest& request, const Context& context = {});

}  // namespace tamis
