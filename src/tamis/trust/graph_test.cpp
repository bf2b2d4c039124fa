#include "tamis/trust/graph_test.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/pairs.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/trust/gamma_tail.hpp"
#include "tamis/trust/graph_moments.hpp"

namespace tamis::detail {

namespace graph_test_loops {

// Sums of the powers of (cell - mean)·factor.
TAMIS_SIMD void add_powers(const double* row, const double* mean, const double* factor, Index count,
                           double* __restrict p3, double* __restrict p4, double* __restrict p6) {
    for (Index j = 0; j < count; ++j) {
        const double z = (row[j] - mean[j]) * factor[j], square = z * z, fourth = square * square;
        p3[j] += square * z;
        p4[j] += fourth;
        p6[j] += fourth * square;
    }
}

}  // namespace graph_test_loops

namespace {

ConnectedPart usable_part(const Graph& graph) {
    constexpr Index least = 6;
    ConnectedPart part = without_isolated(graph);
    if (part.graph.samples < least)
        throw Error("a test on a graph needs at least " + std::to_string(least) +
                        " samples that have neighbors, and there are " + std::to_string(part.graph.samples),
                    "use more samples, or more neighbors");
    return part;
}

struct FeaturePowers {
    std::vector<PowerSums> sums;
    std::vector<char> constant;
};

// Of the features, centered and of length 1, over the given samples.
FeaturePowers feature_powers(const MatrixView& x, const std::vector<Index>& samples, const Context& context) {
    std::vector<int> group(at(x.rows()), -1);
    for (const Index i : samples) group[at(i)] = 0;
    const GroupMoments moments = group_moments(x, {group, 1}, context);
    const auto count = static_cast<double>(samples.size());
    std::vector<double> mean(at(x.cols())), factor(at(x.cols()), 0.0);
    FeaturePowers found{std::vector<PowerSums>(at(x.cols())), moments.constant};
    for (Index j = 0; j < x.cols(); ++j) {
        mean[at(j)] = moments.mean(0, j);
        const double length = moments.scatter(0, j);
        if (moments.constant[at(j)] != 0 || !(length > 0.0))
            found.constant[at(j)] = 1;
        else
            factor[at(j)] = 1.0 / std::sqrt(length);
    }
    constexpr Index width = 256;
    parallel_chunks(context, x.cols(), width, [&](const Chunk& chunk) {
        const Index columns = chunk.end - chunk.begin;
        std::vector<double> p3(at(columns), 0.0), p4(p3), p6(p3);
        const double *m = &mean[at(chunk.begin)], *f = &factor[at(chunk.begin)];
        if (x.is_sparse()) {
            std::vector<double> stored(at(columns), 0.0);
            for (const Index i : samples)
                for_each_cell(x, i, chunk.begin, chunk.end, [&](Index column, double value) {
                    const Index j = column - chunk.begin;
                    graph_test_loops::add_powers(&value, m + j, f + j, 1, &p3[at(j)], &p4[at(j)], &p6[at(j)]);
                    stored[at(j)] += 1.0;
                });
            for (Index j = 0; j < columns; ++j) {  // the cells that are 0
                const double z = -m[j] * f[j], square = z * z, rest = count - stored[at(j)];
                p3[at(j)] += rest * square * z;
                p4[at(j)] += rest * square * square;
                p6[at(j)] += rest * square * square * square;
            }
        } else {
            for (const Index i : samples)
                graph_test_loops::add_powers(x.dense().row(i) + chunk.begin, m, f, columns, p3.data(),
                                             p4.data(), p6.data());
        }
        for (Index j = 0; j < columns; ++j)
            found.sums[at(chunk.begin + j)] = {p3[at(j)], p4[at(j)], p6[at(j)]};
    });
    return found;
}

}  // namespace

GraphTest graph_test(const MatrixView& x, const Graph& graph, const Context& context) {
    const ConnectedPart part = usable_part(graph);
    const LaplacianForms forms(part.graph);
    const Scatter pair = laplacian_pair(x, graph, context);
    const FeaturePowers powers = feature_powers(x, part.samples, context);
    const auto features = at(x.cols());
    GraphTest test{ratios(pair.within, pair.between, Direction::smaller), std::vector<double>(features, 0.0),
                   std::vector<double>(features, 0.0), std::vector<double>(features, 1.0), powers.constant};
    const double smallest =
        1e-14 * forms.mean_degree() * forms.mean_degree() / static_cast<double>(forms.samples());
    parallel_chunks(context, x.cols(), 256, [&](const Chunk& chunk) {
        for (auto j = at(chunk.begin); j < at(chunk.end); ++j) {
            if (pair.constant[j] != 0) test.constant[j] = 1;
            if (test.constant[j] != 0) {
                test.score[j] = std::numeric_limits<double>::infinity();
                continue;
            }
            const FormMoments moments =
                form_moments(forms.at(test.score[j]), powers.sums[j], forms.samples());
            if (!(moments.variance > smallest)) continue;
            const double deviation = std::sqrt(moments.variance);
            test.z[j] = -moments.mean / deviation;
            test.skew[j] = moments.third / (moments.variance * deviation);
            test.p[j] =
                test.skew[j] > largest_skew ? normal_tail(test.z[j]) : pearson3_tail(test.z[j], test.skew[j]);
        }
    });
    return test;
}

std::vector<int> deal_features(Index features, Index groups, std::uint64_t seed) {
    const std::vector<Index> order = PermutationDraws(seed, features).next();
    std::vector<int> group(at(features));
    for (Index i = 0; i < features; ++i) group[at(order[at(i)])] = static_cast<int>(i % groups);
    return group;
}

PermutationTest permute_rows(const MatrixView& x, const Graph& graph, std::span<const char> constant,
                             FunctionRef<std::vector<double>(const MatrixView& x)> score, Index draws,
                             std::uint64_t seed, const Context& context) {
    const ConnectedPart part = usable_part(graph);
    DrawCounts counts(score(x), constant, true);
    PermutationDraws orders(seed, part.graph.samples);
    std::vector<Index> rows(at(x.rows()));
    std::iota(rows.begin(), rows.end(), Index{0});
    for (Index b = 0; b < draws; ++b) {
        context.check_cancel();
        context.report("permuting values", static_cast<double>(b) / static_cast<double>(draws));
        const std::vector<Index> order = orders.next();
        for (std::size_t i = 0; i < order.size(); ++i) rows[at(part.samples[i])] = part.samples[at(order[i])];
        counts.add(score(take_rows(x, rows)));
    }
    return counts.result();
}

}  // namespace tamis::detail
