// The cells of a data set that is being cleaned, in memory or read block by block.
#pragma once

#include <memory>
#include <vector>

#include "tamis/core/dataset.hpp"
#include "tamis/core/rows.hpp"

namespace tamis::detail {

// What is done to the cells is done to the names, labels and shape of the data set too. Cells that are read
// block by block are changed as they are read.
class CleanedCells {
  public:
    // `source` may be null: the cells are those of data.x. Otherwise data.x has their shape and no cell.
    CleanedCells(Dataset& data, std::unique_ptr<RowSource>& source) : data_(data), source_(source) {}

    Dataset& data() { return data_; }
    Rows rows() const { return source_ ? Rows(*source_) : Rows(data_.x); }

    void keep_rows(const std::vector<Index>& kept);  // ascending
    void keep_features(const std::vector<Index>& kept);
    void expand_categories();
    void fill_missing(std::vector<double> means);

  private:
    Dataset& data_;
    std::unique_ptr<RowSource>& source_;
};

}  // namespace tamis::detail
