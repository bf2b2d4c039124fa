// Whole trees where every worker has all rows: each grows some of them, and then all search a part of the
// leaves of every tree. What was found in earlier trees tells how near the neighbors are that are left to
// find, so a worker gets leaves that have most of their samples in common.
#pragma once

#include <vector>

#include "tamis/graph/shards/tree_rounds.hpp"

namespace tamis::detail {

struct GrowthRound {
    static constexpr std::string_view name = "tree growth";
    struct Request {
        PointsKind points;
        Index levels = 0;

        template <class Archive>
        void fields(Archive& archive) {
            archive(points, levels);
        }
    };
    struct Mine {
        OwnRows rows;              // all of them
        std::vector<Index> trees;  // their numbers

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows, trees);
        }
    };
    using Own = Delivery;
    struct Partial {
        std::vector<std::vector<Small>> orders;  // per tree: the samples in the order of its leaves

        template <class Archive>
        void fields(Archive& archive) {
            archive(orders);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& run, const Context& context);
};

// Leaves of some trees that a worker searches: per tree, their numbers in ascending order.
using LeafShare = std::vector<std::vector<Index>>;

// Deals the leaves of every tree to so many workers, about as many to each. `orders`: of the samples in the
// leaves, per tree, which has so many levels.
std::vector<LeafShare> deal_leaves(std::span<const std::vector<Small>> orders, Index levels, Index workers);

// What is near within some leaves of every tree.
struct ForestRound {
    static constexpr std::string_view name = "tree leaves";
    struct Request {
        PointsKind points;
        Index levels = 0;
        Index places = 1;                        // of the list of a sample
        std::vector<std::vector<Small>> orders;  // per tree: the samples in the order of its leaves
        std::vector<double> caps;                // per sample: nothing farther is asked for

        template <class Archive>
        void fields(Archive& archive) {
            archive(points, levels, places, orders, caps);
        }
    };
    struct Mine {
        OwnRows rows;  // all of them
        LeafShare leaves;

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows, leaves);
        }
    };
    using Own = Delivery;
    using Partial = NearLists;  // per sample
    static Partial partial(const Request& request, const Own& own, const Rows& run, const Context& context);
};

}  // namespace tamis::detail
