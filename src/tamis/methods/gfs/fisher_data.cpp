#include "tamis/methods/gfs/fisher_data.hpp"

#include <algorithm>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/centered/add_rows.hpp"
#include "tamis/passes/identical_columns.hpp"
#include "tamis/passes/rounds/gram_rows_round.hpp"

namespace tamis::detail {

namespace {

constexpr Index always_kept_cells = Index{8} << 20;  // 64 MB of full rows of C, however small the data are
constexpr Index strip_columns = 128;  // a strip of a few hundred rows of C stays in the second-level cache

}  // namespace

FisherData::FisherData(const Rows& x, const Labels& labels, const Context& context)
    : context_(context),
      shards_(x.shards()),
      classes_(make_class_code(x, labels, context)),
      columns_(x, classes_.means, classes_.unit),
      place_(at(x.cols()), -1) {
    if (!sharded()) columns_.hold_by_columns(context);
    if (x.sparse()) ++passes_;
    const std::vector<char> copies = repeated_columns(x, context);
    for (std::size_t j = 0; j < copies.size(); ++j) {
        char& rank = classes_.constant[j];
        rank = rank != 0 ? ClassCode::is_constant : copies[j] != 0 ? ClassCode::is_copy : ClassCode::competes;
    }
    informative_ = std::count(classes_.constant.begin(), classes_.constant.end(), 0);
    if (sharded())
        most_rows_ = x.cols();  // the scores come from them alone
    else
        most_rows_ = std::max(columns_.stored_cells(), always_kept_cells) / std::max<Index>(1, x.cols());
}

void FisherData::multiply(std::span<const Index> features, CenteredData::Consumer take) const {
    if (!sharded()) return columns_.multiply(columns_.gather(features), take, context_);
    const DenseMatrix rows = shard_gram_rows(*shards_, classes_.means, classes_.unit, features, context_);
    take(0, rows.cols(), rows.data());
}

void FisherData::prepare(std::span<const Index> features) {
    std::vector<Index> added;
    for (const Index j : features)
        if (place_[at(j)] < 0) added.push_back(j);
    if (added.empty()) return;
    const auto before = static_cast<Index>(known_.size());
    for (const Index j : added) {
        place_[at(j)] = static_cast<Small>(known_.size());
        known_.push_back(j);
        lower_.emplace_back(known_.size());
    }
    std::vector<Index> by_column = known_;
    std::sort(by_column.begin(), by_column.end());
    const Index kept = std::clamp<Index>(most_rows_ - before, 0, static_cast<Index>(added.size()));
    double* full = kept > 0 ? rows_.append_rows(kept, this->features()) : nullptr;

    const auto take = [&](Index first, Index width, const double* block) {
        for (Index r = 0; r < kept; ++r)
            std::copy_n(block + r * width, width, full + r * this->features() + first);
        auto j = std::lower_bound(by_column.begin(), by_column.end(), first);
        for (; j != by_column.end() && *j < first + width; ++j) {
            const Index column = place_[at(*j)];
            for (Index r = std::max<Index>(0, column - before); r < static_cast<Index>(added.size()); ++r)
                lower_[at(before + r)][at(column)] = block[r * width + *j - first];
        }
    };
    multiply(added, take);
    ++passes_;
}

DenseMatrix FisherData::gram(std::span<const Index> features) const {
    const auto count = static_cast<Index>(features.size());
    DenseMatrix result = DenseMatrix::uninitialized(count, count);
    const bool known =
        std::all_of(features.begin(), features.end(), [&](Index j) { return place_[at(j)] >= 0; });
    if (!known && sharded()) {
        multiply(features, [&](Index first, Index width, const double* block) {
            for (Index b = 0; b < count; ++b) {
                const Index column = features[at(b)] - first;
                if (column < 0 || column >= width) continue;
                for (Index a = 0; a < count; ++a) result(a, b) = block[a * width + column];
            }
        });
        return result;
    }
    if (!known) {
        const DenseMatrix columns = columns_.gather(features);
        const blas::SingleThreaded guard;
        blas::multiply(count, count, samples(), 1.0, {columns.data(), samples()},
                       {columns.data(), samples(), blas::Form::transposed}, 0.0, result.data(), count);
        return result;
    }
    for (Index a = 0; a < count; ++a)
        for (Index b = 0; b <= a; ++b) {
            const Index row = place_[at(features[at(a)])], column = place_[at(features[at(b)])];
            result(a, b) = result(b, a) = lower_[at(std::max(row, column))][at(std::min(row, column))];
        }
    return result;
}

void FisherData::rows(std::span<const Index> features, double* out) {
    const auto take = [&](Index first, Index width, const double* block) {
        for (std::size_t r = 0; r < features.size(); ++r, block += width)
            std::copy_n(block, width, out + static_cast<Index>(r) * this->features() + first);
    };
    multiply(features, take);
    ++passes_;
}

std::vector<double> FisherData::squares() {
    std::vector<double> squares(at(features()));
    parallel_chunks(context_, features(), strip_columns, [&](const Chunk& chunk) {
        const Index width = chunk.end - chunk.begin;
        std::vector<double> cells(at(samples() * width));
        columns_.columns(chunk.begin, width, cells.data());
        for (Index i = 0; i < samples(); ++i)
            for (Index j = 0; j < width; ++j)
                squares[at(chunk.begin + j)] += cells[at(i * width + j)] * cells[at(i * width + j)];
    });
    ++passes_;
    return squares;
}

DenseMatrix FisherData::products(std::span<const Index> features) const {
    DenseMatrix result = DenseMatrix::uninitialized(static_cast<Index>(features.size()), classes_.width());
    for (Index a = 0; a < result.rows(); ++a)
        for (Index k = 0; k < result.cols(); ++k) result(a, k) = classes_.products(k, features[at(a)]);
    return result;
}

std::vector<double> FisherData::scores(std::span<const Index> features, const DenseMatrix& coefficients) {
    const bool kept = std::all_of(features.begin(), features.end(), [&](Index j) {
        return place_[at(j)] >= 0 && place_[at(j)] < rows_.rows();
    });
    return kept ? scores_from_rows(features, coefficients) : scores_from_data(features, coefficients);
}

std::vector<double> FisherData::first_scores() const { return scores_from_rows({}, DenseMatrix()); }

// ZᵀV = R - C_{:F}·coefficients.
std::vector<double> FisherData::scores_from_rows(std::span<const Index> features,
                                                 const DenseMatrix& coefficients) const {
    const auto count = static_cast<Index>(features.size());
    const Index width = classes_.width();
    DenseMatrix negative = DenseMatrix::uninitialized(width, count);
    for (Index k = 0; k < width; ++k)
        for (Index a = 0; a < count; ++a) negative(k, a) = -coefficients(a, k);
    std::vector<double> scores(at(this->features()));
    parallel_chunks(context_, this->features(), strip_columns, [&](const Chunk& chunk) {
        const Index columns = chunk.end - chunk.begin;
        std::vector<const double*> rows;
        for (const Index j : features) rows.push_back(rows_.row(place_[at(j)]) + chunk.begin);
        std::vector<double> pull(at(columns));
        for (Index k = 0; k < width; ++k) {
            std::copy_n(classes_.products.row(k) + chunk.begin, columns, pull.data());
            add_rows(rows.data(), negative.row(k), count, columns, pull.data());
            for (Index j = 0; j < columns; ++j) scores[at(chunk.begin + j)] += pull[at(j)] * pull[at(j)];
        }
    });
    return scores;
}

std::vector<double> FisherData::scores_from_data(std::span<const Index> features,
                                                 const DenseMatrix& coefficients) {
    DenseMatrix residual = columns_.combine(features, coefficients, context_);
    for (Index k = 0; k < residual.rows(); ++k)
        for (Index i = 0; i < samples(); ++i)
            residual(k, i) = classes_.code(classes_.class_of[at(i)], k) - residual(k, i);
    std::vector<double> scores(at(this->features()));
    const auto take = [&](Index first, Index width, const double* block) {
        for (Index k = 0; k < residual.rows(); ++k)
            for (Index j = 0; j < width; ++j)
                scores[at(first + j)] += block[k * width + j] * block[k * width + j];
    };
    columns_.multiply(residual, take, context_);
    ++passes_;
    return scores;
}

}  // namespace tamis::detail
