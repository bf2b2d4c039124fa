// Means of the cells that are there, of any rows, and rows with the missing cells filled in.
#pragma once

#include <memory>
#include <vector>

#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/core/shards/round.hpp"

namespace tamis::detail {

struct PresentSums {
    Index rows = 0;
    std::vector<double> sums;
    std::vector<Index> missing;  // per column

    template <class Archive>
    void fields(Archive& archive) {
        archive(rows, sums, missing);
    }
};

struct PresentSumsRound {
    static constexpr std::string_view name = "present sums";
    using Request = Nothing;
    using Own = Nothing;
    using Partial = PresentSums;
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

// Takes the rows over; their missing cells become the means of their columns as they are read.
std::unique_ptr<RowSource> filled_rows(std::unique_ptr<RowSource> rows, std::vector<double> means);

// The same for shards.
struct FilledView {
    static constexpr std::string_view name = "filled";
    struct Request {
        std::vector<double> means;

        template <class Archive>
        void fields(Archive& archive) {
            archive(means);
        }
    };
    static ChangedRows changed(const Request& request, const Rows& shard);
};

}  // namespace tamis::detail
