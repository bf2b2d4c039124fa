// Random projection trees: the samples are split again and again at the median of their projection on the
// difference of two random samples, until few are left together.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/graph/approximate/points.hpp"

namespace tamis::detail {

// The samples in order of the leaves of one tree.
struct Leaves {
    std::vector<Small> order;
    std::vector<Index> start;  // leaf l is order[start[l]] … order[start[l + 1] - 1]

    Index count() const { return static_cast<Index>(start.size()) - 1; }
};

// Where a tree, or the part of a tree below one of its nodes, begins.
struct TreeNode {
    Index tree = 0;    // number of the tree
    Index level = 0;   // 0 for the root
    Index number = 0;  // among the nodes of the level

    template <class Archive>
    void fields(Archive& archive) {
        archive(tree, level, number);
    }
};

// What the splits of one level ask of the samples of one tree.
struct TreeProjections {
    std::span<const Small> node_of;      // of every sample
    std::span<const double> directions;  // of every node
    std::span<double> projections;       // of every sample, on the direction of its node: filled in
};

// The samples as trees see them, wherever they are.
class TreeSamples {
  public:
    virtual ~TreeSamples() = default;

    virtual Index count() const = 0;
    virtual Index direction_size() const = 0;
    // How many samples each of the two ends of a direction is the mean of.
    virtual Index samples_per_end() const = 0;
    // out[n] += the n-th of the directions; `ends` has the samples of all of them, in turn one of the one end
    // and one of the other.
    virtual void add_directions(std::span<const Small> ends, std::span<double* const> out) const = 0;
    virtual void project(std::span<const TreeProjections> trees) const = 0;
};

// Those of points at hand. Both must outlive it.
class TreePoints final : public TreeSamples {
  public:
    TreePoints(const Points& points, const Context& context) : points_(points), context_(context) {}

    Index count() const override { return points_.count(); }
    Index direction_size() const override { return points_.direction_size(); }
    Index samples_per_end() const override { return points_.samples_per_end(); }
    void add_directions(std::span<const Small> ends, std::span<double* const> out) const override;
    void project(std::span<const TreeProjections> trees) const override;

  private:
    const Points& points_;
    const Context& context_;
};

// How often so many samples are halved until at most `leaf` are left together.
Index levels_of_tree(Index samples, Index leaf);
// Leaves::start of a tree of so many levels, which depends on nothing else.
std::vector<Index> leaf_starts(Index samples, Index levels);

// Splits the samples below each of the nodes so many times. `order` is that of the samples below a node, the
// same for all of them. The trees are grown together, level by level, so that a level reads the data once.
// Every split is seeded by the tree and its place in it: a tree that is grown in parts is the same.
std::vector<Leaves> grow_trees(const TreeSamples& samples, std::span<const TreeNode> nodes,
                               std::span<const Small> order, Index levels, const Context& context);

// Whole trees of all samples.
std::vector<Leaves> grow_trees(const TreeSamples& samples, std::span<const TreeNode> roots, Index levels,
                               const Context& context);
std::vector<TreeNode> roots_of(std::span<const Index> trees);
// Trees number first … first + count - 1. Leaves have up to `leaf` samples, and more than half as many.
std::vector<Leaves> grow_trees(const TreeSamples& samples, Index first, Index count, Index levels,
                               const Context& context);
std::vector<Leaves> grow_trees(const Points& points, Index leaf, Index first, Index count,
                               const Context& context);

}  // namespace tamis::detail
