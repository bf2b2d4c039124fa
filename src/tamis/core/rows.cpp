#include "tamis/core/rows.hpp"

#include "tamis/core/error.hpp"

namespace tamis {

namespace {

MatrixView rows_between(const MatrixView& x, Index begin, Index end) {
    if (x.is_sparse()) return x.sparse().row_range(begin, end - begin);
    return x.dense().row_range(begin, end - begin);
}

// What a source delivers must be as it says.
void require_part(const MatrixView& part, const Rows& whole) {
    if (part.cols() != whole.cols() || part.is_sparse() != whole.sparse())
        throw Error("a source of " + std::string(whole.sparse() ? "sparse" : "dense") + " rows of " +
                    std::to_string(whole.cols()) + " columns delivered " +
                    (part.is_sparse() ? "sparse" : "dense") + " rows of " + std::to_string(part.cols()));
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
    if (matrix() != nullptr) return visit({0, *matrix()});
    Index seen = 0;
    std::get<1>(kind_)->for_each_block(context, [&](const RowBlock& block) {
        require_part(block.cells, *this);
        if (block.first != seen || block.end() > rows())
            throw Error("a source of " + std::to_string(rows()) + " rows delivered a block of rows " +
                        std::to_string(block.first) + " to " + std::to_string(block.end() - 1) + " after " +
                        std::to_string(seen) + " rows (counted from 0)");
        seen = block.end();
        visit(block);
    });
    if (seen != rows())
        throw Error("a source of " + std::to_string(rows()) + " rows ended after " + std::to_string(seen));
}

Matrix Rows::gather(std::span<const Index> rows) const {
    if (matrix() != nullptr) return take_rows(*matrix(), rows);
    Matrix gathered = std::get<1>(kind_)->gather(rows);
    require_part(gathered, *this);
    if (gathered.rows() != static_cast<Index>(rows.size()))
        throw Error("a source was asked for " + std::to_string(rows.size()) + " rows and delivered " +
                    std::to_string(gathered.rows()));
    return gathered;
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
