// Cleaning that keeps what it found out, of data in memory and of data that are read block by block.
#pragma once

#include <memory>
#include <optional>

#include "tamis/passes/survey/survey.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/preprocess/unusable_cells.hpp"

namespace tamis::detail {

// What is cleaned. A shard may lose all of its rows; those that it loses are counted and not remarked on,
// which is for whoever sees all shards.
enum class Extent { all, shard };

struct Cleaned {
    Dataset data;                     // without its cells if they are read block by block
    std::unique_ptr<RowSource> rows;  // the clean cells then; null: they are in memory
    std::optional<Survey> survey;     // of the clean data; nothing if cells or columns were changed
    Index dropped_rows = 0;
};

// As `clean`; the read that looks for cells to be cleaned takes the survey.
Cleaned clean_surveyed(Dataset data, const CleanOptions& options, Survey::Hash hash,
                       const Context& context = {}, Extent extent = Extent::all);

// The same for data that are read block by block, which are dropped, filled and expanded as they are read.
// `about` is all but the cells; `found` is what a survey of the rows found, and `unusable` the cells that it
// found to be so, if they are known.
Cleaned clean_rows(Dataset about, std::unique_ptr<RowSource> rows, Survey found,
                   std::optional<UnusableCells> unusable, const CleanOptions& options,
                   const Context& context = {}, Extent extent = Extent::all);

}  // namespace tamis::detail
