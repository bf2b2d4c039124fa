// Which rows a run of shards has, and where: a run joins shards of one worker, which need not be neighbors,
// in their order.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

struct ShardsShape;

// Rows that follow each other both among all rows and in their run.
struct RowStretch {
    Index number = 0;  // of the first one among all rows
    Index place = 0;   // of it in the run
    Index count = 0;

    Index number_end() const { return number + count; }
    Index place_end() const { return place + count; }
    Index place_of(Index row) const { return row - number + place; }

    template <class Archive>
    void fields(Archive& archive) {
        archive(number, place, count);
    }
};

// The parts of ascending stretches whose places are begin … end-1.
std::vector<RowStretch> stretches_between(std::span<const RowStretch> stretches, Index begin, Index end);
// How many rows they have.
Index rows_of(std::span<const RowStretch> stretches);
std::vector<Index> numbers_of(std::span<const RowStretch> stretches);
// Of a list with `per_row` entries for every row: those of the rows of the stretches. None if the list has
// none.
template <class T>
std::vector<T> entries_of(std::span<const T> all, std::span<const RowStretch> stretches, Index per_row = 1) {
    std::vector<T> some;
    if (all.empty()) return some;
    some.reserve(at(rows_of(stretches) * per_row));
    for (const RowStretch& rows : stretches)
        some.insert(some.end(), all.begin() + rows.number * per_row,
                    all.begin() + rows.number_end() * per_row);
    return some;
}

class RowRuns {
  public:
    struct Held {
        Index run = 0;
        RowStretch rows;
    };

    // `shards`: per run, ascending. Throws Error unless each shard is in one run, and no run is empty.
    RowRuns(const ShardsShape& shape, std::vector<std::vector<Index>> shards);

    Index count() const { return static_cast<Index>(shards_.size()); }
    std::span<const Index> shards(Index run) const { return shards_[at(run)]; }
    Index rows(Index run) const { return rows_of(stretches_[at(run)]); }
    // Ascending, without empty ones.
    std::span<const RowStretch> of(Index run) const { return stretches_[at(run)]; }
    // Those of all runs, by ascending numbers.
    std::span<const Held> all() const { return all_; }
    struct Dealt {
        std::vector<std::vector<Index>> places;  // per run: of the rows that it has
        std::vector<Index>
            order;  // per row: its place when the rows of run 0 come first, then those of run 1, …
    };
    // Rows with ascending numbers.
    Dealt deal(std::span<const Index> numbers) const;
    // Where a row is in the run; nothing if it is in another.
    std::optional<Index> place(Index run, Index number) const;

  private:
    std::vector<std::vector<Index>> shards_;
    std::vector<std::vector<RowStretch>> stretches_;  // per run
    std::vector<Held> all_;
};

}  // namespace tamis::detail
