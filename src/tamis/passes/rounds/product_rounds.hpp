// Products of sharded rows with vectors, and single columns of them.
#pragma once

#include "tamis/core/shards/round.hpp"

namespace tamis::detail {

// The given columns of all rows: what travels is one number per row and column.
struct ColumnsRound {
    static constexpr std::string_view name = "columns";
    struct Request {
        std::vector<Index> columns;

        template <class Archive>
        void fields(Archive& archive) {
            archive(columns);
        }
    };
    using Own = Nothing;
    struct Partial {
        DenseMatrix cells;  // rows × columns

        template <class Archive>
        void fields(Archive& archive) {
            archive(cells);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

// blockᵀ·X of the rows of each shard.
struct LeftProductsRound {
    static constexpr std::string_view name = "left products";
    using Request = Nothing;
    struct Own {
        DenseMatrix block;  // rows × vectors

        template <class Archive>
        void fields(Archive& archive) {
            archive(block);
        }
    };
    struct Partial {
        DenseMatrix products;  // vectors × features

        template <class Archive>
        void fields(Archive& archive) {
            archive(products);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

// X·vectorsᵀ: one row of products per row.
struct RightProductsRound {
    static constexpr std::string_view name = "right products";
    struct Request {
        DenseMatrix vectors;  // one per row, of length features

        template <class Archive>
        void fields(Archive& archive) {
            archive(vectors);
        }
    };
    using Own = Nothing;
    using Partial = ColumnsRound::Partial;
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

struct SquaresRound {
    static constexpr std::string_view name = "squares";
    using Request = Nothing;
    using Own = Nothing;
    struct Partial {
        std::vector<double> sums;

        template <class Archive>
        void fields(Archive& archive) {
            archive(sums);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

}  // namespace tamis::detail
