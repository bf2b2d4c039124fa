// Exact neighbors among the rows of one run of shards, and between them and rows that came from other runs.
#pragma once

#include "tamis/core/shards/deliveries.hpp"
#include "tamis/graph/shards/near_rows.hpp"

namespace tamis::detail {

struct NeighborRound {
    static constexpr std::string_view name = "neighbors";
    // Rows from elsewhere, and what is asked for them.
    struct Asked {
        Bytes rows;                  // packed; nothing if they are in a parcel
        Index from = 0, first = 0;   // in which parcel, and where there
        std::vector<Index> numbers;  // among all rows
        std::vector<int> group_of;   // empty if there is but one group
        std::vector<double> caps;    // per row and group: nothing farther is asked for

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows, from, first, numbers, group_of, caps);
        }
    };
    struct Request {
        Nearness nearness;
        Index count = 0;  // nearest rows per row and group
        Index groups = 1;
        Index piece = 1;           // so many rows of the run are looked at together; twice as many of all
                                   // together if they need not be copied
        std::vector<Asked> asked;  // of all runs

        template <class Archive>
        void fields(Archive& archive) {
            archive(nearness, count, groups, piece, asked);
        }
    };
    // Rows begin … end-1 of the run meet asked[which].
    struct Meeting {
        Index which = 0, begin = 0, end = 0;

        template <class Archive>
        void fields(Archive& archive) {
            archive(which, begin, end);
        }
    };
    struct Mine {
        std::vector<RowStretch> rows;  // which rows the run has
        std::vector<int> group_of;     // of its rows; empty if there is but one group
        bool within = false;           // its rows meet each other
        std::vector<double>
            caps;  // of its rows as for those that are asked; empty: nothing is asked for them
        std::vector<Asked> asked;  // of this run alone; then the request has none
        std::vector<Meeting> meetings;

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows, group_of, within, caps, asked, meetings);
        }
    };
    using Own = Delivery;
    struct Partial {
        NearLists own;                 // of its rows; empty if nothing is asked for them
        std::vector<NearLists> asked;  // per meeting

        template <class Archive>
        void fields(Archive& archive) {
            archive(own, asked);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& run, const Context& context);
};

}  // namespace tamis::detail
