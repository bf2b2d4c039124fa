// Differences of pairs of sharded rows: every shard sums over the lists of its rows, piece by piece. The rows
// that a piece has in other runs of shards travel to its run before, each once.
#pragma once

#include "tamis/core/shards/deliveries.hpp"
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
    // Some lists of one shard. How a shard is cut into pieces depends on its shape alone, and so does every
    // bit of the sums.
    struct Lists {
        Index begin = 0, end = 0;         // where the shard is in the run
        std::vector<Index> rows;          // of the shard
        std::vector<Index> starts{0};     // of each list among the others, and their number
        std::vector<Index> others;        // rows of the run, and then those of the parcels
        std::vector<double> weights;      // of the others
        std::vector<double> row_weights;  // moments: of each list's row
        std::vector<double> scales;       // combined: of each list

        template <class Archive>
        void fields(Archive& archive) {
            archive(begin, end, rows, starts, others, weights, row_weights, scales);
        }
    };
    struct Mine {
        std::vector<Lists> pieces;

        template <class Archive>
        void fields(Archive& archive) {
            archive(pieces);
        }
    };
    using Own = Delivery;
    struct Sums {
        std::vector<double> difference, sum, square;

        template <class Archive>
        void fields(Archive& archive) {
            archive(difference, sum, square);
        }
    };
    struct Partial {
        std::vector<Sums> pieces;

        template <class Archive>
        void fields(Archive& archive) {
            archive(pieces);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& run, const Context& context);
};

}  // namespace tamis::detail
