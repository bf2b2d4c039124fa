// The best candidates of one block of samples in one group, and the search for them.
#pragma once

#include <span>
#include <vector>

#include "tamis/graph/approximate/points.hpp"
#include "tamis/graph/cells/packed_rows.hpp"
#include "tamis/graph/class_neighbors.hpp"

namespace tamis::detail {

// Working memory of one thread; what it holds between calls does not matter.
class CellLists {
  public:
    struct Data {
        const Points& points;
        const Cells& cells;
        const PackedRows& rows;
    };

    // The k nearest of a group for the samples at the given places: every sample meets the nearest `share` of
    // the group's cells. List owners[q] · groups + group of `out` is written for places[q].
    void search(const Data& data, std::span<const Index> places, std::span<const Index> owners, Index group,
                Index k, double share, ClassNeighbors& out);

  private:
    struct Scored {
        float score;
        Small number;

        bool operator<(const Scored& other) const {
            return score < other.score || (score == other.score && number < other.number);
        }
    };
    struct Found {
        double distance;
        Small sample;

        bool operator<(const Found& other) const {
            return distance < other.distance || (distance == other.distance && sample < other.sample);
        }
    };

    void choose_cells(const Data& data, std::span<const Index> places, Index group, double share);
    void meet(const Data& data, std::span<const Index> places, Index cell, std::span<const Small> queries);
    void keep_best(Index query);
    void finish(const Data& data, Index place, Index query, Index k, Index list, ClassNeighbors& out);

    Index wanted_ = 0;    // candidates of every sample
    Index capacity_ = 0;  // of its list
    std::vector<Scored> candidates_;
    std::vector<Index> counts_;
    std::vector<float> limits_;                   // of every sample: nothing beyond comes in
    std::vector<std::vector<Small>> queries_of_;  // of every cell: who meets it
    std::vector<Scored> cells_;                   // by the nearest that meets them
    std::vector<Scored> nearest_;                 // cells of one sample
    std::vector<float> tile_, space_;
    std::vector<Index> meeting_;
    std::vector<Small> columns_;
    std::vector<Found> found_;
};

}  // namespace tamis::detail
