// Exact neighbors of sharded rows: blocks of samples travel to every shard, which answers with the nearest of
// its own rows; the best of all shards are kept. Distances are those of the search in memory, to the bit, and
// ties go to the lower index as there.
#pragma once

#include <span>

#include "tamis/core/shards/round.hpp"
#include "tamis/graph/class_neighbors.hpp"
#include "tamis/graph/neighbors.hpp"

namespace tamis::detail {

// What is called near.
struct Nearness {
    enum Kind : std::uint8_t { euclidean, cosine, manhattan };
    Kind kind = euclidean;
    std::vector<double> factors;  // per column: Σ f|a-b|, or Σ(fa-fb)²; empty: none, but for manhattan

    template <class Archive>
    void fields(Archive& archive) {
        archive(kind, factors);
    }
};

struct NeighborRound {
    static constexpr std::string_view name = "neighbors";
    struct Request {
        Nearness nearness;
        Index count = 0;  // nearest rows per asked sample and group
        Index groups = 1;
        Matrix asked;                 // samples, one per row
        std::vector<Index> asked_of;  // their numbers among all rows

        template <class Archive>
        void fields(Archive& archive) {
            archive(nearness, count, groups, asked, asked_of);
        }
    };
    struct Own {
        Index first = 0;            // number of the shard's first row among all rows
        std::vector<int> group_of;  // of its rows; empty: all in group 0

        template <class Archive>
        void fields(Archive& archive) {
            archive(first, group_of);
        }
    };
    // Of asked sample a and group g: found[a·groups + g] places from (a·groups + g)·count on.
    struct Partial {
        Index count = 0;
        std::vector<Index> found;
        std::vector<Index> index;
        std::vector<double> distances;

        template <class Archive>
        void fields(Archive& archive) {
            archive(count, found, index, distances);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

// The lists of all samples, or of `probes` in their order, k per group.
ClassNeighbors shard_neighbors(const Rows& x, const Nearness& nearness, std::span<const int> group_of,
                               Index groups, Index k, std::span<const Index> probes, const Context& context);

}  // namespace tamis::detail
