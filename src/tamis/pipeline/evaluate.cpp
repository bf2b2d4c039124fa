#include "tamis/pipeline/evaluate.hpp"

#include <algorithm>
#include <utility>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/pipeline/compare/continued_run.hpp"
#include "tamis/pipeline/compare/evaluate_results.hpp"
#include "tamis/pipeline/compare/evaluate_warnings.hpp"
#include "tamis/pipeline/compare/split_remarks.hpp"
#include "tamis/pipeline/remarks.hpp"
#include "tamis/preprocess/cells.hpp"

namespace tamis {

using namespace detail;

namespace {

// Those that the run does not have yet.
void add_remarks(EvaluateRun& run, const std::vector<std::string>& remarks) {
    for (const std::string& remark : remarks)
        if (std::find(run.remarks.begin(), run.remarks.end(), remark) == run.remarks.end())
            run.remarks.push_back(remark);
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
                if (std::vector<Index> missing = results_.missing(plan.splits[s], m); !missing.empty()) {
                    if (missing.size() < plan.methods[m].k.size()) ++work_.begun;
                    tasks_.push_back({s, m, std::move(missing)});
                    ++tasks_left_[s];
                }
        work_.steps = static_cast<Index>(plan.splits.size() * plan.methods.size());
        work_.known = work_.steps - static_cast<Index>(tasks_.size());
    }

    EvaluateWork work() const { return work_; }

    EvaluateRun run() {
        const blas::SingleThreaded guard;
        if (!tasks_.empty()) context_.report(stage(), 0.0);
        try {
            const auto work = [&](const Chunk& chunk) {
                for (Index t = chunk.begin; t < chunk.end; ++t) do_task(tasks_[at(t)]);
            };
            // A single task may use all threads itself.
            if (tasks_.size() == 1 || plan_.splits.size() == 1)
                for (Index t = 0; t < static_cast<Index>(tasks_.size()); ++t) work({t, t, t + 1});
            else
                parallel_chunks(context_, static_cast<Index>(tasks_.size()), 1, work);
        } catch (...) {
            if (hooks_.save && new_parts_) save(known_so_far());
            throw;
        }
        EvaluateRun result = known_so_far();
        result.summary = summarize(result);
        result.complete = true;
        for (const std::string& remark : remarks_.list()) context_.warning(remark);
        warn_of_fewer_repeats(result);
        return result;
    }

  private:
    struct Task {
        std::size_t split, method;
        std::vector<Index> missing;  // numbers of features
    };

    // An earlier run may have had methods that this one, with more repeats, was not asked for.
    void warn_of_fewer_repeats(const EvaluateRun& result) const {
        for (std::size_t m = 0; m < result.methods.size(); ++m) {
            Index repeats = 0;
            for (const SummaryRow& row : result.summary.rows)
                if (row.method == m) repeats = std::max(repeats, row.n);
            if (repeats < result.summary.repeats)
                context_.warning(result.methods[m].label + " has " + std::to_string(repeats) + " of the " +
                                 std::to_string(result.summary.repeats) +
                                 " repeats: name it among the methods to add the others");
        }
    }

    std::string stage() const { return "comparing on " + data_.name; }

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
    void run_method(const Task& task, SplitData& split, FunctionRef<void(TaskPart)> keep_part,
                    const Context& context) const {
        const PlannedMethod& method = plan_.methods[task.method];
        try {
            run_task(method, split, plan_, task.missing, keep_part, context);
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
        Index begun = task.missing.size() < plan_.methods[task.method].k.size() ? 1 : 0;
        const auto keep_part = [&](TaskPart part) {
            {
                const std::lock_guard lock(mutex_);
                results_.add(plan_.splits[task.split], task.method, std::move(part));
                work_.begun += 1 - std::exchange(begun, 1);
                new_parts_ = true;
            }
            save_if_due();
        };
        try {
            run_method(task, *prepare(task.split, inside), keep_part, inside);
        } catch (...) {
            // The parts that are kept are not computed again, so nobody else will say this.
            const std::lock_guard lock(mutex_);
            if (begun > 0) remarks_.add(task.split, plan_.methods[task.method].label + ": ", warnings);
            throw;
        }
        finish(task, warnings);
        save_if_due();
    }

    void save_if_due() {
        std::optional<EvaluateRun> due = take_if_due();
        if (!due) return;
        save(std::move(*due));
        const std::lock_guard lock(mutex_);
        since_saved_.lap();
        saving_ = false;
    }

    void finish(const Task& task, const std::vector<std::string>& warnings) {
        const std::lock_guard lock(mutex_);
        remarks_.add(task.split, plan_.methods[task.method].label + ": ", warnings);
        if (--tasks_left_[task.split] == 0) prepared_[task.split].reset();
        ++done_;
        ++work_.known;
        --work_.begun;
        context_.report(stage(), static_cast<double>(done_) / static_cast<double>(tasks_.size()));
    }

    // What is finished so far if it is time to save it and no other thread is saving.
    std::optional<EvaluateRun> take_if_due() {
        const std::lock_guard lock(mutex_);
        if (!hooks_.save || saving_ || since_saved_.seconds() <= hooks_.save_every) return std::nullopt;
        saving_ = true;
        return known_so_far();
    }

    EvaluateRun known_so_far() const {
        EvaluateRun run = results_.assemble();
        run.work = work_;
        add_remarks(run, remarks_.list());
        return run;
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
    std::size_t done_ = 0;    // in this run
    bool new_parts_ = false;  // there is something to save
    EvaluateWork work_;
    Timer since_saved_;
    bool saving_ = false;
};

EvaluateRun header(const Dataset& data, const EvaluatePlan& plan, std::uint64_t seed) {
    EvaluateRun run;
    run.data_name = data.name;
    run.samples = data.samples();
    run.features = data.features();
    run.classes = data.labels.classes();
    run.label_name = data.label_name;
    run.protocol = to_text(plan.protocol);
    run.seed = seed;
    run.options = plan_options(plan);
    return run;
}

// What is known before any work: the head of the run and what an earlier one found.
EvaluateRun starting_point(const Dataset& data, const EvaluatePlan& plan, bool hash, const Context& context,
                           const EvaluateRun* previous) {
    EvaluateRun start = header(data, plan, context.seed);
    if (hash || previous != nullptr) start.data_hash = data_hash(data.x, data.labels, context);
    if (previous == nullptr) return start;
    check_continued(*previous, start, plan);
    start.methods = previous->methods;
    start.rows = previous->rows;
    start.folds = previous->folds;
    start.selections = previous->selections;
    start.remarks = previous->remarks;
    return start;
}

}  // namespace

EvaluateWork check_evaluate(const Dataset& data, const EvaluateRequest& request, const Context& context,
                            const EvaluateRun* previous) {
    check_dataset(data);
    const EvaluatePlan plan = make_plan(data, request, context);
    const EvaluateHooks hooks;
    return Comparison(data, plan, starting_point(data, plan, false, context, previous), hooks, context)
        .work();
}

EvaluateRun run_evaluate(const Dataset& data, const EvaluateRequest& request, const Context& caller,
                         const EvaluateHooks& hooks) {
    check_dataset(data);
    const EvaluatePlan plan = make_plan(data, request, caller);
    Remarks remarks(caller, data.remarks);
    const Context& context = remarks.context();
    warn_of_doubtful_request(data, request, plan, context);
    const bool hash = request.hash_data || hooks.save;
    EvaluateRun start = starting_point(data, plan, hash, context, hooks.previous);
    EvaluateRun run = Comparison(data, plan, std::move(start), hooks, context).run();
    run.remarks = remarks.take();
    if (hooks.previous != nullptr) add_remarks(run, hooks.previous->remarks);
    return run;
}

}  // namespace tamis
