// Text columns as one 0/1 column per value.
#pragma once

#include <vector>

#include "tamis/core/dataset.hpp"

namespace tamis::detail {

// Every category column is replaced, in place, by one column per value, named "column=value". A missing cell
// is missing in all of them.
class OneHot {
  public:
    explicit OneHot(const Dataset& data);

    Index width() const { return places_.back().start + places_.back().width; }  // columns of the result
    Matrix expanded(const MatrixView& x) const;
    // The names of a data set whose cells are expanded or will be.
    void rename(Dataset& data) const;

  private:
    // Where an old column's new columns start, and how many there are (one for a plain column).
    struct NewColumns {
        Index start;
        Index width;
        bool category;
    };

    template <class Put>
    static void spread(const NewColumns& place, double value, Put&& put);
    DenseMatrix spread_dense(const DenseView& x) const;
    SparseMatrix spread_sparse(const SparseView& x) const;

    std::vector<NewColumns> places_;
    std::vector<Index> categories_;  // columns of text, ascending
};

}  // namespace tamis::detail
