// The driver's side of random projection trees on sharded rows.
#pragma once

#include "tamis/core/rows.hpp"
#include "tamis/graph/approximate/lists.hpp"
#include "tamis/graph/shards/tree_rounds.hpp"

namespace tamis::detail {

// What the upper levels of trees ask of the samples, as rounds.
class ShardedTreeSamples final : public TreeSamples {
  public:
    // The rows are sharded. The context must outlive it.
    ShardedTreeSamples(const Rows& x, const PointsKind& kind, const Context& context);

    Index count() const override { return x_.rows(); }
    Index direction_size() const override { return shape_.direction_size(); }
    Index samples_per_end() const override { return shape_.samples_per_end(); }
    // Gathers the samples.
    void add_directions(std::span<const Small> ends, std::span<double* const> out) const override;
    void project(std::span<const TreeProjections> trees) const override;

  private:
    Rows x_;
    PointsKind kind_;
    PointsShape shape_;
    const Context& context_;
};

// Samples below a node, which meet on some run of shards. `order` is that of the tree and must outlive it.
class SamplesBelow {
  public:
    explicit SamplesBelow(std::span<Small> order);

    const std::vector<Index>& numbers() const { return numbers_; }  // ascending
    LeavesRound::Mine request(const OwnRows& rows, const TreeNode& node, const NearestLists& lists,
                              bool wants_order) const;
    // Puts what was found into the lists, and the samples in the order of the leaves, if that was asked for.
    // Throws Error if the answer is damaged.
    void take(const LeavesRound::Partial& found, bool wants_order, NearestLists& lists) const;

  private:
    std::vector<Index> numbers_;
    std::span<Small> order_;
};

// The rest of a tree: the samples below each of its nodes meet on some run of shards.
struct ShardTree {
    Leaves top;             // what is there of the tree
    Index number;           // of the tree
    Index levels;           // that are there
    Index levels_below;     // that are missing
    bool finished = false;  // whether to put the samples of `top` in the order of the leaves

    // Puts what is near within the leaves into the lists.
    void search(const Shards& shards, const PointsKind& kind, NearestLists& lists, const Context& context);
};

}  // namespace tamis::detail
