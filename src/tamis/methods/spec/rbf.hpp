// SPEC on the complete graph of zhao2007, eq. 1: w_ij = exp(-‖x_i - x_j‖²/T) for all pairs of samples, with
// the diagonal of ones that the equation gives. Few samples: all weights are held as a graph. Many: the
// weights are computed in tiles each time they are needed, and nothing of size samples × samples is held.
#pragma once

#include <algorithm>
#include <vector>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/spec/parts.hpp"

namespace tamis::detail::spec_parts {

constexpr Index most_held_samples = 4000;  // whose weights are held: 400 MB with the copy that powers make

// T without computing a distance: the mean squared distance over all pairs, 2Σ‖x_i - x̄‖²/(n - 1).
double mean_square_distance(const Rows& x, const Context& context);
// T as the options ask for it. The median and the mean distance take passes over all pairs in tiles. Warns
// if more than half of all pairs are equal, whose median 0 would make all samples alike: it is the mean then.
double rbf_bandwidth(const MatrixView& x, const SpecOptions& options, const Context& context);

// Tiles of the weights of some samples.
class RbfTiles {
  public:
    // The matrix must outlive this. T = 0: all weights are 1.
    RbfTiles(const MatrixView& x, double bandwidth, const Context& context, Index tile_rows = 256);

    Graph graph() const;                  // all weights but those that underflow to 0
    std::vector<double> degrees() const;  // row sums of the weights
    // ‖A^q u‖² in the measure of the degrees (p = 2q) or the edge energy of A^q u (p = 2q + 1), A = D⁻¹L, and
    // for p = 1 also uᵀWu, of the features u less their means.
    Forms whole_powers(const std::vector<double>& degrees, const Sizes& sizes, Index power) const;

  private:
    Index tiles() const { return chunk_count(x_.rows(), tile_rows_); }
    Index first(Index tile) const { return tile * tile_rows_; }
    Index rows(Index tile) const { return std::min(tile_rows_, x_.rows() - first(tile)); }
    // Rows of a tile less `center`.
    DenseMatrix cells(Index tile, const std::vector<double>& center) const;
    // out = the weights between two tiles of rows, from their cells.
    void weights(Index a, const DenseMatrix& of_a, Index b, const DenseMatrix& of_b,
                 std::vector<double>& out) const;
    std::vector<double> weighted_products(const DenseMatrix& v) const;

    MatrixView x_;
    double bandwidth_;
    Context context_;
    Index tile_rows_;
    std::vector<double> means_;
};

// The setting of similarity=rbf. Warns if more than half of the samples have no other in reach. Throws Error
// if there are too many samples for what is asked.
Setting rbf_setting(const MatrixView& x, const SpecOptions& options, const Context& context);

// The numerators for many samples; the setting holds the degrees only.
Forms rbf_forms(const MatrixView& x, const Setting& setting, const Sizes& sizes, Index power,
                const Context& context);

// uᵀWu of the features less their means, on a graph that is held.
std::vector<double> kernel_forms(const Rows& x, const Setting& setting, const Sizes& sizes,
                                 const Context& context);

}  // namespace tamis::detail::spec_parts
