// Differences of pairs of sharded rows: every shard sums over the lists of its rows. The rows that a list has
// in other runs of shards travel with the request, each once to a run.
#pragma once

#include "tamis/core/shards/round.hpp"
#include "tamis/passes/row_differences.hpp"

namespace tamis::detail {

struct DifferencesRound {
    static constexpr std::string_view name = "differences";
    struct Request {
        Difference kind = Difference::absolute;
        bool moments = false;
        std::vector<double> shift;  // of the moments

        template <class Archive>
        void fields(Archive& archive) {
            archive(kind, moments, shift);
        }
    };
    // The lists of one shard.
    struct Lists {
        std::vector<Index> rows;          // of the shard
        std::vector<Index> starts{0};     // of each list among the others, and their number
        std::vector<Index> others;        // rows of the run, and then those of `beyond`
        std::vector<double> weights;      // of the others
        std::vector<double> row_weights;  // moments: of each list's row
        std::vector<double> scales;       // combined: of each list

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows, starts, others, weights, row_weights, scales);
        }
    };
    struct Own {
        std::vector<Index> cuts{0};  // where each shard begins in the run, and the rows of the run
        std::vector<Lists> shards;
        Bytes beyond;  // rows of other runs, packed; empty if there are none

        template <class Archive>
        void fields(Archive& archive) {
            archive(cuts, shards, beyond);
        }
    };
    struct Sums {
        std::vector<double> difference, sum, square;

        template <class Archive>
        void fields(Archive& archive) {
            archive(difference, sum, square);
        }
    };
    // Sums are added up in the order of all shards, so each is told.
    struct Partial {
        std::vector<Sums> shards;

        template <class Archive>
        void fields(Archive& archive) {
            archive(shards);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& run, const Context& context);
};

// As weighted_differences. The rows that travel are fetched for as many lists at a time as memory of the
// driver allows, in one round for that and one for the sums.
std::vector<double> shard_differences(const Rows& x, const Shards& shards, Index lists, Difference kind,
                                      FunctionRef<void(Index list, RowPairs& pairs)> pairs_of,
                                      const Context& context, const RowMoments* moments);

}  // namespace tamis::detail
