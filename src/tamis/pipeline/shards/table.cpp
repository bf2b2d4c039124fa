#include "tamis/pipeline/shards/table.hpp"

#include <algorithm>
#include <bit>
#include <deque>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/core/shards/columns_view.hpp"
#include "tamis/core/shards/parcels_round.hpp"
#include "tamis/core/shards/sharded_rows.hpp"
#include "tamis/graph/shards/comparison_round.hpp"
#include "tamis/graph/shards/descent_round.hpp"
#include "tamis/graph/shards/forest_rounds.hpp"
#include "tamis/graph/shards/neighbor_round.hpp"
#include "tamis/graph/shards/one_place.hpp"
#include "tamis/graph/shards/stored_cells.hpp"
#include "tamis/passes/identical_columns.hpp"
#include "tamis/passes/repeated/repeated_rows.hpp"
#include "tamis/passes/rounds/cell_rounds.hpp"
#include "tamis/passes/rounds/differences_round.hpp"
#include "tamis/passes/rounds/gram_rows_round.hpp"
#include "tamis/passes/rounds/moments_round.hpp"
#include "tamis/passes/rounds/product_rounds.hpp"
#include "tamis/passes/rounds/scatter_round.hpp"
#include "tamis/passes/survey/survey_round.hpp"
#include "tamis/passes/unit/column_units.hpp"
#include "tamis/preprocess/column_statistics.hpp"
#include "tamis/preprocess/present_means.hpp"
#include "tamis/preprocess/scaled_rows.hpp"
#include "tamis/preprocess/unusable_cells.hpp"

namespace tamis::detail {

namespace {

struct RoundEntry {
    std::string_view name;
    Bytes (*partial)(std::string_view request, const OwnRequest& own, const Rows& shard,
                     const Context& context);
    Bytes (*merge)(std::span<const std::string_view> partials, Merge which);
};

// Depth first, so that few of them are held at a time. The left side is the largest power of two that leaves
// something to the right.
template <class Round>
typename Round::Partial folded(std::span<const std::string_view> partials) {
    if (partials.size() == 1) return from_bytes<typename Round::Partial>(partials.front());
    const std::size_t middle = std::bit_floor(partials.size() - 1);
    typename Round::Partial merged = folded<Round>(partials.first(middle));
    Round::merge(merged, folded<Round>(partials.subspan(middle)));
    return merged;
}

template <class Round>
constexpr RoundEntry entry_of() {
    return {Round::name,
            [](std::string_view request, const OwnRequest& own, const Rows& shard, const Context& context) {
                const auto asked = from_bytes<typename Round::Request>(request);
                typename Round::Own part{};
                if constexpr (!std::is_same_v<typename Round::Own, Nothing>)
                    part = own.as<typename Round::Own>();
                return to_bytes(Round::partial(asked, part, shard, context));
            },
            []([[maybe_unused]] std::span<const std::string_view> partials,
               [[maybe_unused]] Merge which) -> Bytes {
                if constexpr (!requires { &Round::merge; })
                    throw Error("answers to '" + std::string(Round::name) + "' are not merged");
                else {
                    auto merged = folded<Round>(partials);
                    if constexpr (requires { Round::finish(merged); })
                        if (which == Merge::all) Round::finish(merged);
                    return to_bytes(merged);
                }
            }};
}

struct ViewEntry {
    std::string_view name;
    ChangedRows (*changed)(std::string_view request, const Rows& shard);
};

template <class View>
constexpr ViewEntry view_entry_of() {
    return {View::name, [](std::string_view request, const Rows& shard) {
                return View::changed(from_bytes<typename View::Request>(request), shard);
            }};
}

constexpr RoundEntry rounds[] = {
#define TAMIS_ROUND(Round) entry_of<Round>(),
#define TAMIS_VIEW(View)
#include "tamis/pipeline/shards/rounds.def"
#undef TAMIS_ROUND
#undef TAMIS_VIEW
};

constexpr ViewEntry views[] = {
#define TAMIS_ROUND(Round)
#define TAMIS_VIEW(View) view_entry_of<View>(),
#include "tamis/pipeline/shards/rounds.def"
#undef TAMIS_ROUND
#undef TAMIS_VIEW
};

template <class Table>
const auto& find_entry(const Table& table, std::string_view name) {
    const auto* entry =
        std::find_if(std::begin(table), std::end(table), [&](const auto& one) { return one.name == name; });
    if (entry == std::end(table))
        throw Error(
            "a worker was asked for '" + std::string(name) + "', which its version of tamis does not know",
            "run the same version of tamis everywhere");
    return *entry;
}

// work(request, rows) with the rows as the views of the request show them.
template <class Work>
auto seen(std::string_view shared, const Rows& shard, Work work) {
    const auto asked = from_bytes<RoundRequest>(shared);
    std::deque<ChangedRows> changed;  // each reads the one before it
    for (const ShardView& view : asked.views) {
        const Rows before = changed.empty() ? shard : Rows(changed.back());
        changed.push_back(find_entry(views, view.name).changed(view.what, before));
    }
    return work(asked.request, changed.empty() ? shard : Rows(changed.back()));
}

}  // namespace

Bytes partial_of(std::string_view round, std::string_view shared, const OwnRequest& own, const Rows& shard,
                 const Context& context) {
    const RoundEntry& entry = find_entry(rounds, round);
    return seen(shared, shard, [&](std::string_view request, const Rows& rows) {
        return entry.partial(request, own, rows, context);
    });
}

std::vector<Bytes> parcels_from(std::string_view shared, std::string_view own, const Rows& run,
                                const Context& context) {
    return seen(shared, run, [&](std::string_view request, const Rows& rows) {
        return ParcelsRound::partial(from_bytes<ParcelsRound::Request>(request),
                                     from_bytes<ParcelsRound::Own>(own), rows, context)
            .parcels;
    });
}

DeliveredRows together_from(std::string_view shared, const Delivery& delivery, const OwnRows& own,
                            const Rows& run) {
    return seen(shared, run,
                [&](std::string_view, const Rows& rows) { return delivered_rows(delivery, own, rows); });
}

Bytes merge_of(std::string_view round, std::span<const std::string_view> partials, Merge which) {
    const RoundEntry& entry = find_entry(rounds, round);
    if (partials.empty()) throw Error("there are no shards");
    return partials.size() == 1 ? Bytes(partials.front()) : entry.merge(partials, which);
}

Bytes merge_of(std::string_view round, std::string_view earlier, std::string_view later) {
    const std::string_view both[] = {earlier, later};
    return merge_of(round, both);
}

std::vector<std::string> round_names() {
    std::vector<std::string> names;
    for (const RoundEntry& entry : rounds) names.emplace_back(entry.name);
    return names;
}

}  // namespace tamis::detail
