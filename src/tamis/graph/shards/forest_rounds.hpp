// Whole trees where every worker has all rows: each grows some of them, and then all search a part of the
// leaves of one tree after the other. What was found in earlier trees tells how near the neighbors are that
// are left to find; workers with trees of their own would know less, and take longer.
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

// What is near within some of the leaves of a tree.
struct ForestRound {
    static constexpr std::string_view name = "tree leaves";
    struct Request {
        PointsKind points;
        Index levels = 0;
        Index places = 1;          // of the list of a sample
        std::vector<Small> order;  // of the samples in the leaves
        std::vector<double> caps;  // per sample: nothing farther is asked for

        template <class Archive>
        void fields(Archive& archive) {
            archive(points, levels, places, order, caps);
        }
    };
    struct Mine {
        OwnRows rows;              // all of them
        Index begin = 0, end = 0;  // leaves

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows, begin, end);
        }
    };
    using Own = Delivery;
    using Partial = NearLists;  // per sample; none of those in other leaves
    static Partial partial(const Request& request, const Own& own, const Rows& run, const Context& context);
};

}  // namespace tamis::detail
