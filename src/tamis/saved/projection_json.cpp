#include "tamis/core/version.hpp"
#include "tamis/saved/json_values.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis {

using json::Json;
using json::list;
using json::list_or_null;
using json::number;
using json::to_object;

std::string to_json(const ProjectRun& run, double load_seconds, const std::string& matrices) {
    const Projection& projection = run.model.projection;
    Json params = to_object(run.params);
    if (!run.pca.empty()) params["pca"] = run.pca;
    if (run.scale != Scaling::none) params["scale"] = to_text(run.scale);
    Json front = nullptr;
    if (projection.pca)
        front = {{"components", projection.pca->components.cols()},
                 {"share", number(projection.pca->share)},
                 {"eigenvalues", list(projection.pca->eigenvalues)}};
    return json::to_lines({{"schema", "tamis.projection/1"},
                           {"method", run.method},
                           {"params", params},
                           {"seed", run.seed},
                           {"version", version()},
                           {"data", json::data_object(run)},
                           {"dim", projection.dim()},
                           {"pca", front},
                           {"eigenvalues", list_or_null(projection.eigenvalues)},
                           {"feature_weights", list(projection.feature_weights)},
                           {"objective", to_object(projection.objective)},
                           {"certificate", json::record_or_null(projection.certificate)},
                           {"stop", to_text(projection.stop)},
                           {"iterations", projection.iterations},
                           {"warnings", list(projection.warnings)},
                           {"matrices", matrices.empty() ? Json(nullptr) : Json(matrices)},
                           {"seconds",
                            {{"load", number(load_seconds)},
                             {"pca", number(run.pca_seconds)},
                             {"method", number(run.method_seconds)},
                             {"total", number(load_seconds + run.total_seconds)}}}});
}

}  // namespace tamis
