// Columns of text among the features: what becomes of them, and whether one of them is the label.
#pragma once

#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/preprocess/cleaned_cells.hpp"

namespace tamis::detail {

using CategoryCounts = std::vector<std::vector<Index>>;  // per column of text, per value

// Throws Error that lists the columns of text, with how many values each has, where there are any.
void refuse_text_columns(const Dataset& data);

// Leaves them out, and says so. Throws Error where nothing is left.
void drop_text_columns(CleanedCells& cells, const Context& context);

// Says that they are read as numbers; `how` is "the ranks of their sorted values" or the like.
void remark_on_text_columns(Dataset& data, const std::string& how, const Context& context);

// For data whose label was left to be found and was not: throws Error that asks whether a column is the
// label, where exactly one column of text has 2 to 20 values and each of them twice at least. `counts` says
// how often the values of each column of text are there.
void ask_for_label(const Dataset& data, const CategoryCounts& counts);
// The same for data in memory.
void ask_for_label(const Dataset& data);

}  // namespace tamis::detail
