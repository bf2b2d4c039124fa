#include "tamis/core/shards/sharded_rows.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "tamis/core/error.hpp"
#include "tamis/core/shards/parcels_round.hpp"

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
    if (auto known = shards_->known_rows().take(wanted)) return std::move(*known);
    std::vector<std::size_t> places(wanted.size());  // in ascending order of the rows
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
    std::vector<Index> ascending;
    for (const std::size_t place : places) ascending.push_back(wanted[place]);
    const RowRuns::Dealt dealt = shards_->runs().deal(ascending);
    const auto own = [&](Index run) -> std::optional<GatherRound::Own> {
        const std::vector<Index>& rows = dealt.places[at(run)];
        // The first one also answers if no rows are wanted.
        if (rows.empty() && !(wanted.empty() && run == 0)) return std::nullopt;
        return GatherRound::Own{rows};
    };
    std::optional<Matrix> found;
    for (const GatherRound::Partial& answer : run_on_runs<GatherRound>(*shards_, {}, own, {})) {
        if (answer.rows.empty()) continue;
        Matrix rows = unpack_rows(answer.rows);
        if (!found)
            found = std::move(rows);
        else
            found->append_rows(rows);
    }
    if (!found || found->rows() != static_cast<Index>(wanted.size()))
        throw Error("rows from another shard are damaged");
    std::vector<Index> order(wanted.size());
    for (std::size_t p = 0; p < places.size(); ++p) order[places[p]] = dealt.order[p];
    if (std::is_sorted(order.begin(), order.end())) return std::move(*found);
    return take_rows(*found, order);
}

GatherRound::Partial GatherRound::partial(const Request&, const Own& own, const Rows& run, const Context&) {
    require_rows_of(run, own.rows);
    return {pack_rows(run.gather(own.rows))};
}

}  // namespace tamis::detail
