// Neighbors within many subsets of the same samples, from one search.
#pragma once

#include "tamis/graph/build.hpp"
#include "tamis/graph/sample_rows.hpp"

namespace tamis::detail {

// Distances do not depend on which other samples there are. Every sample gets a list that is long enough for
// its nearest ones within half of the samples, nearly always; where it is not, they are searched for.
class SharedNeighbors {
  public:
    SharedNeighbors(const MatrixView& x, Index count, Metric metric, const Context& context);

    // As find_neighbors of the given rows, ascending, would find them.
    Neighbors among(std::span<const Index> rows) const;

  private:
    void search(std::span<const Index> rows, Index place, Neighbors& found) const;

    Index count_;
    SampleRows samples_;
    Neighbors lists_;
};

}  // namespace tamis::detail
