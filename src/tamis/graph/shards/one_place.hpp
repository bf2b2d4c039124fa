// The approximate search on shards that one worker holds: nothing has to travel.
#pragma once

#include "tamis/core/shards/round.hpp"
#include "tamis/graph/neighbors.hpp"

namespace tamis::detail {

struct OnePlaceRound {
    static constexpr std::string_view name = "neighbors in one place";
    struct Request {
        Index k = 1;
        Metric metric = Metric::euclidean;
        double recall = 0.95;
        std::uint64_t seed = 0;

        template <class Archive>
        void fields(Archive& archive) {
            archive(k, metric, recall, seed);
        }
    };
    using Own = Nothing;
    struct Partial {
        Neighbors lists;
        std::vector<std::string> warnings;

        template <class Archive>
        void fields(Archive& archive) {
            FoundBy& by = lists.found_by;
            archive(lists.samples, lists.count, lists.index, lists.squared_distances, warnings);
            archive(by.search, by.recall, by.recall_low, by.recall_high, by.trees, by.rounds);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& run, const Context& context);
};

// Whether one worker holds all shards, and has room for a copy of these cells unless they are one shard.
bool are_in_one_place(const Shards& shards, Index cells);

// The bits of the search in memory, if all are in one place.
Neighbors search_in_one_place(const Shards& shards, Index k, Metric metric, double recall,
                              const Context& context);

}  // namespace tamis::detail
