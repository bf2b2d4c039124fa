// Cleaning of data that are read block by block.
#pragma once

#include <optional>

#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/passes/survey.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis::detail {

// As `clean` does, with `about` for all but the cells: columns of text are refused, and so is dropping rows
// or features with missing cells, which takes the data in memory. Missing cells that are to be filled are
// filled as the rows are read: the result, to be used instead of `rows`, which must outlive it. Nothing if
// the rows are clean. `found` is a survey of the rows.
std::optional<ChangedRows> clean_rows(Dataset& about, const Rows& rows, const Survey& found,
                                      const CleanOptions& options, const Context& context = {});

}  // namespace tamis::detail
