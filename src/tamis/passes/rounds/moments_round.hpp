// Moments of groups over sharded rows: every shard sums about the same shift.
#pragma once

#include "tamis/core/shards/round.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/run_pass.hpp"

namespace tamis::detail {

struct MomentsRound {
    static constexpr std::string_view name = "moments";
    struct Request {
        DenseMatrix shift;
        std::vector<Index> begins, ends;  // of the strips of columns to be summed; all columns if sparse

        template <class Archive>
        void fields(Archive& archive) {
            archive(shift, begins, ends);
        }
    };
    struct Own {
        std::vector<int> group_of;
        std::vector<double> weights;

        template <class Archive>
        void fields(Archive& archive) {
            archive(group_of, weights);
        }
    };
    struct Partial {
        DenseMatrix sum, square;

        template <class Archive>
        void fields(Archive& archive) {
            archive(sum, square);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

// Fills `sum` and `square` of the moments about their shift, in the given strips.
void add_shard_moments(const Shards& shards, const Grouping& grouping, std::span<const Strip> strips,
                       GroupMoments& moments, const Context& context);

// a += b, of the same shape.
void add_matrix(DenseMatrix& a, const DenseMatrix& b);

}  // namespace tamis::detail
