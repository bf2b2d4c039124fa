#include "tamis/trust/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <span>

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

// `later`: cells that will be read soon, and that the processor does not foresee so far from these.
TAMIS_SIMD void add_from(const double* cells, const double* shift, Index width, const double* later,
                         double* __restrict sum) {
    constexpr Index line = 8;  // numbers in a line of the cache
    for (Index j = 0; j < width; j += line) __builtin_prefetch(later + j);
    for (Index j = 0; j < width; ++j) sum[j] += cells[j] - shift[j];
}

// Residuals of cells, with their squares next to them.
TAMIS_SIMD void center(const double* cells, const double* mean, Index width, double* __restrict residuals,
                       double* __restrict total) {
    for (Index j = 0; j < width; ++j) {
        const double residual = cells[j] - mean[j], square = residual * residual;
        residuals[j] = residual;
        residuals[width + j] = square;
        total[j] += square;
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

struct Stratum {
    const double* offset;  // its mean in the data, measured from the mean of the data
    double size;
};

// The scatters of a replicate from the products of its strata, Σ w·residual and Σ w·residual², which lie
// `distance` apart; both are 0 if the feature is constant in this replicate. `sum` gets Σ N_k m_k, with m_k
// measured from the mean of the data. A few features at a time, so that their sums stay in registers.
TAMIS_SIMD void scatters(const double* products, Index distance, std::span<const Stratum> strata,
                         const double* data_scatter, double samples, Index width, double* __restrict b,
                         double* __restrict e, double* __restrict sum) {
    constexpr double rounding = 1e-12;
    const double share = 1.0 / samples;
    for (Index j = 0; j < width; j += 4) {
        Four inside{}, sums{}, squares{};
        const double* s = products + j;
        for (const Stratum& one : strata) {
            const Four moved = four_at(s).numbers * (1.0 / one.size),
                       mean = four_at(one.offset + j).numbers + moved;
            const Four total = one.size * mean;
            inside += four_at(s + width).numbers - four_at(s).numbers * moved;
            sums += total;
            squares += total * mean;
            s += distance;
        }
        const Four none{}, outside = squares - sums * (sums * share);
        const Four within = inside > 0.0 ? inside : none, between = outside > 0.0 ? outside : none;
        const Four all = between + within, small = rounding * all;
        const auto varies = all > rounding * four_at(data_scatter + j).numbers;
        four_at(e + j).numbers = varies && within > small ? within : none;
        four_at(b + j).numbers = varies && between > small ? between : none;
        four_at(sum + j).numbers = sums;
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
        DenseMatrix copied;
        for (const std::vector<Index>& stratum : strata) {
            std::vector<double>& mean = offsets_.emplace_back(at(bootstrap_strip), 0.0);
            add_residuals(cells_of(x, stratum, begin, end, copied), mean);
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
    // The cells of each sample, where they are, or a copy: of sparse data, and of the last features.
    static std::vector<const double*> cells_of(const MatrixView& x, const std::vector<Index>& samples,
                                               Index begin, Index end, DenseMatrix& copied) {
        std::vector<const double*> cells;
        const bool in_place = !x.is_sparse() && end - begin == bootstrap_strip;
        if (!in_place) copied = DenseMatrix(static_cast<Index>(samples.size()), bootstrap_strip);
        for (const Index i : samples) {
            const auto next = static_cast<Index>(cells.size());
            if (!in_place) copy_cells(x, i, begin, end, copied.row(next));
            cells.push_back(in_place ? x.dense().row(i) + begin : copied.row(next));
        }
        return cells;
    }

    void add_residuals(const std::vector<const double*>& cells, std::vector<double>& mean) {
        // About the first sample, so that a constant stays constant and a large mean does not cancel.
        const double* const shift = cells.front();
        const auto count = static_cast<Index>(cells.size());
        for (Index i = 0; i < count; ++i)
            bootstrap_loops::add_from(cells[at(i)], shift, bootstrap_strip,
                                      cells[at(std::min(i + 12, count - 1))], mean.data());
        for (Index j = 0; j < bootstrap_strip; ++j)
            mean[at(j)] = shift[j] + mean[at(j)] / static_cast<double>(count);
        DenseMatrix& residuals =
            residuals_.emplace_back(DenseMatrix::uninitialized(count, 2 * bootstrap_strip));
        for (Index i = 0; i < count; ++i)
            bootstrap_loops::center(cells[at(i)], mean.data(), bootstrap_strip, residuals.row(i),
                                    total_.data());
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
            strata_.push_back({strip.offsets(strata_.size()), size});
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
                finish(products.row(b), few * wide);
                visit({first + b, begin, strip_.features(), between_, within_, class_sums_, mean_square_});
            }
        }
    }

  private:
    using Numbers = double[bootstrap_strip];

    // `distance`: from the products of one stratum to those of the next.
    void finish(const double* products, Index distance) {
        bootstrap_loops::scatters(products, distance, strata_, strip_.total(), samples_, bootstrap_strip,
                                  between_, within_, sum_);
        if (parts_.class_sums) {
            for (double* sums : {of_squares_, weighted_}) std::fill_n(sums, bootstrap_strip, 0.0);
            for (const bootstrap_loops::Stratum& one : strata_) {
                bootstrap_loops::add_class_sums(products, one.offset, one.size, bootstrap_strip, of_squares_,
                                                weighted_);
                products += distance;
            }
        }
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
    std::vector<bootstrap_loops::Stratum> strata_;
    Numbers sum_, of_squares_, weighted_;  // sums over the strata
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
