#include "tamis/subspace/pairwise/pairwise_projection.hpp"

#include <algorithm>

#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/core/directions.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/random/numpy_random.hpp"
#include "tamis/passes/column_ranges.hpp"
#include "tamis/subspace/pairwise/working_set_descent.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tamis/subspace/tr_lda.hpp"
#include "tamis/subspace/trace_ratio_subspace.hpp"
#include "tamis/subspace/trln.hpp"
#include "tamis/subspace/whtr.hpp"

namespace tamis::detail {

namespace {

struct ScatterPair {
    DenseMatrix between, within;
};

ScatterPair scatter_of(const Rows& x, const FilledClasses& classes, const ClassMeans& means,
                       const Context& context) {
    return {between_scatter(classes, means), within_scatter(x, classes, means, context)};
}

TraceRatioSubspace trace_ratio_of(ScatterPair scatter, Index dim, bool& unbounded, const Context& context) {
    constexpr double relative_ridge = 1e-6;  // of the mean scatter, if S_w is singular
    TraceRatioSubspace found =
        trace_ratio_subspace(scatter.between, scatter.within, dim, 1e-11, 100, context);
    unbounded = found.unbounded;
    if (!unbounded) return found;
    DenseMatrix& within = scatter.within;
    double trace = 0.0;
    for (Index i = 0; i < within.rows(); ++i) trace += within(i, i);
    const double ridge = trace > 0.0 ? relative_ridge * trace / static_cast<double>(within.rows()) : 1.0;
    for (Index i = 0; i < within.rows(); ++i) within(i, i) += ridge;
    return trace_ratio_subspace(scatter.between, within, dim, 1e-11, 100, context);
}

void refuse_unbounded(const std::string& who, Index dim) {
    throw Error(who + ": the scatter within the classes is zero in " + std::to_string(dim) +
                    (dim == 1 ? " direction" : " directions") +
                    ", as with fewer samples than features, so the criterion would " +
                    (who == "atr" ? "have no limit" : "be zero") + " for any classes",
                "use " + option("pca", "0.95") + " or fewer components" +
                    (who == "trln" ? ", or " + method_option("alpha") + " above 0" : Message()));
}

// Constant features carry no scatter at all, and a descent may keep the weight that a random start gives
// them: they start at zero, unless fewer features than dimensions vary.
std::vector<Index> rows_to_clear(const Rows& x, Index dim, const Context& context) {
    const ColumnRanges ranges = column_ranges(x, context);
    std::vector<Index> constant;
    for (Index j = 0; j < x.cols(); ++j)
        if (ranges.constant(at(j))) constant.push_back(j);
    if (x.cols() - static_cast<Index>(constant.size()) < dim) constant.clear();
    return constant;
}

// numpy.random.default_rng(seed).standard_normal((size, dim))
DenseMatrix random_start(Index size, Index dim, std::uint64_t seed) {
    NumpyRandom random(seed);
    DenseMatrix start(size, dim);
    for (Index i = 0; i < size * dim; ++i) start.data()[i] = random.normal();
    return start;
}

// From any start, in the form that suits the data.
class PairwiseDescent {
  public:
    PairwiseDescent(const Rows& x, FilledClasses classes, ClassMeans means, double alpha,
                    const DescentOptions& options, const Context& context)
        : x_(x),
          classes_(std::move(classes)),
          means_(std::move(means)),
          alpha_(alpha),
          options_(options),
          context_(context) {}

    DescentResult operator()(DenseMatrix start) const {
        if (options_.safe && !options_.paper_stop && is_worked_directly(x_, classes_, alpha_))
            return descend_on_working_set(x_.require_matrix("trln on more features than samples"), classes_,
                                          means_, alpha_, std::move(start), options_, context_);
        const auto problem = make_pairwise_problem(x_, classes_, means_, alpha_, context_);
        return descend(*problem, std::move(start), options_, context_);
    }

  private:
    Rows x_;
    FilledClasses classes_;
    ClassMeans means_;
    double alpha_;
    const DescentOptions& options_;
    const Context& context_;
};

void warn_of_cycle(const DescentResult& found, const std::string& who, const Context& context) {
    const std::vector<double>& trace = found.trace;
    if (found.stop == Stop::converged || trace.size() < 2) return;
    context.warning(who + " with mode=plain did not converge in " + std::to_string(found.iterations) +
                    " iterations: the criterion goes from " + std::to_string(trace[trace.size() - 2]) +
                    " to " + std::to_string(trace.back()) + " in the last one; mode=safe never rises");
}

}  // namespace

DenseMatrix trace_ratio_start(const Rows& x, const FilledClasses& classes, const ClassMeans& means, Index dim,
                              bool& unbounded, const Context& context) {
    const bool wide = x.cols() > x.rows();
    if (!wide) {
        ScatterPair scatter = scatter_of(x, classes, means, context);
        DenseMatrix total = scatter.within;
        add_scaled(total, 1.0, scatter.between);
        if (varies_everywhere(std::move(total)))
            return trace_ratio_of(std::move(scatter), dim, unbounded, context).directions;
    }
    // Directions in which nothing varies must not be mistaken for good ones.
    PcaBasis basis = pca_basis(x, wide ? Dimension(0.95) : Dimension(), context);
    if (basis.components.cols() < dim) basis = pca_basis(x, dim, context);
    const ReducedRows reduced(basis, x);
    const ClassMeans inner = class_means(reduced.rows(), classes, context);
    return product(basis.components, trace_ratio_of(scatter_of(reduced.rows(), classes, inner, context), dim,
                                                    unbounded, context)
                                         .directions);
}

template <class Penalty>
Projection project_pairwise(const Rows& x, const Labels& labels, const PairwiseOptions<Penalty>& options,
                            const Context& context) {
    const std::string who = PairwiseOptions<Penalty>::about().name;
    const auto alpha = static_cast<double>(options.alpha);
    FilledClasses classes = filled_classes(labels, x.rows(), who);
    const Index dim = directions_asked(options.dim, classes.classes() - 1, x.cols(), who,
                                       "the data have " + std::to_string(x.cols()));
    ClassMeans means = class_means(x, classes, context);
    std::vector<double> overall = means.overall;
    bool unbounded = false;
    DenseMatrix start = trace_ratio_start(x, classes, means, dim, unbounded, context);
    if (alpha == 0.0 && unbounded) refuse_unbounded(who, dim);
    const DescentOptions descent{.safe = options.mode == DescentMode::safe,
                                 .paper_stop = options.stop == DescentStop::paper,
                                 .tolerance = options.tolerance,
                                 .max_iterations = options.max_iterations};
    const PairwiseDescent minimize(x, std::move(classes), std::move(means), alpha, descent, context);
    std::vector<Index> cleared;
    if (options.start == DescentStart::random || options.starts > 1) cleared = rows_to_clear(x, dim, context);
    const auto random = [&](Index number) {
        DenseMatrix made = random_start(x.cols(), dim, context.seed + static_cast<std::uint64_t>(number));
        for (const Index j : cleared) std::fill_n(made.row(j), dim, 0.0);
        return made;
    };
    if (options.start == DescentStart::random) start = random(0);
    DescentResult best = minimize(std::move(start));
    for (Index s = 1; s < options.starts; ++s) {
        DescentResult found = minimize(random(s));
        if (found.state.value < best.state.value) best = std::move(found);
    }
    if (!descent.safe) warn_of_cycle(best, who, context);
    Projection result;
    result.weights = std::move(best.state.w);
    result.mean = std::move(overall);
    result.feature_weights = row_lengths(result.weights);
    result.eigenvalues = std::move(best.eigenvalues);
    result.certificate = {{"residual", best.residual},
                          {"monotone", best.monotone},
                          {"ratio", best.state.ratio},
                          {"shortened_steps", best.shortened},
                          {"shifted_steps", best.shifted}};
    result.objective = {"F", std::move(best.trace), best.state.value};
    result.stop = best.stop;
    result.iterations = best.iterations;
    return result;
}

Projection project_arithmetic(const Rows& x, const Labels& labels, const AtrOptions& options,
                              const Context& context) {
    constexpr double least_scatter =
        1e-12;  // of all scatter within the classes: two classes count as having it
    FilledClasses classes = filled_classes(labels, x.rows(), "atr");
    const Index dim = directions_asked(options.dim, classes.classes() - 1, x.cols(), "atr",
                                       "the data have " + std::to_string(x.cols()));
    ClassMeans means = class_means(x, classes, context);
    std::vector<double> overall = means.overall;
    bool unbounded = x.cols() > x.rows();
    DenseMatrix start;
    if (!unbounded) start = trace_ratio_start(x, classes, means, dim, unbounded, context);
    if (unbounded) refuse_unbounded("atr", dim);
    const DenseMatrix within = within_scatter(x, classes, means, context);
    double floor = 0.0;
    for (Index i = 0; i < within.rows(); ++i) floor += least_scatter * within(i, i);
    const auto problem = dense_pairwise_problem(x, std::move(classes), std::move(means), options.alpha,
                                                context, {PairSum::arithmetic, floor});
    DescentResult found = descend(
        *problem, std::move(start),
        {.safe = true, .tolerance = options.tolerance, .max_iterations = options.max_iterations}, context);
    Projection result;
    result.weights = std::move(found.state.w);
    result.mean = std::move(overall);
    result.feature_weights = row_lengths(result.weights);
    for (const double value : found.eigenvalues) result.eigenvalues.push_back(-value);
    for (double& value : found.trace) value = -value;
    result.certificate = {{"residual", found.residual},
                          {"monotone", found.monotone},
                          {"sum", -found.state.ratio},
                          {"largest_share", problem->largest_share(found.state)}};
    result.objective = {"A", found.trace, -found.state.value};
    result.stop = found.stop;
    result.iterations = found.iterations;
    return result;
}

template Projection project_pairwise(const Rows&, const Labels&, const TrlnOptions&, const Context&);
template Projection project_pairwise(const Rows&, const Labels&, const WhtrOptions&, const Context&);

}  // namespace tamis::detail
