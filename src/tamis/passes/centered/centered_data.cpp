#include "tamis/passes/centered/centered_data.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/centered/center_cells.hpp"
#include "tamis/passes/products.hpp"

namespace tamis::detail {

namespace {

constexpr Index most_held_cells = Index{1} << 25;  // 256 MB

DenseMatrix as_row(const std::vector<double>& values) {
    DenseMatrix row;
    if (!values.empty())
        std::copy(values.begin(), values.end(), row.append_rows(1, static_cast<Index>(values.size())));
    return row;
}

}  // namespace

CenteredData::CenteredData(const Rows& x, Centers centers)
    : x_(x),
      subtracts_(centers.means.rows() > 0),
      means_(subtracts_ ? std::move(centers.means) : DenseMatrix(1, x.cols())),
      group_of_(centers.group_of),
      unit_(centers.unit) {}

CenteredData::CenteredData(const Rows& x, const std::vector<double>& means, double unit)
    : CenteredData(x, {.means = as_row(means), .unit = unit}) {}

Index CenteredData::stored_cells() const {
    const MatrixView& x = matrix();
    return x.is_sparse() ? x.sparse().nonzeros() : x.rows() * x.cols();
}

void CenteredData::hold_if_small() {
    if (samples() * features() > most_held_cells) return;
    std::vector<Index> all(at(samples()));
    std::iota(all.begin(), all.end(), Index{0});
    DenseMatrix cells = DenseMatrix::uninitialized(samples(), features());
    rows(all, cells.data());
    held_ = std::move(cells);
}

void CenteredData::hold_by_columns(const Context& context) {
    context.check_cancel();
    if (matrix().is_sparse()) by_column_ = std::move(transposed(matrix()).sparse());
}

void CenteredData::columns(Index first, Index width, double* block) const {
    const MatrixView& x = matrix();
    for (Index i = 0; i < samples(); ++i, block += width)
        center_cells(x, i, first, first + width, means_.row(group(i)) + first, unit_, block);
}

void CenteredData::rows(std::span<const Index> wanted, double* block) const {
    const MatrixView& x = matrix();
    for (const Index i : wanted) {
        center_cells(x, i, 0, features(), means_.row(group(i)), unit_, block);
        block += features();
    }
}

void CenteredData::left(const double* block, Index count, double* out, const Context& context) const {
    left_products(x_, block, count, out, context);
    if (changes_nothing()) return;
    for (Index c = 0; c < count; ++c) {
        double* row = out + c * features();
        for (Index g = 0; g < means_.rows(); ++g) {
            double sum = 0.0;
            for (Index i = 0; i < samples(); ++i)
                if (group(i) == g) sum += block[i * count + c];
            const double* means = means_.row(g);
            for (Index j = 0; j < features(); ++j) row[j] -= means[j] * sum;
        }
        for (Index j = 0; unit_ != 1.0 && j < features(); ++j) row[j] *= unit_;
    }
}

void CenteredData::right(const double* rows, Index count, double* out, const Context& context) const {
    right_products(x_, rows, count, out, context);
    if (changes_nothing()) return;
    DenseMatrix offset = DenseMatrix::uninitialized(means_.rows(), count);
    for (Index g = 0; g < means_.rows(); ++g)
        for (Index c = 0; c < count; ++c) {
            const double* means = means_.row(g);
            double sum = 0.0;
            for (Index j = 0; j < features(); ++j) sum += means[j] * rows[c * features() + j];
            offset(g, c) = sum;
        }
    for (Index i = 0; i < samples(); ++i) {
        const double* shift = offset.row(group(i));
        for (Index c = 0; c < count; ++c) out[i * count + c] = (out[i * count + c] - shift[c]) * unit_;
    }
}

}  // namespace tamis::detail
