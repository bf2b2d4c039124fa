#include "tamis/passes/moments/merged_sums.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

// Sums of one group in one column.
struct CellSums {
    double weight, shift, sum, square;

    double scatter() const { return std::max(0.0, square - sum * (sum / weight)); }
};

CellSums cell_of(const GroupSums& sums, Index group, Index j) {
    return {sums.weight[at(group)], sums.shift(group, j), sums.sum(group, j), sums.square(group, j)};
}

void set_cell(GroupSums& sums, Index group, Index j, const CellSums& cell) {
    sums.shift(group, j) = cell.shift;
    sums.sum(group, j) = cell.sum;
    sums.square(group, j) = cell.square;
}

// The same sums about the mean: `offset` is the mean minus the shift. What rounding the mean leaves over,
// found exactly, stays in the sum.
CellSums about_mean(double weight, double shift, double offset, double scatter) {
    const double mean = shift + offset;
    const double added = mean - shift;
    const double rest = (shift - (mean - added)) + (offset - added);
    return {weight, mean, weight * rest, scatter + weight * rest * rest};
}

// n = a + b, d = difference of the means: the scatter grows by d²·ab/n.
CellSums merged_cell(const CellSums& one, const CellSums& other) {
    if (other.weight == 0.0) return one;
    if (one.weight == 0.0) return other;
    const double all = one.weight + other.weight;
    const double offset = one.sum / one.weight;
    const double difference = (other.shift - one.shift) + (other.sum / other.weight - offset);
    const double between = (difference * (one.weight / all)) * (difference * other.weight);
    return about_mean(all, one.shift, offset + difference * (other.weight / all),
                      one.scatter() + other.scatter() + between);
}

}  // namespace

void require_shape(const GroupSums& sums, Index groups, Index features) {
    for (const DenseMatrix* cells : {&sums.shift, &sums.sum, &sums.square})
        if (cells->rows() != groups || cells->cols() != features || sums.weight.size() != at(groups))
            throw Error("two shards answered with other shapes");
}

GroupSums no_sums(Index groups, Index features) {
    return {.weight = std::vector<double>(at(groups), 0.0),
            .shift = DenseMatrix(groups, features),
            .sum = DenseMatrix(groups, features),
            .square = DenseMatrix(groups, features)};
}

GroupSums about_means(const GroupSums& sums) {
    GroupSums changed = sums;
    for (Index g = 0; g < sums.groups(); ++g) {
        if (sums.weight[at(g)] == 0.0) continue;
        for (Index j = 0; j < sums.features(); ++j) {
            const CellSums cell = cell_of(sums, g, j);
            set_cell(changed, g, j,
                     about_mean(cell.weight, cell.shift, cell.sum / cell.weight, cell.scatter()));
        }
    }
    return changed;
}

GroupSums merged(const GroupSums& one, const GroupSums& other) {
    for (const GroupSums* sums : {&one, &other}) require_shape(*sums, one.groups(), one.features());
    GroupSums all = no_sums(one.groups(), one.features());
    for (Index g = 0; g < all.groups(); ++g) {
        all.weight[at(g)] = one.weight[at(g)] + other.weight[at(g)];
        for (Index j = 0; j < all.features(); ++j)
            set_cell(all, g, j, merged_cell(cell_of(one, g, j), cell_of(other, g, j)));
    }
    return all;
}

GroupSums pooled(const GroupSums& sums) {
    GroupSums one = no_sums(1, sums.features());
    for (Index j = 0; j < sums.features(); ++j) {
        CellSums all{0.0, 0.0, 0.0, 0.0};
        for (Index g = 0; g < sums.groups(); ++g) all = merged_cell(all, cell_of(sums, g, j));
        set_cell(one, 0, j, all);
    }
    one.weight[0] = std::accumulate(sums.weight.begin(), sums.weight.end(), 0.0);
    return one;
}

}  // namespace tamis::detail
