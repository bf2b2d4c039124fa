#include "tamis/graph/approximate/trees.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/approximate/mixing.hpp"

namespace tamis::detail {

namespace {

class Forest {
  public:
    Forest(const Points& points, Index first, Index count, const Context& context)
        : points_(points), first_(first), context_(context), trees_(at(count)) {
        for (Tree& tree : trees_) {
            tree.leaves.order.resize(at(points.count()));
            std::iota(tree.leaves.order.begin(), tree.leaves.order.end(), Small{0});
            tree.leaves.start = {0, points.count()};
        }
    }

    // All nodes of all trees are of about the same size on one level.
    void grow(Index leaf) {
        for (Index level = 0; largest_node() > leaf; ++level) {
            make_directions(level);
            project();
            split();
        }
        for (Tree& tree : trees_) tree = {std::move(tree.leaves), {}, {}, {}};
    }

    std::vector<Leaves> take() {
        std::vector<Leaves> all;
        for (Tree& tree : trees_) all.push_back(std::move(tree.leaves));
        return all;
    }

  private:
    struct Tree {
        Leaves leaves;
        std::vector<Small> node_of;       // of every sample
        std::vector<double> projections;  // of every sample, on the direction of its node
        std::vector<double> directions;   // of every node
    };

    Index largest_node() const {
        Index largest = 0;
        for (const Tree& tree : trees_)
            for (Index n = 0; n < tree.leaves.count(); ++n)
                largest = std::max(largest, tree.leaves.start[at(n) + 1] - tree.leaves.start[at(n)]);
        return largest;
    }

    void make_directions(Index level) {
        for (std::size_t t = 0; t < trees_.size(); ++t) {
            Tree& tree = trees_[t];
            const Index nodes = tree.leaves.count();
            tree.directions.assign(at(nodes * points_.direction_size()), 0.0);
            tree.node_of.resize(tree.leaves.order.size());
            parallel_chunks(context_, nodes, 16, [&](const Chunk& chunk) {
                for (Index node = chunk.begin; node < chunk.end; ++node) {
                    const auto begin = tree.leaves.order.begin() + tree.leaves.start[at(node)];
                    const auto end = tree.leaves.order.begin() + tree.leaves.start[at(node) + 1];
                    for (auto sample = begin; sample != end; ++sample)
                        tree.node_of[at(*sample)] = static_cast<Small>(node);
                    make_direction({begin, end}, seed(t, level, node),
                                   tree.directions.data() + node * points_.direction_size());
                }
            });
        }
    }

    std::uint64_t seed(std::size_t tree, Index level, Index node) const {
        return mixed(mixed(context_.seed, static_cast<std::uint64_t>(first_) + tree),
                     (static_cast<std::uint64_t>(level) << 32U) + static_cast<std::uint64_t>(node));
    }

    // A direction of length zero, between two equal samples, is drawn again a few times.
    void make_direction(std::span<const Small> samples, std::uint64_t seed, double* out) const {
        const Index size = points_.direction_size();
        for (std::uint64_t attempt = 0; attempt < 4; ++attempt) {
            std::fill_n(out, size, 0.0);
            for (Index p = 0; p < points_.samples_per_end(); ++p)
                for (const double sign : {1.0, -1.0}) {
                    const std::uint64_t draw = mixed(
                        seed, (attempt << 32U) + 2 * static_cast<std::uint64_t>(p) + (sign > 0.0 ? 0 : 1));
                    points_.add_to_direction(samples[draw % samples.size()], sign, out);
                }
            double largest = 0.0;
            for (Index c = 0; c < size; ++c) largest = std::max(largest, std::abs(out[c]));
            if (largest == 0.0) continue;
            for (Index c = 0; c < size; ++c) out[c] /= largest;  // projections cannot overflow
            return;
        }
    }

    void project() {
        for (Tree& tree : trees_) tree.projections.resize(tree.leaves.order.size());
        parallel_chunks(context_, points_.count(), 512, [&](const Chunk& chunk) {
            for (Index i = chunk.begin; i < chunk.end; ++i)
                for (Tree& tree : trees_)
                    tree.projections[at(i)] = points_.project(
                        i, tree.directions.data() + tree.node_of[at(i)] * points_.direction_size());
        });
    }

    void split() {
        std::vector<Index> first_node(trees_.size() + 1);
        for (std::size_t t = 0; t < trees_.size(); ++t)
            first_node[t + 1] = first_node[t] + trees_[t].leaves.count();
        parallel_chunks(context_, first_node.back(), 1, [&](const Chunk& chunk) {
            const auto t = at(std::upper_bound(first_node.begin(), first_node.end(), chunk.number) -
                              first_node.begin() - 1);
            split_node(trees_[t], chunk.number - first_node[t]);
        });
        for (Tree& tree : trees_) {
            std::vector<Index> start;
            for (Index n = 0; n < tree.leaves.count(); ++n) {
                start.push_back(tree.leaves.start[at(n)]);
                start.push_back(middle(tree.leaves, n));
            }
            start.push_back(tree.leaves.start.back());
            tree.leaves.start = std::move(start);
        }
    }

    static Index middle(const Leaves& leaves, Index node) {
        return (leaves.start[at(node)] + leaves.start[at(node) + 1]) / 2;
    }

    static void split_node(Tree& tree, Index node) {
        const auto begin = tree.leaves.order.begin();
        std::nth_element(begin + tree.leaves.start[at(node)], begin + middle(tree.leaves, node),
                         begin + tree.leaves.start[at(node) + 1], [&](Small a, Small b) {
                             const double one = tree.projections[at(a)], other = tree.projections[at(b)];
                             return one < other || (one == other && a < b);
                         });
    }

    const Points& points_;
    Index first_;
    const Context& context_;
    std::vector<Tree> trees_;
};

}  // namespace

std::vector<Leaves> grow_trees(const Points& points, Index leaf, Index first, Index count,
                               const Context& context) {
    Forest forest(points, first, count, context);
    forest.grow(leaf);
    return forest.take();
}

}  // namespace tamis::detail
