#include "tamis/passes/moments/group_moments.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/shards/shards.hpp"
#include "tamis/passes/constant_columns.hpp"
#include "tamis/passes/first_unusable.hpp"
#include "tamis/passes/moments/dense_moments.hpp"
#include "tamis/passes/moments/merged_sums.hpp"
#include "tamis/passes/moments/sparse_moments.hpp"

namespace tamis::detail {

namespace {

// Σ w(x-r)² is this many times the scatter: digits are being lost to the choice of r.
constexpr double cancellation_limit = 1e3;

// The first sample of each group becomes what its sums are taken about.
DenseMatrix first_samples(const Rows& x, const Grouping& grouping) {
    std::vector<char> seen(at(grouping.groups), 0);
    std::vector<Index> first;
    for (Index i = 0; i < x.rows(); ++i) {
        const int group = grouping.group_of[at(i)];
        if (group < 0 || seen[at(group)] != 0) continue;
        seen[at(group)] = 1;
        first.push_back(i);
    }
    DenseMatrix shift(grouping.groups, x.cols());
    x.for_each_row(first, [&](std::size_t position, const MatrixView& cells, Index i) {
        copy_cells(cells, i, 0, x.cols(), shift.row(grouping.group_of[at(first[position])]));
    });
    return shift;
}

// Columns in which no group scatters and all groups stand at the same value. Squares of tiny differences can
// underflow, so each such column is compared cell by cell as well.
std::vector<char> find_constant(const Rows& x, const Grouping& grouping, const GroupMoments& moments,
                                const Context& context) {
    Index reference = 0;
    while (reference + 1 < moments.groups() && moments.weight[at(reference)] == 0.0) ++reference;
    std::vector<char> constant(at(x.cols()), 1);
    for (Index g = 0; g < moments.groups(); ++g) {
        if (moments.weight[at(g)] == 0.0) continue;
        for (Index j = 0; j < x.cols(); ++j)
            if (moments.square(g, j) != 0.0 || moments.shift(g, j) != moments.shift(reference, j))
                constant[at(j)] = 0;
    }
    const std::span<const double> values(moments.shift.row(reference), at(x.cols()));
    return columns_equal_to(values, x, grouping.group_of, std::move(constant), context);
}

// In which strips digits were lost to the shift; their shifts become the mean.
std::vector<char> move_shift_to_mean(GroupMoments& moments, std::span<const Strip> strips) {
    std::vector<char> moved(strips.size(), 0);
    for (Index g = 0; g < moments.groups(); ++g) {
        if (moments.weight[at(g)] == 0.0) continue;
        for (std::size_t s = 0; s < strips.size(); ++s)
            for (Index j = strips[s].begin; j < strips[s].end; ++j) {
                if (moments.square(g, j) <= cancellation_limit * moments.scatter(g, j)) continue;
                if (moments.square(g, j) == 0.0) continue;
                moments.shift(g, j) = moments.mean(g, j);
                moved[s] = 1;
            }
    }
    return moved;
}

// Of shards, if they came with the survey.
std::optional<GroupSums> sums_of_survey(const Shards& shards, const Grouping& grouping) {
    if (!grouping.weights.empty()) return std::nullopt;
    const KnownSums& known = shards.known_sums();
    if (const GroupSums* sums = known.of(grouping.group_of, grouping.groups)) return *sums;
    // One shard gives the bits of a run without shards, which adds row by row.
    const bool one_group = grouping.groups == 1 && KnownSums::all_one(grouping.group_of);
    if (one_group && known.all_rows() && shards.shape().count() > 1) return pooled(known.sums());
    return std::nullopt;
}

std::optional<GroupMoments> moments_of_survey(const Rows& x, const Grouping& grouping,
                                              const Context& context) {
    const Shards* shards = x.shards();
    std::optional<GroupSums> sums = shards != nullptr ? sums_of_survey(*shards, grouping) : std::nullopt;
    if (!sums) return std::nullopt;
    GroupMoments moments(std::move(*sums));
    if (shards->known_sums().all_rows()) {
        moments.constant = shards->known_sums().constant();
        sum_again_if_far_off(x, grouping, moments, context);
    } else {
        finish_moments(x, grouping, moments, context);
    }
    return moments;
}

}  // namespace

double GroupMoments::mean(Index group, Index feature) const {
    return shift(group, feature) + sum(group, feature) / weight[at(group)];
}

double GroupMoments::scatter(Index group, Index feature) const {
    const double total = sum(group, feature);
    return std::max(0.0, square(group, feature) - total * total / weight[at(group)]);
}

void GroupMoments::centered_means(Index feature, std::span<double> means) const {
    double center = 0.0, all = 0.0;
    for (Index g = 0; g < groups(); ++g) {
        means[at(g)] = 0.0;
        if (weight[at(g)] == 0.0) continue;
        // Relative to the first group's reference value.
        means[at(g)] = (shift(g, feature) - shift(0, feature)) + sum(g, feature) / weight[at(g)];
        center += weight[at(g)] * means[at(g)];
        all += weight[at(g)];
    }
    center /= all;
    for (Index g = 0; g < groups(); ++g)
        if (weight[at(g)] != 0.0) means[at(g)] -= center;
}

std::vector<double> group_weights(const Grouping& grouping) {
    std::vector<double> weight(at(grouping.groups), 0.0);
    for (std::size_t i = 0; i < grouping.group_of.size(); ++i)
        if (grouping.group_of[i] >= 0)
            weight[at(grouping.group_of[i])] += grouping.weights.empty() ? 1.0 : grouping.weights[i];
    return weight;
}

GroupMoments start_moments(const Rows& x, const Grouping& grouping) {
    GroupMoments moments;
    moments.weight = group_weights(grouping);
    moments.shift = x.sparse() ? sparse_shift(x, grouping) : first_samples(x, grouping);
    moments.sum = DenseMatrix(grouping.groups, x.cols());
    moments.square = DenseMatrix(grouping.groups, x.cols());
    return moments;
}

void finish_moments(const Rows& x, const Grouping& grouping, GroupMoments& moments, const Context& context) {
    const Index cells = grouping.groups * x.cols();
    if (!std::all_of(moments.square.data(), moments.square.data() + cells,
                     [](double q) { return std::isfinite(q); }))
        if (const auto cell = first_unusable(x, context)) throw Error(describe(*cell));
    moments.constant = find_constant(x, grouping, moments, context);
    sum_again_if_far_off(x, grouping, moments, context);
}

void sum_again_if_far_off(const Rows& x, const Grouping& grouping, GroupMoments& moments,
                          const Context& context) {
    const std::vector<Strip> strips = moment_strips(x.cols());
    const std::vector<char> moved = move_shift_to_mean(moments, strips);
    std::vector<Strip> again;
    for (std::size_t s = 0; s < strips.size(); ++s)
        if (moved[s] != 0) again.push_back(strips[s]);
    if (again.empty()) return;
    if (x.sparse())
        add_sparse_moments(x, grouping, moments, context);
    else
        add_dense_moments(x, grouping, again, moments, context);
}

GroupMoments group_moments(const Rows& x, const Grouping& grouping, const Context& context) {
    if (auto known = moments_of_survey(x, grouping, context)) return std::move(*known);
    GroupMoments moments = start_moments(x, grouping);
    if (x.sparse())
        add_sparse_moments(x, grouping, moments, context);
    else
        add_dense_moments(x, grouping, moment_strips(x.cols()), moments, context);
    finish_moments(x, grouping, moments, context);
    return moments;
}

Scatter group_scatter(const GroupMoments& moments) {
    const Index features = moments.features();
    Scatter scatter{std::vector<double>(at(features)), std::vector<double>(at(features)), moments.constant};
    std::vector<double> offset(at(moments.groups()));
    for (Index j = 0; j < features; ++j) {
        if (moments.constant[at(j)] != 0) continue;
        moments.centered_means(j, offset);
        for (Index g = 0; g < moments.groups(); ++g) {
            const double weight = moments.weight[at(g)];
            if (weight == 0.0) continue;
            scatter.between[at(j)] += weight * offset[at(g)] * offset[at(g)];
            scatter.within[at(j)] += moments.scatter(g, j);
        }
    }
    return scatter;
}

Scatter class_scatter(const Rows& x, const Labels& labels, const Context& context) {
    return group_scatter(group_moments(x, {labels.of, labels.classes()}, context));
}

}  // namespace tamis::detail
