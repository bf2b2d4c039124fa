#include "tamis/saved/auto_json.hpp"

#include "tamis/saved/json_visitors.hpp"
#include "tamis/saved/run_document.hpp"

namespace tamis::detail {

std::string to_json(const AutoRun& run, double load_seconds) {
    json::Json document;
    json::Writer writer(document);
    document::describe_selection(writer, run.selection, load_seconds);
    writer.object("auto", [&](auto& entry) {
        entry.optional("nested_accuracy", run.accuracy, [](auto& inner, auto& found) {
            inner("mean", found.mean);
            inner("std", found.std);
            inner("all", found.all);
            inner("random", found.random);
            inner("folds", found.folds);
        });
        entry.steps("candidates", run.candidates, [&](auto& inner, auto& candidate) {
            inner("label", candidate.label);
            inner("k", candidate.k);
            inner.number_if("inner_mean", candidate.mean, run.accuracy.has_value());
            inner("chosen", candidate.chosen);
        });
        entry("verdict", run.verdict);
        entry("conclusion", run.conclusion);
        entry("seconds", run.seconds);
    });
    return json::to_lines(document);
}

}  // namespace tamis::detail
