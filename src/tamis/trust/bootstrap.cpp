#include "tamis/trust/bootstrap.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/random/numpy_random.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

DenseMatrix bootstrap_weights(const std::vector<std::vector<Index>>& strata, Index samples, Index replicates,
                              std::uint64_t seed) {
    NumpyRandom random(seed);
    DenseMatrix weights(replicates, samples);
    for (Index b = 0; b < replicates; ++b)
        for (const std::vector<Index>& stratum : strata) {
            const auto size = static_cast<double>(stratum.size());
            for (std::size_t draw = 0; draw < stratum.size(); ++draw)
                weights(b, stratum[static_cast<std::size_t>(size * random.uniform())]) += 1.0;
        }
    return weights;
}

namespace bootstrap_loops {

// What is added up over the strata; `width` numbers each.
struct Sums {
    double* within;      // Σ (Q - S²/N_k)
    double* mean;        // Σ N_k m_k, m_k measured from the mean of the data
    double* square;      // Σ N_k m_k²
    double* of_squares;  // Σ (N_k m_k)²
    double* weighted;    // Σ N_k·(N_k m_k)
};

TAMIS_SIMD void add_stratum(const double* s, const double* q, const double* offset, double size, Index width,
                            const Sums& sums) {
    double *within = sums.within, *mean = sums.mean, *square = sums.square, *of_squares = sums.of_squares,
           *weighted = sums.weighted;
    const double share = 1.0 / size;
    for (Index j = 0; j < width; ++j) {
        const double moved = s[j] * share, total = size * (offset[j] + moved);
        within[j] += q[j] - s[j] * moved;
        mean[j] += total;
        square[j] += total * (offset[j] + moved);
        of_squares[j] += total * total;
        weighted[j] += size * total;
    }
}

}  // namespace bootstrap_loops

namespace {

constexpr Index strip_width = 256;

// Residuals of a strip of features from the means of their strata, and their squares next to them.
class Strip {
  public:
    Strip(const MatrixView& x, const std::vector<std::vector<Index>>& strata, Index begin, Index width)
        : width_(width), mean_(at(width), 0.0), total_(at(width), 0.0) {
        Index samples = 0;
        for (const std::vector<Index>& stratum : strata) samples += static_cast<Index>(stratum.size());
        for (const std::vector<Index>& stratum : strata) {
            DenseMatrix& cells = residuals_.emplace_back(
                DenseMatrix::uninitialized(static_cast<Index>(stratum.size()), 2 * width));
            std::vector<double>& mean = offsets_.emplace_back(at(width), 0.0);
            for (Index i = 0; i < cells.rows(); ++i)
                copy_cells(x, stratum[at(i)], begin, begin + width, cells.row(i));
            center(cells, mean);
            for (Index j = 0; j < width; ++j)
                mean_[at(j)] +=
                    mean[at(j)] * static_cast<double>(stratum.size()) / static_cast<double>(samples);
        }
        for (std::size_t k = 0; k < offsets_.size(); ++k)
            for (Index j = 0; j < width; ++j) {
                double& offset = offsets_[k][at(j)];
                offset -= mean_[at(j)];
                total_[at(j)] += static_cast<double>(strata[k].size()) * offset * offset;
            }
    }

    Index width() const { return width_; }
    const DenseMatrix& residuals(std::size_t k) const { return residuals_[k]; }
    const double* offsets(std::size_t k) const { return offsets_[k].data(); }
    double mean(Index j) const { return mean_[at(j)]; }
    double total(Index j) const { return total_[at(j)]; }  // scatter of the data

  private:
    void center(DenseMatrix& cells, std::vector<double>& mean) {
        // About the first sample, so that a constant stays constant and a large mean does not cancel.
        const std::vector<double> shift(cells.row(0), cells.row(0) + width_);
        for (Index i = 0; i < cells.rows(); ++i)
            for (Index j = 0; j < width_; ++j) mean[at(j)] += cells(i, j) - shift[at(j)];
        for (Index j = 0; j < width_; ++j)
            mean[at(j)] = shift[at(j)] + mean[at(j)] / static_cast<double>(cells.rows());
        for (Index i = 0; i < cells.rows(); ++i)
            for (Index j = 0; j < width_; ++j) {
                const double residual = cells(i, j) - mean[at(j)];
                cells(i, j) = residual;
                cells(i, width_ + j) = residual * residual;
                total_[at(j)] += residual * residual;
            }
    }

    Index width_;
    std::vector<double> mean_, total_;
    std::vector<DenseMatrix> residuals_;        // per stratum: samples × 2·width
    std::vector<std::vector<double>> offsets_;  // per stratum: its mean minus that of the data
};

// The numbers of all features for some replicates, one row each.
struct Table {
    Table(Index replicates, Index features)
        : between(replicates, features),
          within(replicates, features),
          class_sums(replicates, features),
          mean_square(replicates, features),
          constant(at(replicates * features), char{0}) {}

    DenseMatrix between, within, class_sums, mean_square;
    std::vector<char> constant;
};

void fill(const Strip& strip, Index begin, const std::vector<DenseMatrix>& weights, Table& table) {
    constexpr double rounding = 1e-12;
    const Index replicates = table.between.rows(), width = strip.width();
    DenseMatrix products = DenseMatrix::uninitialized(replicates, 2 * width);
    DenseMatrix within(replicates, width), mean(replicates, width), square(replicates, width),
        of_squares(replicates, width), weighted(replicates, width);
    double samples = 0.0, squared_sizes = 0.0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
        const auto size = static_cast<double>(weights[k].cols());
        samples += size;
        squared_sizes += size * size;
        blas::multiply(replicates, 2 * width, weights[k].cols(), 1.0, {weights[k].data(), weights[k].cols()},
                       {strip.residuals(k).data(), 2 * width}, 0.0, products.data(), 2 * width);
        for (Index b = 0; b < replicates; ++b)
            bootstrap_loops::add_stratum(
                products.row(b), products.row(b) + width, strip.offsets(k), size, width,
                {within.row(b), mean.row(b), square.row(b), of_squares.row(b), weighted.row(b)});
    }
    for (Index b = 0; b < replicates; ++b)
        for (Index j = 0; j < width; ++j) {
            const double m = mean(b, j) / samples;
            double e = std::max(0.0, within(b, j));
            double between = std::max(0.0, square(b, j) - mean(b, j) * m);
            const double total = between + e;
            if (e <= rounding * total) e = 0.0;
            if (between <= rounding * total) between = 0.0;
            const bool constant = total <= rounding * strip.total(j);
            table.constant[at(b * table.between.cols() + begin + j)] = constant;
            table.between(b, begin + j) = constant ? 0.0 : between;
            table.within(b, begin + j) = constant ? 0.0 : e;
            // Σ (N_k m_k - N_k m)²
            const double sums = of_squares(b, j) - 2.0 * m * weighted(b, j) + m * m * squared_sizes;
            table.class_sums(b, begin + j) = constant ? 0.0 : std::max(0.0, sums);
            const double as_it_is = strip.mean(j) + m;
            table.mean_square(b, begin + j) = samples * as_it_is * as_it_is;
        }
}

}  // namespace

void for_each_replicate(const MatrixView& x, const std::vector<std::vector<Index>>& strata,
                        const DenseMatrix& weights,
                        FunctionRef<void(Index number, const Replicate& replicate)> visit,
                        const Context& context) {
    const blas::SingleThreaded guard;
    // Replicates that are held at a time: about 256 MB of numbers.
    const Index held = std::clamp<Index>((Index{1} << 23U) / std::max<Index>(1, x.cols()), 16, 512);
    for (Index first = 0; first < weights.rows(); first += held) {
        const Index now = std::min(held, weights.rows() - first);
        std::vector<DenseMatrix> by_stratum;
        for (const std::vector<Index>& stratum : strata) {
            DenseMatrix& own = by_stratum.emplace_back(now, static_cast<Index>(stratum.size()));
            for (Index b = 0; b < now; ++b)
                for (Index i = 0; i < own.cols(); ++i) own(b, i) = weights(first + b, stratum[at(i)]);
        }
        Table table(now, x.cols());
        parallel_chunks(context, x.cols(), strip_width, [&](const Chunk& chunk) {
            fill(Strip(x, strata, chunk.begin, chunk.end - chunk.begin), chunk.begin, by_stratum, table);
        });
        parallel_chunks(context, now, 1, [&](const Chunk& chunk) {
            const auto row = [&](const DenseMatrix& numbers) {
                return std::vector<double>(numbers.row(chunk.begin), numbers.row(chunk.begin) + x.cols());
            };
            const auto begin = table.constant.begin() + chunk.begin * x.cols();
            visit(first + chunk.begin, {{row(table.between), row(table.within), {begin, begin + x.cols()}},
                                        row(table.class_sums),
                                        row(table.mean_square)});
        });
        context.report("bootstrap", static_cast<double>(first + now) / static_cast<double>(weights.rows()));
    }
}

}  // namespace tamis::detail
