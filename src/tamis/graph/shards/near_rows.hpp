// Which of some rows are near each other: the exact searches in memory, for rows of any shards.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/graph/shards/best_lists.hpp"
#include "tamis/graph/shards/near_cells.hpp"

namespace tamis::detail {

// What is called near.
struct Nearness {
    enum Kind : std::uint8_t { euclidean, cosine, manhattan };
    Kind kind = euclidean;
    std::vector<double> factors;  // per column: Σ f|a-b|, or Σ(fa-fb)²; empty: none, but for manhattan

    template <class Archive>
    void fields(Archive& archive) {
        archive(kind, factors);
    }
    // Whether dense cells need not be copied for it.
    bool is_of_plain_cells() const { return kind != manhattan && factors.empty(); }
};

// Changes the rows so that the Euclidean distance needs no factors any more. Other distances need no change.
void apply_factors(const Nearness& nearness, Matrix& rows);

// Which rows some are, and the lists that are asked for them.
struct NearRows {
    std::span<const Index> numbers;  // among all rows
    std::span<const int> group_of;   // empty if there is but one group
    BestLists& best;                 // list (first_row + i) · groups + g is that of row i and group g
    Index first_row = 0;

    Index count() const { return static_cast<Index>(numbers.size()); }
};

struct NearSearch {
    const Nearness& nearness;
    Index groups = 1;
    Index k = 1;
    const Context& context;

    // All pairs of these rows, to which the factors were applied, and whose numbers ascend.
    void within(const NearCells& cells, const NearRows& rows) const;
    // All pairs of one row of each side; `cells` are those of the left side, and then of the right. The
    // numbers of a side ascend if the other asks for something.
    void across(const NearCells& cells, const NearRows& left, const NearRows& right) const;
};

}  // namespace tamis::detail
