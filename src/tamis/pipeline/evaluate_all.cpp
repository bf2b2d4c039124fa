#include "tamis/pipeline/evaluate_all.hpp"

#include <algorithm>
#include <set>

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

using Previous = std::vector<const EvaluateRun*>;  // per data set; null where there is none

void require_names(const std::vector<Dataset>& data) {
    std::set<std::string> names;
    for (const Dataset& set : data)
        if (!names.insert(set.name).second)
            throw UsageError("two data sets are called '" + set.name +
                             "': their rows could not be told apart");
}

// By what is in them, else by their name: then the check of the run says what differs.
Previous match(const std::vector<Dataset>& data, const EvaluateRuns* previous, const Context& context) {
    Previous matched(data.size(), nullptr);
    if (previous == nullptr) return matched;
    if (data.size() == 1 && previous->runs.size() == 1) return {&previous->runs.front()};
    std::vector<std::string> hashes;
    for (const Dataset& set : data) hashes.push_back(data_hash(set.x, set.labels, context));
    for (const EvaluateRun& run : previous->runs) {
        std::size_t place = 0;
        while (place < data.size() && hashes[place] != run.data_hash) ++place;
        if (place == data.size())
            for (place = 0; place < data.size() && data[place].name != run.data_name;) ++place;
        if (place == data.size())
            throw Error(
                "the results to be continued also have the data set " + run.data_name +
                ", which is not among those of this run: nothing was changed; name it as well, or give "
                "another file");
        matched[place] = &run;
    }
    return matched;
}

// Runs that are not made yet are represented by what an earlier run knows of them.
EvaluateRuns known_now(const std::vector<EvaluateRun>& finished, const EvaluateRun* partial,
                       const Previous& previous, const std::vector<EvaluateWork>& work) {
    std::vector<EvaluateRun> runs = finished;
    if (partial != nullptr) runs.push_back(*partial);
    for (std::size_t d = runs.size(); d < previous.size(); ++d)
        if (previous[d] != nullptr) {
            runs.push_back(*previous[d]);
            runs.back().work = work[d];
        }
    return gathered(std::move(runs));
}

}  // namespace

EvaluateWork total_work(const EvaluateRuns& runs) {
    EvaluateWork total;
    for (const EvaluateRun& run : runs.runs) {
        total.steps += run.work.steps;
        total.known += run.work.known;
        total.begun += run.work.begun;
    }
    return total;
}

EvaluateRuns run_evaluate(const std::vector<Dataset>& data, const EvaluateRequest& request,
                          const Context& context, const EvaluateAllHooks& hooks) {
    require_names(data);
    const Previous previous = match(data, hooks.previous, context);
    std::vector<EvaluateWork> work;
    EvaluateWork all;
    for (std::size_t d = 0; d < data.size(); ++d) {
        work.push_back(check_evaluate(data[d], request, context, previous[d]));
        all.steps += work.back().steps;
        all.known += work.back().known;
        all.begun += work.back().begun;
    }
    if (hooks.start) hooks.start(all);
    std::vector<EvaluateRun> finished;
    for (std::size_t d = 0; d < data.size(); ++d) {
        EvaluateHooks one{.previous = previous[d], .save = {}};
        if (hooks.save)
            one.save = [&](const EvaluateRun& partial) {
                hooks.save(known_now(finished, &partial, previous, work));
            };
        Context inside = context;
        if (context.progress && data.size() > 1)
            inside.progress = [&, place = " (" + std::to_string(d + 1) + " of " +
                                          std::to_string(data.size()) +
                                          ")"](std::string_view stage, double done) {
                context.progress(std::string(stage) + place, done);
            };
        if (context.warn && data.size() > 1)
            inside.warn = [&](const std::string& text) { context.warn(data[d].name + ": " + text); };
        finished.push_back(run_evaluate(data[d], request, inside, one));
        if (hooks.save) hooks.save(known_now(finished, nullptr, previous, work));
    }
    return gathered(std::move(finished));
}

}  // namespace tamis::detail
