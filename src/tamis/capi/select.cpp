#include "tamis/pipeline/select.hpp"

#include <memory>

#include "tamis/capi/handles.hpp"
#include "tamis/capi/option_list.hpp"
#include "tamis/core/error.hpp"
#include "tamis/pipeline/shared_options.hpp"
#include "tamis/saved/selection_json.hpp"

using namespace tamis;
using namespace tamis::detail;
using namespace tamis::detail::capi;

namespace {

// One name has one meaning, so a list holds the options of the method, of the graph and of the run together.
SelectRequest request_of(const std::string& name, const char* count, OptionList& given) {
    const Method& method = find_method(name);
    const Record own = given.take_all(method.fields);
    const Record graph = given.take_all(GraphOptions::fields().describe());
    SelectRequest request{.method = method.configure(own), .hash_data = true};
    if (!graph.empty()) {
        const SharedOptions shared = share_options(method, own, graph);
        request.method = method.configure(shared.method);
        if (!shared.graph.empty())
            request.graph_options = with_graph_options(method.about.graph, shared.graph);
    }
    if (count != nullptr) request.rule = CountRule::parse(count);
    if (count != nullptr && !request.rule) request.k = FeatureCount::parse(count);
    request.scale = given.take_scaling();
    if (const auto explain = given.take("explain")) request.explain = parse_truth("explain", *explain);
    // What is left is nobody's: the method says so, and what it knows.
    if (!given.rest().empty()) method.configure(given.rest());
    return request;
}

}  // namespace

tamis_status tamis_select(const tamis_data* data, const char* method, const char* count,
                          const char* const* options, tamis_selection** selection) {
    return guarded([&] {
        require_given(selection, "selection");
        *selection = nullptr;
        require_given(data, "data");
        require_given(method, "method");
        OptionList given(options);
        const Context context = given.take_context();
        const SelectRun run = run_select(data->view(), request_of(method, count, given), context);
        auto made = std::make_unique<tamis_selection>();
        made->indices.assign(run.selection.selected.begin(), run.selection.selected.end());
        made->scores = run.selection.scores;
        made->json = to_json(run, data->load_seconds);
        *selection = made.release();
    });
}

size_t tamis_selection_count(const tamis_selection* selection) {
    return selection == nullptr ? 0 : selection->indices.size();
}

const int64_t* tamis_selection_indices(const tamis_selection* selection) {
    return selection == nullptr ? nullptr : selection->indices.data();
}

const double* tamis_selection_scores(const tamis_selection* selection) {
    return selection == nullptr || selection->scores.empty() ? nullptr : selection->scores.data();
}

const char* tamis_selection_json(const tamis_selection* selection) {
    return selection == nullptr ? nullptr : selection->json.c_str();
}

void tamis_free_selection(tamis_selection* selection) { delete selection; }
