#include <algorithm>
#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/cholesky.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/centered/centered_data.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/products.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/pipeline/choice/explain.hpp"

namespace tamis::detail {

namespace explain_loops {

constexpr double equal_r = 1e-12;

TAMIS_SIMD void scale(const double* __restrict products, double own, const double* __restrict others,
                      Index width, double* __restrict r) {
    for (Index j = 0; j < width; ++j) {
        const double one = products[j] * own * others[j], low = one < -1.0 ? -1.0 : one;
        r[j] = low > 1.0 ? 1.0 : low;
    }
}

TAMIS_SIMD void add_squares(const double* __restrict numbers, Index width, double* __restrict sums) {
    for (Index j = 0; j < width; ++j) sums[j] += numbers[j] * numbers[j];
}

// Takes the candidate for every feature that it is more like than what was nearest so far.
TAMIS_SIMD void take_nearer(const double* __restrict candidate, Index number, Index width,
                            double* __restrict r, Index* __restrict nearest) {
    for (Index j = 0; j < width; ++j) {
        const bool nearer = std::abs(candidate[j]) > std::abs(r[j]) + equal_r;
        r[j] = nearer ? candidate[j] : r[j];
        nearest[j] = nearer ? number : nearest[j];
    }
}

}  // namespace explain_loops

namespace {

constexpr double smallest_pivot = 1e-8;  // of a correlation matrix: less is a combination of the others
constexpr Index strip_columns = 256;

// C = Z_SᵀZ with columns of length 1: chosen × features. The largest of every column goes to `found`.
DenseMatrix correlations(const Rows& x, std::span<const Index> chosen, const GroupMoments& moments,
                         const std::vector<double>& inverse_norms, Explained& found, const Context& context) {
    std::vector<double> means(inverse_norms.size());
    for (Index j = 0; j < x.cols(); ++j) means[at(j)] = moments.mean(0, j);
    CenteredData data(x, means);
    const auto count = static_cast<Index>(chosen.size());
    DenseMatrix c = DenseMatrix::uninitialized(count, x.cols());
    const auto take = [&](Index first, Index width, const double* products) {
        double* const r = found.r.data() + first;
        for (Index s = 0; s < count; ++s, products += width) {
            double* const own = c.row(s) + first;
            explain_loops::scale(products, inverse_norms[at(chosen[at(s)])], inverse_norms.data() + first,
                                 width, own);
            if (s == 0)
                std::copy_n(own, width, r);
            else
                explain_loops::take_nearer(own, s, width, r, found.nearest.data() + first);
        }
    };
    if (x.matrix() != nullptr) {
        data.hold_by_columns(context);
        data.multiply(data.gather(chosen), take, context);
    } else {
        std::vector<double> block(at(x.rows() * count)), products(at(count * x.cols()));
        gather_columns(x, chosen, block.data(), context);
        for (Index i = 0; i < x.rows(); ++i)
            for (Index r = 0; r < count; ++r) block[at(i * count + r)] -= means[at(chosen[at(r)])];
        data.left(block.data(), count, products.data(), context);
        take(0, x.cols(), products.data());
    }
    return c;
}

// P·C_SS·Pᵀ = L·Lᵀ for the first `order.size()` pivots, the largest residual first.
struct Factor {
    std::vector<Index> order;  // positions in `chosen`
    DenseMatrix solve;         // L⁻¹·P, for all chosen ones
};

Factor pivoted_factor(const DenseMatrix& c, std::span<const Index> chosen) {
    const auto count = static_cast<Index>(chosen.size());
    Factor factor;
    std::vector<double> left(at(count));
    for (Index r = 0; r < count; ++r) left[at(r)] = c(r, chosen[at(r)]);
    DenseMatrix rows(count, count);  // row t: the t-th pivot's row of the factor, for all chosen ones
    for (Index t = 0; t < count; ++t) {
        const auto best = std::max_element(left.begin(), left.end()) - left.begin();
        const double pivot = left[at(best)];
        if (!(pivot > smallest_pivot)) break;
        for (Index s = 0; s < count; ++s) {
            double entry = c(best, chosen[at(s)]);
            for (Index u = 0; u < t; ++u) entry -= rows(u, best) * rows(u, s);
            rows(t, s) = entry / std::sqrt(pivot);
            left[at(s)] -= rows(t, s) * rows(t, s);
        }
        left[at(best)] = 0.0;
        factor.order.push_back(best);
    }
    const auto rank = static_cast<Index>(factor.order.size());
    DenseMatrix lower(rank, rank), inverse(rank, rank);
    for (Index t = 0; t < rank; ++t) {
        inverse(t, t) = 1.0;
        for (Index u = 0; u <= t; ++u) lower(t, u) = rows(u, factor.order[at(t)]);
    }
    solve_lower(lower.data(), rank, inverse.data(), rank, rank);
    factor.solve = DenseMatrix(rank, count);
    for (Index t = 0; t < rank; ++t)
        for (Index u = 0; u <= t; ++u) factor.solve(t, factor.order[at(u)]) = inverse(t, u);
    return factor;
}

}  // namespace

Explained explained_by(const Rows& x, std::span<const Index> chosen, const Context& context) {
    const std::vector<int> one_group(at(x.rows()), 0);
    const GroupMoments moments = group_moments(x, {.group_of = one_group, .groups = 1}, context);
    Explained found;
    found.constant = moments.constant;
    std::vector<double> inverse_norms(at(x.cols()), 0.0);
    for (Index j = 0; j < x.cols(); ++j)
        if (const double scatter = moments.scatter(0, j); moments.constant[at(j)] == 0 && scatter > 0.0)
            inverse_norms[at(j)] = 1.0 / std::sqrt(scatter);
    found.r2.assign(at(x.cols()), 0.0);
    found.r.assign(at(x.cols()), 0.0);
    found.nearest.assign(at(x.cols()), 0);
    const DenseMatrix c = correlations(x, chosen, moments, inverse_norms, found, context);
    const Factor factor = pivoted_factor(c, chosen);
    found.rank = static_cast<Index>(factor.order.size());
    const blas::SingleThreaded guard;
    parallel_chunks(context, x.cols(), strip_columns, [&](const Chunk& strip) {
        const Index width = strip.end - strip.begin;
        DenseMatrix solved = DenseMatrix::uninitialized(found.rank, width);
        blas::multiply(found.rank, width, c.rows(), 1.0, {factor.solve.data(), c.rows()},
                       {c.row(0) + strip.begin, c.cols()}, 0.0, solved.data(), width);
        for (Index t = 0; t < found.rank; ++t)  // R² = |L⁻¹·P·c|²
            explain_loops::add_squares(solved.row(t), width, found.r2.data() + strip.begin);
        for (Index j = strip.begin; j < strip.end; ++j) {
            found.r2[at(j)] = std::clamp(found.r2[at(j)], 0.0, 1.0);
            if (inverse_norms[at(j)] != 0.0) continue;
            found.r2[at(j)] = 0.0;
            found.r[at(j)] = 0.0;
            found.nearest[at(j)] = -1;
        }
    });
    return found;
}

DenseMatrix class_differences(const Rows& x, const Labels& labels, std::span<const Index> chosen,
                              const Context& context) {
    const Index classes = labels.classes();
    const GroupMoments moments = group_moments(x, {.group_of = labels.of, .groups = classes}, context);
    double all = 0.0;
    Index filled = 0;
    for (const double weight : moments.weight) all += weight, filled += weight > 0.0 ? 1 : 0;
    DenseMatrix differences(classes, static_cast<Index>(chosen.size()));
    std::vector<double> means(at(classes));
    for (std::size_t s = 0; s < chosen.size(); ++s) {
        const Index j = chosen[s];
        moments.centered_means(j, means);
        double within = 0.0, between = 0.0;
        for (Index k = 0; k < classes; ++k) {
            within += moments.scatter(k, j);
            between += moments.weight[at(k)] * means[at(k)] * means[at(k)];
        }
        const double freedom = all - static_cast<double>(filled);
        const double deviation =
            within > 0.0 && freedom > 0.0 ? std::sqrt(within / freedom) : std::sqrt((within + between) / all);
        for (Index k = 0; k < classes; ++k) {
            const double own = moments.weight[at(k)], others = all - own;
            // The mean of the others is -own·mean/others from the mean of all.
            if (deviation > 0.0 && own > 0.0 && others > 0.0 && moments.constant[at(j)] == 0)
                differences(k, static_cast<Index>(s)) = means[at(k)] * (all / others) / deviation;
        }
    }
    return differences;
}

}  // namespace tamis::detail
