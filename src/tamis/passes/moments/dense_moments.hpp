// The dense half of group_moments.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/run_pass.hpp"

namespace tamis::detail {

// Adds one row to sums over `width` neighboring columns: Σ w(x - shift) and Σ w(x - shift)².
void add_moments(const double* x, double weight, const double* shift, double* sum, double* square,
                 Index width);

// The strips of columns that dense moments are summed in.
std::vector<Strip> moment_strips(Index columns);
// The rows that are summed together before such sums are added up.
Index moment_chunk_rows(const Rows& x);

// Fills `sum` and `square` of the moments about their shift, in the given strips.
void add_dense_moments(const Rows& x, const Grouping& grouping, std::span<const Strip> strips,
                       GroupMoments& moments, const Context& context);

// Sums of one piece. The rows of a group are added four at a time, in their order, and the last few one by
// one, so some have to wait for others to make four. The grouping and the shift must outlive it.
class DenseMoments {
  public:
    DenseMoments(const Grouping& grouping, const DenseMatrix& shift, const Piece& piece);
    DenseMoments(const DenseMoments&) = delete;  // waiting rows may be its own copies
    DenseMoments(DenseMoments&&) = default;

    void add(const RowBlock& block);
    // The same in two steps, for a pass that goes through a block in small parts: `add_part` for each of
    // them, in order, and `end_block` while their rows are still there. `last`: nothing follows in the piece.
    void add_part(const RowBlock& part);
    void end_block(bool last);

    void merge(const DenseMoments& later);
    void write(GroupMoments& moments) const;

  private:
    // A row of the block or a copy of an earlier one.
    struct WeightedRow {
        const double* cells = nullptr;
        double weight = 1.0;
    };
    // Rows of one group that are not four yet.
    struct Waiting {
        WeightedRow rows[3];
        std::size_t count = 0;
        std::vector<double> copies;  // of those whose block is gone
    };

    double weight_of(Index i) const { return grouping_.weights.empty() ? 1.0 : grouping_.weights[at(i)]; }
    WeightedRow row_of(const RowBlock& block, Index i) const {
        return {block.cells.dense().row(i - block.first) + piece_.columns.begin, weight_of(i)};
    }
    void add_one_by_one(const RowBlock& part);
    void sort_by_group(const RowBlock& part);
    void add_of_group(Index group, const RowBlock& part, std::span<const Index> own);
    void add_rows(Index group, std::initializer_list<WeightedRow> members);
    void keep_copies(Waiting& waiting) const;

    const Grouping& grouping_;
    const DenseMatrix& shift_;
    Piece piece_;
    DenseMatrix sum_, square_;      // groups × columns of the strip
    std::vector<Index> members_;    // of the part, by group
    std::vector<Index> start_;      // of each group among them
    std::vector<Waiting> waiting_;  // per group, if there are several, until the piece ends
};

}  // namespace tamis::detail
