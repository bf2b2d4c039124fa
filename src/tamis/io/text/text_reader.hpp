// Reads a table whose layout is known. One pass: blocks are read in order, parsed side by side into buffers
// of their own and appended in order, so the result does not depend on the number of threads, nor on where
// blocks end.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/io/byte_source.hpp"
#include "tamis/io/text/counter_watch.hpp"
#include "tamis/io/text/layout.hpp"

namespace tamis::detail {

// Gets the rows of a table as they are read, instead of having them kept: numbers, with NaN for missing and
// odd cells.
using RowSink = FunctionRef<void(const RowBlock& rows)>;

// The cells of a number field that are no numbers.
struct OddColumn {
    static constexpr std::size_t kept = 2;

    Index count = 0;
    std::vector<OddCell> first;  // rows counted from the first of the table
};

// How often a text is in its column, and the row where it is first.
struct TextTally {
    Index count = 0;
    Index first_row = 0;
};

// A table as it was read, before anybody asks what its columns mean.
struct RawTable {
    DenseMatrix x;  // number and text fields; texts by their number, missing and odd cells NaN; empty if the
                    // rows went to a sink
    Index rows = 0;
    std::vector<Index> feature;  // per field: its column in x; -1 where it has none
    std::vector<int> slot;       // per field: its place in `texts`, or ParsePlan::no_slot
    std::vector<Interner> texts;
    std::vector<std::vector<TextTally>> tallies;  // of the same texts; of features, not of labels
    std::vector<int> label_ids;                   // numbers of texts, or Labels::unlabeled
    std::vector<std::string> names;               // of the samples
    std::vector<Index> lines;                     // of the rows, from 1
    std::map<Index, OddColumn> odd;               // by field
    std::vector<Index> missing;                   // cells per feature, of number fields
    CounterWatch counters;                        // on the features

    const std::vector<std::string>& texts_of(Index field) const {
        return texts[at(slot[at(field)])].values();
    }
    const std::vector<TextTally>& tallies_of(Index field) const { return tallies[at(slot[at(field)])]; }
    // Cells of a number field that are numbers.
    Index numbers_in(Index field) const;
};

// The texts of fields that are known before they are read, in the order of their numbers.
using KnownTexts = std::map<Index, Interner>;

// `known` are all texts of the table's text fields, from an earlier reading: a new one is an error.
RawTable read_table(ByteSource& source, const std::string& file, const TextFormat& format,
                    const TableLayout& layout, const MissingMarkers& missing, const Context& context,
                    std::size_t block_bytes, const RowSink* sink = nullptr,
                    const KnownTexts* known = nullptr);

}  // namespace tamis::detail
