#include "tamis/saved/json_visitors.hpp"
#include "tamis/saved/run_document.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis::detail {

std::string to_json(const ProjectRun& run, double load_seconds, const std::string& matrices) {
    const Projection& projection = run.model.projection;
    json::Json document;
    json::Writer writer(document);
    document::describe_projection_head(writer, run);
    writer("dim", projection.dim());
    writer.optional("pca", projection.pca, [](auto& inner, const FrontPca& front) {
        inner("components", front.components.cols());
        inner("share", front.share);
        inner("eigenvalues", front.eigenvalues);
    });
    writer.or_null("eigenvalues", projection.eigenvalues);
    writer("feature_weights", projection.feature_weights);
    document::describe_ending(writer, projection);
    writer("remarks", run.remarks);
    document::describe_run_exhibits(writer, run);
    writer.or_null("matrices", matrices);
    document::describe_rounds(writer, run);
    writer.object("seconds", [&](auto& seconds) {
        seconds("load", load_seconds);
        seconds("pca", run.pca_seconds);
        seconds("method", run.method_seconds);
        seconds.sum("total", run.total_seconds, load_seconds);
    });
    return json::to_lines(document);
}

}  // namespace tamis::detail
