// Laplacian scores of permuted values, many draws at a time.
#include <algorithm>
#include <limits>
#include <numeric>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/trust/graph_moments.hpp"
#include "tamis/trust/graph_test.hpp"

namespace tamis::detail {

namespace value_loops {

TAMIS_SIMD void add_difference(const double* a, const double* b, double weight, Index count,
                               double* __restrict sum) {
    for (Index j = 0; j < count; ++j) sum[j] += weight * ((a[j] - b[j]) * (a[j] - b[j]));
}

TAMIS_SIMD void add_moments(const double* row, double weight, Index count, double* __restrict sum,
                            double* __restrict square) {
    for (Index j = 0; j < count; ++j) {
        sum[j] += weight * row[j];
        square[j] += weight * (row[j] * row[j]);
    }
}

}  // namespace value_loops

namespace {

constexpr Index permuted_strip = 64;

// Counts that are stored as a full matrix: looking at their zeros would take most of the time.
bool mostly_zero(const DenseMatrix& x) {
    constexpr double few = 0.1;
    const Index cells = x.rows() * x.cols();
    const auto zeros = std::count(x.data(), x.data() + cells, 0.0);
    return static_cast<double>(cells - zeros) < few * static_cast<double>(cells);
}

// The scores of a strip of features with the value of sample order[i] at vertex i of the graph.
class PermutedScores {
  public:
    PermutedScores(const MatrixView& x, const ConnectedPart& part, const Context& context)
        : part_(part), volume_(part.graph.volume()) {
        std::vector<int> group(at(x.rows()), -1);
        for (const Index i : part.samples) group[at(i)] = 0;
        const GroupMoments moments = group_moments(x, {group, 1}, context);
        constant_ = moments.constant;
        const Matrix rows = take_rows(x, part.samples);
        if (rows.is_sparse()) {
            by_feature_ = transposed(rows).sparse();
        } else if (mostly_zero(rows.dense())) {
            by_feature_ = transposed(to_sparse(rows)).sparse();
        } else {
            centered_ = rows.dense();
            for (Index i = 0; i < centered_.rows(); ++i)
                for (Index j = 0; j < centered_.cols(); ++j) centered_(i, j) -= moments.mean(0, j);
        }
    }

    const std::vector<char>& constant() const { return constant_; }

    void fill(Index begin, Index width, const std::vector<Index>& order, double* scores) const {
        if (by_feature_)
            fill_sparse(begin, width, order, scores);
        else
            fill_dense(begin, width, order, scores);
    }

  private:
    void fill_dense(Index begin, Index width, const std::vector<Index>& order, double* scores) const {
        double energy[permuted_strip] = {}, sum[permuted_strip] = {}, square[permuted_strip] = {};
        const Graph& graph = part_.graph;
        for (Index i = 0; i < graph.samples; ++i) {
            const double* row = centered_.row(order[at(i)]) + begin;
            value_loops::add_moments(row, graph.degrees[at(i)], width, sum, square);
            for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p) {
                const Index j = graph.neighbors[at(p)];
                if (j > i)
                    value_loops::add_difference(row, centered_.row(order[at(j)]) + begin,
                                                graph.weights[at(p)], width, energy);
            }
        }
        for (Index j = 0; j < width; ++j) scores[j] = ratio(energy[j], square[j], sum[j]);
    }

    // Only the values that are stored count: fᵀLf = Σ d_i v_i² - Σ w v v'.
    void fill_sparse(Index begin, Index width, const std::vector<Index>& order, double* scores) const {
        const Graph& graph = part_.graph;
        std::vector<Index> vertex(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) vertex[at(order[i])] = static_cast<Index>(i);
        std::vector<double> value(order.size(), 0.0);
        for (Index f = 0; f < width; ++f) {
            const SparseRow cells = by_feature_->view().row(begin + f);
            for (std::size_t c = 0; c < cells.columns.size(); ++c)
                value[at(vertex[at(cells.columns[c])])] = cells.values[c];
            double sum = 0.0, square = 0.0, energy = 0.0;
            for (std::size_t c = 0; c < cells.columns.size(); ++c) {
                const Index i = vertex[at(cells.columns[c])];
                const double v = cells.values[c], degree = graph.degrees[at(i)];
                sum += degree * v;
                square += degree * v * v;
                double around = degree * v;
                for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p)
                    around -= graph.weights[at(p)] * value[at(graph.neighbors[at(p)])];
                energy += v * around;
            }
            for (const Small row : cells.columns) value[at(vertex[at(row)])] = 0.0;
            scores[f] = ratio(energy, square, sum);
        }
    }

    double ratio(double energy, double square, double sum) const {
        const double spread = square - sum * sum / volume_;
        return spread > 0.0 ? energy / spread : std::numeric_limits<double>::infinity();
    }

    const ConnectedPart& part_;
    double volume_;
    std::vector<char> constant_;
    DenseMatrix centered_;
    std::optional<SparseMatrix> by_feature_;  // one row per feature
};

}  // namespace

PermutationTest permute_values(const MatrixView& x, const Graph& graph, Index draws, std::uint64_t seed,
                               const Context& context) {
    const ConnectedPart part = without_isolated(graph);
    const PermutedScores permuted(x, part, context);
    const Index features = x.cols(), strips = (features + permuted_strip - 1) / permuted_strip;
    std::vector<Index> as_they_are(at(part.graph.samples));
    std::iota(as_they_are.begin(), as_they_are.end(), Index{0});
    std::vector<double> observed(at(features));
    const auto score_strip = [&](Index strip, const std::vector<Index>& order, double* scores) {
        const Index begin = strip * permuted_strip;
        permuted.fill(begin, std::min(permuted_strip, features - begin), order, scores);
    };
    parallel_chunks(context, strips, 1, [&](const Chunk& chunk) {
        score_strip(chunk.begin, as_they_are, &observed[at(chunk.begin * permuted_strip)]);
    });
    DrawCounts counts(std::move(observed), permuted.constant(), false);

    constexpr Index held = 64;  // draws at a time
    PermutationDraws orders(seed, part.graph.samples);
    for (Index done = 0; done < draws; done += held) {
        const Index now = std::min(held, draws - done);
        std::vector<std::vector<Index>> drawn;
        for (Index b = 0; b < now; ++b) drawn.push_back(orders.next());
        DenseMatrix scores = DenseMatrix::uninitialized(now, features);
        parallel_chunks(context, strips, 1, [&](const Chunk& chunk) {
            for (Index b = 0; b < now; ++b)
                score_strip(chunk.begin, drawn[at(b)], scores.row(b) + chunk.begin * permuted_strip);
        });
        for (Index b = 0; b < now; ++b) counts.add({scores.row(b), at(features)});
        context.report("permuting values", static_cast<double>(done + now) / static_cast<double>(draws));
    }
    return counts.result();
}

}  // namespace tamis::detail
