#include "tamis/pipeline/shards/shared.hpp"

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

[[noreturn]] void refuse(const Message& what, const std::string& why) {
    throw Error(what + " is not shared: " + why, "put all rows into one file, and work on it in one process");
}

[[noreturn]] void refuse_option(const std::string& name, const std::string& why) {
    throw Error(option(name) + " is not shared: " + why,
                "leave it out, or put all rows into one file, and work on it in one process");
}

template <class Family>
void require_shared_method(const Configured<Family>& method) {
    if (!method.not_shared().empty()) refuse(method.name(), method.not_shared());
}

void require_shared_graph(const GraphOptions& options) {
    if (options.weights == Weights::cosine)
        refuse(graph_option("weights", "cosine"), "it multiplies rows of different shards");
}

}  // namespace

void require_shared(const SelectRequest& request, const DataView& data) {
    if (data.x.shards() == nullptr) return;
    require_shared_method(request.method);
    if (request.rule)
        refuse("k = " + to_text(*request.rule), "it looks at parts and permutations of the data");
    if (request.trust.any())
        refuse_option(request.trust.pvalues        ? "pvalues"
                      : request.trust.permutations ? "permutations"
                      : request.trust.stability    ? "stability"
                                                   : "bootstrap",
                      "it looks at parts and permutations of the data");
    if (request.explain) refuse_option("explain", "it looks at single columns of all rows");
    if (request.exhibits) refuse("what a report shows of the data", "it looks at all rows");
    if (request.method.needs().graph && request.graph == nullptr)
        require_shared_graph(request.graph_options.value_or(request.method.about().graph));
}

void require_shared(const ProjectRequest& request, const DataView& data) {
    if (data.x.shards() == nullptr) return;
    require_shared_method(request.method);
    if (request.exhibits) refuse("what a report shows of the data", "it looks at all rows");
}

}  // namespace tamis::detail
