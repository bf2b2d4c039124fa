#include "tamis/subspace/tr_lda.hpp"

#include <cmath>
#include <numeric>

#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/directions.hpp"
#include "tamis/core/error.hpp"
#include "tamis/passes/unit/working_unit.hpp"
#include "tamis/subspace/class_scatter.hpp"
#include "tamis/subspace/like_ranges.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tamis/subspace/trace_ratio_subspace.hpp"
#include "tamis/subspace/whitened/whitened_centroids.hpp"

namespace tamis {

using namespace detail;

namespace {

double trace_of(const DenseMatrix& a) {
    double sum = 0.0;
    for (Index i = 0; i < a.rows(); ++i) sum += a(i, i);
    return sum;
}

}  // namespace

ProjectorAbout TrLdaOptions::about() {
    return {.name = "tr-lda",
            .title = "Trace ratio discriminant analysis",
            .citation = {{.key = "wang2007"}},
            .below_classes = false,
            .raw_scales = true};
}

Fields<TrLdaOptions> TrLdaOptions::fields() {
    return Fields<TrLdaOptions>()
        .real("regularization", &TrLdaOptions::regularization, at_least(0), regularization_help)
        .real("tolerance", &TrLdaOptions::tolerance, above(0),
              "relative accuracy at which to stop; measured by the change of the ratio")
        .integer("max_iterations", &TrLdaOptions::max_iterations, at_least(1),
                 "maximum number of iterations; one eigenproblem each");
}

TraceRatioSubspace detail::trace_ratio_subspace(const DenseMatrix& between, const DenseMatrix& within,
                                                Index dim, double tolerance, Index max_iterations,
                                                const Context& context) {
    constexpr double no_scatter = 1e-13;  // of all the scatter within the classes
    TraceRatioSubspace result;
    const double total_within = trace_of(within);
    // The next W is found with λ of the last one; from 0 on, so λ only rises.
    for (result.stop = Stop::iteration_limit; result.iterations < max_iterations;) {
        context.check_cancel();
        DenseMatrix shifted = within;
        scale(shifted, result.lambda);
        add_scaled(shifted, -1.0, between);
        const DenseEigen smallest = smallest_dense_eigen(std::move(shifted), dim, context);
        const double g = -std::accumulate(smallest.values.begin(), smallest.values.end(), 0.0);
        result.eigenvalues.clear();
        for (const double value : smallest.values) result.eigenvalues.push_back(-value);
        result.directions = transpose(smallest.vectors);
        const double top = inner_product(result.directions, product(between, result.directions));
        const double bottom = inner_product(result.directions, product(within, result.directions));
        ++result.iterations;
        if (!(bottom > no_scatter * total_within)) {
            result.unbounded = true;
            return result;
        }
        const double before = result.lambda;
        result.lambda = top / bottom;
        result.trace.push_back(result.lambda);
        result.residual = result.iterations > 1 ? std::abs(g) / top : 1.0;
        if (result.iterations > 1 && result.lambda - before <= tolerance * result.lambda) {
            result.stop = Stop::converged;
            break;
        }
    }
    return result;
}

Projection tr_lda(const Rows& x, const Labels& labels, const TrLdaOptions& options, const Context& context) {
    TrLdaOptions::fields().check(options);
    require_like_ranges(x, share_for_scatter, "tr-lda", context);
    if (const auto unit = WorkingUnit::of(x, Extremes::both, context)) {
        TrLdaOptions measured = options;
        measured.regularization = unit->ridge(options.regularization, "regularization", "tr-lda");
        Projection result = tr_lda(unit->x(), labels, measured, context);
        unit->back(result.mean, 1);
        unit->back(result.eigenvalues, 2);
        return result;
    }
    return in_varying_space(x, context, [&](const Rows& rows) {
        const FilledClasses classes = filled_classes(labels, rows.rows(), "tr-lda");
        const Index dim = directions_asked(options.dim, classes.classes() - 1, rows.cols(), "tr-lda",
                                           "the data have " + std::to_string(rows.cols()));
        ClassMeans means = class_means(rows, classes, context);
        DenseMatrix within = within_scatter(rows, classes, means, context);
        for (Index i = 0; i < within.rows(); ++i) within(i, i) += options.regularization;
        const TraceRatioSubspace found = trace_ratio_subspace(
            between_scatter(classes, means), within, dim, options.tolerance, options.max_iterations, context);
        if (found.unbounded)
            throw Error("tr-lda: the scatter within the classes is zero in " + std::to_string(dim) +
                            (dim == 1 ? " direction" : " directions") + ", so the ratio has no limit",
                        "use " + option("pca", "0.95") + " or " + method_option("regularization", "1e-5"));
        if (!(found.lambda > 0.0))
            throw Error("tr-lda: all classes have the same mean, so no direction tells them apart");
        Projection result;
        result.weights = found.directions;
        fix_signs(result.weights);
        result.mean = std::move(means.overall);
        result.feature_weights = row_lengths(result.weights);
        result.eigenvalues = found.eigenvalues;
        result.objective = {"trace ratio", found.trace, found.lambda};
        result.certificate = {{"optimal", found.stop == Stop::converged},
                              {"lambda", found.lambda},
                              {"residual", found.residual}};
        result.stop = found.stop;
        result.iterations = found.iterations;
        return result;
    });
}

}  // namespace tamis
