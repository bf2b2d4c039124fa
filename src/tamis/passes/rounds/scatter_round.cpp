#include "tamis/passes/rounds/scatter_round.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/passes/centered/centered_data.hpp"
#include "tamis/passes/rounds/moments_round.hpp"

namespace tamis::detail {

namespace {

constexpr double most_bytes = 1e9;  // that a shard sends in one round

void require_shared_scatter(const ShardsShape& shape, Index matrices) {
    if (shape.cols > shape.rows())
        throw Error(fmt::format("there are {} features and {} samples: scatter matrices are shared only if "
                                "there are at least as many samples as features",
                                shape.cols, shape.rows()),
                    "select features first, or copy the rows to one machine");
    const auto side = static_cast<double>(shape.cols);
    const double bytes = side * side * sizeof(double) * static_cast<double>(matrices);
    if (bytes > most_bytes)
        throw Error(fmt::format("{} of {} × {} would take {:.1f} GB per shard, and at most 1 GB is shared",
                                matrices == 1 ? std::string("a scatter matrix")
                                              : fmt::format("{} scatter matrices", matrices),
                                shape.cols, shape.cols, bytes / 1e9),
                    "select features first");
}

void add_triangle(const DenseMatrix& gram, double* triangle) {
    for (Index i = 0; i < gram.rows(); ++i)
        for (Index j = 0; j <= i; ++j) *triangle++ += gram(i, j);
}

void write_square(const double* triangle, Index side, double* square) {
    for (Index i = 0; i < side; ++i)
        for (Index j = 0; j <= i; ++j) square[i * side + j] = square[j * side + i] = *triangle++;
}

DenseMatrix triangles_of(const Shards& shards, const DenseMatrix& means, std::span<const int> group_of,
                         bool each_group, const Context& context) {
    require_shared_scatter(shards.shape(), each_group ? means.rows() : 1);
    const auto own = [&](Index shard) {
        return ScatterRound::Own{of_shard(group_of, shards.shape(), shard)};
    };
    return run_round<ScatterRound>(shards, {means, each_group}, own, context).triangles;
}

}  // namespace

ScatterRound::Partial ScatterRound::partial(const Request& request, const Own& own, const Rows& shard,
                                            const Context& context) {
    const Index groups = request.means.rows(), d = shard.cols();
    require_per_row(own.group_of.size(), shard);
    require_per_column(at(request.means.cols()), shard);
    require_below(own.group_of, groups);
    Partial sums{DenseMatrix(request.each_group ? groups : 1, d * (d + 1) / 2)};
    // A matrix in memory is one block, so its sums are those of a run without shards.
    shard.for_each_block(context, [&](const RowBlock& block) {
        const auto here = std::span(own.group_of).subspan(at(block.first), at(block.cells.rows()));
        const CenteredData centered(block.cells, {.means = request.means, .group_of = here});
        std::vector<std::vector<Index>> members(at(sums.triangles.rows()));
        for (std::size_t i = 0; i < here.size(); ++i) {
            if (here[i] < 0) throw Error("a request for scatter matrices leaves rows out");
            members[request.each_group ? at(here[i]) : 0].push_back(static_cast<Index>(i));
        }
        for (Index g = 0; g < sums.triangles.rows(); ++g)
            if (!members[at(g)].empty())
                add_triangle(centered.feature_gram(members[at(g)], {}, context), sums.triangles.row(g));
    });
    return sums;
}

void ScatterRound::merge(Partial& partial, const Partial& later) {
    add_matrix(partial.triangles, later.triangles);
}

DenseMatrix shard_scatter(const Shards& shards, const DenseMatrix& means, std::span<const int> group_of,
                          const Context& context) {
    const DenseMatrix triangle = triangles_of(shards, means, group_of, false, context);
    DenseMatrix scatter = DenseMatrix::uninitialized(means.cols(), means.cols());
    write_square(triangle.data(), means.cols(), scatter.data());
    return scatter;
}

DenseMatrix shard_class_scatters(const Shards& shards, const DenseMatrix& means,
                                 std::span<const int> group_of, const Context& context) {
    const DenseMatrix triangles = triangles_of(shards, means, group_of, true, context);
    const Index d = means.cols();
    DenseMatrix scatters = DenseMatrix::uninitialized(means.rows(), d * d);
    for (Index g = 0; g < means.rows(); ++g) write_square(triangles.row(g), d, scatters.row(g));
    return scatters;
}

ChangedRows projected_rows(const Rows& x, const std::vector<double>& mean, const DenseMatrix& components) {
    const ShardView view{std::string(ProjectedView::name),
                         to_bytes(ProjectedView::Request{mean, components})};
    return {x, components.cols(), false,
            [mean, components](Matrix& block) {
                const Matrix before = std::move(block);
                block = CenteredData(before, mean).times(components, {});
            },
            view};
}

ChangedRows ProjectedView::changed(const Request& request, const Rows& shard) {
    require_per_column(request.mean.size(), shard);
    require_per_column(at(request.components.rows()), shard);
    return projected_rows(shard, request.mean, request.components);
}

}  // namespace tamis::detail
