#include "tamis/graph/cells/cell_lists.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace cell_list_loops {

// Writes which scores are not above the limit and returns how many; `found` has room for one more. Few are,
// so several are looked at together.
TAMIS_SIMD Index find_low(const float* scores, Index count, float limit, Small* found) {
    constexpr Index together = 16;
    Index number = 0;
    const auto look_at = [&](Index begin, Index end) __attribute__((always_inline)) {
        for (Index c = begin; c < end; ++c) {
            found[number] = static_cast<Small>(c);
            number += scores[c] <= limit ? 1 : 0;
        }
    };
    Index begin = 0;
    for (; begin + together <= count; begin += together) {
        int any = 0;
        for (Index c = begin; c < begin + together; ++c) any |= scores[c] <= limit ? 1 : 0;
        if (any != 0) look_at(begin, begin + together);
    }
    look_at(begin, count);
    return number;
}

}  // namespace cell_list_loops

void CellLists::search(const Data& data, std::span<const Index> places, std::span<const Index> owners,
                       Index group, Index k, double share, ClassNeighbors& out) {
    const auto count = static_cast<Index>(places.size());
    wanted_ = k + std::max<Index>(5, k / 2);  // numbers of few bits do not tell the last ones apart
    capacity_ = 4 * wanted_;                  // so that clean-ups are rare
    candidates_.resize(at(count * capacity_));
    counts_.assign(at(count), 0);
    limits_.assign(at(count), std::numeric_limits<float>::infinity());
    choose_cells(data, places, group, share);
    for (const Scored& cell : cells_)
        meet(data, places, data.cells.first[at(group)] + cell.number, queries_of_[at(cell.number)]);
    for (Index q = 0; q < count; ++q)
        finish(data, places[at(q)], q, k, owners[at(q)] * out.classes + group, out);
}

// Every sample takes the cells with the nearest means. Cells that are nearest to somebody come first, so that
// limits are low when the others come.
void CellLists::choose_cells(const Data& data, std::span<const Index> places, Index group, double share) {
    const Index first = data.cells.first[at(group)], count = data.cells.first[at(group) + 1] - first;
    queries_of_.resize(std::max(queries_of_.size(), at(count)));
    for (Index c = 0; c < count; ++c) queries_of_[at(c)].clear();
    cells_.clear();
    if (count == 0) return;
    const Index least = 1 + 2 * wanted_ * count / data.cells.group_size(group);  // holds all that is wanted
    const Index met =
        std::min(count, std::max(least, static_cast<Index>(std::ceil(share * static_cast<double>(count)))));
    constexpr Index together = 64;
    tile_.resize(std::max(tile_.size(), at(together * count)));
    std::vector<float> nearest_of(at(count), std::numeric_limits<float>::infinity());
    nearest_.resize(at(count));
    for (std::size_t begin = 0; begin < places.size(); begin += at(together)) {
        const auto some = places.subspan(begin, std::min(at(together), places.size() - begin));
        const Index means = data.cells.samples() + first;
        data.rows.compare(some, means, means + count, tile_.data(), space_);
        for (std::size_t q = 0; q < some.size(); ++q) {
            const float* scores = tile_.data() + static_cast<Index>(q) * count;
            for (Index c = 0; c < count; ++c) nearest_[at(c)] = {scores[c], static_cast<Small>(c)};
            if (met < count) std::nth_element(nearest_.begin(), nearest_.begin() + met, nearest_.end());
            for (Index m = 0; m < met; ++m) {
                const Scored& cell = nearest_[at(m)];
                queries_of_[at(cell.number)].push_back(static_cast<Small>(begin + q));
                nearest_of[at(cell.number)] = std::min(nearest_of[at(cell.number)], cell.score);
            }
        }
    }
    for (Index c = 0; c < count; ++c)
        if (!queries_of_[at(c)].empty()) cells_.push_back({nearest_of[at(c)], static_cast<Small>(c)});
    std::sort(cells_.begin(), cells_.end());
}

void CellLists::meet(const Data& data, std::span<const Index> places, Index cell,
                     std::span<const Small> queries) {
    const Index begin = data.cells.start[at(cell)], count = data.cells.size(cell);
    tile_.resize(std::max(tile_.size(), queries.size() * at(count)));
    columns_.resize(at(largest_cell) + 1);
    meeting_.clear();
    for (const Small q : queries) meeting_.push_back(places[at(q)]);
    data.rows.compare(meeting_, begin, begin + count, tile_.data(), space_);
    const float* scores = tile_.data();
    for (const Small q : queries) {
        const Index near = cell_list_loops::find_low(scores, count, limits_[at(q)], columns_.data());
        for (Index n = 0; n < near; ++n) {
            const Index c = columns_[at(n)];
            if (begin + c == places[at(q)]) continue;
            candidates_[at(q * capacity_ + counts_[at(q)]++)] = {scores[c], static_cast<Small>(begin + c)};
            if (counts_[at(q)] == capacity_) keep_best(q);
        }
        scores += count;
    }
}

void CellLists::keep_best(Index query) {
    if (counts_[at(query)] <= wanted_) return;
    const auto begin = candidates_.begin() + query * capacity_;
    std::nth_element(begin, begin + (wanted_ - 1), begin + counts_[at(query)]);
    counts_[at(query)] = wanted_;
    limits_[at(query)] = begin[wanted_ - 1].score;
}

void CellLists::finish(const Data& data, Index place, Index query, Index k, Index list, ClassNeighbors& out) {
    keep_best(query);
    const Index sample = data.cells.order[at(place)];
    found_.clear();
    for (Index c = 0; c < counts_[at(query)]; ++c) {
        const Small other = data.cells.order[at(candidates_[at(query * capacity_ + c)].number)];
        found_.push_back({data.points.distance(sample, other), other});
    }
    const Index count = std::min(k, static_cast<Index>(found_.size()));
    std::partial_sort(found_.begin(), found_.begin() + count, found_.end());
    out.found[at(list)] = static_cast<Small>(count);
    for (Index p = 0; p < count; ++p) {
        out.index[at(list * k + p)] = found_[at(p)].sample;
        out.distances[at(list * k + p)] = found_[at(p)].distance;
    }
}

}  // namespace tamis::detail
