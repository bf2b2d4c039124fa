// The parts of the hash of a data set, for passes that read the rows for other reasons as well.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// Hashes rows by their non-zero cells, so that storage does not matter. Keeps its buffer from row to row.
class RowHasher {
  public:
    std::uint64_t operator()(const MatrixView& x, Index i);

  private:
    struct Cell {
        Index column;
        double value;
    };
    std::vector<Cell> cells_;
};

// A hash of any bytes, and how hashes are written: "xxh3:…".
std::uint64_t hash_of(std::string_view bytes);
std::string hash_text(std::uint64_t hash);

// One number for some rows, from the hashes of each, in order.
std::uint64_t hash_of_rows(Index cols, const std::vector<std::uint64_t>& row_hashes);

// The hash of the whole from those of its rows, in order: "xxh3:…".
std::string combined_hash(Index cols, const std::vector<std::uint64_t>& row_hashes, const Labels& labels);

}  // namespace tamis::detail
