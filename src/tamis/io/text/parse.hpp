// Turns one block of records into numbers.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tamis/io/interner.hpp"
#include "tamis/io/text/format.hpp"

namespace tamis {

enum class FieldUse : char { number, text, label };

// What every block of a file is parsed with. `texts` are the texts numbered so far (one interner per field,
// empty ones for numbers); they do not change while blocks are parsed.
struct ParsePlan {
    char delimiter = ',';
    std::vector<FieldUse> use;  // per field
    const std::vector<Interner>* texts = nullptr;
    Index features = 0;  // fields that are not the label
};

// A record of the wrong length.
struct Ragged {
    Index line = 0;  // counted from 0 within the block
    Index fields = 0;
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
    std::vector<Interner> new_texts;  // per field
    std::vector<Index> surprises;     // number fields that have text after all, ascending
    std::optional<Ragged> ragged;     // parsing ended there

    void parse(std::string_view block, const ParsePlan& plan, bool skip_first_record);
};

}  // namespace tamis
