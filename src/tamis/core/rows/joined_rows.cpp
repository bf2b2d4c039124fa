#include "tamis/core/rows/joined_rows.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

// The rows of a block that are among begin … end-1, if any.
void visit_part(const RowBlock& block, Index begin, Index end, FunctionRef<void(const RowBlock&)> visit) {
    const Index first = std::max(begin, block.first), last = std::min(end, block.end());
    if (first < last) visit(block.between(first, last));
}

}  // namespace

JoinedRows::JoinedRows(std::vector<Rows> parts) : parts_(std::move(parts)) {
    if (parts_.empty()) throw Error("there are no rows to join");
    for (const Rows& part : parts_) {
        if (part.cols() != cols() || part.sparse() != sparse())
            throw Error("rows of different width or kind cannot be joined");
        offsets_.push_back(offsets_.back() + part.rows());
    }
}

bool JoinedRows::ranged() const {
    return std::all_of(parts_.begin(), parts_.end(),
                       [](const Rows& part) { return part.matrix() != nullptr || part.source()->ranged(); });
}

void JoinedRows::for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const {
    for (std::size_t p = 0; p < parts_.size(); ++p)
        parts_[p].for_each_block(context, [&](const RowBlock& block) {
            visit({offsets_[p] + block.first, block.cells});
        });
}

void JoinedRows::for_each_block_between(Index begin, Index end,
                                        FunctionRef<void(const RowBlock&)> visit) const {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
        const Index first = std::max(begin, offsets_[p]) - offsets_[p];
        const Index last = std::min(end, offsets_[p + 1]) - offsets_[p];
        if (first >= last) continue;
        const auto moved = [&](const RowBlock& block) { visit({offsets_[p] + block.first, block.cells}); };
        if (const MatrixView* matrix = parts_[p].matrix())
            visit_part({0, *matrix}, first, last, moved);
        else
            parts_[p].source()->for_each_block_between(first, last, moved);
    }
}

Matrix copy_of_run(const Rows& x, Index begin, Index end, const Context& context) {
    Matrix found = x.sparse() ? Matrix(SparseMatrix(0, x.cols(), {})) : Matrix(DenseMatrix(0, x.cols()));
    if (begin >= end) return found;
    const auto keep = [&](const RowBlock& block) {
        visit_part(block, begin, end, [&](const RowBlock& part) { found.append_rows(part.cells); });
    };
    if (x.source() != nullptr && x.source()->ranged())
        x.source()->for_each_block_between(begin, end, keep);
    else
        x.for_each_block(context, keep);
    return found;
}

}  // namespace tamis::detail
