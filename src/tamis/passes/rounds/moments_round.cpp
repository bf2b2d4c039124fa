#include "tamis/passes/rounds/moments_round.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/passes/moments/dense_moments.hpp"
#include "tamis/passes/moments/sparse_moments.hpp"

namespace tamis::detail {

void add_matrix(DenseMatrix& a, const DenseMatrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) throw Error("two shards answered with other shapes");
    const Index cells = a.rows() * a.cols();
    for (Index c = 0; c < cells; ++c) a.data()[c] += b.data()[c];
}

MomentsRound::Partial MomentsRound::partial(const Request& request, const Own& own, const Rows& shard,
                                            const Context& context) {
    const Index groups = request.shift.rows();
    require_per_row(own.group_of.size(), shard);
    if (!own.weights.empty()) require_per_row(own.weights.size(), shard);
    require_per_column(at(request.shift.cols()), shard);
    require_below(own.group_of, groups);
    const Grouping grouping{own.group_of, groups, own.weights};
    GroupMoments moments;
    moments.weight = group_weights(grouping);
    moments.shift = request.shift;
    moments.sum = DenseMatrix(groups, shard.cols());
    moments.square = DenseMatrix(groups, shard.cols());
    if (shard.sparse()) {
        add_sparse_moments(shard, grouping, moments, context);
    } else {
        std::vector<Strip> strips;
        for (std::size_t s = 0; s < std::min(request.begins.size(), request.ends.size()); ++s) {
            strips.push_back({request.begins[s], request.ends[s]});
            if (strips.back().begin < 0 || strips.back().width() < 0 || strips.back().end > shard.cols())
                throw Error("a request asks for columns that the shard does not have");
        }
        add_dense_moments(shard, grouping, strips, moments, context);
    }
    return {std::move(moments.sum), std::move(moments.square)};
}

void MomentsRound::merge(Partial& partial, const Partial& later) {
    add_matrix(partial.sum, later.sum);
    add_matrix(partial.square, later.square);
}

void add_shard_moments(const Shards& shards, const Grouping& grouping, std::span<const Strip> strips,
                       GroupMoments& moments, const Context& context) {
    MomentsRound::Request request{.shift = moments.shift, .begins = {}, .ends = {}};
    for (const Strip& strip : strips) {
        request.begins.push_back(strip.begin);
        request.ends.push_back(strip.end);
    }
    const ShardsShape& shape = shards.shape();
    const auto own = [&](Index shard) {
        return MomentsRound::Own{of_shard(grouping.group_of, shape, shard),
                                 of_shard(grouping.weights, shape, shard)};
    };
    const MomentsRound::Partial sums = run_round<MomentsRound>(shards, request, own, context);
    for (const DenseMatrix* cells : {&sums.sum, &sums.square})
        if (cells->rows() != moments.groups() || cells->cols() != moments.features())
            throw Error("an answer with sums is damaged");
    for (Index g = 0; g < moments.groups(); ++g)
        for (const Strip& strip : strips) {
            std::copy_n(sums.sum.row(g) + strip.begin, strip.width(), moments.sum.row(g) + strip.begin);
            std::copy_n(sums.square.row(g) + strip.begin, strip.width(), moments.square.row(g) + strip.begin);
        }
}

}  // namespace tamis::detail
