// Random projection trees of sharded rows: their upper levels by projections where the rows are, the rest of
// them and their leaves on rows that were brought together.
#pragma once

#include <cstdint>
#include <vector>

#include "tamis/core/shards/deliveries.hpp"
#include "tamis/graph/approximate/trees.hpp"
#include "tamis/graph/neighbors.hpp"
#include "tamis/graph/shards/near_lists.hpp"

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
// Whether so many samples may be halved so often: no leaf is empty.
bool may_have_levels(Index levels, Index samples);

// The nearest within leaves of one tree after the other, so many per sample. Nothing farther than
// caps[sample] is asked for.
NearLists near_in_leaves(const Points& points, std::span<const Leaves> trees, Index places,
                         std::span<const double> caps, const Context& context);

// The part of a tree below a node: its leaves, and what is near within them.
struct LeavesRound {
    static constexpr std::string_view name = "leaves below a node";
    struct Request {
        PointsKind points;
        Index levels = 0;  // below the node
        Index places = 1;  // of the list of a sample

        template <class Archive>
        void fields(Archive& archive) {
            archive(points, levels, places);
        }
    };
    struct Mine {
        OwnRows rows;  // of the samples below the node, which are counted by ascending numbers
        TreeNode node;
        std::vector<Small> order;  // of the samples in the tree
        std::vector<double> caps;  // per sample: nothing farther is asked for
        bool wants_order = false;  // of the samples in the leaves

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows, node, order, caps, wants_order);
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
