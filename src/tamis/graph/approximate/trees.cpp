#include "tamis/graph/approximate/trees.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/approximate/mixing.hpp"

namespace tamis::detail {

namespace {

// Where a node is split.
Index middle_of(std::span<const Index> start, Index node) {
    return (start[at(node)] + start[at(node) + 1]) / 2;
}

// Of the nodes of the next level.
std::vector<Index> halved(std::span<const Index> start) {
    std::vector<Index> next;
    for (Index node = 0; node + 1 < static_cast<Index>(start.size()); ++node) {
        next.push_back(start[at(node)]);
        next.push_back(middle_of(start, node));
    }
    next.push_back(start.back());
    return next;
}

class Forest {
  public:
    Forest(const TreeSamples& samples, std::span<const TreeNode> nodes, std::span<const Small> order,
           const Context& context)
        : samples_(samples), context_(context) {
        for (const TreeNode& node : nodes)
            trees_.push_back({node, {{order.begin(), order.end()}, {0, samples.count()}}, {}, {}, {}});
    }

    void grow(Index levels) {
        for (Index level = 0; level < levels; ++level) {
            find_nodes();
            make_directions(level);
            project();
            split();
        }
    }

    std::vector<Leaves> take() {
        std::vector<Leaves> all;
        for (Tree& tree : trees_) all.push_back(std::move(tree.leaves));
        return all;
    }

  private:
    struct Tree {
        TreeNode root;
        Leaves leaves;
        std::vector<Small> node_of;       // of every sample
        std::vector<double> projections;  // of every sample, on the direction of its node
        std::vector<double> directions;   // of every node
    };
    struct Direction {
        std::span<const Small> samples;  // of the node
        std::uint64_t seed;
        double* out;
    };

    void find_nodes() {
        for (Tree& tree : trees_) {
            tree.node_of.resize(tree.leaves.order.size());
            parallel_chunks(context_, tree.leaves.count(), 16, [&](const Chunk& chunk) {
                for (Index node = chunk.begin; node < chunk.end; ++node)
                    for (const Small sample : samples_of(tree, node))
                        tree.node_of[at(sample)] = static_cast<Small>(node);
            });
        }
    }

    static std::span<const Small> samples_of(const Tree& tree, Index node) {
        const auto begin = at(tree.leaves.start[at(node)]), end = at(tree.leaves.start[at(node) + 1]);
        return std::span(tree.leaves.order).subspan(begin, end - begin);
    }

    void make_directions(Index level) {
        const Index size = samples_.direction_size();
        std::vector<Direction> wanted;
        for (Tree& tree : trees_) {
            tree.directions.assign(at(tree.leaves.count() * size), 0.0);
            for (Index node = 0; node < tree.leaves.count(); ++node)
                wanted.push_back({samples_of(tree, node), seed(tree.root, level, node),
                                  tree.directions.data() + node * size});
        }
        // A direction of length zero, between two equal samples, is drawn again a few times.
        constexpr std::uint64_t attempts = 4;
        for (std::uint64_t attempt = 0; attempt < attempts && !wanted.empty(); ++attempt) {
            draw(wanted, attempt);
            std::erase_if(wanted, [&](const Direction& direction) { return scaled(direction.out, size); });
        }
    }

    std::uint64_t seed(const TreeNode& root, Index level, Index node) const {
        const auto at_level = static_cast<std::uint64_t>(root.level + level);
        const auto number = static_cast<std::uint64_t>((root.number << level) + node);
        return mixed(mixed(context_.seed, static_cast<std::uint64_t>(root.tree)), (at_level << 32U) + number);
    }

    void draw(std::span<const Direction> wanted, std::uint64_t attempt) const {
        std::vector<Small> ends;
        std::vector<double*> out;
        for (const Direction& direction : wanted) {
            for (Index end = 0; end < 2 * samples_.samples_per_end(); ++end) {
                const std::uint64_t drawn =
                    mixed(direction.seed, (attempt << 32U) + static_cast<std::uint64_t>(end));
                ends.push_back(direction.samples[drawn % direction.samples.size()]);
            }
            out.push_back(direction.out);
        }
        samples_.add_directions(ends, out);
    }

    // So that projections cannot overflow. False if the direction has no length; then it is all zeros.
    static bool scaled(double* direction, Index size) {
        double largest = 0.0;
        for (Index c = 0; c < size; ++c) largest = std::max(largest, std::abs(direction[c]));
        if (largest == 0.0) return false;
        for (Index c = 0; c < size; ++c) direction[c] /= largest;
        return true;
    }

    void project() {
        std::vector<TreeProjections> all;
        for (Tree& tree : trees_) {
            tree.projections.resize(tree.leaves.order.size());
            all.push_back({tree.node_of, tree.directions, tree.projections});
        }
        samples_.project(all);
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
        for (Tree& tree : trees_) tree.leaves.start = halved(tree.leaves.start);
    }

    static void split_node(Tree& tree, Index node) {
        const auto begin = tree.leaves.order.begin();
        std::nth_element(begin + tree.leaves.start[at(node)], begin + middle_of(tree.leaves.start, node),
                         begin + tree.leaves.start[at(node) + 1], [&](Small a, Small b) {
                             const double one = tree.projections[at(a)], other = tree.projections[at(b)];
                             return one < other || (one == other && a < b);
                         });
    }

    const TreeSamples& samples_;
    const Context& context_;
    std::vector<Tree> trees_;
};

}  // namespace

void TreePoints::add_directions(std::span<const Small> ends, std::span<double* const> out) const {
    const Index per_direction = 2 * points_.samples_per_end();
    parallel_chunks(context_, static_cast<Index>(out.size()), 16, [&](const Chunk& chunk) {
        for (Index n = chunk.begin; n < chunk.end; ++n)
            for (Index end = 0; end < per_direction; ++end)
                points_.add_to_direction(ends[at(n * per_direction + end)], end % 2 == 0 ? 1.0 : -1.0,
                                         out[at(n)]);
    });
}

void TreePoints::project(std::span<const TreeProjections> trees) const {
    const Index size = points_.direction_size();
    parallel_chunks(context_, points_.count(), 512, [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i)
            for (const TreeProjections& tree : trees)
                tree.projections[at(i)] =
                    points_.project(i, tree.directions.data() + tree.node_of[at(i)] * size);
    });
}

Index levels_of_tree(Index samples, Index leaf) {
    Index levels = 0;
    for (; samples > leaf; samples = (samples + 1) / 2) ++levels;
    return levels;
}

std::vector<Index> leaf_starts(Index samples, Index levels) {
    std::vector<Index> start = {0, samples};
    for (Index level = 0; level < levels; ++level) start = halved(start);
    return start;
}

std::vector<Leaves> grow_trees(const TreeSamples& samples, std::span<const TreeNode> nodes,
                               std::span<const Small> order, Index levels, const Context& context) {
    Forest forest(samples, nodes, order, context);
    forest.grow(levels);
    return forest.take();
}

std::vector<Leaves> grow_trees(const TreeSamples& samples, std::span<const TreeNode> roots, Index levels,
                               const Context& context) {
    std::vector<Small> order(at(samples.count()));
    std::iota(order.begin(), order.end(), Small{0});
    return grow_trees(samples, roots, order, levels, context);
}

std::vector<TreeNode> roots_of(std::span<const Index> trees) {
    std::vector<TreeNode> roots;
    for (const Index tree : trees) roots.push_back({.tree = tree});
    return roots;
}

std::vector<Leaves> grow_trees(const TreeSamples& samples, Index first, Index count, Index levels,
                               const Context& context) {
    std::vector<Index> trees(at(count));
    std::iota(trees.begin(), trees.end(), first);
    return grow_trees(samples, roots_of(trees), levels, context);
}

std::vector<Leaves> grow_trees(const Points& points, Index leaf, Index first, Index count,
                               const Context& context) {
    return grow_trees(TreePoints(points, context), first, count, levels_of_tree(points.count(), leaf),
                      context);
}

}  // namespace tamis::detail
