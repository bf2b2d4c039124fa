#include "tamis/eval/assignment.hpp"

#include <algorithm>
#include <limits>

namespace tamis::detail {

namespace {

// Rows are added one by one; each brings a shortest path of exchanges that leads to a free column. Square,
// and with costs to be minimized; row and column 0 stand for "none".
class ShortestExchanges {
  public:
    ShortestExchanges(const DenseView& weights, Index side)
        : weights_(weights), side_(side), row_potential_(at(side + 1)), column_potential_(at(side + 1)) {
        row_of_.assign(at(side + 1), 0);
    }

    std::vector<Index> run() {
        for (Index row = 1; row <= side_; ++row) add(row);
        std::vector<Index> column_of(at(weights_.rows), -1);
        for (Index column = 1; column <= side_; ++column) {
            const Index row = row_of_[at(column)] - 1;
            if (row < weights_.rows && column <= weights_.cols) column_of[at(row)] = column - 1;
        }
        return column_of;
    }

  private:
    double cost(Index row, Index column) const {
        return row <= weights_.rows && column <= weights_.cols ? -weights_(row - 1, column - 1) : 0.0;
    }

    void add(Index row) {
        std::vector<double> slack(at(side_ + 1), std::numeric_limits<double>::infinity());
        std::vector<char> visited(at(side_ + 1), 0);
        std::vector<Index> way(at(side_ + 1), 0);
        row_of_[0] = row;
        Index column = 0;
        do {
            visited[at(column)] = 1;
            column = extend(column, slack, visited, way);
        } while (row_of_[at(column)] != 0);
        for (; column != 0; column = way[at(column)]) row_of_[at(column)] = row_of_[at(way[at(column)])];
    }

    // One step of the search: the next nearest column.
    Index extend(Index column, std::vector<double>& slack, const std::vector<char>& visited,
                 std::vector<Index>& way) {
        const Index row = row_of_[at(column)];
        double least = std::numeric_limits<double>::infinity();
        Index next = 0;
        for (Index j = 1; j <= side_; ++j) {
            if (visited[at(j)] != 0) continue;
            const double reduced = cost(row, j) - row_potential_[at(row)] - column_potential_[at(j)];
            if (reduced < slack[at(j)]) slack[at(j)] = reduced, way[at(j)] = column;
            if (slack[at(j)] < least) least = slack[at(j)], next = j;
        }
        for (Index j = 0; j <= side_; ++j) {
            if (visited[at(j)] != 0) {
                row_potential_[at(row_of_[at(j)])] += least;
                column_potential_[at(j)] -= least;
            } else {
                slack[at(j)] -= least;
            }
        }
        return next;
    }

    const DenseView& weights_;
    Index side_;
    std::vector<double> row_potential_, column_potential_;
    std::vector<Index> row_of_;  // the row that each column is paired with
};

}  // namespace

std::vector<Index> best_assignment(const DenseView& weights) {
    return ShortestExchanges(weights, std::max(weights.rows, weights.cols)).run();
}

}  // namespace tamis::detail
