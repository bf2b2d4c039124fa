// Columns that a user names: "age", "3", "#3", "-1", "p1..p64", "*_id".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// The columns of a table; `names` may be empty.
struct NamedColumns {
    std::span<const std::string> names;
    Index count = 0;
    std::string_view file;  // for errors
    std::string_view noun = "column";

    // "'age'", or "3" where the columns have no names.
    std::string label(Index column) const;
};

// The one column that `text` names: an exact name first, then a position from 0 (negative: from the end).
// "#3" is position 3 and "=3" the name 3 in any case. Throws Error where there is no such column, and where
// name and position are different columns.
Index find_column(std::string_view text, const NamedColumns& columns);

// The columns of a list with commas, ascending: besides single columns, ranges with both ends ("p1..p64") and
// patterns ("*_id"). A name takes all columns that have it. Throws Error on an entry that fits no column.
std::vector<Index> find_columns(std::string_view list, const NamedColumns& columns);

// The same entry by entry, in the order in which the list names them.
std::vector<Index> find_columns_in_order(std::string_view list, const NamedColumns& columns);

}  // namespace tamis::detail
