#include "tamis/core/rows.hpp"

#include "tamis/core/error.hpp"

namespace tamis {

namespace {

MatrixView rows_between(const MatrixView& x, Index begin, Index end) {
    if (x.is_sparse()) return x.sparse().row_range(begin, end - begin);
    return x.dense().row_range(begin, end - begin);
}

}  // namespace

RowBlock RowBlock::between(Index begin, Index end) const {
    return {begin, rows_between(cells, begin - first, end - first)};
}

Index Rows::rows() const { return matrix() != nullptr ? matrix()->rows() : std::get<1>(kind_)->rows(); }

Index Rows::cols() const { return matrix() != nullptr ? matrix()->cols() : std::get<1>(kind_)->cols(); }

bool Rows::sparse() const {
    return matrix() != nullptr ? matrix()->is_sparse() : std::get<1>(kind_)->sparse();
}

void Rows::for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const {
    if (matrix() != nullptr)
        visit({0, *matrix()});
    else
        std::get<1>(kind_)->for_each_block(context, visit);
}

Matrix Rows::gather(std::span<const Index> rows) const {
    return matrix() != nullptr ? take_rows(*matrix(), rows) : std::get<1>(kind_)->gather(rows);
}

void Rows::for_each_row(std::span<const Index> rows,
                        FunctionRef<void(std::size_t, const MatrixView&, Index)> visit) const {
    if (matrix() != nullptr) {
        for (std::size_t p = 0; p < rows.size(); ++p) visit(p, *matrix(), rows[p]);
        return;
    }
    if (rows.empty()) return;
    const Matrix gathered = gather(rows);
    for (std::size_t p = 0; p < rows.size(); ++p) visit(p, gathered, static_cast<Index>(p));
}

const MatrixView& Rows::require_matrix(const std::string& who) const {
    if (matrix() == nullptr) throw Error(who + " needs all rows in memory at once");
    return *matrix();
}

}  // namespace tamis
