#include "tamis/methods/hsic/rbf_hsic.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/hsic/exponential.hpp"
#include "tamis/methods/hsic/pair_tiles.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace rbf_hsic_loops {

constexpr Index side = pair_tile_side;

// sums[b] += Σ_a weight·exp(-σ(d² - (f_a - f_b)²)) over one tile. The exponent is formed before the
// exponential is taken: the product of two exponentials may be 0·∞. Half of r + |r| is max(r, 0) without a
// branch, which would keep the loop from being vectorized.
TAMIS_SIMD void add_without_feature(const double* squared_distances, const double* weights,
                                    const double* rows, Index height, const double* columns, double sigma,
                                    double* sums) {
    for (Index a = 0; a < height; ++a) {
        const double* distance = squared_distances + a * side;
        const double* weight = weights + a * side;
        const double value = rows[a];
        for (Index b = 0; b < side; ++b) {
            const double gap = value - columns[b];
            const double rest = distance[b] - gap * gap;
            sums[b] += weight[b] * exp_minus(sigma * (0.5 * (rest + std::abs(rest))));
        }
    }
}

TAMIS_SIMD double weighted_kernel_sum(const double* squared_distances, const double* weights, Index height,
                                      double sigma) {
    std::array<double, side> sums{};
    for (Index a = 0; a < height; ++a)
        for (Index b = 0; b < side; ++b)
            sums[at(b)] += weights[a * side + b] * exp_minus(sigma * squared_distances[a * side + b]);
    double sum = 0.0;
    for (const double part : sums) sum += part;
    return sum;
}

}  // namespace rbf_hsic_loops

namespace {

constexpr Index side = pair_tile_side;
using TileNumbers = std::array<double, at(side* side)>;

// What the cells of the data kernel are multiplied with; 0 if the tile means no pair.
void fill_weights(const PairTile& tile, const Labels& labels, const LabelKernel& kernel,
                  const HsicWeights& weights, TileNumbers& out) {
    out.fill(0.0);
    for (Index a = 0; a < tile.height(); ++a) {
        const Index k = labels.of[at(tile.rows.begin + a)];
        for (Index b = tile.first_column(a); b < tile.width(); ++b) {
            const Index l = labels.of[at(tile.columns.begin + b)];
            const double label_cell = kernel.value(k) * kernel.value(l) + (k == l ? kernel.same(k) : 0.0);
            out[at(a * side + b)] =
                weights.scale * label_cell + weights.offset[at(k)] + weights.offset[at(l)];
        }
    }
}

// The values of up to `side` columns in one block of rows, column after column.
class ColumnStrip {
  public:
    void load(const MatrixView& x, const Chunk& rows, Index first, Index count) {
        if (x.is_sparse()) values_.fill(0.0);
        for (Index i = rows.begin; i < rows.end; ++i)
            for_each_cell(x, i, first, first + count, [&](Index j, double value) {
                values_[at((j - first) * side + i - rows.begin)] = value;
            });
    }
    const double* column(Index j) const { return values_.data() + j * side; }

  private:
    TileNumbers values_{};
};

double tile_hsic(const PairTile& tile, const Labels& labels, const LabelKernel& kernel,
                 const HsicWeights& weights, double sigma) {
    TileNumbers tile_weights;
    fill_weights(tile, labels, kernel, weights, tile_weights);
    return rbf_hsic_loops::weighted_kernel_sum(tile.squared_distances.data(), tile_weights.data(),
                                               tile.height(), sigma);
}

// K_ii = 1.
double diagonal_part(const LabelKernel& kernel, const HsicWeights& weights) {
    double sum = 0.0;
    for (Index k = 0; k < kernel.classes(); ++k) sum += kernel.count(k) * weights.diagonal[at(k)];
    return sum;
}

}  // namespace

Bandwidth median_bandwidth(const MatrixView& x, const Context& context) {
    const DistanceSummary distances = summarize_distances(x, context);
    if (distances.median > 0.0) return {1.0 / distances.median, false};
    return {distances.mean > 0.0 ? 1.0 / distances.mean : 0.0, true};
}

double rbf_hsic(const MatrixView& x, const Labels& labels, const LabelKernel& kernel, double sigma,
                HsicEstimator estimator, const Context& context) {
    const HsicWeights weights = hsic_weights(kernel, estimator);
    std::vector<double> parts(at(pair_group_count(x.rows())), 0.0);
    for_each_pair_tile(x, context, [&](Index group, const PairTile& tile) {
        parts[at(group)] += tile_hsic(tile, labels, kernel, weights, sigma);
    });
    double sum = diagonal_part(kernel, weights);
    for (const double part : parts) sum += part;
    return sum;
}

HsicRound rbf_hsic_round(const MatrixView& x, const Labels& labels, const LabelKernel& kernel, double sigma,
                         HsicEstimator estimator, const Context& context) {
    const HsicWeights reported = hsic_weights(kernel, estimator);
    const HsicWeights weights = hsic_weights(kernel, HsicEstimator::unbiased);
    std::vector<HsicRound> parts(at(pair_group_count(x.rows())));
    for_each_pair_tile(x, context, [&](Index group, const PairTile& tile) {
        HsicRound& part = parts[at(group)];
        part.whole += tile_hsic(tile, labels, kernel, reported, sigma);
        part.without.resize(at(x.cols()), 0.0);
        TileNumbers tile_weights;
        fill_weights(tile, labels, kernel, weights, tile_weights);
        ColumnStrip rows, columns;
        for (Index first = 0; first < x.cols(); first += side) {
            const Index count = std::min(side, x.cols() - first);
            rows.load(x, tile.rows, first, count);
            columns.load(x, tile.columns, first, count);
            for (Index j = 0; j < count; ++j) {
                std::array<double, side> sums{};
                rbf_hsic_loops::add_without_feature(tile.squared_distances.data(), tile_weights.data(),
                                                    rows.column(j), tile.height(), columns.column(j), sigma,
                                                    sums.data());
                for (const double sum : sums) part.without[at(first + j)] += sum;
            }
        }
    });
    HsicRound total{diagonal_part(kernel, reported), std::vector<double>(at(x.cols()), 0.0)};
    for (const HsicRound& part : parts) {
        total.whole += part.whole;
        for (std::size_t j = 0; j < part.without.size(); ++j) total.without[j] += part.without[j];
    }
    return total;
}

}  // namespace tamis::detail
