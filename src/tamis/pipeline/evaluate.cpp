#include "tamis/pipeline/evaluate.hpp"

#include <algorithm>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/pipeline/compare/evaluate_results.hpp"
#include "tamis/pipeline/compare/evaluate_warnings.hpp"
#include "tamis/pipeline/compare/split_remarks.hpp"
#include "tamis/pipeline/remarks.hpp"
#include "tamis/preprocess/cells.hpp"

namespace tamis {

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

void check_previous(const EvaluateRun& now, const EvaluateRun& before) {
    if (before.data_hash.empty())
        throw Error(
            "the results to be continued hold no hash of their data, so nobody knows whether they fit");
    if (now.data_hash != before.data_hash)
        require_same("data set", before.data_name + ", " + before.data_hash,
                     now.data_name + ", " + now.data_hash);
    require_same("protocol", before.protocol, now.protocol);
    require_same("seed", std::to_string(before.seed), std::to_string(now.seed));
    require_same("setting", option_text(before.options), option_text(now.options));
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
void check_previous_methods(const EvaluatePlan& plan, const EvaluateRun& before) {
    for (const PlannedMethod& planned : plan.methods)
        for (const EvaluatedMethod& earlier : before.methods) {
            if (earlier.label != planned.label) continue;
            const Record params = planned.params();
            require_same("setting of " + earlier.label, option_text(without_common(earlier.params, params)),
                         option_text(without_common(params, earlier.params)));
        }
}

// Runs the tasks, splits × methods, and gathers their outcomes.
class Comparison {
  public:
    Comparison(const Dataset& data, const EvaluatePlan& plan, EvaluateRun start, const EvaluateHooks& hooks,
               const Context& context)
        : data_(data), plan_(plan), hooks_(hooks), context_(context), results_(plan, std::move(start)) {
        prepared_.resize(plan.splits.size());
        tasks_left_.assign(plan.splits.size(), 0);
        for (std::size_t s = 0; s < plan.splits.size(); ++s)
            for (std::size_t m = 0; m < plan.methods.size(); ++m)
                if (!results_.holds(plan.splits[s], m)) tasks_.push_back({s, m}), ++tasks_left_[s];
    }

    EvaluateRun run() {
        const blas::SingleThreaded guard;
        try {
            const auto work = [&](const Chunk& chunk) {
                for (Index t = chunk.begin; t < chunk.end; ++t) do_task(tasks_[static_cast<std::size_t>(t)]);
            };
            // A single task may use all threads itself.
            if (tasks_.size() == 1 || plan_.splits.size() == 1)
                for (Index t = 0; t < static_cast<Index>(tasks_.size()); ++t) work({t, t, t + 1});
            else
                parallel_chunks(context_, static_cast<Index>(tasks_.size()), 1, work);
        } catch (...) {
            if (hooks_.save && done_ > 0) save(results_.assemble());
            throw;
        }
        EvaluateRun result = results_.assemble();
        result.summary = summarize(result);
        result.complete = true;
        for (const std::string& remark : remarks_.list()) context_.warning(remark);
        return result;
    }

  private:
    struct Task {
        std::size_t split, method;
    };

    std::shared_ptr<SplitData> prepare(std::size_t split, Context context) {
        // The first to come prepares it while the others wait for this split alone.
        std::shared_ptr<Slot> slot;
        {
            const std::lock_guard lock(mutex_);
            if (!prepared_[split]) prepared_[split] = std::make_shared<Slot>();
            slot = prepared_[split];
        }
        const std::lock_guard lock(slot->mutex);
        if (slot->split) return slot->split;
        // What is remarked here concerns the split, whichever method comes first.
        std::vector<std::string> remarks;
        context.warn = [&](const std::string& text) { remarks.push_back(text); };
        slot->split = std::make_shared<SplitData>(data_, plan_, plan_.splits[split], context);
        const std::lock_guard all_lock(mutex_);
        remarks_.add(split, "", remarks);
        return slot->split;
    }

    // A method that fails speaks of "the data": say which part of them it was given.
    TaskOutcome run_method(const Task& task, SplitData& split, const Context& context) const {
        const PlannedMethod& method = plan_.methods[task.method];
        try {
            return run_task(method, split, plan_, context);
        } catch (const UsageError&) {
            throw;
        } catch (const Cancelled&) {
            throw;
        } catch (const Error& error) {
            throw Error(method.label + " on the " + std::to_string(split.train().rows()) +
                        " training samples of repeat " + std::to_string(split.split().repeat) + " of " +
                        to_text(plan_.protocol) + ": " + error.what());
        }
    }

    void do_task(const Task& task) {
        context_.check_cancel();
        std::vector<std::string> warnings;
        Context inside;
        inside.threads = context_.threads;
        inside.seed = plan_.splits[task.split].seed;
        inside.cancel = context_.cancel;
        inside.spell = context_.spell;
        inside.warn = [&](const std::string& text) { warnings.push_back(text); };
        TaskOutcome outcome = run_method(task, *prepare(task.split, inside), inside);
        if (std::optional<EvaluateRun> due = keep(task, std::move(outcome), warnings)) {
            save(std::move(*due));
            const std::lock_guard lock(mutex_);
            since_saved_.lap();
            saving_ = false;
        }
    }

    // Returns what is finished so far if it is time to save it and no other thread is saving.
    std::optional<EvaluateRun> keep(const Task& task, TaskOutcome outcome,
                                    const std::vector<std::string>& warnings) {
        const std::lock_guard lock(mutex_);
        remarks_.add(task.split, plan_.methods[task.method].label + ": ", warnings);
        results_.add(plan_.splits[task.split], task.method, std::move(outcome));
        if (--tasks_left_[task.split] == 0) prepared_[task.split].reset();
        ++done_;
        context_.report("comparing", static_cast<double>(done_) / static_cast<double>(tasks_.size()));
        if (!hooks_.save || saving_ || since_saved_.seconds() <= hooks_.save_every) return std::nullopt;
        saving_ = true;
        return results_.assemble();
    }

    // Never under the lock: the summary and the writing take their time, while other threads work on.
    void save(EvaluateRun partial) const {
        partial.summary = summarize(partial);
        hooks_.save(partial);
    }

    struct Slot {
        std::mutex mutex;
        std::shared_ptr<SplitData> split;
    };

    const Dataset& data_;
    const EvaluatePlan& plan_;
    const EvaluateHooks& hooks_;
    const Context& context_;
    std::vector<Task> tasks_;

    std::mutex mutex_;  // of everything below
    ComparisonResults results_;
    std::vector<std::shared_ptr<Slot>> prepared_;
    std::vector<Index> tasks_left_;  // per split; its preparation is dropped with the last one
    SplitRemarks remarks_;
    std::size_t done_ = 0;
    Timer since_saved_;
    bool saving_ = false;
};

EvaluateRun header(const Dataset& data, const EvaluatePlan& plan, std::uint64_t seed) {
    EvaluateRun run;
    run.data_name = data.name;
    run.samples = data.samples();
    run.features = data.features();
    run.classes = data.labels.classes();
    run.protocol = to_text(plan.protocol);
    run.seed = seed;
    run.options = plan_options(plan);
    return run;
}

}  // namespace

EvaluateRun run_evaluate(const Dataset& data, const EvaluateRequest& request, const Context& caller,
                         const EvaluateHooks& hooks) {
    check_dataset(data);
    const EvaluatePlan plan = make_plan(data, request, caller.seed);
    Remarks remarks(caller, data.remarks);
    const Context& context = remarks.context();
    warn_of_doubtful_request(data, request, plan, context);
    EvaluateRun start = header(data, plan, context.seed);
    if (request.hash_data || hooks.previous != nullptr || hooks.save)
        start.data_hash = data_hash(data.x, data.labels, context);
    if (hooks.previous != nullptr) {
        check_previous(start, *hooks.previous);
        check_previous_methods(plan, *hooks.previous);
        start.methods = hooks.previous->methods;
        start.rows = hooks.previous->rows;
        start.folds = hooks.previous->folds;
        start.selections = hooks.previous->selections;
    }
    EvaluateRun run = Comparison(data, plan, std::move(start), hooks, context).run();
    run.remarks = remarks.take();
    return run;
}

}  // namespace tamis
