// Rows of the inner products of all centered features of sharded rows.
#pragma once

#include "tamis/core/shards/round.hpp"

namespace tamis::detail {

struct GramRowsRound {
    static constexpr std::string_view name = "gram rows";
    struct Request {
        std::vector<double> means;  // of all features
        double unit = 1.0;
        std::vector<Index> columns;

        template <class Archive>
        void fields(Archive& archive) {
            archive(means, unit, columns);
        }
    };
    using Own = Nothing;
    struct Partial {
        DenseMatrix rows;  // columns × features

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

// Σ_i z_ia·z_ij for the given columns a and all features j, z = (x - mean)·unit.
DenseMatrix shard_gram_rows(const Shards& shards, const std::vector<double>& means, double unit,
                            std::span<const Index> columns, const Context& context);

}  // namespace tamis::detail
