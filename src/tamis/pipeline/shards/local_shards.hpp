// Shards in one process: several matrices or files as one data set, and the model for other engines.
#pragma once

#include <atomic>
#include <vector>

#include "tamis/core/rows.hpp"
#include "tamis/core/shards/shards.hpp"

namespace tamis::detail {

class LocalShards final : public Shards {
  public:
    // The rows must outlive the shards. Throws Error if there are none, or if they do not go together.
    // `runs`: as Shards::shards_of_runs; empty if every shard is one.
    explicit LocalShards(std::vector<Rows> shards, std::vector<std::vector<Index>> runs = {},
                         Index copy_cells = 0);

    const ShardsShape& shape() const override { return shape_; }
    // One shard after the other, each on all threads of the context.
    Bytes run(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
              const Context& context) const override;
    std::vector<std::vector<Index>> shards_of_runs() const override { return runs_; }
    std::vector<Bytes> run_on_runs(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
                                   const Context& context) const override;
    Index copy_cells() const override { return copy_cells_; }
    RoundCosts costs() const override { return {rounds_, bytes_out_, bytes_in_}; }

  private:
    Bytes partial(std::string_view round, const Bytes& shared, std::string_view own, const Rows& rows,
                  const Context& context) const;

    std::vector<Rows> shards_;
    ShardsShape shape_;
    std::vector<std::vector<Index>> runs_;
    Index copy_cells_;
    mutable std::atomic<Index> rounds_ = 0, bytes_out_ = 0, bytes_in_ = 0;
};

}  // namespace tamis::detail
