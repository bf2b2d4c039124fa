// A step of NN-Descent on rows that were brought together: samples that are compared with each other.
#pragma once

#include <optional>
#include <vector>

#include "tamis/core/shards/deliveries.hpp"
#include "tamis/graph/cells/packing.hpp"
#include "tamis/graph/shards/found_pairs.hpp"
#include "tamis/graph/shards/tree_rounds.hpp"

namespace tamis::detail {

struct ComparisonRound {
    static constexpr std::string_view name = "comparisons";
    struct Request {
        PointsKind points;
        std::optional<PackingScale> quick;  // for estimates that rule out most pairs, if there are any
        Index places = 0;                   // of the list of a sample; 0: all that is found is told

        template <class Archive>
        void fields(Archive& archive) {
            archive(points, quick, places);
        }
    };
    // Samples are counted by ascending numbers. Those of a group are compared, the fresh ones with all.
    struct Mine {
        OwnRows rows;
        std::vector<double> limits;                   // per sample: no farther one is of interest to it
        std::vector<Small> fresh_counts, old_counts;  // per group
        std::vector<Small> fresh, old;                // of one group after the other

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows, limits, fresh_counts, old_counts, fresh, old);
        }
    };
    using Own = Delivery;
    using Partial = FoundPairs;
    static Partial partial(const Request& request, const Own& own, const Rows& run, const Context& context);
};

}  // namespace tamis::detail
