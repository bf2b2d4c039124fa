#include "tamis/pipeline/trust/rank_bootstrap.hpp"

#include <algorithm>
#include <memory>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/trace_ratio/dinkelbach.hpp"
#include "tamis/passes/unit/working_unit.hpp"
#include "tamis/pipeline/trust/setting.hpp"
#include "tamis/trust/bootstrap.hpp"
#include "tamis/trust/half_samples.hpp"
#include "tamis/trust/rank_intervals.hpp"
#include "tamis/trust/rank_keys.hpp"

namespace tamis::detail {

namespace {

using Rankings = std::vector<std::vector<Small>>;

// The scores of a method in a replicate as keys; factors that are the same for all features are left out.
class ReplicateKeys {
  public:
    explicit ReplicateKeys(const ConfiguredMethod& method)
        : name_(method.name()),
          criterion_(setting(method, "criterion")),
          onehot_(setting(method, "label_kernel") == "onehot") {}

    ReplicateParts parts() const {
        return {.class_sums = onehot_, .mean_square = name_ == "spec" && criterion_ != "phi2"};
    }

    void fill(const ReplicateStrip& strip, RankKey* keys) const {
        const auto each = [&](auto score) {
            for (Index j = 0; j < strip.width; ++j) {
                const double total = strip.between[j] + strip.within[j];
                keys[j] = total > 0.0 ? falling_key(score(j, total)) : constant_key;
            }
        };
        if (name_ == "fisher") return ratio_keys(strip.between, strip.within, at(strip.width), keys);
        if (name_ == "variance") return each([](Index, double total) { return total; });
        if (name_ == "hsic")
            return each([numbers = onehot_ ? strip.class_sums : strip.between](Index j, double) {
                return numbers[j];
            });
        const auto size = [&](Index j, double total) {
            return criterion_ == "phi2" ? total : total + strip.mean_square[j];
        };
        if (criterion_ == "phi3")
            return each([&](Index j, double total) { return strip.between[j] / size(j, total); });
        each([&](Index j, double total) { return -(strip.within[j] / size(j, total)); });
    }

  private:
    std::string name_, criterion_;
    bool onehot_;
};

Rankings rankings_by_key(const ConfiguredMethod& method, const MatrixView& x,
                         const std::vector<std::vector<Index>>& strata, const DenseMatrix& weights,
                         const Context& context) {
    constexpr Index together = 20;  // replicates that are ranked with the same memory
    const ReplicateKeys scores(method);
    Rankings rankings(at(weights.rows()));
    const Index held = std::min(replicates_held(x.cols()), weights.rows());
    const auto keys = std::make_unique_for_overwrite<RankKey[]>(at(held * x.cols()));
    for (Index first = 0; first < weights.rows(); first += held) {
        const Index now = std::min(held, weights.rows() - first);
        for_each_strip(
            x, strata, {weights.row(first), now, weights.cols(), weights.cols()}, scores.parts(),
            [&](const ReplicateStrip& strip) {
                scores.fill(strip, keys.get() + strip.replicate * x.cols() + strip.begin);
            },
            context);
        parallel_chunks(context, now, together, [&](const Chunk& chunk) {
            KeyRanker ranker;
            for (Index b = chunk.begin; b < chunk.end; ++b) {
                std::vector<Small>& ranks = rankings[at(first + b)];
                ranks.resize(at(x.cols()));
                ranker.rank({keys.get() + b * x.cols(), at(x.cols())}, ranks);
            }
        });
        context.report("bootstrap", static_cast<double>(first + now) / static_cast<double>(weights.rows()));
    }
    return rankings;
}

// By the terms of the sum that the trace ratio compares with 0, at the λ of the replicate.
Rankings rankings_of_trace_ratio(const MatrixView& x, const std::vector<std::vector<Index>>& strata,
                                 const DenseMatrix& weights, Index k, const Context& context) {
    Rankings rankings(at(weights.rows()));
    for_each_replicate(
        x, strata, weights, {},
        [&](Index number, const Replicate& replicate) {
            const Scatter& scatter = replicate.scatter;
            const double lambda =
                solve_trace_ratio({scatter.between, scatter.within, scatter.constant}, k).lambda;
            std::vector<double> scores = scatter.between;
            for (std::size_t j = 0; j < scores.size(); ++j)
                if (scatter.within[j] > 0.0) scores[j] -= lambda * scatter.within[j];
            rankings[at(number)] = ranks_of_features({scores, scatter.constant});
        },
        context);
    return rankings;
}

}  // namespace

bool has_bootstrap(const ConfiguredMethod& method) {
    const std::string& name = method.name();
    if (name == "variance" || name == "fisher") return true;
    if (name == "spec") return setting(method, "similarity") == "class";
    if (name == "trace-ratio") return setting(method, "criterion") == "fisher";
    return name == "hsic" && setting(method, "kernel") == "linear" &&
           setting(method, "estimator") == "biased" && setting(method, "label_kernel") != "integer";
}

std::vector<std::vector<Small>> bootstrap_rankings(const ConfiguredMethod& method, const MatrixView& x,
                                                   const Labels& labels, Index k, Index replicates,
                                                   const Context& context) {
    if (const auto unit = WorkingUnit::of(x, Extremes::tiny, context))
        return bootstrap_rankings(method, unit->matrix(), labels, k, replicates, context);
    const auto strata = strata_of(labels, x.rows());
    const DenseMatrix weights = bootstrap_weights(strata, x.rows(), replicates, context.seed);
    if (method.name() == "trace-ratio") return rankings_of_trace_ratio(x, strata, weights, k, context);
    return rankings_by_key(method, x, strata, weights, context);
}

}  // namespace tamis::detail
