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
    std::size_t next = 0;
    const std::vector<Index> begins = shards_->run_rows();
    const auto own = [&](Index run) -> std::optional<GatherRound::Own> {
        const Index begin = begins[at(run)], end = begins[at(run) + 1];
        GatherRound::Own rows;
        for (; next < places.size() && wanted[places[next]] < end; ++next)
            rows.rows.push_back(wanted[places[next]] - begin);
        // The first one also answers if no rows are wanted.
        if (rows.rows.empty() && !(wanted.empty() && run == 0)) return std::nullopt;
        return rows;
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
    if (std::is_sorted(wanted.begin(), wanted.end())) return std::move(*found);
    std::vector<Index> order(places.size());
    for (std::size_t p = 0; p < places.size(); ++p) order[places[p]] = static_cast<Index>(p);
    return take_rows(*found, order);
}

GatherRound::Partial GatherRound::partial(const Request&, const Own& own, const Rows& run, const Context&) {
    require_rows_of(run, own.rows);
    return {pack_rows(run.gather(own.rows))};
}

}  // namespace tamis::detail
