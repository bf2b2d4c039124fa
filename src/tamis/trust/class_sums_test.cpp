#include "tamis/trust/class_sums_test.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace class_sums_loops {

constexpr Index strip_width = 512;  // features that are worked on together

// u += weight·s²
TAMIS_SIMD void add_squares(const double* sums, double weight, Index count, double* __restrict u) {
    for (Index j = 0; j < count; ++j) u[j] += weight * (sums[j] * sums[j]);
}

TAMIS_SIMD void add_row(const double* row, Index count, double* __restrict sums) {
    for (Index j = 0; j < count; ++j) sums[j] += row[j];
}

TAMIS_SIMD void count_as_good(const double* u, const double* as_good, Index count,
                              double* __restrict counts) {
    for (Index j = 0; j < count; ++j) counts[j] += u[j] >= as_good[j] ? 1.0 : 0.0;
}

double largest(const double* u, Index count) {
    constexpr Index lanes = 8;
    double best[lanes] = {};  // u is never negative
    Index j = 0;
    for (; j + lanes <= count; j += lanes)
        for (Index l = 0; l < lanes; ++l) best[l] = u[j + l] > best[l] ? u[j + l] : best[l];
    for (; j < count; ++j) best[0] = std::max(best[0], u[j]);
    return *std::max_element(best, best + lanes);
}

}  // namespace class_sums_loops

namespace {

using namespace class_sums_loops;

// u of every feature for some draws of labels at once.
class ClassSums {
  public:
    ClassSums(const MatrixView& x, const Labels& labels, ClassStatistic statistic, const Context& context)
        : samples_(x.rows()), features_(x.cols()), classes_(labels.classes()) {
        const std::vector<int> together(at(x.rows()), 0);
        const GroupMoments moments = group_moments(x, {together, 1}, context);
        constant_ = moments.constant;
        const auto largest_class =
            static_cast<double>(*std::max_element(labels.counts.begin(), labels.counts.end()));
        for (const Index count : labels.counts) {
            sizes_.push_back(static_cast<double>(count));
            weights_.push_back(1.0 / (statistic == ClassStatistic::fisher ? sizes_.back() : largest_class));
        }
        for (Index j = 0; j < features_; ++j) {
            const double total = moments.scatter(0, j);
            means_.push_back(moments.mean(0, j));
            factors_.push_back(constant_[at(j)] == 0 && total > 0.0 ? 1.0 / std::sqrt(total) : 0.0);
        }
        if (x.is_sparse())
            by_feature_ = transposed(x).sparse();
        else
            center(x.dense(), context);
    }

    const std::vector<char>& constant() const { return constant_; }
    Index strips() const { return (features_ + strip_width - 1) / strip_width; }
    Index begin_of(Index strip) const { return strip * strip_width; }
    Index width_of(Index strip) const { return std::min(strip_width, features_ - begin_of(strip)); }
    // Draws that are worked on together.
    Index batch() const {
        constexpr Index product_rows = 384;
        return uses_product() ? std::max<Index>(1, product_rows / (classes_ - 1)) : 16;
    }

    // u: one row of width_of(strip) numbers per draw; `labels`: the classes of all samples, draw after draw.
    void fill(Index strip, const int* labels, Index draws, double* u) const {
        std::fill_n(u, draws * width_of(strip), 0.0);
        if (by_feature_)
            fill_sparse(strip, labels, draws, u);
        else if (uses_product())
            fill_by_product(strip, labels, draws, u);
        else
            fill_by_sums(strip, labels, draws, u);
    }

  private:
    // Beyond this a product with 0 and 1 does more than adding the rows up.
    bool uses_product() const { return !by_feature_ && classes_ < 20; }

    void center(const DenseView& x, const Context& context) {
        centered_ = DenseMatrix::uninitialized(samples_, features_);
        parallel_chunks(context, samples_, 64, [&](const Chunk& chunk) {
            for (Index i = chunk.begin; i < chunk.end; ++i)
                for (Index j = 0; j < features_; ++j)
                    centered_(i, j) = (x(i, j) - means_[at(j)]) * factors_[at(j)];
        });
    }

    // The sums of a centered feature over all classes are 0, so the last class follows from the others.
    void fill_by_product(Index strip, const int* labels, Index draws, double* u) const {
        const Index width = width_of(strip), asked = classes_ - 1;
        std::vector<double> marks(at(draws * asked * samples_), 0.0), sums(at(draws * asked * width));
        for (Index b = 0; b < draws; ++b)
            for (Index i = 0; i < samples_; ++i)
                if (const Index k = labels[b * samples_ + i]; k < asked)
                    marks[at((b * asked + k) * samples_ + i)] = 1.0;
        blas::multiply(draws * asked, width, samples_, 1.0, {marks.data(), samples_},
                       {centered_.data() + begin_of(strip), features_}, 0.0, sums.data(), width);
        std::vector<double> last(at(width));
        for (Index b = 0; b < draws; ++b) {
            std::fill(last.begin(), last.end(), 0.0);
            for (Index k = 0; k < asked; ++k) {
                const double* row = &sums[at((b * asked + k) * width)];
                add_squares(row, weights_[at(k)], width, u + b * width);
                add_row(row, width, last.data());
            }
            add_squares(last.data(), weights_[at(asked)], width, u + b * width);
        }
    }

    void fill_by_sums(Index strip, const int* labels, Index draws, double* u) const {
        const Index width = width_of(strip);
        std::vector<double> sums(at(classes_ * width));
        for (Index b = 0; b < draws; ++b) {
            std::fill(sums.begin(), sums.end(), 0.0);
            for (Index i = 0; i < samples_; ++i)
                add_row(centered_.row(i) + begin_of(strip), width,
                        &sums[at(labels[b * samples_ + i] * width)]);
            for (Index k = 0; k < classes_; ++k)
                add_squares(&sums[at(k * width)], weights_[at(k)], width, u + b * width);
        }
    }

    // s_k = S_k - n_k·mean with S_k over the cells that are stored.
    void fill_sparse(Index strip, const int* labels, Index draws, double* u) const {
        std::vector<double> sums(at(classes_));
        const SparseView cells = by_feature_->view();
        for (Index p = 0; p < width_of(strip); ++p) {
            const auto j = at(begin_of(strip) + p);
            const SparseRow feature = cells.row(static_cast<Index>(j));
            for (Index b = 0; b < draws; ++b) {
                std::fill(sums.begin(), sums.end(), 0.0);
                for (std::size_t c = 0; c < feature.columns.size(); ++c)
                    sums[at(labels[b * samples_ + feature.columns[c]])] += feature.values[c];
                double& total = u[b * width_of(strip) + p];
                for (std::size_t k = 0; k < sums.size(); ++k) {
                    const double s = (sums[k] - sizes_[k] * means_[j]) * factors_[j];
                    total += weights_[k] * (s * s);
                }
            }
        }
    }

    Index samples_, features_, classes_;
    std::vector<double> sizes_, weights_, means_, factors_;
    std::vector<char> constant_;
    DenseMatrix centered_;                    // columns of mean 0 and length 1
    std::optional<SparseMatrix> by_feature_;  // one row per feature
};

}  // namespace

PermutationTest permute_class_sums(const MatrixView& x, const Labels& given, ClassStatistic statistic,
                                   Index draws, std::uint64_t seed, const Context& context) {
    require_classes(given, x.rows(), "a permutation test of the labels");
    const Labels labels = without_empty_classes(given);
    const ClassSums sums(x, labels, statistic, context);
    const blas::SingleThreaded guard;

    std::vector<double> observed(at(x.cols()));
    parallel_chunks(context, sums.strips(), 1, [&](const Chunk& chunk) {
        sums.fill(chunk.begin, labels.of.data(), 1, observed.data() + sums.begin_of(chunk.begin));
    });
    DrawCounts counts(observed, sums.constant(), true);
    std::vector<double> as_good(at(x.cols()));
    for (std::size_t j = 0; j < as_good.size(); ++j) as_good[j] = counts.as_good(j);

    // Some draws are held at a time: up to eight batches, 64 MB of labels.
    const Index most = std::clamp<Index>((Index{1} << 24U) / (x.rows() * sums.batch()), 1, 8);
    const Index held = most * sums.batch();
    PermutationDraws orders(seed, x.rows());
    std::vector<int> drawn;
    for (Index done = 0; done < draws; done += held) {
        const Index now = std::min(held, draws - done);
        const Index batches = (now + sums.batch() - 1) / sums.batch(), strips = sums.strips();
        drawn.clear();
        for (Index b = 0; b < now; ++b)
            for (const Index i : orders.next()) drawn.push_back(labels.of[at(i)]);
        std::vector<std::vector<double>> counted(at(batches * strips));
        std::vector<double> best(at(strips * now));
        parallel_chunks(context, batches * strips, 1, [&](const Chunk& chunk) {
            const Index strip = chunk.begin % strips, first = chunk.begin / strips * sums.batch();
            const Index count = std::min(sums.batch(), now - first), width = sums.width_of(strip);
            std::vector<double> u(at(count * width));
            sums.fill(strip, &drawn[at(first * x.rows())], count, u.data());
            std::vector<double>& found = counted[at(chunk.begin)];
            found.assign(at(width), 0.0);
            for (Index b = 0; b < count; ++b) {
                const double* row = &u[at(b * width)];
                count_as_good(row, &as_good[at(sums.begin_of(strip))], width, found.data());
                best[at(strip * now + first + b)] = largest(row, width);
            }
        });
        std::vector<Index> total(at(x.cols()), 0);
        for (std::size_t t = 0; t < counted.size(); ++t)
            for (std::size_t p = 0; p < counted[t].size(); ++p)
                total[at(sums.begin_of(static_cast<Index>(t) % strips)) + p] +=
                    static_cast<Index>(counted[t][p]);
        for (Index b = 0; b < now; ++b)
            for (Index strip = 1; strip < strips; ++strip)
                best[at(b)] = std::max(best[at(b)], best[at(strip * now + b)]);
        best.resize(at(now));
        counts.add(total, best);
        context.report("permuting labels", static_cast<double>(done + now) / static_cast<double>(draws));
    }
    return counts.result();
}

}  // namespace tamis::detail
