#include "tamis/graph/cells/cells.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/approximate/mixing.hpp"

namespace tamis::detail {

namespace {

constexpr Index smallest_cell = 32;    // of a group that is split at all
constexpr Index cells_per_group = 64;  // wanted before cells grow
constexpr Index looked_at = 256;       // members that a direction is made of
constexpr Index improvements = 3;      // of a direction

// Consecutive places that are to become cells of up to `most` samples.
struct Node {
    Index begin, end;
    Index most;

    bool is_cell() const { return end - begin <= most; }
    Index middle() const { return begin + (end - begin) / 2; }
};

struct Projected {
    double value;
    Small sample;

    bool operator<(const Projected& other) const {
        return value < other.value || (value == other.value && sample < other.sample);
    }
};

class Splitter {
  public:
    Splitter(const Points& points, std::vector<Small>& order, std::uint64_t seed)
        : points_(points), order_(order), seed_(seed) {}

    // The lower half of the projections moves to the front.
    void split(const Node& node) const {
        const std::vector<double> direction = make_direction(node);
        std::vector<Projected> all;
        all.reserve(at(node.end - node.begin));
        for (Index p = node.begin; p < node.end; ++p) all.push_back(project(order_[at(p)], direction));
        std::nth_element(all.begin(), all.begin() + (node.middle() - node.begin), all.end());
        for (Index p = node.begin; p < node.end; ++p) order_[at(p)] = all[at(p - node.begin)].sample;
    }

  private:
    Projected project(Small sample, const std::vector<double>& direction) const {
        return {points_.project(sample, direction.data()), sample};
    }

    // The difference of the means of two halves of some members, which are halved along it and give the next:
    // balanced 2-means. Begins with two random halves.
    std::vector<double> make_direction(const Node& node) const {
        const Index size = node.end - node.begin, count = std::min(size, looked_at);
        const std::uint64_t seed = mixed(seed_, static_cast<std::uint64_t>(node.begin + node.end));
        std::vector<Projected> some;
        for (Index p = 0; p < count; ++p) {  // one out of each of equal parts
            const Index begin = node.begin + p * size / count, end = node.begin + (p + 1) * size / count;
            const std::uint64_t draw = mixed(seed, static_cast<std::uint64_t>(p));
            const Index place = begin + static_cast<Index>(draw % static_cast<std::uint64_t>(end - begin));
            some.push_back({static_cast<double>(mixed(draw) >> 11U), order_[at(place)]});
        }
        std::vector<double> direction(at(points_.direction_size()));
        for (Index round = 0; round <= improvements; ++round) {
            const auto middle = some.begin() + count / 2;
            std::nth_element(some.begin(), middle, some.end());
            std::fill(direction.begin(), direction.end(), 0.0);
            for (auto one = some.begin(); one != some.end(); ++one)
                points_.add_to_direction(one->sample, one < middle ? -1.0 : 1.0, direction.data());
            double largest = 0.0;
            for (const double value : direction) largest = std::max(largest, std::abs(value));
            if (largest > 0.0)
                for (double& value : direction) value /= largest;  // projections cannot overflow
            for (Projected& one : some) one = project(one.sample, direction);
        }
        return direction;
    }

    const Points& points_;
    std::vector<Small>& order_;
    std::uint64_t seed_;
};

// All places by group, and a node for each group.
std::vector<Node> sort_by_group(std::span<const int> group_of, Index groups, std::vector<Small>& order) {
    const auto samples = static_cast<Index>(group_of.size());
    std::vector<Index> next(at(groups) + 1, 0);
    for (const int group : group_of) ++next[at(group) + 1];
    for (Index g = 0; g < groups; ++g) next[at(g) + 1] += next[at(g)];
    std::vector<Node> nodes;
    for (Index g = 0; g < groups; ++g) {
        const Index size = next[at(g) + 1] - next[at(g)];
        nodes.push_back(
            {next[at(g)], next[at(g) + 1], std::clamp(size / cells_per_group, smallest_cell, largest_cell)});
    }
    order.resize(group_of.size());
    for (Index i = 0; i < samples; ++i) order[at(next[at(group_of[at(i)])]++)] = static_cast<Small>(i);
    return nodes;
}

}  // namespace

Cells make_cells(const Points& points, std::span<const int> group_of, Index groups, const Context& context) {
    Cells cells;
    const std::vector<Node> of_group = sort_by_group(group_of, groups, cells.order);
    const Splitter splitter(points, cells.order, mixed(context.seed, 0x63656c6cU));
    std::vector<Node> open;
    std::vector<Index> starts;  // of cells
    const auto sort_out = [&](const Node& node) {
        if (!node.is_cell())
            open.push_back(node);
        else if (node.begin < node.end)
            starts.push_back(node.begin);
    };
    for (const Node& node : of_group) sort_out(node);
    while (!open.empty()) {
        const std::vector<Node> level = std::move(open);
        open.clear();
        parallel_chunks(context, static_cast<Index>(level.size()), 1,
                        [&](const Chunk& chunk) { splitter.split(level[at(chunk.number)]); });
        for (const Node& node : level) {
            sort_out({node.begin, node.middle(), node.most});
            sort_out({node.middle(), node.end, node.most});
        }
    }
    std::sort(starts.begin(), starts.end());
    starts.push_back(points.count());
    cells.start = std::move(starts);
    for (const Node& node : of_group)
        cells.first.push_back(std::lower_bound(cells.start.begin(), cells.start.end(), node.begin) -
                              cells.start.begin());
    cells.first.push_back(cells.count());
    return cells;
}

}  // namespace tamis::detail
