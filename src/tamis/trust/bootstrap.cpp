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

// m_k of a replicate is measured from the mean of the data: `offset` is that of the data, s/N_k what is
// added.
TAMIS_SIMD void add_stratum(const double* s, const double* q, const double* offset, double size, Index width,
                            double* __restrict within, double* __restrict sum, double* __restrict square) {
    const double share = 1.0 / size;
    for (Index j = 0; j < width; ++j) {
        const double moved = s[j] * share, mean = offset[j] + moved, total = size * mean;
        within[j] += q[j] - s[j] * moved;
        sum[j] += total;
        square[j] += total * mean;
    }
}

// Σ (N_k m_k)² and Σ N_k·(N_k m_k)
TAMIS_SIMD void add_class_sums(const double* s, const double* offset, double size, Index width,
                               double* __restrict of_squares, double* __restrict weighted) {
    for (Index j = 0; j < width; ++j) {
        const double total = size * offset[j] + s[j];
        of_squares[j] += total * total;
        weighted[j] += size * total;
    }
}

// From the sums over the strata to the scatters; both are 0 if the feature is constant in this replicate.
TAMIS_SIMD void finish(const double* within, const double* sum, const double* square, const double* total,
                       double samples, Index width, double* __restrict b, double* __restrict e) {
    constexpr double rounding = 1e-12;
    const double share = 1.0 / samples;
    for (Index j = 0; j < width; ++j) {
        const double inside = within[j] > 0.0 ? within[j] : 0.0;
        const double outside = square[j] - sum[j] * (sum[j] * share);
        const double between = outside > 0.0 ? outside : 0.0;
        const double all = between + inside, small = rounding * all;
        const double keep = all > rounding * total[j] ? 1.0 : 0.0;
        e[j] = inside > small ? keep * inside : 0.0;
        b[j] = between > small ? keep * between : 0.0;
    }
}

}  // namespace bootstrap_loops

namespace {

constexpr Index strip_width = 128;

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
    const double* total() const { return total_.data(); }  // scatter of the data

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
    Table(Index replicates, Index features, const ReplicateParts& parts)
        : between(DenseMatrix::uninitialized(replicates, features)),
          within(DenseMatrix::uninitialized(replicates, features)),
          class_sums(parts.class_sums ? replicates : 0, features),
          mean_square(parts.mean_square ? replicates : 0, features) {}

    DenseMatrix between, within, class_sums, mean_square;
};

void fill(const Strip& strip, Index begin, const std::vector<DenseMatrix>& weights, Table& table) {
    const Index replicates = table.between.rows(), width = strip.width();
    const bool with_class_sums = table.class_sums.rows() > 0;
    DenseMatrix products = DenseMatrix::uninitialized(replicates, 2 * width);
    DenseMatrix within(replicates, width), sum(replicates, width), square(replicates, width);
    DenseMatrix of_squares(with_class_sums ? replicates : 0, width), weighted(of_squares);
    double samples = 0.0, squared_sizes = 0.0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
        const auto size = static_cast<double>(weights[k].cols());
        samples += size;
        squared_sizes += size * size;
        blas::multiply(replicates, 2 * width, weights[k].cols(), 1.0, {weights[k].data(), weights[k].cols()},
                       {strip.residuals(k).data(), 2 * width}, 0.0, products.data(), 2 * width);
        for (Index b = 0; b < replicates; ++b) {
            const double* s = products.row(b);
            bootstrap_loops::add_stratum(s, s + width, strip.offsets(k), size, width, within.row(b),
                                         sum.row(b), square.row(b));
            if (with_class_sums)
                bootstrap_loops::add_class_sums(s, strip.offsets(k), size, width, of_squares.row(b),
                                                weighted.row(b));
        }
    }
    for (Index b = 0; b < replicates; ++b) {
        double *between = table.between.row(b) + begin, *inside = table.within.row(b) + begin;
        bootstrap_loops::finish(within.row(b), sum.row(b), square.row(b), strip.total(), samples, width,
                                between, inside);
        for (Index j = 0; with_class_sums && j < width; ++j) {
            const double m = sum(b, j) / samples;  // Σ (N_k m_k - N_k m)²
            const double sums = of_squares(b, j) - 2.0 * m * weighted(b, j) + m * m * squared_sizes;
            table.class_sums(b, begin + j) = between[j] + inside[j] > 0.0 ? std::max(0.0, sums) : 0.0;
        }
        for (Index j = 0; table.mean_square.rows() > 0 && j < width; ++j) {
            const double mean = strip.mean(j) + sum(b, j) / samples;
            table.mean_square(b, begin + j) = samples * mean * mean;
        }
    }
}

}  // namespace

void for_each_replicate(const MatrixView& x, const std::vector<std::vector<Index>>& strata,
                        const DenseMatrix& weights, const ReplicateParts& parts,
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
        Table table(now, x.cols(), parts);
        parallel_chunks(context, x.cols(), strip_width, [&](const Chunk& chunk) {
            fill(Strip(x, strata, chunk.begin, chunk.end - chunk.begin), chunk.begin, by_stratum, table);
        });
        parallel_chunks(context, now, 1, [&](const Chunk& chunk) {
            const auto row = [&](const DenseMatrix& numbers) {
                if (numbers.rows() == 0) return std::vector<double>();
                return std::vector<double>(numbers.row(chunk.begin), numbers.row(chunk.begin) + x.cols());
            };
            Replicate replicate{{row(table.between), row(table.within), std::vector<char>(at(x.cols()))},
                                row(table.class_sums),
                                row(table.mean_square)};
            Scatter& scatter = replicate.scatter;
            for (std::size_t j = 0; j < scatter.constant.size(); ++j)
                scatter.constant[j] = scatter.between[j] + scatter.within[j] == 0.0;
            visit(first + chunk.begin, replicate);
        });
        context.report("bootstrap", static_cast<double>(first + now) / static_cast<double>(weights.rows()));
    }
}

}  // namespace tamis::detail
