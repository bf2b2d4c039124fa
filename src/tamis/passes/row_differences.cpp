#include "tamis/passes/row_differences.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/passes/group_moments.hpp"
#include "tamis/passes/merge_rows.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis {

namespace row_difference_loops {

struct Absolute {
    [[gnu::always_inline]] static double of(double gap) { return std::abs(gap); }
};
struct Squared {
    [[gnu::always_inline]] static double of(double gap) { return gap * gap; }
};

// sums += Σ_p weight_p·Size(row - other_p), with up to four other rows per sweep so that `row` and `sums` are
// read and written once for all of them.
template <class Size>
[[gnu::always_inline]] inline void add(const double* __restrict row, const double* const* others,
                                       const double* weights, Index count, Index columns,
                                       double* __restrict sums) {
    Index p = 0;
    for (; p + 4 <= count; p += 4) {
        const double* __restrict a = others[p];
        const double* __restrict b = others[p + 1];
        const double* __restrict c = others[p + 2];
        const double* __restrict d = others[p + 3];
        const double wa = weights[p], wb = weights[p + 1], wc = weights[p + 2], wd = weights[p + 3];
        for (Index j = 0; j < columns; ++j) {
            const double x = row[j];
            sums[j] += (wa * Size::of(x - a[j]) + wb * Size::of(x - b[j])) +
                       (wc * Size::of(x - c[j]) + wd * Size::of(x - d[j]));
        }
    }
    if (p + 2 <= count) {
        const double* __restrict a = others[p];
        const double* __restrict b = others[p + 1];
        const double wa = weights[p], wb = weights[p + 1];
        for (Index j = 0; j < columns; ++j)
            sums[j] += wa * Size::of(row[j] - a[j]) + wb * Size::of(row[j] - b[j]);
        p += 2;
    }
    if (p < count) {
        const double* __restrict a = others[p];
        const double wa = weights[p];
        for (Index j = 0; j < columns; ++j) sums[j] += wa * Size::of(row[j] - a[j]);
    }
}

TAMIS_SIMD void add_absolute(const double* row, const double* const* others, const double* weights,
                             Index count, Index columns, double* sums) {
    add<Absolute>(row, others, weights, count, columns, sums);
}

TAMIS_SIMD void add_squared(const double* row, const double* const* others, const double* weights,
                            Index count, Index columns, double* sums) {
    add<Squared>(row, others, weights, count, columns, sums);
}

}  // namespace row_difference_loops

namespace {

constexpr Index strip_columns = 2048;        // their sums stay in the first-level cache
constexpr Index moment_strip_columns = 512;  // and so do those of the moments

// Lists per partial sum. Depends on the shape alone; bounds the partial sums to 128 MB.
Index lists_per_part(Index lists, Index columns) {
    const Index parts = std::clamp<Index>((Index{1} << 24) / std::max<Index>(columns, 1), 1, 64);
    return std::max<Index>(16, chunk_count(lists, parts));
}

void add_dense(const DenseView& x, const RowPairs& pairs, Difference kind, Index column, Index columns,
               std::vector<const double*>& others, double* sums) {
    others.clear();
    for (const Index other : pairs.others) others.push_back(x.row(other) + column);
    const auto add =
        kind == Difference::absolute ? row_difference_loops::add_absolute : row_difference_loops::add_squared;
    add(x.row(pairs.row) + column, others.data(), pairs.weights.data(), static_cast<Index>(others.size()),
        columns, sums);
}

void add_sparse_pair(const SparseRow& a, const SparseRow& b, double weight, Difference kind, double* sums) {
    merge_rows(a, b, [&](Small column, double left, double right) {
        const double gap = left - right;
        sums[column] += weight * (kind == Difference::absolute ? std::abs(gap) : gap * gap);
    });
}

}  // namespace

std::vector<double> weighted_differences(const MatrixView& x, Index lists, Difference kind,
                                         FunctionRef<void(Index list, RowPairs& pairs)> pairs_of,
                                         const Context& context, const RowMoments* moments) {
    const Index columns = x.cols();
    const Index part_lists = lists_per_part(lists, columns);
    const Index parts = chunk_count(lists, part_lists);
    const Index width = moments != nullptr ? moment_strip_columns : strip_columns;
    const Index strips = x.is_sparse() ? 1 : std::max<Index>(1, chunk_count(columns, width));
    const Index kinds = moments != nullptr ? 3 : 1;  // sums that are kept: differences, moments
    std::vector<double> partial(static_cast<std::size_t>(kinds * parts * columns));
    parallel_chunks(context, parts * strips, 1, [&](const Chunk& piece) {
        const Index part = piece.number % parts;
        const Index column = piece.number / parts * width;
        const Index here = std::min(width, columns - column);
        double* sums = partial.data() + kinds * part * columns;
        RowPairs pairs;
        std::vector<const double*> others;
        for (Index list = part * part_lists; list < std::min((part + 1) * part_lists, lists); ++list) {
            pairs.others.clear();
            pairs.weights.clear();
            pairs_of(list, pairs);
            if (!x.is_sparse()) {
                add_dense(x.dense(), pairs, kind, column, here, others, sums + column);
                if (moments != nullptr && moments->weights[static_cast<std::size_t>(pairs.row)] > 0.0)
                    add_moments(x.dense().row(pairs.row) + column,
                                moments->weights[static_cast<std::size_t>(pairs.row)],
                                moments->shift + column, sums + columns + column, sums + 2 * columns + column,
                                here);
                continue;
            }
            for (std::size_t p = 0; p < pairs.others.size(); ++p)
                add_sparse_pair(x.sparse().row(pairs.row), x.sparse().row(pairs.others[p]), pairs.weights[p],
                                kind, sums);
        }
    });
    std::vector<double> result(static_cast<std::size_t>(columns));
    const auto add_up = [&](Index which, double* total) {
        for (Index part = 0; part < parts; ++part)
            for (Index j = 0; j < columns; ++j)
                total[j] += partial[static_cast<std::size_t>((kinds * part + which) * columns + j)];
    };
    add_up(0, result.data());
    if (moments != nullptr) {
        std::fill_n(moments->sum, columns, 0.0);
        std::fill_n(moments->square, columns, 0.0);
        add_up(1, moments->sum);
        add_up(2, moments->square);
    }
    return result;
}

}  // namespace tamis
