// Random projection trees of sharded rows: their upper levels by projections where the rows are, the rest of
// them and their leaves on rows that were brought together.
#pragma once

#include <cstdint>
#include <vector>

#include "tamis/core/shards/deliveries.hpp"
#include "tamis/graph/approximate/trees.hpp"
#include "tamis/graph/neighbors.hpp"
#include "tamis/graph/shards/best_lists.hpp"

namespace tamis::detail {

// The samples as points: what workers need to know for it.
struct PointsKind {
    Metric metric = Metric::euclidean;
    std::uint64_t seed = 0;

    template <class Archive>
    void fields(Archive& archive) {
        archive(metric, seed);
    }
};

// The rows of a run, projected on the directions of their nodes.
struct ProjectionsRound {
    static constexpr std::string_view name = "tree projections";
    struct Request {
        PointsKind points;
        std::vector<std::vector<double>> directions;  // per tree: of all nodes

        template <class Archive>
        void fields(Archive& archive) {
            archive(points, directions);
        }
    };
    struct Own {
        std::vector<std::vector<Small>> node_of;  // per tree and row

        template <class Archive>
        void fields(Archive& archive) {
            archive(node_of);
        }
    };
    struct Partial {
        std::vector<std::vector<double>> projections;  // per tree and row

        template <class Archive>
        void fields(Archive& archive) {
            archive(projections);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& run, const Context& context);
};

// Whether it has every one of so many samples once.
bool is_order(std::span<const Small> order, Index samples);

// Trees, or parts of them: their leaves, and what is near within them.
struct LeavesRound {
    static constexpr std::string_view name = "tree leaves";
    struct Request {
        PointsKind points;
        Index levels = 0;  // below the nodes
        Index places = 1;  // of the list of a sample

        template <class Archive>
        void fields(Archive& archive) {
            archive(points, levels, places);
        }
    };
    struct Mine {
        OwnRows rows;  // of the samples below each of the nodes, which are counted by ascending numbers
        std::vector<TreeNode> nodes;
        std::vector<Small> order;  // of the samples in the trees
        std::vector<double> caps;  // per sample: nothing farther is asked for
        bool wants_order = false;  // of the samples in the leaves of the first one

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows, nodes, order, caps, wants_order);
        }
    };
    using Own = Delivery;
    struct Partial {
        NearLists near;  // per sample
        std::vector<Small> order;

        template <class Archive>
        void fields(Archive& archive) {
            archive(near, order);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& run, const Context& context);
};

}  // namespace tamis::detail
