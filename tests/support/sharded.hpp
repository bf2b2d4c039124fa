// Data cut into shards, in one process.
#pragma once

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

class Sharded {
  public:
    // `runs`: as Shards::runs; empty if every shard is one.
    Sharded(const MatrixView& x, const Cutting& offsets, std::vector<Index> runs = {}) {
        for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
            std::vector<Index> rows;
            for (Index i = offsets[s]; i < offsets[s + 1]; ++i) rows.push_back(i);
            parts_.push_back(take_rows(x, rows));
        }
        std::vector<Rows> shards;
        for (const Matrix& part : parts_) shards.emplace_back(part);
        open(std::move(shards), std::move(runs));
    }

    const ShardedRows& rows() const { return *rows_; }
    const LocalShards& shards() const { return *shards_; }

  private:
    void open(std::vector<Rows> shards, std::vector<Index> runs) {
        shards_ = std::make_unique<LocalShards>(std::move(shards), std::move(runs));
        rows_ = std::make_unique<ShardedRows>(*shards_);
    }

    std::vector<Matrix> parts_;
    std::unique_ptr<LocalShards> shards_;
    std::unique_ptr<ShardedRows> rows_;
};

}  // namespace tamis::testing
