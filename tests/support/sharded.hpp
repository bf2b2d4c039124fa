// Data cut into shards, in one process.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "tamis/core/rows/float_rows.hpp"
#include "tamis/core/shards/sharded_rows.hpp"
#include "tamis/pipeline/shards/local_shards.hpp"

namespace tamis::testing {

using namespace detail;

// Where shards begin, and the number of rows.
using Cutting = std::vector<Index>;

// `count` shards of nearly equal size; empty ones if there are fewer rows.
inline Cutting equal_shards(Index rows, Index count) {
    Cutting offsets;
    for (Index s = 0; s <= count; ++s) offsets.push_back(rows * s / count);
    return offsets;
}

// One, two, three, seven and 64 shards, more than there are rows, and empty ones at all places.
inline std::vector<Cutting> cuttings(Index rows) {
    std::vector<Cutting> all;
    for (const Index count : {Index{1}, Index{2}, Index{3}, Index{7}, Index{64}, rows + 3})
        all.push_back(equal_shards(rows, count));
    all.push_back({0, 0, 1, 1, 1, rows / 2, rows / 2, rows, rows});
    return all;
}

// The shards of each run.
using Holding = std::vector<std::vector<Index>>;

// Runs of neighbors: where they begin, and the number of shards.
inline Holding neighboring(const std::vector<Index>& begins) {
    Holding runs;
    for (std::size_t run = 0; run + 1 < begins.size(); ++run) {
        runs.emplace_back();
        for (Index shard = begins[run]; shard < begins[run + 1]; ++shard) runs.back().push_back(shard);
    }
    return runs;
}

// Shards that are dealt to `workers` in turn, as Dask does.
inline Holding dealt(Index shards, Index workers) {
    Holding runs(at(std::min(shards, workers)));
    for (Index shard = 0; shard < shards; ++shard) runs[at(shard % workers)].push_back(shard);
    return runs;
}

class Sharded {
  public:
    // `runs`: empty if every shard is one. `copy_cells`: as Shards::copy_cells.
    Sharded(const MatrixView& x, const Cutting& offsets, Holding runs = {}, Index copy_cells = 0) {
        for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
            std::vector<Index> rows;
            for (Index i = offsets[s]; i < offsets[s + 1]; ++i) rows.push_back(i);
            parts_.push_back(take_rows(x, rows));
        }
        std::vector<Rows> shards;
        for (const Matrix& part : parts_) shards.emplace_back(part);
        shards_ = std::make_unique<LocalShards>(std::move(shards), std::move(runs), copy_cells);
        rows_ = std::make_unique<ShardedRows>(*shards_);
    }

    const ShardedRows& rows() const { return *rows_; }
    const LocalShards& shards() const { return *shards_; }

  private:
    std::vector<Matrix> parts_;
    std::unique_ptr<LocalShards> shards_;
    std::unique_ptr<ShardedRows> rows_;
};

}  // namespace tamis::testing
