// Products by blocks of centered cells.
#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/centered/centered_data.hpp"

namespace tamis::detail {

namespace {

constexpr Index block_cells = Index{1} << 17;  // 1 MB: a block stays in the cache while it is used
constexpr Index rows_per_block = 256;
constexpr Index little_work = Index{1} << 19;
constexpr Index long_rows = 4096;  // features
constexpr Index widest_output = 128;
constexpr Index most_groups = 8;  // partial sums over the features, added in order

void copy_upper_from_lower(DenseMatrix& a) {
    for (Index i = 0; i < a.rows(); ++i)
        for (Index j = 0; j < i; ++j) a(j, i) = a(i, j);
}

}  // namespace

Index CenteredData::strip_width() const { return std::clamp<Index>(block_cells / samples(), 16, 512); }

Index CenteredData::features_per_group() const {
    return std::max(strip_width(), chunk_count(features(), most_groups));
}

CenteredData::Block CenteredData::column_block(Index first, Index width, std::vector<double>& space) const {
    if (held_.rows() > 0) return {held_.data() + first, features()};
    space.resize(at(samples() * width));
    columns(first, width, space.data());
    return {space.data(), width};
}

CenteredData::Block CenteredData::row_block(Index first, Index count, std::vector<double>& space) const {
    if (held_.rows() > 0) return {held_.row(first), features()};
    std::vector<Index> wanted(at(count));
    std::iota(wanted.begin(), wanted.end(), first);
    space.resize(at(count * features()));
    rows(wanted, space.data());
    return {space.data(), features()};
}

DenseMatrix CenteredData::sample_gram(std::span<const double> weights, const Context& context) const {
    const blas::SingleThreaded guard;
    const Index n = samples(), per_group = features_per_group();
    std::vector<DenseMatrix> partial(at(chunk_count(features(), per_group)));
    parallel_chunks(context, features(), per_group, [&](const Chunk& group) {
        DenseMatrix& sum = partial[at(group.number)] = DenseMatrix(n, n);
        std::vector<double> block(at(n * strip_width())), roots;
        for (Index first = group.begin; first < group.end; first += strip_width()) {
            context.check_cancel();
            const Index width = std::min(strip_width(), group.end - first);
            columns(first, width, block.data());
            roots.assign(at(width), 1.0);
            for (Index j = 0; !weights.empty() && j < width; ++j)
                roots[at(j)] = std::sqrt(weights[at(first + j)]);
            for (Index i = 0; !weights.empty() && i < n; ++i)
                for (Index j = 0; j < width; ++j) block[at(i * width + j)] *= roots[at(j)];
            cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, blas::narrow(n), blas::narrow(width), 1.0,
                        block.data(), blas::narrow(width), 1.0, sum.data(), blas::narrow(n));
        }
    });
    DenseMatrix gram = std::move(partial.front());
    for (std::size_t g = 1; g < partial.size(); ++g) add_scaled(gram, 1.0, partial[g]);
    copy_upper_from_lower(gram);
    return gram;
}

DenseMatrix CenteredData::feature_gram(std::span<const Index> wanted, std::span<const double> weights,
                                       const Context& context) const {
    const blas::SingleThreaded guard;
    const Index d = features();
    const Index output_strip = std::clamp<Index>(chunk_count(d, 4), 32, widest_output);
    DenseMatrix gram(d, d);
    std::vector<double> block(at(std::min<Index>(rows_per_block, static_cast<Index>(wanted.size())) * d));
    for (std::size_t first = 0; first < wanted.size(); first += rows_per_block) {
        const std::size_t count = std::min(std::size_t{rows_per_block}, wanted.size() - first);
        rows(wanted.subspan(first, count), block.data());
        for (std::size_t r = 0; !weights.empty() && r < count; ++r) {
            const double factor = std::sqrt(weights[at(wanted[first + r])]);
            for (Index j = 0; j < d; ++j) block[r * at(d) + at(j)] *= factor;
        }
        parallel_chunks(context, d, output_strip, [&](const Chunk& strip) {
            blas::multiply(strip.end - strip.begin, strip.end, static_cast<Index>(count), 1.0,
                           {block.data() + strip.begin, d, blas::Form::transposed}, {block.data(), d}, 1.0,
                           gram.row(strip.begin), d);
        });
    }
    copy_upper_from_lower(gram);
    return gram;
}

DenseMatrix CenteredData::times(const DenseMatrix& w, const Context& context) const {
    const blas::SingleThreaded guard;
    if (features() > long_rows) return times_by_strips(w, context);
    DenseMatrix out(samples(), w.cols());
    // Little work is done faster than it is handed over.
    const bool little = samples() * features() * w.cols() < little_work;
    const Index chunk = little ? samples() : std::clamp<Index>(block_cells / features(), 64, rows_per_block);
    parallel_chunks(context, samples(), chunk, [&](const Chunk& part) {
        std::vector<double> space;
        const Block block = row_block(part.begin, part.end - part.begin, space);
        blas::multiply(part.end - part.begin, w.cols(), features(), 1.0, {block.data, block.stride},
                       {w.data(), w.cols()}, 0.0, out.row(part.begin), w.cols());
    });
    return out;
}

// Few columns of the data at a time, so that their part of w stays in the cache.
DenseMatrix CenteredData::times_by_strips(const DenseMatrix& w, const Context& context) const {
    const Index per_group = features_per_group();
    std::vector<DenseMatrix> partial(at(chunk_count(features(), per_group)));
    parallel_chunks(context, features(), per_group, [&](const Chunk& group) {
        DenseMatrix& sum = partial[at(group.number)] = DenseMatrix(samples(), w.cols());
        std::vector<double> space;
        for (Index first = group.begin; first < group.end; first += strip_width()) {
            const Index width = std::min(strip_width(), group.end - first);
            const Block block = column_block(first, width, space);
            blas::multiply(samples(), w.cols(), width, 1.0, {block.data, block.stride},
                           {w.row(first), w.cols()}, 1.0, sum.data(), w.cols());
        }
    });
    for (std::size_t g = 1; g < partial.size(); ++g) add_scaled(partial.front(), 1.0, partial[g]);
    return std::move(partial.front());
}

DenseMatrix CenteredData::transposed_times(const DenseMatrix& v, const Context& context) const {
    const blas::SingleThreaded guard;
    DenseMatrix out(features(), v.cols());
    parallel_chunks(context, features(), strip_width(), [&](const Chunk& strip) {
        const Index width = strip.end - strip.begin;
        std::vector<double> space;
        const Block block = column_block(strip.begin, width, space);
        blas::multiply(width, v.cols(), samples(), 1.0, {block.data, block.stride, blas::Form::transposed},
                       {v.data(), v.cols()}, 0.0, out.row(strip.begin), v.cols());
    });
    return out;
}

}  // namespace tamis::detail
