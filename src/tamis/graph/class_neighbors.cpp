#include "tamis/graph/class_neighbors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/approximate/search.hpp"
#include "tamis/graph/cells/cell_search.hpp"
#include "tamis/graph/search.hpp"
#include "tamis/graph/shards/shard_neighbors.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace {

void check_request(const Rows& x, const Labels& labels, Index k, std::span<const double> factors) {
    if (k < 1) throw UsageError("the number of neighbors must be at least 1, not " + std::to_string(k));
    require_classes(labels, x.rows(), "the search for the nearest samples of each class");
    if (x.rows() > std::numeric_limits<Small>::max())
        throw Error("neighbors are found among at most " + std::to_string(std::numeric_limits<Small>::max()) +
                    " samples: the data have " + std::to_string(x.rows()));
    if (!factors.empty() && static_cast<Index>(factors.size()) != x.cols())
        throw Error("there are " + std::to_string(factors.size()) + " column factors for " +
                    std::to_string(x.cols()) + " columns");
    for (const double factor : factors)
        if (!(factor >= 0.0) || !std::isfinite(factor))
            throw Error("column factors must be finite and not negative");
}

Matrix scaled_copy(const MatrixView& x, std::span<const double> factors, const Context& context) {
    Matrix copy = x.is_sparse() ? Matrix(to_sparse(x)) : Matrix(to_dense(x));
    parallel_chunks(context, x.rows(), 256, [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i)
            change_cells(copy, i, [&](Index j, double& value) { value *= factors[at(j)]; });
    });
    return copy;
}

struct How {
    bool exactly;
    double recall;
};

// Sparse rows have nothing that could be packed.
ClassNeighbors search_sparse(const Points& points, const Labels& labels, Index k, double recall,
                             const Context& context) {
    ApproximateNeighbors found =
        approximate_search(points, labels.of, labels.classes(), k, {.recall = recall}, context);
    found.lists.found_by = found.found_by;
    return std::move(found.lists);
}

ClassNeighbors euclidean_search(const MatrixView& x, const Labels& labels, Index k, const Context& context,
                                std::span<const Index> probes, const How& how) {
    const SampleRows rows(x, Metric::euclidean, context);
    if (!how.exactly) {
        const std::unique_ptr<Points> points = make_points(rows, context.seed);
        if (x.is_sparse()) return search_sparse(*points, labels, k, how.recall, context);
        const auto squares = [&](const Cells& cells) { return pack_squares(x.dense(), cells, context); };
        return CellSearch{*points, labels.of, labels.classes(), {squares}}.run(k, how.recall, probes,
                                                                               context);
    }
    const std::unique_ptr<TileSource> tiles = make_tiles(rows, context);
    return grouped_search(*tiles, squared_distances_of(rows), labels.of, labels.classes(), k, x.cols(),
                          context, probes);
}

ClassNeighbors manhattan_search(const MatrixView& x, const Labels& labels, Index k,
                                std::span<const double> factors, const Context& context,
                                std::span<const Index> probes, const How& how) {
    if (!how.exactly) {
        const std::unique_ptr<Points> points = make_manhattan_points(x, factors, context.seed);
        if (x.is_sparse()) return search_sparse(*points, labels, k, how.recall, context);
        const auto bytes = [&](const Cells& cells) {
            return pack_gaps_in_bytes(x.dense(), factors, cells, context);
        };
        const auto floats = [&](const Cells& cells) { return pack_gaps(x.dense(), factors, cells, context); };
        return CellSearch{*points, labels.of, labels.classes(), {bytes, floats}}.run(k, how.recall, probes,
                                                                                     context);
    }
    const std::unique_ptr<TileSource> tiles = make_manhattan_tiles(x, factors, context);
    const auto distance = [&](Index i, Index j) {
        return x.is_sparse()
                   ? manhattan_distance(x.sparse().row(i), x.sparse().row(j), factors.data())
                   : manhattan_distance(x.dense().row(i), x.dense().row(j), factors.data(), x.cols());
    };
    return grouped_search(*tiles, distance, labels.of, labels.classes(), k, x.cols(), context, probes);
}

ClassNeighbors search_shards(const Rows& x, const Labels& labels, Index k, ClassMetric metric,
                             std::span<const double> factors, const Context& context,
                             std::span<const Index> probes, const ClassSearch& search) {
    if (search.search == Search::approximate)
        throw Error(option("search", "approximate") + " is not shared: its trees need all rows in one place",
                    "use " + option("search", "exact"));
    Nearness nearness{metric == ClassMetric::manhattan ? Nearness::manhattan : Nearness::euclidean,
                      {factors.begin(), factors.end()}};
    if (metric == ClassMetric::manhattan && factors.empty()) nearness.factors.assign(at(x.cols()), 1.0);
    ClassNeighbors found = shard_neighbors(x, nearness, labels.of, labels.classes(), k, probes, context);
    return probes.empty() ? std::move(found) : at_samples(found, probes, x.rows());
}

}  // namespace

ClassNeighbors find_class_neighbors(const Rows& given, const Labels& labels, Index k, ClassMetric metric,
                                    std::span<const double> column_factors, const Context& context,
                                    std::span<const Index> probes, const ClassSearch& search) {
    check_request(given, labels, k, column_factors);
    require_recall(search.recall);
    const Index largest = *std::max_element(labels.counts.begin(), labels.counts.end());
    if (given.shards() != nullptr)
        return search_shards(given, labels, std::min(k, largest), metric, column_factors, context, probes,
                             search);
    const MatrixView& x = given.require_matrix("the search for the nearest samples of each class");
    const How how{class_search_is_exact(SearchSize::of(x), k, static_cast<Index>(probes.size()), search),
                  search.recall};
    k = std::min(k, largest);
    if (metric == ClassMetric::manhattan) {
        const std::vector<double> ones(column_factors.empty() ? at(x.cols()) : 0, 1.0);
        return manhattan_search(x, labels, k, column_factors.empty() ? ones : column_factors, context, probes,
                                how);
    }
    if (column_factors.empty()) return euclidean_search(x, labels, k, context, probes, how);
    return euclidean_search(scaled_copy(x, column_factors, context), labels, k, context, probes, how);
}

ClassNeighbors at_samples(const ClassNeighbors& of_probes, std::span<const Index> probes, Index samples) {
    const Index groups = of_probes.classes, k = of_probes.count;
    ClassNeighbors all{samples, groups, k, {}, {}, {}};
    all.index.resize(at(samples * groups * k));
    all.distances.resize(at(samples * groups * k));
    all.found.resize(at(samples * groups));
    for (std::size_t p = 0; p < probes.size(); ++p) {
        const Index from = static_cast<Index>(p) * groups, to = probes[p] * groups;
        std::copy_n(of_probes.index.begin() + from * k, groups * k, all.index.begin() + to * k);
        std::copy_n(of_probes.distances.begin() + from * k, groups * k, all.distances.begin() + to * k);
        std::copy_n(of_probes.found.begin() + from, groups, all.found.begin() + to);
    }
    return all;
}

void warn_of_small_classes(const Labels& labels, Index k, const std::string& who, const Context& context) {
    Index smallest = -1;
    for (Index c = 0; c < labels.classes(); ++c)
        if (labels.counts[at(c)] > 0 && (smallest < 0 || labels.counts[at(c)] < labels.counts[at(smallest)]))
            smallest = c;
    const Index count = labels.counts[at(smallest)];
    if (count > k) return;
    context.warning(who + ": class '" + labels.names[at(smallest)] + "' has " + std::to_string(count) +
                    (count == 1 ? " sample" : " samples") + ", too few for " + std::to_string(k) +
                    " neighbors of one class: means are taken over the ones available");
}

}  // namespace tamis::detail
