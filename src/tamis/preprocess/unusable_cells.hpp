// Cells that no method can work with, and the errors that name them.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/dataset.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/core/shards/round.hpp"
#include "tamis/preprocess/cells.hpp"

namespace tamis::detail {

struct UnusableCells {
    FoundCells missing;
    FoundCells too_large;             // infinite, or too large to be squared
    std::vector<Index> missing_rows;  // with a missing cell, ascending
    std::vector<char>
        missing_features;  // per column, not 0 where a cell is missing; may end with the last one

    // The cells of a block (stored ones, for sparse data), which comes after those added before.
    void add(const RowBlock& block);
    // What was found in the rows that follow.
    void merge(const UnusableCells& later);
};

struct UnusableCellsRound {
    static constexpr std::string_view name = "unusable cells";
    using Request = Nothing;
    using Own = Nothing;
    struct Partial {
        Index rows = 0;       // that were looked at
        UnusableCells cells;  // without the list of rows, which may be long

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows, cells.missing, cells.too_large, cells.missing_features);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

// Of sharded rows without `missing_rows`.
UnusableCells find_unusable(const Rows& x, const Context& context);

// For whoever can choose what becomes of them. `about` has the names of the columns and lines.
[[noreturn]] void refuse_missing(const FoundCells& cells, const Dataset& about);
// Throws Error if there are such cells.
void refuse_too_large(const FoundCells& cells, const Dataset& about);

}  // namespace tamis::detail
