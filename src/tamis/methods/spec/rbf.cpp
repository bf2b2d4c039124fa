#include "tamis/methods/spec/rbf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/methods/hsic/pair_tiles.hpp"
#include "tamis/methods/spec/feature_blocks.hpp"

namespace tamis::detail::spec_parts {

namespace {

constexpr double in_reach = 1e-12;      // weights below count as none
constexpr double most_products = 1e13;  // samples² · features · products
constexpr double median_passes = 4;  // over all pairs, at most: each leaves one part in 65,536 of the range
constexpr Index strip_features = 256;

GroupMoments all_moments(const Rows& x, const Context& context) {
    const std::vector<int> one_group(at(x.rows()), 0);
    return group_moments(x, {one_group, 1}, context);
}

void warn_if_isolated(Index isolated, Index samples, double bandwidth, const Context& context) {
    if (2 * isolated <= samples) return;
    context.warning(
        fmt::format("{} of {} samples have no other in reach: their weights for T = {} are below 1e-12, "
                    "and the scores say nothing about them; use a larger ",
                    isolated, samples, to_text(Value(bandwidth))) +
        method_option("rbf_bandwidth") + ", or auto");
}

// Before any of the work is done.
void require_rbf_affordable(const MatrixView& x, const SpecOptions& options) {
    const Index n = x.rows();
    const bool whole = SpectralFunction(options).is_whole_power();
    if (n > most_held_samples && (options.criterion == SpecOptions::Criterion::phi3 || !whole))
        throw Error(fmt::format("{} holds all weights for this and takes at most {} samples, not {}",
                                method_option("similarity", "rbf").text(), most_held_samples, n),
                    "use " + method_option("similarity", "knn") + ", or " +
                        method_option("criterion", "phi2") + " with a whole " + method_option("power"));
    const bool numbered = options.rbf_bandwidth.has_value();
    const double for_scale = numbered || options.rbf_scale == SpecOptions::RbfScale::mean ? 0.0
                             : options.rbf_scale == SpecOptions::RbfScale::median         ? median_passes
                                                                                          : 1.0;
    const double passes = (whole ? std::ceil(0.5 * options.power) : 1.0) + for_scale;
    const double pairs = static_cast<double>(n) * static_cast<double>(n);
    if (pairs * static_cast<double>(x.cols()) * passes <= most_products) return;
    throw Error(
        fmt::format("{} with all pairs of {} samples and {} features would take more than 1e13 products",
                    method_option("similarity", "rbf").text(), n, x.cols()),
        "use " + method_option("similarity", "knn") + " or fewer samples");
}

}  // namespace

double mean_square_distance(const Rows& x, const Context& context) {
    const GroupMoments moments = all_moments(x, context);
    double sum = 0.0;
    for (Index j = 0; j < x.cols(); ++j) sum += moments.scatter(0, j);
    return 2.0 * sum / static_cast<double>(x.rows() - 1);
}

double rbf_bandwidth(const MatrixView& x, const SpecOptions& options, const Context& context) {
    if (options.rbf_bandwidth) return *options.rbf_bandwidth;
    if (options.rbf_scale == SpecOptions::RbfScale::median) {
        const double median = summarize_distances(x, context).median;
        if (median > 0.0) return median;
    }
    if (options.rbf_scale == SpecOptions::RbfScale::cai) {
        std::vector<double> sums(at(pair_group_count(x.rows())), 0.0);
        for_each_pair_tile(x, context, [&](Index group, const PairTile& tile) {
            for (const double squared : tile.squared_distances) sums[at(group)] += std::sqrt(squared);
        });
        double mean = 0.0;
        for (const double sum : sums) mean += 2.0 * sum / static_cast<double>(x.rows() * x.rows());
        return 2.0 * mean * mean;
    }
    const double mean = mean_square_distance(x, context);
    if (options.rbf_scale == SpecOptions::RbfScale::median && mean > 0.0)
        context.warning(
            "more than half of all pairs of samples are equal, so the median distance is 0: T is "
            "the mean of the squared distances");
    return mean;
}

RbfTiles::RbfTiles(const MatrixView& x, double bandwidth, const Context& context, Index tile_rows)
    : x_(x), bandwidth_(bandwidth), context_(context), tile_rows_(tile_rows) {
    const GroupMoments moments = all_moments(x, context);
    for (Index j = 0; j < x.cols(); ++j) means_.push_back(moments.mean(0, j));
}

DenseMatrix RbfTiles::cells(Index tile, const std::vector<double>& center) const {
    DenseMatrix block = DenseMatrix::uninitialized(rows(tile), x_.cols());
    for (Index i = 0; i < block.rows(); ++i) {
        copy_cells(x_, first(tile) + i, 0, x_.cols(), block.row(i));
        for (Index j = 0; j < x_.cols(); ++j) block(i, j) -= center[at(j)];
    }
    return block;
}

void RbfTiles::weights(Index a, const DenseMatrix& of_a, Index b, const DenseMatrix& of_b,
                       std::vector<double>& out) const {
    const Index m = of_a.rows(), n = of_b.rows();
    out.assign(at(m * n), 1.0);
    if (bandwidth_ == 0.0) return;
    const auto squares = [](const DenseMatrix& block) {
        std::vector<double> sums(at(block.rows()));
        for (Index i = 0; i < block.rows(); ++i)
            for (Index j = 0; j < block.cols(); ++j) sums[at(i)] += block(i, j) * block(i, j);
        return sums;
    };
    const std::vector<double> left = squares(of_a), right = squares(of_b);
    blas::multiply(m, n, x_.cols(), -2.0, {of_a.data(), x_.cols()},
                   {of_b.data(), x_.cols(), blas::Form::transposed}, 0.0, out.data(), n);
    for (Index i = 0; i < m; ++i)
        for (Index j = 0; j < n; ++j) {
            double& weight = out[at(i * n + j)];
            weight = std::exp(-std::max(left[at(i)] + right[at(j)] + weight, 0.0) / bandwidth_);
        }
    if (a == b)
        for (Index i = 0; i < m; ++i) out[at(i * n + i)] = 1.0;
}

Graph RbfTiles::graph() const {
    const Index n = x_.rows();
    Graph graph;
    graph.samples = n;
    graph.bandwidth = bandwidth_;
    graph.weights.resize(at(n * n));
    const blas::SingleThreaded guard;
    parallel_chunks(context_, tiles(), 1, [&](const Chunk& chunk) {
        const Index a = chunk.begin;
        const DenseMatrix of_a = cells(a, means_);
        std::vector<double> tile;
        for (Index b = a; b < tiles(); ++b) {
            weights(a, of_a, b, b == a ? of_a : cells(b, means_), tile);
            for (Index i = 0; i < rows(a); ++i)
                for (Index j = 0; j < rows(b); ++j) {
                    const Index row = first(a) + i, column = first(b) + j;
                    if (column < row) continue;
                    const double weight = tile[at(i * rows(b) + j)];
                    graph.weights[at(row * n + column)] = graph.weights[at(column * n + row)] = weight;
                }
        }
    });
    std::size_t kept = 0;
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) {
            const double weight = graph.weights[at(i * n + j)];
            if (weight == 0.0) continue;
            graph.weights[kept++] = weight;
            graph.neighbors.push_back(static_cast<Small>(j));
        }
        graph.row_start.push_back(static_cast<Index>(kept));
    }
    graph.weights.resize(kept);
    set_degrees(graph);
    return graph;
}

// W·v, row by row of tiles.
std::vector<double> RbfTiles::weighted_products(const DenseMatrix& v) const {
    std::vector<double> out(at(x_.rows() * v.cols()));
    const blas::SingleThreaded guard;
    parallel_chunks(context_, tiles(), 1, [&](const Chunk& chunk) {
        const Index a = chunk.begin;
        const DenseMatrix of_a = cells(a, means_);
        std::vector<double> tile;
        for (Index b = 0; b < tiles(); ++b) {
            context_.check_cancel();
            weights(a, of_a, b, b == a ? of_a : cells(b, means_), tile);
            blas::multiply(rows(a), v.cols(), rows(b), 1.0, {tile.data(), rows(b)},
                           {v.row(first(b)), v.cols()}, 1.0, out.data() + first(a) * v.cols(), v.cols());
        }
    });
    return out;
}

std::vector<double> RbfTiles::degrees() const {
    DenseMatrix ones(x_.rows(), 1);
    for (Index i = 0; i < x_.rows(); ++i) ones(i, 0) = 1.0;
    return weighted_products(ones);
}

Forms RbfTiles::whole_powers(const std::vector<double>& degrees, const Sizes& sizes, Index power) const {
    const Index n = x_.rows(), d = x_.cols();
    Forms forms{std::vector<double>(at(d)), {}, 0.0};
    if (power == 1) {
        // uᵀWu tile by tile: nothing of size samples × features is held.
        struct Sums : std::vector<double> {
            Sums& operator+=(const Sums& more) {
                for (std::size_t j = 0; j < size(); ++j) (*this)[j] += more[j];
                return *this;
            }
        };
        const blas::SingleThreaded guard;
        Sums total;
        total.assign(at(d), 0.0);
        total = parallel_sum(context_, tiles(), 1, std::move(total), [&](const Chunk& chunk) {
            const Index a = chunk.begin;
            Sums sums;
            sums.assign(at(d), 0.0);
            const DenseMatrix of_a = cells(a, sizes.means);
            std::vector<double> tile, image(at(rows(a) * strip_features));
            for (Index b = a; b < tiles(); ++b) {
                context_.check_cancel();
                const DenseMatrix other = b == a ? DenseMatrix() : cells(b, sizes.means);
                const DenseMatrix& of_b = b == a ? of_a : other;
                weights(a, of_a, b, of_b, tile);
                const double times = a == b ? 1.0 : 2.0;
                for (Index begin = 0; begin < d; begin += strip_features) {
                    const Index strip = std::min(strip_features, d - begin);
                    blas::multiply(rows(a), strip, rows(b), times, {tile.data(), rows(b)},
                                   {of_b.data() + begin, d}, 0.0, image.data(), strip);
                    for (Index i = 0; i < rows(a); ++i)
                        for (Index j = 0; j < strip; ++j)
                            sums[at(begin + j)] += of_a(i, begin + j) * image[at(i * strip + j)];
                }
            }
            return sums;
        });
        forms.kernel.assign(total.begin(), total.end());
        for (Index j = 0; j < d; ++j)
            forms.values[at(j)] = std::max(0.0, sizes.spread[at(j)] - forms.kernel[at(j)]);
        return forms;
    }
    DenseMatrix u = DenseMatrix::uninitialized(n, d);
    for (Index i = 0; i < n; ++i) {
        copy_cells(x_, i, 0, d, u.row(i));
        for (Index j = 0; j < d; ++j) u(i, j) -= sizes.means[at(j)];
    }
    for (Index q = 0; q < power / 2; ++q) {
        const std::vector<double> image = weighted_products(u);
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < d; ++j) u(i, j) -= image[at(i * d + j)] / degrees[at(i)];
    }
    const std::vector<double> image = power % 2 == 0 ? std::vector<double>() : weighted_products(u);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < d; ++j) {
            const double own = degrees[at(i)] * u(i, j) - (image.empty() ? 0.0 : image[at(i * d + j)]);
            forms.values[at(j)] += u(i, j) * own;
        }
    for (double& value : forms.values) value = std::max(value, 0.0);
    return forms;
}

Setting rbf_setting(const MatrixView& x, const SpecOptions& options, const Context& context) {
    require_rbf_affordable(x, options);
    const double bandwidth = rbf_bandwidth(x, options, context);
    if (!std::isfinite(bandwidth))
        throw Error("the distances between the samples are too large to be squared: scale the data");
    const Index n = x.rows();
    Setting setting;
    setting.takes_part.assign(at(n), 1);
    setting.rbf_bandwidth = bandwidth;
    const RbfTiles tiles(x, bandwidth, context);
    Index isolated = 0;
    if (n <= most_held_samples) {
        setting.own = tiles.graph();
        for (Index i = 0; i < n; ++i) {
            double largest = 0.0;
            for (Index p = setting.own.row_start[at(i)]; p < setting.own.row_start[at(i) + 1]; ++p)
                if (setting.own.neighbors[at(p)] != i)
                    largest = std::max(largest, setting.own.weights[at(p)]);
            if (largest < in_reach) ++isolated;
        }
        warn_if_isolated(isolated, n, bandwidth, context);
        return setting;
    }
    setting.own.samples = n;
    setting.own.row_start.assign(at(n + 1), 0);
    setting.own.degrees = tiles.degrees();
    setting.in_tiles = true;
    for (const double degree : setting.own.degrees) isolated += degree - 1.0 < in_reach ? 1 : 0;
    warn_if_isolated(isolated, n, bandwidth, context);
    return setting;
}

Forms rbf_forms(const MatrixView& x, const Setting& setting, const Sizes& sizes, Index power,
                const Context& context) {
    const RbfTiles tiles(x, *setting.rbf_bandwidth, context);
    return tiles.whole_powers(setting.own.degrees, sizes, power);
}

std::vector<double> kernel_forms(const Rows& x, const Setting& setting, const Sizes& sizes,
                                 const Context& context) {
    const WalkOperator walk(setting.graph(), setting.takes_part, setting.kind);
    const Graph& graph = setting.graph();
    std::vector<double> kernel(at(x.cols()));
    for_each_feature_block(x, context, [&](const FeatureBlock& features) {
        const std::vector<double> block = load_centered(features, walk, sizes);
        double sums[width] = {};
        for (Index i = 0; i < graph.samples; ++i)
            for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p) {
                const double weight = graph.weights[at(p)];
                const double *own = &block[at(i * width)],
                             *other = &block[at(graph.neighbors[at(p)] * width)];
                for (Index c = 0; c < width; ++c) sums[c] += weight * own[c] * other[c];
            }
        std::copy_n(sums, features.count, kernel.begin() + features.feature);
    });
    return kernel;
}

}  // namespace tamis::detail::spec_parts
