// What becomes of each column of a table: a feature, the label, the names of the samples, or nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/io/text/format.hpp"
#include "tamis/io/text/parse.hpp"

namespace tamis::detail {

// Fewer rows may count 1, 2, 3 by chance; only a usual name makes such a column one that names the samples.
constexpr Index fewest_counted = 5;

struct TableLayout {
    std::vector<FieldUse> use;  // per column
    std::optional<Index> label;
    bool label_guessed = false;  // found by its place, not by its name
    std::optional<Index> name;
    bool name_guessed = false;  // to be given up where the rest of the file does not bear it out
};

// What the format shows and the options say. Throws Error on options that do not fit the table.
TableLayout make_layout(const TextFormat& format, const LoadOptions& options, const std::string& file);

}  // namespace tamis::detail
