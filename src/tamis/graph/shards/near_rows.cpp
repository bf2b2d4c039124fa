#include "tamis/graph/shards/near_rows.hpp"

#include <algorithm>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/graph/sample_rows.hpp"
#include "tamis/graph/search.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace {

SampleRows samples_of(const NearCells& cells, Metric metric, const Context& context) {
    return cells.are_in_place() ? SampleRows(cells.in_place(), metric, context)
                                : SampleRows(cells.copy(), metric, context);
}

// search(tiles, distance) on all rows.
template <class Search>
ClassNeighbors with_tiles(const NearCells& cells, const Nearness& nearness, const Context& context,
                          Search search) {
    if (nearness.kind == Nearness::manhattan) {
        const MatrixView x = cells.copy();
        const std::unique_ptr<TileSource> tiles = make_manhattan_tiles(x, nearness.factors, context);
        const double* factors = nearness.factors.data();
        return search(*tiles, [&](Index i, Index j) {
            return x.is_sparse() ? manhattan_distance(x.sparse().row(i), x.sparse().row(j), factors)
                                 : manhattan_distance(x.dense().row(i), x.dense().row(j), factors, x.cols());
        });
    }
    const Metric metric = nearness.kind == Nearness::cosine ? Metric::cosine : Metric::euclidean;
    const SampleRows rows = samples_of(cells, metric, context);
    const std::unique_ptr<TileSource> tiles = make_tiles(rows, context);
    return search(*tiles, squared_distances_of(rows));
}

// Offers what was found for the rows that are `first` and so on of a search to their lists. `number_of` tells
// the number of any row of the search.
template <class NumberOf>
void keep(const ClassNeighbors& near, Index first, const NearRows& rows, NumberOf number_of) {
    std::vector<Small> numbers;
    for (Index i = 0; i < rows.count(); ++i)
        for (Index g = 0; g < near.classes; ++g) {
            const std::span<const Small> found = near.of(first + i, g);
            if (found.empty()) continue;
            numbers.clear();
            for (const Small j : found) numbers.push_back(static_cast<Small>(number_of(j)));
            rows.best.offer((rows.first_row + i) * near.classes + g, numbers,
                            near.distances_of(first + i, g));
        }
}

void add_caps(const NearRows& rows, Index groups, std::vector<double>& caps) {
    for (Index list = rows.first_row * groups; list < (rows.first_row + rows.count()) * groups; ++list)
        caps.push_back(rows.best.cap(list));
}

}  // namespace

void apply_factors(const Nearness& nearness, Matrix& rows) {
    if (nearness.kind != Nearness::euclidean || nearness.factors.empty()) return;
    for (Index i = 0; i < rows.rows(); ++i)
        change_cells(rows, i, [&](Index j, double& value) { value *= nearness.factors[at(j)]; });
}

void NearSearch::within(const NearCells& cells, const NearRows& rows) const {
    const Index count = rows.count();
    if (count < 2) return;
    const auto search = [&](const TileSource& tiles, const ExactDistance& distance) {
        return grouped_search(tiles, distance, rows.group_of, groups, std::min(k, count - 1), cells.cols(),
                              context);
    };
    keep(with_tiles(cells, nearness, context, search), 0, rows, [&](Small j) { return rows.numbers[at(j)]; });
}

void NearSearch::across(const NearCells& cells, const NearRows& left, const NearRows& right) const {
    const Index split = left.count(), count = split + right.count();
    if (split == 0 || count == split) return;
    std::vector<int> group_of(left.group_of.begin(), left.group_of.end());
    group_of.insert(group_of.end(), right.group_of.begin(), right.group_of.end());
    std::vector<double> caps;
    add_caps(left, groups, caps);
    add_caps(right, groups, caps);
    const auto search = [&](const TileSource& tiles, const ExactDistance& distance) {
        return cross_search(tiles, distance, group_of, groups, std::min(k, count - 1), cells.cols(), context,
                            split, caps);
    };
    const ClassNeighbors near = with_tiles(cells, nearness, context, search);
    keep(near, 0, left, [&](Small j) { return right.numbers[at(j - split)]; });
    keep(near, split, right, [&](Small j) { return left.numbers[at(j)]; });
}

}  // namespace tamis::detail
