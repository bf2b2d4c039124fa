// Scatter matrices of sharded rows, and sharded rows in a few directions.
#pragma once

#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/core/shards/round.hpp"

namespace tamis::detail {

struct ScatterRound {
    static constexpr std::string_view name = "scatter";
    struct Request {
        DenseMatrix means;        // groups × features: what each row is taken about
        bool each_group = false;  // one matrix per group, or the sum of all

        template <class Archive>
        void fields(Archive& archive) {
            archive(means, each_group);
        }
    };
    struct Own {
        std::vector<int> group_of;

        template <class Archive>
        void fields(Archive& archive) {
            archive(group_of);
        }
    };
    struct Partial {
        DenseMatrix triangles;  // one row per matrix: its lower triangle, row by row

        template <class Archive>
        void fields(Archive& archive) {
            archive(triangles);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

// Σ (x_i - m)(x_i - m)ᵀ with m the mean of the row's group, features × features. Throws Error if there are
// more features than rows, or if what one shard sends would take more than 1 GB.
DenseMatrix shard_scatter(const Shards& shards, const DenseMatrix& means, std::span<const int> group_of,
                          const Context& context);
// The same for every group by itself: groups × (features·features).
DenseMatrix shard_class_scatters(const Shards& shards, const DenseMatrix& means,
                                 std::span<const int> group_of, const Context& context);

// (x - mean)·components as the rows are read.
ChangedRows projected_rows(const Rows& x, const std::vector<double>& mean, const DenseMatrix& components);

struct ProjectedView {
    static constexpr std::string_view name = "projected";
    struct Request {
        std::vector<double> mean;
        DenseMatrix components;

        template <class Archive>
        void fields(Archive& archive) {
            archive(mean, components);
        }
    };
    static ChangedRows changed(const Request& request, const Rows& shard);
};

}  // namespace tamis::detail
