#include "tamis/methods/q_alpha.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/methods/q_alpha/rounds.hpp"
#include "tamis/passes/unit/column_units.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis {

using namespace detail;

About QAlphaOptions::about() {
    return {.name = "q-alpha",
            .title = "Q-alpha, feature weights that make clusters stand out",
            .citation = {{.key = "wolf2005"}}};
}

Fields<QAlphaOptions> QAlphaOptions::fields() {
    return Fields<QAlphaOptions>()
        .optional("clusters", &QAlphaOptions::clusters, at_least(1), "auto",
                  "number of clusters; auto is the number of classes")
        .boolean("normalize", &QAlphaOptions::normalize,
                 "scale features to unit length; otherwise features in large units win")
        .boolean("center", &QAlphaOptions::center, "subtract the mean of every feature first");
}

namespace {

constexpr Index most_rounds = 200;
constexpr double alpha_tolerance = 1e-9;  // change of α in one round
constexpr double score_window = 1e-10;    // weights this close to the largest of them count as equal

struct Outcome {
    std::vector<double> alpha, trace;
    bool converged = false;
};

Outcome alternate(QAlphaRounds& rounds, Index features, const Context& context) {
    // Eigenvectors need no more digits than a round makes use of.
    constexpr double finest = 1e-13, coarsest = 1e-8, share = 1e-4;
    Outcome result;
    result.alpha.assign(at(features), 0.0);
    double change = 1.0;
    for (Index round = 0; round < most_rounds && !result.converged; ++round) {
        context.check_cancel();
        // Between the first round and the last the search starts close to its end. What it might miss there
        // is found by the last.
        const bool last =
            change < alpha_tolerance || round + 1 == most_rounds || rounds.product_costs_little();
        const EigenSearch search = round == 0 || last ? EigenSearch::thorough : EigenSearch::nearby;
        const double tolerance = last ? finest : std::clamp(share * change, finest, coarsest);
        const std::vector<double> before = result.alpha;
        result.trace.push_back(rounds.next(result.alpha, tolerance, search));
        change = 0.0;
        for (std::size_t j = 0; j < before.size(); ++j)
            change += (result.alpha[j] - before[j]) * (result.alpha[j] - before[j]);
        change = std::sqrt(change);
        const bool nothing_to_weigh = result.trace.back() == 0.0;  // no feature varies
        result.converged = nothing_to_weigh || (last && change < alpha_tolerance);
    }
    return result;
}

Index number_of_clusters(const MatrixView& x, const Inputs& inputs, const QAlphaOptions& options) {
    const Index most = std::min(x.rows(), x.cols());
    if (options.clusters) {
        if (*options.clusters > most)
            throw Error("q-alpha: clusters = " + std::to_string(*options.clusters) +
                        " is more than the data can have: at most " + std::to_string(most));
        return *options.clusters;
    }
    const Labels& labels = labels_or_none(inputs.labels);
    require_classes(labels, x.rows(), "q-alpha without clusters=");
    return std::min(labels.classes(), most);
}

// Equal features have weights that differ by rounding alone: within a window of the largest of a run the
// index decides.
void settle_ties(std::vector<Index>& order, const std::vector<double>& alpha,
                 const std::vector<char>& constant) {
    const auto place = [](Index f) { return at(f); };
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && constant[place(order[end])] == constant[place(order[begin])] &&
               alpha[place(order[begin])] - alpha[place(order[end])] <= score_window)
            ++end;
        std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
                  order.begin() + static_cast<std::ptrdiff_t>(end));
        begin = end;
    }
}

// Weights that are equal up to rounding put the features in the order of their columns.
void warn_of_equal_weights(const std::vector<double>& alpha, const std::vector<char>& constant,
                           const Context& context) {
    double low = 2.0, high = -2.0;  // weights are within -1 … 1
    for (std::size_t j = 0; j < alpha.size(); ++j) {
        if (constant[j] != 0) continue;
        low = std::min(low, alpha[j]);
        high = std::max(high, alpha[j]);
    }
    if (high > low && high - low <= score_window)
        context.warning(
            "the weights of the features differ by rounding only: their order is that of the columns; "
            "center=true looks at what varies");
}

// The data with small columns in units of their own, if there are any and normalized columns have no unit.
std::optional<ColumnUnits> small_columns(const Rows& x, const GroupMoments& moments,
                                         const QAlphaOptions& options, const Context& context) {
    const std::vector<char> any(at(x.cols()), 0);  // a constant column is small or not as others are
    const std::vector<char> lost = with_lost_digits(any, 1.0, [&](std::size_t j) {
        const double mean = moments.mean(0, static_cast<Index>(j));
        return moments.scatter(0, static_cast<Index>(j)) + moments.weight[0] * mean * mean;
    });
    auto units = ColumnUnits::of(x, lost, context);
    if (!units || options.normalize) return units;
    remark_on_small_columns(lost, context);
    return std::nullopt;
}

}  // namespace

Selection q_alpha(const MatrixView& x, const Inputs& inputs, const QAlphaOptions& options,
                  const Context& context) {
    QAlphaOptions::fields().check(options);
    require_choice(options.k, options.fixed, x.cols());
    require_samples(x, 2);
    const Index clusters = number_of_clusters(x, inputs, options);
    if (const auto unit = WorkingUnit::of(x, Extremes::both, context)) {
        Selection result = q_alpha(unit->matrix(), inputs, options, context);
        if (!options.normalize) {
            unit->back(result.objective.trace, 4);
            result.objective.value = unit->back(result.objective.value, 4);
        }
        return result;
    }
    const std::vector<int> one_group(at(x.rows()), 0);
    const GroupMoments moments = group_moments(x, {.group_of = one_group, .groups = 1}, context);
    if (const auto units = small_columns(x, moments, options, context))
        return q_alpha(units->x().require_matrix("q-alpha"), inputs, options, context);
    const ScaledFeatures features(x, moments, {.center = options.center, .normalize = options.normalize},
                                  context);
    const blas::SingleThreaded guard;  // the same bits for any number of threads
    Outcome weights = alternate(*q_alpha_rounds(features, clusters, context), x.cols(), context);

    Selection result;
    std::vector<Index> order = top_features({weights.alpha, moments.constant}, x.cols());
    settle_ties(order, weights.alpha, moments.constant);
    if (x.cols() > options.k && !options.center)
        warn_of_equal_weights(weights.alpha, moments.constant, context);
    result.selected = taken_from(order, options.k, options.fixed);
    result.scores = weights.alpha;
    result.raw_scores = std::move(weights.alpha);
    result.raw_direction = Direction::larger;
    result.objective = {"largest eigenvalue of G", weights.trace, weights.trace.back()};
    result.iterations = static_cast<Index>(weights.trace.size());
    result.stop = weights.converged ? Stop::converged : Stop::iteration_limit;
    result.chosen = {{"clusters", clusters}};
    return result;
}

}  // namespace tamis
