#include "tamis/methods/lapofs/branch_and_bound.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/cholesky.hpp"
#include "tamis/algebra/eigenvalues.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/timer.hpp"

namespace tamis::detail {

namespace {

constexpr double closed_gap = 1e-9;       // nats
constexpr Index batch = 16;               // nodes that are branched on at the same time
constexpr Index most_for_spectrum = 600;  // free features; beyond, only the bound of Hadamard

// A part of the tree: all sets that contain the first `chosen` of the fixed features and none of the others.
struct Node {
    double bound = 0.0;
    Index number = 0;
    Index chosen = 0;
    std::vector<Small> fixed;
};

struct LaterFirst {
    bool operator()(const Node& a, const Node& b) const {
        return a.bound != b.bound ? a.bound < b.bound : a.number > b.number;
    }
};

struct Leaf {
    double value = -std::numeric_limits<double>::infinity();
    std::vector<Small> set;
};

// The features that are still free after some were chosen: the Schur complement M of what is chosen.
struct FreePart {
    double value = 0.0;  // log det of what is chosen
    std::vector<Small> chosen;
    std::vector<Small> features;  // free, ascending
    std::vector<double> m;        // row-major

    Index size() const { return static_cast<Index>(features.size()); }
    double& at_pair(Index a, Index b) { return m[at(a * size() + b)]; }
    double at_pair(Index a, Index b) const { return m[at(a * size() + b)]; }
};

double sum_of_largest_logs(std::vector<double> values, Index count, double least) {
    std::partial_sort(values.begin(), values.begin() + count, values.end(), std::greater<>());
    double sum = 0.0;
    for (Index j = 0; j < count; ++j) sum += std::log(std::max(values[at(j)], least));
    return sum;
}

class Tree {
  public:
    Tree(const DenseMatrix& information, double lambda2, Index k)
        : h_(information), lambda2_(lambda2), k_(k) {}

    // What branching on a node leaves: nodes with their bounds, the best set met, and the largest bound of
    // what was cut off because it cannot beat `best` by more than `slack`.
    struct Branched {
        std::vector<Node> nodes;
        Leaf leaf;
        double cut = -std::numeric_limits<double>::infinity();
        Index met = 0;
    };

    Branched root(const FixedFeatures& fixed, double best, double slack) const {
        Branched out;
        Node all;
        all.bound = std::numeric_limits<double>::infinity();
        all.chosen = static_cast<Index>(fixed.include.size());
        for (const auto* list : {&fixed.include, &fixed.exclude})
            for (const Index f : *list) all.fixed.push_back(static_cast<Small>(f));
        consider(free_part(all), all, best, slack, out);
        return out;
    }

    Branched branch(const Node& node, double best, double slack) const {
        Branched out;
        const FreePart free = free_part(node);
        Index pivot = 0;
        for (Index a = 1; a < free.size(); ++a)
            if (free.at_pair(a, a) > free.at_pair(pivot, pivot)) pivot = a;
        consider(with(free, pivot), node, best, slack, out);
        consider(without(free, pivot), node, best, slack, out);
        return out;
    }

  private:
    FreePart free_part(const Node& node) const {
        std::vector<char> is_fixed(at(h_.rows()));
        for (const Small f : node.fixed) is_fixed[at(f)] = 1;
        FreePart part;
        part.chosen.assign(node.fixed.begin(), node.fixed.begin() + node.chosen);
        for (Index f = 0; f < h_.rows(); ++f)
            if (is_fixed[at(f)] == 0) part.features.push_back(static_cast<Small>(f));
        // Eliminates the chosen ones, one after the other; pivots are λ2 or more but for rounding.
        std::vector<Small> order = part.chosen;
        order.insert(order.end(), part.features.begin(), part.features.end());
        const auto all = static_cast<Index>(order.size());
        std::vector<double> m(at(all * all));
        for (Index a = 0; a < all; ++a)
            for (Index b = 0; b < all; ++b) m[at(a * all + b)] = h_(order[at(a)], order[at(b)]);
        for (Index i = 0; i < node.chosen; ++i) {
            const double* row = m.data() + i * all;
            const double pivot = std::max(row[i], lambda2_);
            part.value += std::log(pivot);
            for (Index a = i + 1; a < all; ++a) {
                const double factor = row[a] / pivot;
                double* target = m.data() + a * all;
                for (Index b = i + 1; b < all; ++b) target[b] -= factor * row[b];
            }
        }
        part.m.reserve(at(part.size() * part.size()));
        for (Index a = node.chosen; a < all; ++a)
            part.m.insert(part.m.end(), m.begin() + a * all + node.chosen, m.begin() + (a + 1) * all);
        for (Index a = 0; a < part.size(); ++a) part.at_pair(a, a) = std::max(part.at_pair(a, a), lambda2_);
        return part;
    }

    static FreePart without(const FreePart& from, Index left_out) {
        FreePart part;
        part.value = from.value;
        part.chosen = from.chosen;
        part.features = from.features;
        part.features.erase(part.features.begin() + left_out);
        part.m.reserve(from.m.size());
        for (Index a = 0; a < from.size(); ++a)
            for (Index b = 0; b < from.size(); ++b)
                if (a != left_out && b != left_out) part.m.push_back(from.at_pair(a, b));
        return part;
    }

    FreePart with(const FreePart& from, Index taken) const {
        FreePart part = without(from, taken);
        const double pivot = from.at_pair(taken, taken);
        part.value += std::log(pivot);
        part.chosen.push_back(from.features[at(taken)]);
        std::vector<double> column;
        for (Index a = 0; a < from.size(); ++a)
            if (a != taken) column.push_back(from.at_pair(a, taken));
        for (Index a = 0; a < part.size(); ++a)
            for (Index b = 0; b < part.size(); ++b)
                part.at_pair(a, b) -= column[at(a)] * column[at(b)] / pivot;
        for (Index a = 0; a < part.size(); ++a) part.at_pair(a, a) = std::max(part.at_pair(a, a), lambda2_);
        return part;
    }

    // Turns the part into a leaf, a node to branch on, or nothing.
    void consider(const FreePart& part, const Node& parent, double best, double slack, Branched& out) const {
        const Index missing = k_ - static_cast<Index>(part.chosen.size());
        if (part.size() < missing) return;
        ++out.met;
        if (missing <= 2 || part.size() == missing) return finish(part, missing, out.leaf);
        std::vector<double> diagonal;
        for (Index a = 0; a < part.size(); ++a) diagonal.push_back(part.at_pair(a, a));
        // Hadamard: det M_TT is at most the product of its diagonal.
        Node node;
        node.bound = std::min(parent.bound, part.value + sum_of_largest_logs(diagonal, missing, lambda2_));
        std::vector<Small> hopeless;
        if (node.bound > best + slack && part.size() <= most_for_spectrum) {
            // Interlacing: det M_TT is at most the product of the largest eigenvalues of M; with feature f in
            // T, at most M_ff times the product of one less of them.
            const std::vector<double> spectrum = eigenvalues(part.m, part.size());  // ascending
            double others = part.value;
            for (Index j = 1; j < missing; ++j)
                others += std::log(std::max(spectrum[at(part.size() - j)], lambda2_));
            node.bound = std::min(node.bound,
                                  others + std::log(std::max(spectrum[at(part.size() - missing)], lambda2_)));
            for (Index a = 0; a < part.size(); ++a) {
                const double with_feature = others + std::log(diagonal[at(a)]);
                if (with_feature > best + slack) continue;
                hopeless.push_back(part.features[at(a)]);
                out.cut = std::max(out.cut, with_feature);
            }
        }
        if (node.bound <= best + slack) {
            out.cut = std::max(out.cut, node.bound);
            return;
        }
        if (part.size() - static_cast<Index>(hopeless.size()) < missing) return;
        node.chosen = static_cast<Index>(part.chosen.size());
        node.fixed = part.chosen;
        std::vector<char> is_free(at(h_.rows()));
        for (const Small f : part.features) is_free[at(f)] = 1;
        for (const Small f : part.chosen) is_free[at(f)] = 1;
        for (const Small f : hopeless) is_free[at(f)] = 0;
        for (Index f = 0; f < h_.rows(); ++f)
            if (is_free[at(f)] == 0) node.fixed.push_back(static_cast<Small>(f));
        out.nodes.push_back(std::move(node));
    }

    // The best completion by two features or fewer, or by all that are left.
    void finish(const FreePart& part, Index missing, Leaf& leaf) const {
        Leaf found{part.value, part.chosen};
        const Index n = part.size();
        Index first = -1, second = -1;
        double most = -std::numeric_limits<double>::infinity();
        if (missing == 1) {
            for (Index a = 0; a < n; ++a)
                if (part.at_pair(a, a) > most) most = part.at_pair(a, a), first = a;
        } else if (missing == 2) {
            for (Index a = 0; a < n; ++a)
                for (Index b = a + 1; b < n; ++b) {
                    const double cross = part.at_pair(a, b);
                    const double det = part.at_pair(a, a) * part.at_pair(b, b) - cross * cross;
                    if (det > most) most = det, first = a, second = b;
                }
        } else if (missing > 0) {
            std::vector<double> factor = part.m;
            if (!factor_cholesky(factor.data(), n)) return;
            for (Index a = 0; a < n; ++a) found.value += 2.0 * std::log(factor[at(a * n + a)]);
            found.set.insert(found.set.end(), part.features.begin(), part.features.end());
        }
        for (const Index a : {first, second})
            if (a >= 0) found.set.push_back(part.features[at(a)]);
        if (first >= 0) found.value += std::log(std::max(most, std::pow(lambda2_, missing)));
        if (found.value > leaf.value) leaf = std::move(found);
    }

    const DenseMatrix& h_;
    double lambda2_;
    Index k_;
};

double log_det(const DenseMatrix& information, std::span<const Index> set) {
    const auto k = static_cast<Index>(set.size());
    std::vector<double> factor(at(k * k));
    for (Index i = 0; i < k; ++i)
        for (Index j = 0; j < k; ++j) factor[at(i * k + j)] = information(set[at(i)], set[at(j)]);
    if (!factor_cholesky(factor.data(), k)) return -std::numeric_limits<double>::infinity();
    double sum = 0.0;
    for (Index i = 0; i < k; ++i) sum += 2.0 * std::log(factor[at(i * k + i)]);
    return sum;
}

}  // namespace

ProvenDesign prove_best(const DenseMatrix& information, double lambda2, std::span<const Index> start,
                        const ProofLimits& limits, const Context& context, const FixedFeatures& fixed) {
    const Timer timer;
    const blas::SingleThreaded guard;
    const auto k = static_cast<Index>(start.size());
    const Tree tree(information, lambda2, k);
    ProvenDesign best;
    best.set.assign(start.begin(), start.end());
    std::sort(best.set.begin(), best.set.end());
    best.value = log_det(information, best.set);
    std::priority_queue<Node, std::vector<Node>, LaterFirst> open;
    double cut = best.value;  // the largest bound of what was cut off
    Index number = 0;
    const auto merge = [&](Tree::Branched& branched) {
        best.nodes += branched.met;
        cut = std::max(cut, branched.cut);
        if (!branched.leaf.set.empty()) {
            std::vector<Index> set(branched.leaf.set.begin(), branched.leaf.set.end());
            std::sort(set.begin(), set.end());
            const double value = log_det(information, set);
            cut = std::max(cut, value);
            if (value > best.value + 1e-12) best.value = value, best.set = std::move(set);
        }
        for (Node& node : branched.nodes) {
            node.number = number++;
            open.push(std::move(node));
        }
    };
    Tree::Branched first = tree.root(fixed, best.value, closed_gap);
    merge(first);
    const double first_gap = open.empty() ? 0.0 : open.top().bound - best.value;
    while (!open.empty() && open.top().bound > best.value + closed_gap && best.nodes < limits.max_nodes) {
        context.check_cancel();
        if (limits.seconds && timer.seconds() >= *limits.seconds) {
            best.out_of_time = true;
            break;
        }
        std::vector<Node> nodes;
        while (!open.empty() && static_cast<Index>(nodes.size()) < batch &&
               open.top().bound > best.value + closed_gap) {
            nodes.push_back(open.top());
            open.pop();
        }
        std::vector<Tree::Branched> branched(nodes.size());
        const double value = best.value;
        parallel_chunks(context, static_cast<Index>(nodes.size()), 1, [&](const Chunk& chunk) {
            for (Index i = chunk.begin; i < chunk.end; ++i)
                branched[at(i)] = tree.branch(nodes[at(i)], value, closed_gap);
        });
        for (Tree::Branched& one : branched) merge(one);
        if (!open.empty() && first_gap > 0.0)
            context.report("proving",
                           std::clamp(1.0 - (open.top().bound - best.value) / first_gap, 0.0, 1.0));
    }
    best.bound = std::max(cut, best.value);
    if (!open.empty()) best.bound = std::max(best.bound, open.top().bound);
    best.closed = best.bound - best.value <= closed_gap;
    return best;
}

}  // namespace tamis::detail
