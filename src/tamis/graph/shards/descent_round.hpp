// A round of NN-Descent where every worker has all rows: the worker chooses what its samples are compared
// with, and compares.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tamis/core/shards/deliveries.hpp"
#include "tamis/graph/approximate/lists.hpp"
#include "tamis/graph/cells/packing.hpp"
#include "tamis/graph/shards/near_lists.hpp"
#include "tamis/graph/shards/tree_rounds.hpp"

namespace tamis::detail {

struct DescentRound {
    static constexpr std::string_view name = "descent";
    struct Request {
        PointsKind points;
        std::optional<PackingScale> quick;  // for estimates that rule out most pairs, if there are any
        Index number = 0;                   // of the round
        KnownNeighbors lists;               // of all samples
        std::vector<double> limits;         // per sample: no farther one is of interest to it

        template <class Archive>
        void fields(Archive& archive) {
            archive(points, quick, number, lists, limits);
        }
    };
    struct Mine {
        OwnRows rows;                // all of them
        std::vector<Small> samples;  // around which to compare; those that follow each other are near

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows, samples);
        }
    };
    using Own = Delivery;
    struct Partial {
        NearLists found;  // per sample of all: what came in around those of the worker
        std::vector<std::uint8_t>
            fresh;  // per sample of the worker and place of its list: whether the entry is still fresh

        template <class Archive>
        void fields(Archive& archive) {
            archive(found, fresh);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& run, const Context& context);
};

}  // namespace tamis::detail
