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

TAMIS_SIMD void add_from(const double* cells, const double* shift, Index width, double* __restrict sum) {
    for (Index j = 0; j < width; ++j) sum[j] += cells[j] - shift[j];
}

// Cells become residuals, with their squares next to them.
TAMIS_SIMD void center(double* __restrict cells, const double* mean, Index width, double* __restrict total) {
    for (Index j = 0; j < width; ++j) {
        const double residual = cells[j] - mean[j], square = residual * residual;
        cells[j] = residual;
        cells[width + j] = square;
        total[j] += square;
    }
}

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

// Every strip is as wide, filled with zeros at the end of the data: so every feature goes through the same
// kernel of the product, and equal features tie. 2·96 is a multiple of the widths of all kernels.
constexpr Index bootstrap_strip = 96;

// Residuals of a strip of features from the means of their strata, and their squares next to them.
class Strip {
  public:
    Strip(const MatrixView& x, const std::vector<std::vector<Index>>& strata, Index begin, Index end)
        : features_(end - begin), mean_(at(bootstrap_strip), 0.0), total_(at(bootstrap_strip), 0.0) {
        Index samples = 0;
        for (const std::vector<Index>& stratum : strata) samples += static_cast<Index>(stratum.size());
        for (const std::vector<Index>& stratum : strata) {
            DenseMatrix& cells = residuals_.emplace_back(
                DenseMatrix::uninitialized(static_cast<Index>(stratum.size()), 2 * bootstrap_strip));
            std::vector<double>& mean = offsets_.emplace_back(at(bootstrap_strip), 0.0);
            for (Index i = 0; i < cells.rows(); ++i) {
                copy_cells(x, stratum[at(i)], begin, end, cells.row(i));
                std::fill(cells.row(i) + features_, cells.row(i) + bootstrap_strip, 0.0);
            }
            center(cells, mean);
            for (Index j = 0; j < bootstrap_strip; ++j)
                mean_[at(j)] +=
                    mean[at(j)] * static_cast<double>(stratum.size()) / static_cast<double>(samples);
        }
        for (std::size_t k = 0; k < offsets_.size(); ++k)
            for (Index j = 0; j < bootstrap_strip; ++j) {
                double& offset = offsets_[k][at(j)];
                offset -= mean_[at(j)];
                total_[at(j)] += static_cast<double>(strata[k].size()) * offset * offset;
            }
    }

    Index features() const { return features_; }
    const DenseMatrix& residuals(std::size_t k) const { return residuals_[k]; }
    const double* offsets(std::size_t k) const { return offsets_[k].data(); }
    double mean(Index j) const { return mean_[at(j)]; }
    const double* total() const { return total_.data(); }  // scatter of the data

  private:
    void center(DenseMatrix& cells, std::vector<double>& mean) {
        // About the first sample, so that a constant stays constant and a large mean does not cancel.
        const std::vector<double> shift(cells.row(0), cells.row(0) + bootstrap_strip);
        for (Index i = 0; i < cells.rows(); ++i)
            bootstrap_loops::add_from(cells.row(i), shift.data(), bootstrap_strip, mean.data());
        for (Index j = 0; j < bootstrap_strip; ++j)
            mean[at(j)] = shift[at(j)] + mean[at(j)] / static_cast<double>(cells.rows());
        for (Index i = 0; i < cells.rows(); ++i)
            bootstrap_loops::center(cells.row(i), mean.data(), bootstrap_strip, total_.data());
    }

    Index features_;
    std::vector<double> mean_, total_;
    std::vector<DenseMatrix> residuals_;        // per stratum: samples × 2·bootstrap_strip
    std::vector<std::vector<double>> offsets_;  // per stratum: its mean minus that of the data
};

// One strip of all replicates, a few at a time, so that their products stay in the cache.
class StripReplicates {
  public:
    // `weights`: per stratum, one row per replicate.
    StripReplicates(const Strip& strip, const std::vector<DenseMatrix>& weights, const ReplicateParts& parts)
        : strip_(strip), weights_(weights), parts_(parts) {
        for (const DenseMatrix& own : weights) {
            const auto size = static_cast<double>(own.cols());
            samples_ += size;
            squared_sizes_ += size * size;
        }
    }

    void visit(Index begin, FunctionRef<void(const ReplicateStrip&)> visit) {
        const auto strata = static_cast<Index>(weights_.size());
        const Index replicates = weights_.front().rows(), wide = 2 * bootstrap_strip;
        const Index few = std::clamp<Index>(80 / strata, 8, 20);
        DenseMatrix products = DenseMatrix::uninitialized(strata * few, wide);
        for (Index first = 0; first < replicates; first += few) {
            const Index now = std::min(few, replicates - first);
            for (Index k = 0; k < strata; ++k) {
                const DenseMatrix& own = weights_[at(k)];
                blas::multiply(now, wide, own.cols(), 1.0, {own.row(first), own.cols()},
                               {strip_.residuals(at(k)).data(), wide}, 0.0, products.row(k * few), wide);
            }
            for (Index b = 0; b < now; ++b) {
                add_strata(products.row(b), few * wide);
                finish();
                visit({first + b, begin, strip_.features(), between_, within_, class_sums_, mean_square_});
            }
        }
    }

  private:
    using Numbers = double[bootstrap_strip];

    // `distance`: from the products of one stratum to those of the next.
    void add_strata(const double* s, Index distance) {
        for (double* sums : {inside_, sum_, square_}) std::fill_n(sums, bootstrap_strip, 0.0);
        if (parts_.class_sums)
            for (double* sums : {of_squares_, weighted_}) std::fill_n(sums, bootstrap_strip, 0.0);
        for (std::size_t k = 0; k < weights_.size(); ++k, s += distance) {
            const auto size = static_cast<double>(weights_[k].cols());
            bootstrap_loops::add_stratum(s, s + bootstrap_strip, strip_.offsets(k), size, bootstrap_strip,
                                         inside_, sum_, square_);
            if (parts_.class_sums)
                bootstrap_loops::add_class_sums(s, strip_.offsets(k), size, bootstrap_strip, of_squares_,
                                                weighted_);
        }
    }

    void finish() {
        bootstrap_loops::finish(inside_, sum_, square_, strip_.total(), samples_, bootstrap_strip, between_,
                                within_);
        for (Index j = 0; parts_.class_sums && j < bootstrap_strip; ++j) {
            const double m = sum_[j] / samples_;  // Σ (N_k m_k - N_k m)²
            const double sums = of_squares_[j] - 2.0 * m * weighted_[j] + m * m * squared_sizes_;
            class_sums_[j] = between_[j] + within_[j] > 0.0 ? std::max(0.0, sums) : 0.0;
        }
        for (Index j = 0; parts_.mean_square && j < bootstrap_strip; ++j) {
            const double mean = strip_.mean(j) + sum_[j] / samples_;
            mean_square_[j] = samples_ * mean * mean;
        }
    }

    const Strip& strip_;
    const std::vector<DenseMatrix>& weights_;
    ReplicateParts parts_;
    double samples_ = 0.0, squared_sizes_ = 0.0;
    Numbers inside_, sum_, square_, of_squares_, weighted_;  // sums over the strata
    Numbers between_, within_, class_sums_, mean_square_;
};

}  // namespace

Index replicates_held(Index features) {
    return std::clamp<Index>((Index{1} << 23U) / std::max<Index>(1, features), 16, 512);
}

void for_each_strip(const MatrixView& x, const std::vector<std::vector<Index>>& strata,
                    const DenseView& weights, const ReplicateParts& parts,
                    FunctionRef<void(const ReplicateStrip&)> visit, const Context& context) {
    const blas::SingleThreaded guard;
    std::vector<DenseMatrix> by_stratum;
    for (const std::vector<Index>& stratum : strata) {
        DenseMatrix& own = by_stratum.emplace_back(weights.rows, static_cast<Index>(stratum.size()));
        for (Index b = 0; b < own.rows(); ++b)
            for (Index i = 0; i < own.cols(); ++i) own(b, i) = weights.row(b)[stratum[at(i)]];
    }
    parallel_chunks(context, x.cols(), bootstrap_strip, [&](const Chunk& chunk) {
        const Strip strip(x, strata, chunk.begin, chunk.end);
        StripReplicates(strip, by_stratum, parts).visit(chunk.begin, visit);
    });
}

void for_each_replicate(const MatrixView& x, const std::vector<std::vector<Index>>& strata,
                        const DenseMatrix& weights, const ReplicateParts& parts,
                        FunctionRef<void(Index number, const Replicate& replicate)> visit,
                        const Context& context) {
    const Index held = replicates_held(x.cols());
    for (Index first = 0; first < weights.rows(); first += held) {
        const Index now = std::min(held, weights.rows() - first);
        std::vector<Replicate> replicates(at(now));
        for (Replicate& one : replicates) {
            one.scatter = {std::vector<double>(at(x.cols())), std::vector<double>(at(x.cols())),
                           std::vector<char>(at(x.cols()))};
            if (parts.class_sums) one.class_sums.resize(at(x.cols()));
            if (parts.mean_square) one.mean_square.resize(at(x.cols()));
        }
        for_each_strip(
            x, strata, {weights.row(first), now, weights.cols(), weights.cols()}, parts,
            [&](const ReplicateStrip& strip) {
                Replicate& one = replicates[at(strip.replicate)];
                const auto keep = [&](const double* numbers, std::vector<double>& all) {
                    if (!all.empty()) std::copy_n(numbers, strip.width, all.begin() + strip.begin);
                };
                keep(strip.between, one.scatter.between);
                keep(strip.within, one.scatter.within);
                keep(strip.class_sums, one.class_sums);
                keep(strip.mean_square, one.mean_square);
                for (Index j = 0; j < strip.width; ++j)
                    one.scatter.constant[at(strip.begin + j)] = strip.between[j] + strip.within[j] == 0.0;
            },
            context);
        parallel_chunks(context, now, 1,
                        [&](const Chunk& chunk) { visit(first + chunk.begin, replicates[at(chunk.begin)]); });
        context.report("bootstrap", static_cast<double>(first + now) / static_cast<double>(weights.rows()));
    }
}

}  // namespace tamis::detail
