// Principal components of the data, and methods that work on them.
#pragma once

#include <optional>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/projection.hpp"
#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

struct PcaBasis {
    std::vector<double> mean;         // per feature
    DenseMatrix components;           // features × kept, orthonormal columns
    std::vector<double> eigenvalues;  // of XcᵀXc, descending, those that are kept
    double total = 0.0;               // the sum of all of them
    double share = 1.0;               // of the total that is kept
    DenseMatrix rows;  // samples × kept: the centered data in these components; none if sharded
};

// The data in their components: basis.rows, or shards that see their rows so. All must outlive it.
class ReducedRows {
  public:
    ReducedRows(const PcaBasis& basis, const Rows& x);

    Rows rows() const { return changed_ ? Rows(*changed_) : Rows(basis_->rows); }

  private:
    const PcaBasis* basis_;
    std::optional<ChangedRows> changed_;
};

// The leading components: a number of them, as many as hold a share of the scatter, or all. Components with
// 1e-12 of the largest eigenvalue or less are noise and never kept. Works with the smaller of the samples ×
// samples and the features × features matrix; if both have more than `largest_side` rows, by Lanczos
// without either. Throws Error if more components are asked for than there are.
PcaBasis pca_basis(const Rows& x, const Dimension& keep, const Context& context = {},
                   Index largest_side = 4000);

// Fits on the data in their principal components and maps the result back to the features.
using FitReduced = FunctionRef<Projection(const Rows& reduced)>;
Projection behind_pca(const Rows& x, const Dimension& keep, const Context& context, FitReduced fit);

// The same with all components, unrecorded: for methods that give the same result in any orthonormal basis of
// the data's span. If there are no more features than samples the data are used as they are.
Projection in_row_space(const Rows& x, const Context& context, FitReduced fit);

// Whether no combination of the features is constant, by the scatter matrix of the data.
bool varies_everywhere(DenseMatrix scatter);

// The same, but the data are used as they are only if no combination of features is constant: for methods
// that would mistake directions without any scatter for good ones.
Projection in_varying_space(const Rows& x, const Context& context, FitReduced fit);

}  // namespace tamis::detail
