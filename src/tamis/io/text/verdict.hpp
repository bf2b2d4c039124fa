// What a table that was read says of its columns: whether the layout that was judged from its first records
// holds for the whole of it.
#pragma once

#include <string>

#include "tamis/io/text/text_reader.hpp"

namespace tamis::detail {

// True where the layout holds. Otherwise `format` and `options` are changed for another reading: a column of
// numbers is one of texts, or a column that seemed to name the samples does not.
bool layout_holds(const RawTable& table, const TableLayout& layout, TextFormat& format, LoadOptions& options);

// Throws Error on a cell that is no number in a column where at least half of the cells are, and says what to
// do about it. `skipped_row` may hold anything.
void refuse_odd_cells(const RawTable& table, const TableLayout& layout, const TextFormat& format,
                      const std::string& file, std::optional<Index> skipped_row = {});

// Says which columns of numbers just count the samples, or have a name for that and hold whole numbers that
// all differ: they are features, and hardly meant to be.
std::vector<Message> remarks_on_counters(const RawTable& table, const TableLayout& layout,
                                         const TextFormat& format);

}  // namespace tamis::detail
