// TRLN at dim = classes - 1 behind a PCA, against one dense eigendecomposition of the same size; and the
// matrix M of one iteration against the sum over all pairs of classes as the paper writes it.
//
// usage: trln_ratios [FOLDER with coil20.mat and orl.mat]
#include <cmath>
#include <filesystem>
#include <string>

#include "bench/timing.hpp"
#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/io/load.hpp"
#include "tamis/subspace/pairwise/pairwise_projection.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tamis/subspace/trln.hpp"

namespace {

using namespace tamis;
using namespace tamis::detail;

// eq. 23 for all pairs, with the scatter matrices of the classes given.
DenseMatrix naive_matrix(const std::vector<DenseMatrix>& scatters, const FilledClasses& classes,
                         const ClassMeans& means, const DenseMatrix& w) {
    const Index p = w.rows(), count = classes.classes();
    DenseMatrix m(p, p), difference(p, 1);
    for (Index j = 0; j < count; ++j)
        for (Index k = j + 1; k < count; ++k) {
            const double nj = classes.counts[at(j)];
            const double nk = classes.counts[at(k)];
            DenseMatrix within = scatters[at(j)];
            add_scaled(within, 1.0, scatters[at(k)]);
            for (Index i = 0; i < p; ++i) difference(i, 0) = means.centered(j, i) - means.centered(k, i);
            DenseMatrix between = product_nt(difference, difference);
            scale(between, nj * nk / (nj + nk));
            const double a = inner_product(w, product(within, w)), b = inner_product(w, product(between, w));
            add_scaled(m, (nj + nk) / b, within);
            add_scaled(m, -(nj + nk) * a / (b * b), between);
        }
    return m;
}

void compare(const std::string& name, const DenseMatrix& rows, const Labels& labels) {
    const Context context;
    const Index dim = labels.classes() - 1, p = rows.cols();
    std::printf("\n%s: %ld samples, %ld classes, %ld components, %d threads\n", name.c_str(),
                static_cast<long>(rows.rows()), static_cast<long>(labels.classes()), static_cast<long>(p),
                thread_count(context));
    const FilledClasses classes = filled_classes(labels, rows.rows(), "bench");
    const ClassMeans means = class_means(rows, classes, context);
    const DenseMatrix within = within_scatter(rows, classes, means, context);
    Index iterations = 0;
    const auto fit = [&](double alpha) {
        iterations = trln(rows, labels, {.dim = dim, .alpha = alpha, .stop = DescentStop::paper}).iterations;
    };
    const std::vector<double> seconds =
        bench::median_seconds_in_turn(15, {[&] { bench::keep(dense_eigen(within).values[0]); },
                                           [&] { fit(0.0); }, [&] { fit(1.0); }, [&] { fit(10.0); }});
    std::printf("one dense eigendecomposition (dsyevd, %ld x %ld) %.2f ms; %ld iterations of trln\n",
                static_cast<long>(p), static_cast<long>(p), 1e3 * seconds[0], static_cast<long>(iterations));
    bench::print_ratio("trln, alpha 0", seconds[1], "eigendecomposition", seconds[0], 30.0);
    bench::print_ratio("trln, alpha 1", seconds[2], "eigendecomposition", seconds[0], 30.0);
    bench::print_ratio("trln, alpha 10", seconds[3], "eigendecomposition", seconds[0], 30.0);

    std::vector<DenseMatrix> scatters;
    for (Index c = 0; c < classes.classes(); ++c) {
        FilledClasses one = classes;
        std::vector<Index> members;
        for (Index i = 0; i < rows.rows(); ++i)
            if (classes.of[at(i)] == c) members.push_back(i);
        const Matrix part = take_rows(rows, members);
        one.of.assign(members.size(), static_cast<int>(c));
        scatters.push_back(within_scatter(part, one, means, context));
    }
    const auto problem = dense_pairwise_problem(rows, classes, means, 0.0, context);
    bool unbounded = false;
    const DenseMatrix start = trace_ratio_start(rows, classes, means, dim, unbounded, context);
    const double ours = bench::median_seconds(9, [&] { problem->focus(problem->evaluate(start)); });
    DenseMatrix naive;
    const double pairs =
        bench::median_seconds(3, [&] { naive = naive_matrix(scatters, classes, means, start); });
    DenseMatrix identity(p, p);
    for (Index i = 0; i < p; ++i) identity(i, i) = 1.0;
    const DenseMatrix form = problem->multiply(identity);
    DenseMatrix apart = form;
    add_scaled(apart, -1.0, naive);
    std::printf(
        "M pair by pair (%ld pairs) %.2f ms, ours %.2f ms: %.1f x faster (bound 10), relative difference "
        "%.1e\n",
        static_cast<long>(dim * (dim + 1) / 2), 1e3 * pairs, 1e3 * ours, pairs / ours,
        std::sqrt(inner_product(apart, apart) / inner_product(naive, naive)));
}

}  // namespace

int main(int count, char** arguments) {
    const std::string folder = count > 1 ? arguments[1] : "../shared/data";
    for (const std::string name : {"coil20", "orl"}) {
        const std::string path = folder + "/" + name + ".mat";
        if (!std::filesystem::exists(path)) {
            std::printf("\n%s is not there\n", path.c_str());
            continue;
        }
        const Dataset data = load(path);
        compare(name, pca_basis(data.x, 0.95).rows, data.labels);
    }
    constexpr Index classes = 100, each = 12, features = 150;
    DenseMatrix x = bench::normal_data(classes * each, features, {});
    Random random(7);
    DenseMatrix centers(classes, features);
    for (Index i = 0; i < classes * features; ++i) centers.data()[i] = random.normal();
    std::vector<int> labels;
    for (Index i = 0; i < x.rows(); ++i) {
        labels.push_back(static_cast<int>(i / each));
        for (Index j = 0; j < features; ++j) x(i, j) += centers(i / each, j);
    }
    compare("100 classes", x, make_labels(labels));
}
