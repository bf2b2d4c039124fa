#include "tamis/pipeline/compare/continued_run.hpp"

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

std::string option_text(const Record& options) {
    std::string text;
    for (const auto& [name, value] : options)
        text += (text.empty() ? "" : ", ") + name + " " + to_text(value);
    return text;
}

// A result that does not belong to this run must not be added to.
void require_same(const std::string& what, const std::string& before, const std::string& now) {
    if (before != now)
        throw Error("the results to be continued are for another " + what + " (" + before +
                    ") than this run (" + now +
                    "): nothing was changed; give another file, or repeat the run as it was");
}

// Repeats are drawn one after the other, so more of them can be added; fewer would leave rows that the
// protocol does not speak of.
void check_protocol(const EvaluateRun& before, const EvaluateRun& now, const EvaluatePlan& plan) {
    Protocol earlier = parse_protocol(before.protocol);
    const Index repeats = earlier.repeats;
    earlier.repeats = plan.protocol.repeats;
    require_same("protocol", to_text(earlier) == now.protocol ? now.protocol : before.protocol, now.protocol);
    if (repeats > plan.protocol.repeats)
        throw Error("the results to be continued have " + std::to_string(repeats) +
                    " repeats, more than the " + std::to_string(plan.protocol.repeats) +
                    " of this run: nothing was changed; ask for as many or more, or give another file");
    earlier.repeats = repeats;
    if (!begins_alike(earlier, plan.protocol, now.classes))
        throw Error("the results to be continued are for random sets of classes (" + before.protocol +
                    "), and this run takes every set once (" + now.protocol +
                    "): nothing was changed; give another file, or ask for fewer repeats");
}

// The entries of `record` that `other` does not hold. They are compared as texts: a saved 1.0 is read as 1.
Record without_common(const Record& record, const Record& other) {
    Record rest;
    for (const auto& [name, value] : record) {
        const Value* same = find(other, name);
        if (same == nullptr || to_text(*same) != to_text(value)) rest.emplace_back(name, value);
    }
    return rest;
}

// Graph options are no part of a method's label: the same label may stand for another computation.
void check_methods(const EvaluateRun& before, const EvaluatePlan& plan) {
    for (const PlannedMethod& planned : plan.methods)
        for (const EvaluatedMethod& earlier : before.methods) {
            if (earlier.label != planned.label) continue;
            const Record params = planned.params();
            require_same("setting of " + earlier.label, option_text(without_common(earlier.params, params)),
                         option_text(without_common(params, earlier.params)));
        }
}

}  // namespace

void check_continued(const EvaluateRun& before, const EvaluateRun& now, const EvaluatePlan& plan) {
    if (before.data_hash.empty())
        throw Error(
            "the results to be continued hold no hash of their data, so nobody knows whether they fit");
    if (now.data_hash != before.data_hash)
        require_same("data set", before.data_name + ", " + before.data_hash,
                     now.data_name + ", " + now.data_hash);
    check_protocol(before, now, plan);
    require_same("seed", std::to_string(before.seed), std::to_string(now.seed));
    require_same("setting", option_text(before.options), option_text(now.options));
    check_methods(before, plan);
}

}  // namespace tamis::detail
