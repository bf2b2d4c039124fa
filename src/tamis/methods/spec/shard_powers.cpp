// Whole powers of the operator on sharded rows.
//
// Row i of A^q is a list of few coefficients c, known from the graph alone: (A^q u)_i = Σ_l c_l u_l. They sum
// to 0, because A takes a constant to 0, so that differences come first: Σ_l c_l (u_l - u_i). A form is then
// a sum of squares of combinations of rows, which every shard takes of its own rows.
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/sorted_numbers.hpp"
#include "tamis/methods/spec/parts.hpp"
#include "tamis/passes/row_differences.hpp"

namespace tamis::detail::spec_parts {

namespace {

constexpr std::size_t most_reached = 10000;  // samples from one

struct Coefficient {
    Index sample;
    double value;
};

// Rows of A^q.
class PowerRows {
  public:
    PowerRows(const WalkOperator& walk, Index q) : walk_(walk), q_(q), space_(at(walk.size()), 0.0) {}

    std::vector<Coefficient> of(Index i) {
        std::vector<Coefficient> row = {{i, 1.0}};
        for (Index step = 0; step < q_; ++step) row = times_operator(row);
        return row;
    }

  private:
    std::vector<Coefficient> times_operator(const std::vector<Coefficient>& row) {
        const Graph& graph = walk_.graph();
        reached_.clear();
        const auto add = [&](Index l, double value) {
            if (space_[at(l)] == 0.0) reached_.push_back(l);
            space_[at(l)] += value;
        };
        for (const Coefficient& c : row) {
            const double rated = c.value / walk_.measure()[at(c.sample)];
            double degree = 0.0;
            for (Index p = graph.row_start[at(c.sample)]; p < graph.row_start[at(c.sample) + 1]; ++p) {
                add(graph.neighbors[at(p)], -rated * graph.weights[at(p)]);
                degree += graph.weights[at(p)];
            }
            add(c.sample, rated * degree);
        }
        sort_once(reached_);
        if (reached_.size() > most_reached)
            throw Error("this power reaches more than " + std::to_string(most_reached) +
                            " samples from one, which is not shared",
                        "use a smaller power");
        std::vector<Coefficient> next;
        for (const Index l : reached_) {
            next.push_back({l, space_[at(l)]});
            space_[at(l)] = 0.0;
        }
        return next;
    }

    const WalkOperator& walk_;
    Index q_;
    std::vector<double> space_;  // zeros between two rows
    std::vector<Index> reached_;
};

}  // namespace

// p = 2q: Σ measure·(A^q u)²; p = 2q+1: Σ over the edges of w·((A^q u)_i - (A^q u)_l)².
std::vector<double> shard_powers(const Rows& x, const WalkOperator& walk, Index power,
                                 const Context& context) {
    const Graph& graph = walk.graph();
    PowerRows rows(walk, power / 2);
    const auto add_all = [&](const std::vector<Coefficient>& row, Index base, double sign, RowPairs& pairs) {
        for (const Coefficient& c : row)
            if (c.sample != base) pairs.add(walk.members()[at(c.sample)], sign * c.value);
    };
    if (power % 2 == 0) {
        const auto of_sample = [&](Index i, RowPairs& pairs) {
            pairs.row = walk.members()[at(i)];
            pairs.scale = walk.measure()[at(i)];
            add_all(rows.of(i), i, 1.0, pairs);
        };
        return weighted_differences(x, walk.size(), Difference::combined, of_sample, context);
    }
    std::vector<std::pair<Index, Index>> edges;  // from the lower end, and its place in the graph
    for (Index i = 0; i < walk.size(); ++i)
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p)
            if (graph.neighbors[at(p)] > i) edges.emplace_back(i, p);
    const auto of_edge = [&](Index edge, RowPairs& pairs) {
        const auto [i, p] = edges[at(edge)];
        pairs.row = walk.members()[at(i)];
        pairs.scale = graph.weights[at(p)];
        add_all(rows.of(i), i, 1.0, pairs);
        add_all(rows.of(graph.neighbors[at(p)]), i, -1.0, pairs);
    };
    return weighted_differences(x, static_cast<Index>(edges.size()), Difference::combined, of_edge, context);
}

}  // namespace tamis::detail::spec_parts
