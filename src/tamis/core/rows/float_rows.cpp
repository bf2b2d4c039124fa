#include "tamis/core/rows/float_rows.hpp"

#include <algorithm>
#include <vector>

#include "tamis/core/csr.hpp"
#include "tamis/core/error.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr Index block_cells = Index{1} << 15;  // a block stays in the second-level cache

// The rows begin … end-1 of compressed rows with values converted.
class SparsePart {
  public:
    SparsePart(std::span<const Index> row_start, std::span<const Small> columns,
               std::span<const float> values, Index cols)
        : row_start_(row_start), columns_(columns), values_(values), cols_(cols) {}

    MatrixView rows(Index begin, Index end) {
        const Index first = row_start_[at(begin)];
        starts_.clear();
        for (Index i = begin; i <= end; ++i) starts_.push_back(row_start_[at(i)] - first);
        const auto part = values_.subspan(at(first), at(starts_.back()));
        converted_.assign(part.begin(), part.end());
        return UncheckedCsr::view(end - begin, cols_, starts_.data(), columns_.data() + first,
                                  converted_.data());
    }

  private:
    std::span<const Index> row_start_;
    std::span<const Small> columns_;
    std::span<const float> values_;
    Index cols_;
    std::vector<Index> starts_;
    std::vector<double> converted_;
};

}  // namespace

FloatRows::FloatRows(const float* data, Index rows, Index cols, Index stride)
    : rows_(rows), cols_(cols), dense_(data), stride_(stride) {
    require_dense(data, rows, cols, stride);
}

FloatRows::FloatRows(Index rows, Index cols, std::span<const Index> row_start, std::span<const Small> columns,
                     std::span<const float> values)
    : rows_(rows), cols_(cols), row_start_(row_start), columns_(columns), values_(values) {
    require_csr(rows, cols, row_start, columns, values.size());
}

Index FloatRows::rows_per_block(Index begin) const {
    if (!sparse()) return std::max<Index>(1, block_cells / std::max<Index>(1, cols_));
    const auto end = std::upper_bound(row_start_.begin() + begin + 1, row_start_.end(),
                                      row_start_[at(begin)] + block_cells);
    return std::max<Index>(1, end - row_start_.begin() - begin - 1);
}

void FloatRows::for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const {
    for_each_block_between(0, rows_, [&](const RowBlock& block) {
        context.check_cancel();
        visit(block);
    });
}

void FloatRows::for_each_block_between(Index begin, Index end,
                                       FunctionRef<void(const RowBlock&)> visit) const {
    SparsePart part(row_start_, columns_, values_, cols_);
    std::vector<double> converted;
    while (begin < end) {
        const Index stop = std::min(end, begin + rows_per_block(begin));
        if (sparse()) {
            visit({begin, part.rows(begin, stop)});
        } else {
            converted.resize(at((stop - begin) * cols_));
            for (Index i = begin; i < stop; ++i)
                std::copy_n(dense_ + i * stride_, cols_, converted.data() + (i - begin) * cols_);
            visit({begin, DenseView(converted.data(), stop - begin, cols_)});
        }
        begin = stop;
    }
}

Matrix FloatRows::gather(std::span<const Index> wanted) const {
    for (const Index i : wanted)
        if (i < 0 || i >= rows_) throw Error("there is no row " + std::to_string(i));
    if (!sparse()) {
        DenseMatrix found = DenseMatrix::uninitialized(static_cast<Index>(wanted.size()), cols_);
        for (std::size_t p = 0; p < wanted.size(); ++p)
            std::copy_n(dense_ + wanted[p] * stride_, cols_, found.row(static_cast<Index>(p)));
        return found;
    }
    SparseMatrix found(0, cols_, {});  // also if no row is wanted
    SparsePart part(row_start_, columns_, values_, cols_);
    for (const Index i : wanted) found.append_rows(part.rows(i, i + 1).sparse());
    return found;
}

}  // namespace tamis
