// Turns one block of records into numbers.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tamis/core/index.hpp"
#include "tamis/io/interner.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis::detail {

enum class FieldUse : char {
    number,
    text,   // numbered by its Interner
    label,  // likewise, beside the features
    name,   // of the sample, kept as it is
    skip,
    empty,  // behind the last delimiter: nothing may be there
};

// What every block of a file is parsed with. `texts` are the texts numbered so far; they do not change while
// blocks are parsed.
struct ParsePlan {
    static constexpr int no_slot = -1;

    char delimiter = ',';
    char decimal = '.';
    bool comments = false;
    std::vector<FieldUse> use;  // per field
    std::vector<int> slot;      // per field: its place in `texts`, or no_slot
    const std::vector<Interner>* texts = nullptr;
    const MissingMarkers* missing = nullptr;
    Index features = 0;  // fields of numbers and texts
};

// A record of the wrong length.
struct Ragged {
    Index line = 0;  // counted from 0 within the block
    Index fields = 0;
};

// A cell of a number field that is neither number nor missing.
struct OddCell {
    Index row = 0;
    Index field = 0;
    std::string text;
};

// A cell of a text field holds the number of its text, or -1 - (position in new_texts) for a text not seen in
// earlier blocks. Missing cells are NaN, missing labels `no_label`.
struct ParsedBlock {
    static constexpr int no_label = std::numeric_limits<int>::min();

    Index rows = 0;
    std::unique_ptr<double[]> cells;
    std::size_t capacity = 0;
    std::vector<Index> lines;  // of the records, counted from 0 within the block
    std::vector<int> labels;
    std::vector<std::string> names;
    std::vector<Interner> new_texts;  // per slot
    std::vector<OddCell> odd;         // in reading order; their cells are NaN
    std::vector<Index> missing;       // cells of number fields per feature; empty if there are none
    std::optional<Ragged> ragged;     // parsing ended there

    void parse(std::string_view block, const ParsePlan& plan, bool skip_first_record);
};

}  // namespace tamis::detail
