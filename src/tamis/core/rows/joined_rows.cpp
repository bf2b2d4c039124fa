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

bool JoinedRows::all_parts(bool (RowSource::*are)() const) const {
    return std::all_of(parts_.begin(), parts_.end(),
                       [&](const Rows& part) { return part.matrix() != nullptr || (part.source()->*are)(); });
}
bool JoinedRows::seekable() const { return all_parts(&RowSource::seekable); }
bool JoinedRows::ranged() const { return all_parts(&RowSource::ranged); }

const MatrixView* JoinedRows::matrix_between(Index begin, Index end) const {
    for (std::size_t p = 0; p < parts_.size(); ++p)
        if (offsets_[p] == begin && offsets_[p + 1] == end && begin < end) return parts_[p].matrix();
    return nullptr;
}

std::optional<HeldRows> HeldRows::of(const Rows& x) {
    const auto* joined = dynamic_cast<const JoinedRows*>(x.source());
    HeldRows held;
    for (const Rows& part : joined != nullptr ? joined->parts() : std::vector<Rows>{x}) {
        if (part.matrix() == nullptr) return std::nullopt;
        held.parts_.push_back(*part.matrix());
        held.offsets_.push_back(held.offsets_.back() + part.rows());
    }
    return held;
}

const MatrixView* HeldRows::part_of(Index& i) const {
    const auto part = std::upper_bound(offsets_.begin(), offsets_.end(), i) - offsets_.begin() - 1;
    i -= offsets_[at(part)];
    return &parts_[at(part)];
}

std::vector<DenseView> HeldRows::dense_between(Index begin, Index end) const {
    std::vector<DenseView> pieces;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
        const Index first = std::max(begin, offsets_[p]), last = std::min(end, offsets_[p + 1]);
        if (first < last) pieces.push_back(parts_[p].dense().row_range(first - offsets_[p], last - first));
    }
    if (pieces.empty()) pieces.push_back(parts_.front().dense().row_range(0, 0));
    return pieces;
}

// Each part is asked once if the rows ascend.
Matrix JoinedRows::gather(std::span<const Index> wanted) const {
    if (const auto held = sparse() ? std::nullopt : HeldRows::of(*this)) {
        DenseMatrix rows = DenseMatrix::uninitialized(static_cast<Index>(wanted.size()), cols());
        for (std::size_t p = 0; p < wanted.size(); ++p)
            std::copy_n(held->dense(wanted[p]), cols(), rows.data() + static_cast<Index>(p) * cols());
        return rows;
    }
    if (!std::is_sorted(wanted.begin(), wanted.end())) return RowSource::gather(wanted);
    Matrix found = parts_.front().gather({});
    auto next = wanted.begin();
    for (std::size_t p = 0; p < parts_.size(); ++p) {
        std::vector<Index> here;
        for (; next != wanted.end() && *next < offsets_[p + 1]; ++next) here.push_back(*next - offsets_[p]);
        if (!here.empty()) found.append_rows(parts_[p].gather(here));
    }
    return found;
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

void RunOfRows::for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const {
    const auto moved = [&](const RowBlock& block) { visit({block.first - begin_, block.cells}); };
    const auto clip = [&](const RowBlock& block) { visit_part(block, begin_, end_, moved); };
    if (begin_ == end_) return;
    if (rows_.source() != nullptr && rows_.source()->ranged())
        rows_.source()->for_each_block_between(begin_, end_, clip);
    else
        rows_.for_each_block(context, clip);
}

Matrix RunOfRows::gather(std::span<const Index> wanted) const {
    std::vector<Index> places(wanted.begin(), wanted.end());
    for (Index& place : places) place += begin_;
    return rows_.gather(places);
}

Rows RunOfRows::plainly() const {
    const auto* joined = dynamic_cast<const JoinedRows*>(rows_.source());
    const MatrixView* matrix = joined != nullptr ? joined->matrix_between(begin_, end_) : nullptr;
    return matrix != nullptr ? Rows(*matrix) : Rows(*this);
}

Matrix copy_of_run(const Rows& x, Index begin, Index end, const Context& context) {
    return to_matrix(RunOfRows(x, begin, end), context);
}

}  // namespace tamis::detail
