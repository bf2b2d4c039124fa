#include "tamis/core/shards/sharded_rows.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/error.hpp"

namespace tamis::detail {

void ShardedRows::for_each_block(const Context&, FunctionRef<void(const RowBlock&)>) const {
    const Index count = shards_->shape().count();
    throw Error("this step needs all rows in one place and is not shared: the rows are in " +
                std::to_string(count) + (count == 1 ? " shard" : " shards"));
}

Matrix ShardedRows::gather(std::span<const Index> wanted) const {
    const ShardsShape& shape = shards_->shape();
    for (const Index row : wanted)
        if (row < 0 || row >= shape.rows())
            throw Error("there is no row " + std::to_string(row) + " (counted from 0) among " +
                        std::to_string(shape.rows()));
    std::vector<std::size_t> places(wanted.size());  // in ascending order of the rows
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
    std::size_t next = 0;
    const auto own = [&](Index shard) {
        GatherRound::Own rows;
        for (; next < places.size() && wanted[places[next]] < shape.end(shard); ++next)
            rows.rows.push_back(wanted[places[next]] - shape.begin(shard));
        return rows;
    };
    const Matrix found = run_round<GatherRound>(*shards_, {}, own, {}).rows;
    std::vector<Index> order(places.size());
    for (std::size_t p = 0; p < places.size(); ++p) order[places[p]] = static_cast<Index>(p);
    return take_rows(found, order);
}

GatherRound::Partial GatherRound::partial(const Request&, const Own& own, const Rows& shard, const Context&) {
    for (const Index row : own.rows)
        if (row < 0 || row >= shard.rows())
            throw Error("a shard of " + std::to_string(shard.rows()) + " rows was asked for row " +
                        std::to_string(row) + " (counted from 0)");
    return {shard.gather(own.rows)};
}

void GatherRound::merge(Partial& partial, const Partial& later) {
    if (later.rows.rows() > 0) partial.rows.append_rows(later.rows);
}

}  // namespace tamis::detail
