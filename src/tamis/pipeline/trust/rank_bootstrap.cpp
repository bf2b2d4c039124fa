#include "tamis/pipeline/trust/rank_bootstrap.hpp"

#include "tamis/core/ranking.hpp"
#include "tamis/methods/trace_ratio/dinkelbach.hpp"
#include "tamis/passes/unit/working_unit.hpp"
#include "tamis/pipeline/trust/setting.hpp"
#include "tamis/trust/bootstrap.hpp"
#include "tamis/trust/half_samples.hpp"
#include "tamis/trust/rank_intervals.hpp"

namespace tamis::detail {

namespace {

std::vector<double> sums_of(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> sums = a;
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += b[j];
    return sums;
}

std::vector<double> negative(std::vector<double> values) {
    for (double& value : values) value = -value;
    return values;
}

// The score of a method in one replicate, larger is better; factors that are the same for all features are
// left out. With what decides between infinite scores.
class ReplicateRanking {
  public:
    ReplicateRanking(const ConfiguredMethod& method, Index k)
        : name_(method.name()),
          criterion_(setting(method, "criterion")),
          onehot_(setting(method, "label_kernel") == "onehot"),
          k_(k) {}

    ReplicateParts parts() const {
        return {.class_sums = onehot_, .mean_square = name_ == "spec" && criterion_ != "phi2"};
    }

    std::vector<Small> of(const Replicate& replicate) const {
        const Scatter& scatter = replicate.scatter;
        if (name_ == "variance") return ranked(sums_of(scatter.between, scatter.within), scatter);
        if (name_ == "hsic") return ranked(onehot_ ? replicate.class_sums : scatter.between, scatter);
        if (name_ == "spec") return by_spec(replicate);
        if (name_ == "trace-ratio") return by_trace_ratio(scatter);
        return ranks_of_features(
            {ratios(scatter.between, scatter.within, Direction::larger), scatter.constant, scatter.between});
    }

  private:
    static std::vector<Small> ranked(const std::vector<double>& scores, const Scatter& scatter) {
        return ranks_of_features({scores, scatter.constant});
    }

    std::vector<Small> by_spec(const Replicate& replicate) const {
        const Scatter& scatter = replicate.scatter;
        std::vector<double> sizes = sums_of(scatter.between, scatter.within);
        if (criterion_ != "phi2") sizes = sums_of(sizes, replicate.mean_square);
        if (criterion_ == "phi3") return ranked(ratios(scatter.between, sizes, Direction::larger), scatter);
        return ranked(negative(ratios(scatter.within, sizes, Direction::smaller)), scatter);
    }

    std::vector<Small> by_trace_ratio(const Scatter& scatter) const {
        const double lambda =
            solve_trace_ratio({scatter.between, scatter.within, scatter.constant}, k_).lambda;
        std::vector<double> scores = scatter.between;
        for (std::size_t j = 0; j < scores.size(); ++j)
            if (scatter.within[j] > 0.0) scores[j] -= lambda * scatter.within[j];
        return ranked(scores, scatter);
    }

    std::string name_, criterion_;
    bool onehot_;
    Index k_;
};

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
        return bootstrap_rankings(method, unit->x(), labels, k, replicates, context);
    const auto strata = strata_of(labels, x.rows());
    const DenseMatrix weights = bootstrap_weights(strata, x.rows(), replicates, context.seed);
    const ReplicateRanking ranking(method, k);
    std::vector<std::vector<Small>> rankings(at(replicates));
    for_each_replicate(
        x, strata, weights, ranking.parts(),
        [&](Index number, const Replicate& replicate) { rankings[at(number)] = ranking.of(replicate); },
        context);
    return rankings;
}

}  // namespace tamis::detail
