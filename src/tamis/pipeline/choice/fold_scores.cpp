#include "tamis/pipeline/choice/fold_scores.hpp"

#include <algorithm>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/pipeline/compare/evaluate_task.hpp"

namespace tamis::detail {

namespace {

std::vector<double> values_of(const PlannedMethod& method, SplitData& part, const EvaluatePlan& plan,
                              const Context& context) {
    std::vector<double> values(method.k.size());
    const auto keep = [&](TaskPart found) {
        for (std::size_t c = 0; c < found.counts.size(); ++c) {
            const auto place = std::lower_bound(method.k.begin(), method.k.end(), found.counts[c]);
            values[at(place - method.k.begin())] = found.scores[c].front().value;
        }
    };
    run_task(method, part, plan, method.k, keep, context);
    return values;
}

Context inside(const Split& split, const Context& caller) {
    Context context;
    context.threads = caller.threads;
    context.seed = split.seed;
    context.cancel = caller.cancel;
    context.spell = caller.spell;
    return context;
}

}  // namespace

SplitValues split_values(const Dataset& data, const EvaluatePlan& plan,
                         const std::vector<const PlannedMethod*>& methods, const Context& context) {
    SplitValues values(methods.size(), std::vector<std::vector<double>>(plan.splits.size()));
    const blas::SingleThreaded guard;
    parallel_chunks(context, static_cast<Index>(plan.splits.size()), 1, [&](const Chunk& chunk) {
        for (Index s = chunk.begin; s < chunk.end; ++s) {
            const Split& split = plan.splits[at(s)];
            const Context within = inside(split, context);
            SplitData part(data, plan, split, within);
            for (std::size_t m = 0; m < methods.size(); ++m)
                values[m][at(s)] = values_of(*methods[m], part, plan, within);
        }
    });
    return values;
}

const PlannedMethod& method_called(const EvaluatePlan& plan, const std::string& label) {
    return *std::find_if(plan.methods.begin(), plan.methods.end(),
                         [&](const PlannedMethod& entry) { return entry.label == label; });
}

}  // namespace tamis::detail
