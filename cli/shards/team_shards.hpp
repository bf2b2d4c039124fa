// The shards of a team, opened and found to go together.
#pragma once

#include "shard_files.hpp"
#include "team.hpp"

namespace tamis::cli {

class TeamShards final : public Shards {
    static constexpr std::uint64_t times_held = 4;  // all rows, while they are copied

  public:
    // What the driver knows once they are open.
    struct Opened {
        std::vector<ShardHead> heads;
        Index reference = 0;  // the first shard with rows
        std::vector<std::string> feature_names;

        const ShardHead& first() const { return heads[at(reference)]; }
    };

    TeamShards(const DataOptions& options, Index shards, Ranks* ranks, int neighbors)
        : files_(options, 0, ranks == nullptr ? 1 : ranks->size(), neighbors),
          team_(ranks, shards, files_),
          memory_(options.allowed_memory() / static_cast<std::uint64_t>(neighbors)) {}

    const ShardsShape& shape() const override { return shape_; }
    Bytes run(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
              const Context& context) const override {
        return team_.run(round, shared, own, context);
    }
    std::vector<std::vector<Index>> shards_of_runs() const override;
    std::vector<Bytes> run_on_runs(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
                                   const Context& context) const override {
        return team_.run_on_runs(round, shared, own, context);
    }
    std::vector<Bytes> run_with_parcels(const ParcelRequests& parcels, std::string_view round,
                                        const Bytes& shared, std::span<const Bytes> own,
                                        const Context& context) const override {
        if (team_.deal().of_runs().shards == 1)
            return Shards::run_with_parcels(parcels, round, shared, own, context);
        return team_.run_with_parcels(parcels, round, shared, own, context);
    }
    Index parcel_cells() const override { return Index{1} << 23; }
    // A rank has its own rows, what it was sent, all rows together, and what the search keeps for them. The
    // memory of rank 0 decides.
    Index copy_cells() const override { return static_cast<Index>(memory_ / (times_held * sizeof(double))); }
    RoundCosts costs() const override { return team_.costs(); }

    // Throws Error that names the first file that does not go with the others.
    Opened open(const std::vector<ShardPlace>& places, bool hash, const Context& context);
    // All ranks are still there.
    void confirm(const Context& context) const { team_.run(ShardFiles::confirm_task, "", {}, context); }

  private:
    void fit(std::vector<ShardHead>& heads, const ShardHead& reference, const Context& context);

    ShardFiles files_;
    mutable Team team_;
    std::uint64_t memory_;  // of this rank
    ShardsShape shape_;
};

}  // namespace tamis::cli
