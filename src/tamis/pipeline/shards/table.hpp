// All rounds by name, for engines: what a worker calls (core/shards/shards.hpp says when).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tamis/core/rows.hpp"
#include "tamis/core/shards/deliveries.hpp"
#include "tamis/core/shards/shards.hpp"

namespace tamis::detail {

// What a shard answers. `shared` and `own` are as the engine got them, or `own` is a delivery; it is empty if
// there is none.
// Throws Error on a round that this version does not know and on bytes that are not a request, and whatever
// the work throws. Several may run at once.
Bytes partial_of(std::string_view round, std::string_view shared, const OwnRequest& own, const Rows& shard,
                 const Context& context = {});

// As partial_of for ParcelsRound, but returns the parcels themselves: they are large.
std::vector<Bytes> parcels_from(std::string_view shared, std::string_view own, const Rows& run,
                                const Context& context = {});

// The rows of a delivery, put together with those of the run for rounds to come (Delivery::kept). `shared` is
// what the parcels were asked for with.
DeliveredRows together_from(std::string_view shared, const Delivery& delivery, const OwnRows& own,
                            const Rows& run);

// The partials of neighboring shards as one: by pairs, (0,1), (2,3), …, then pairs of those, an odd one out
// moving up as it is. So the partials of 2^k shards that begin at a multiple of 2^k may be merged on their
// own. Each is read once, and the result is written once, however many there are. `all`: nothing will be
// merged with the result, so it need only hold what the driver needs.
enum class Merge { some, all };
Bytes merge_of(std::string_view round, std::span<const std::string_view> partials, Merge which = Merge::some);
Bytes merge_of(std::string_view round, std::string_view earlier, std::string_view later);

// The names of all rounds, in the order of rounds.def.
std::vector<std::string> round_names();

}  // namespace tamis::detail
