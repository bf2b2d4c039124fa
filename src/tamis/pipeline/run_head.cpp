#include "tamis/pipeline/run_head.hpp"

#include "tamis/core/shards/shards.hpp"

namespace tamis {

using namespace detail;

RunHead detail::run_head(const std::string& method, Record params, Scaling scale, const DataView& data,
                         const Context& context) {
    RunHead head;
    head.method = method;
    head.params = std::move(params);
    head.scale = scale;
    head.seed = context.seed;
    head.data_name = data.name;
    head.samples = data.x.rows();
    head.features = data.x.cols();
    if (data.labels != nullptr && !data.labels->empty()) {
        head.classes = data.labels->classes();
        head.label_name = data.label_name;
        head.class_names = data.labels->names;
    }
    head.sparse = data.x.sparse();
    if (const Shards* shards = data.x.shards()) head.shards = shards->shape().count();
    head.feature_names.assign(data.feature_names.begin(), data.feature_names.end());
    return head;
}

void detail::note_rounds(RunHead& run, const DataView& data) {
    if (const Shards* shards = data.x.shards()) run.rounds = shards->costs();
}

}  // namespace tamis
