// The samples as points of a metric: what the neighbor search calls the distance of two samples.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/rows/dense_pieces.hpp"
#include "tamis/graph/neighbors.hpp"

namespace tamis::detail {

class SampleRows {
  public:
    // Keeps `x`, which must outlive it. For the cosine metric the row lengths are computed here.
    SampleRows(const MatrixView& x, Metric metric, const Context& context);

    // The same for dense rows that lie in several places.
    SampleRows(const DensePieces& x, Metric metric, const Context& context);

    bool is_sparse() const { return !dense_; }
    // Those of one matrix. Throws std::bad_optional_access if they lie in several places.
    const MatrixView& matrix() const { return x_.value(); }
    // Throws std::bad_optional_access if they are sparse.
    const DensePieces& dense() const { return dense_.value(); }
    Index count() const { return dense_ ? dense_->rows() : x_->rows(); }
    Index columns() const { return dense_ ? dense_->cols() : x_->cols(); }
    bool is_scaled() const { return !lengths_.empty(); }

    // What the row is divided by: its length for the cosine metric (1 for a zero row), otherwise 1.
    double length(Index i) const { return is_scaled() ? lengths_[at(i)] : 1.0; }

    // Σ(a-b)², the distance that decides; symmetric to the last bit.
    double squared_distance(Index i, Index j) const;
    void squared_distances(Index i, std::span<const Small> others, double* distances) const;

    // Σab of the scaled rows: the cosine of their angle for the cosine metric.
    double product(Index i, Index j) const;

  private:
    void measure_lengths(const Context& context);
    SparseRow sparse_row(Index i) const { return x_->sparse().row(i); }

    std::optional<MatrixView> x_;       // if they are one matrix
    std::optional<DensePieces> dense_;  // unless they are sparse
    std::vector<double> lengths_;       // empty for the Euclidean metric
};

// Throws if a squared length is not finite or so large that distances would overflow.
void require_usable_norms(const std::vector<double>& squared_norms);

// out = row / length - shift; `shift` may be null.
void centered_cells(const double* row, double length, const double* shift, Index count, double* out);

}  // namespace tamis::detail
