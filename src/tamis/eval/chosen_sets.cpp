#include "tamis/eval/chosen_sets.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/rows/sorted_numbers.hpp"
#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

namespace {

// Columns less their mean and of unit length; constant ones become 0. One row per column of x.
DenseMatrix unit_columns(const DenseView& x, Index count, const Context& context) {
    DenseMatrix columns = DenseMatrix::uninitialized(count, x.rows);
    parallel_chunks(context, count, 32, [&](const Chunk& chunk) {
        for (Index j = chunk.begin; j < chunk.end; ++j) {
            double* column = columns.row(j);
            double low = x(0, j), high = x(0, j), sum = 0.0;
            for (Index i = 0; i < x.rows; ++i) {
                low = std::min(low, x(i, j));
                high = std::max(high, x(i, j));
                sum += x(i, j);
            }
            const double mean = sum / static_cast<double>(x.rows), range = high - low;
            double square = 0.0;
            for (Index i = 0; i < x.rows; ++i) {
                column[i] = range > 0.0 ? (x(i, j) - mean) / range : 0.0;
                square += column[i] * column[i];
            }
            const double factor = square > 0.0 ? 1.0 / std::sqrt(square) : 0.0;
            for (Index i = 0; i < x.rows; ++i) column[i] *= factor;
        }
    });
    return columns;
}

// Per set, which of the features that some set has are in it, in their order.
std::vector<std::vector<char>> as_marks(const std::vector<std::vector<Index>>& sets) {
    if (sets.size() < 2) throw Error("stability needs two selections or more");
    std::vector<Index> chosen;
    for (const std::vector<Index>& set : sets) chosen.insert(chosen.end(), set.begin(), set.end());
    sort_once(chosen);
    std::vector<std::vector<char>> marks;
    for (const std::vector<Index>& set : sets) {
        marks.emplace_back(chosen.size(), char{0});
        for (const Index j : set) marks.back()[at(place_of(chosen, j))] = 1;
    }
    return marks;
}

}  // namespace

std::vector<double> redundancy(const DenseView& x, std::span<const Index> counts, const Context& context) {
    if (counts.empty() || x.rows == 0) return std::vector<double>(counts.size(), 0.0);
    const Index most = counts.back();
    const DenseMatrix unit = unit_columns(x, most, context);
    // within[j]: Σ |correlation| of column j with those before it.
    std::vector<double> within(at(most), 0.0);
    constexpr Index side = 64;
    const blas::SingleThreaded guard;
    parallel_chunks(context, most, side, [&](const Chunk& chunk) {
        std::vector<double> products(at(side * chunk.end));
        blas::multiply(chunk.end - chunk.begin, chunk.end, x.rows, 1.0, {unit.row(chunk.begin), x.rows},
                       {unit.data(), x.rows, blas::Form::transposed}, 0.0, products.data(), chunk.end);
        for (Index j = chunk.begin; j < chunk.end; ++j)
            for (Index other = 0; other < j; ++other)
                within[at(j)] += std::min(1.0, std::abs(products[at((j - chunk.begin) * chunk.end + other)]));
    });
    std::vector<double> result;
    double sum = 0.0;
    Index done = 0;
    for (const Index count : counts) {
        for (; done < count; ++done) sum += within[at(done)];
        const double pairs = 0.5 * static_cast<double>(count) * static_cast<double>(count - 1);
        result.push_back(pairs > 0.0 ? sum / pairs : 0.0);
    }
    return result;
}

double kuncheva_stability(const std::vector<std::vector<Index>>& sets, Index features) {
    const std::vector<std::vector<char>> marks = as_marks(sets);
    const auto k = static_cast<double>(sets.front().size()), d = static_cast<double>(features);
    for (const std::vector<Index>& set : sets)
        if (set.size() != sets.front().size())
            throw Error("Kuncheva's stability compares sets of the same size");
    if (sets.front().empty() || k == d) return 1.0;
    double sum = 0.0, pairs = 0.0;
    for (std::size_t a = 0; a < sets.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            double common = 0.0;
            for (std::size_t j = 0; j < marks[a].size(); ++j) common += marks[a][j] * marks[b][j];
            sum += (common * d - k * k) / (k * (d - k));
            pairs += 1.0;
        }
    return sum / pairs;
}

double nogueira_stability(const std::vector<std::vector<Index>>& sets, Index features) {
    const std::vector<std::vector<char>> marks = as_marks(sets);
    const auto runs = static_cast<double>(sets.size()), d = static_cast<double>(features);
    double chosen = 0.0, variance = 0.0;
    for (std::size_t j = 0; j < marks.front().size(); ++j) {
        double hits = 0.0;
        for (const std::vector<char>& set : marks) hits += set[j];
        const double share = hits / runs;
        chosen += share;
        variance += runs / (runs - 1.0) * share * (1.0 - share);
    }
    const double expected = chosen / d * (1.0 - chosen / d);
    return expected > 0.0 ? 1.0 - variance / d / expected : 1.0;
}

}  // namespace tamis::detail
