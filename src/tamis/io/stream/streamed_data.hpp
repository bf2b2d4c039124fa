// Data sets that are read from their file block by block, each time they are passed over, instead of being
// held in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "tamis/core/rows.hpp"
#include "tamis/io/load.hpp"

namespace tamis {

// What a file would take in memory, as far as can be told without reading all of it.
struct HeldSize {
    std::uint64_t bytes = 0;        // as `load` holds the data
    bool single_precision = false;  // the file holds 32-bit numbers: passing over it takes half of the bytes
    Index rows = 0, cols = 0;       // 0 columns: not known
    Index stored = 0;               // cells
    bool sparse = false;
    bool estimated = false;  // all but the kind of the numbers, from the beginning of a text
};

// Nothing if files of this kind are not read block by block. Those that are: text and libsvm (also with .gz),
// .npy by rows, .h5 and .h5ad whose data are dense or compressed rows. Throws Error as `load` does if the
// file is not what it should be.
std::optional<HeldSize> held_size(const std::string& path, const LoadOptions& options);

// One of so many runs of rows that a file is cut into, as even as can be.
struct RowPart {
    Index number = 0;  // from 0
    Index parts = 1;

    bool is_all() const { return parts == 1; }                           // there is no other part
    Index begin(Index rows) const { return number * rows / parts; }      // its first row of that many
    Index end(Index rows) const { return (number + 1) * rows / parts; }  // the row after its last one
};

struct StreamedData {
    Dataset about;  // all but the cells: its matrix has their shape and no cell that is not zero
    std::unique_ptr<RowSource> rows;
    std::vector<std::vector<Index>> category_counts;  // of about.categories: how often each value is there
};

// Sees all rows in order, if opening the file takes reading it. `start` is called before the first row, and
// again if the reading begins anew. The rows are as `load` reads them but for two things that are not known
// before the end of the file: columns of text hold numbers in order of appearance, and sparse rows are as
// wide as the rows so far.
struct FirstLook {
    FunctionRef<void()> start;
    FunctionRef<void(const RowBlock& block)> add;
};

// For files with a held_size. The rows have the same numbers as the matrix of `load`. Throws Error and
// UsageError as `load` does.
StreamedData open_rows(const std::string& path, const LoadOptions& options, const FirstLook& look,
                       const Context& context = {});

// Whether a run of rows of this file is read without the others: .npy by rows, and .h5 and .h5ad as above.
bool has_row_parts(const std::string& path, const LoadOptions& options);
// A part of such a file, with its labels if they are in the file. Labels in a file of their own belong to all
// rows and are not read.
StreamedData open_row_part(const std::string& path, const LoadOptions& options, const RowPart& part,
                           const Context& context = {});

namespace detail {

// The data without the rows before `begin` and from `end` on; its cells are elsewhere. Takes no longer than
// there are rows between them.
Dataset about_rows(const Dataset& about, Index begin, Index end);

}  // namespace detail

}  // namespace tamis
