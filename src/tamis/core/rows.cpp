#include "tamis/core/rows.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/error.hpp"

namespace tamis {

using namespace detail;

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

Matrix empty_like(const Rows& rows) {
    return rows.sparse() ? Matrix(SparseMatrix(0, rows.cols(), {})) : Matrix(DenseMatrix(0, rows.cols()));
}

}  // namespace

RowBlock RowBlock::between(Index begin, Index end) const {
    return {begin, rows_between(cells, begin - first, end - first)};
}

Matrix RowSource::gather(std::span<const Index> wanted) const {
    std::vector<std::size_t> places(wanted.size());  // in ascending order of the rows
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
    Matrix found = empty_like(*this);
    struct AllFound {};  // what follows need not be read
    try {
        std::size_t next = 0;
        for_each_block({}, [&](const RowBlock& block) {
            std::vector<Index> here;
            for (; next < places.size() && wanted[places[next]] < block.end(); ++next)
                here.push_back(wanted[places[next]] - block.first);
            if (!here.empty()) found.append_rows(take_rows(block.cells, here));
            if (next == places.size()) throw AllFound();
        });
    } catch (const AllFound&) {
    }
    if (found.rows() != static_cast<Index>(wanted.size()))
        throw Error("data with " + std::to_string(rows()) + " rows ended before row " +
                        std::to_string(wanted[places[at(found.rows())]]) + " (counted from 0)",
                    "files must stay as they are while they are worked on");
    std::vector<Index> order(places.size());
    for (std::size_t p = 0; p < places.size(); ++p) order[places[p]] = static_cast<Index>(p);
    return take_rows(found, order);
}

void RowSource::for_each_block_between(Index, Index, FunctionRef<void(const RowBlock&)>) const {
    throw Error("this source of rows delivers them in order only");
}

const RowSource* Rows::source() const {
    const auto* source = std::get_if<const RowSource*>(&kind_);
    return source != nullptr ? *source : nullptr;
}

const Shards* Rows::shards() const { return source() != nullptr ? source()->shards() : nullptr; }

Index Rows::rows() const { return matrix() != nullptr ? matrix()->rows() : source()->rows(); }

Index Rows::cols() const { return matrix() != nullptr ? matrix()->cols() : source()->cols(); }

bool Rows::sparse() const { return matrix() != nullptr ? matrix()->is_sparse() : source()->sparse(); }

void Rows::for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const {
    if (matrix() != nullptr) return visit({0, *matrix()});
    Index seen = 0;
    source()->for_each_block(context, [&](const RowBlock& block) {
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
    Matrix gathered = source()->gather(rows);
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

Matrix to_matrix(const Rows& x, const Context& context) {
    Matrix all = empty_like(x);
    x.for_each_block(context, [&](const RowBlock& block) { all.append_rows(block.cells); });
    return all;
}

}  // namespace tamis
