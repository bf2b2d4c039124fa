// Data that are cut by rows and spread over workers, and the one thing that an engine has to do with them.
//
// A *shard* is a block of neighboring rows, held by a worker: a file, a Dask partition, the part of an MPI
// rank. The driver holds the labels, the options and everything that is small, and never the data. Work on
// the data happens in *rounds*:
//
//     driver   run(round, shared, own)                       what the shards have to compute now
//     worker   partial_of(round, shared, own[s], shard s)    → bytes; pure: same bytes in, same bytes out
//     anyone   merge_of(round, partials)                     → bytes; folded in shard order by a fixed tree
//     driver   gets the one partial that is left
//
// A few rounds, such as the search for neighbors, give the same bits wherever the rows are cut. They work on
// *runs*: the shards that one worker holds, or some of them, in their order, as if those were one. Their
// answers are not merged:
//
//     driver   run_on_runs(round, shared, own)               own[r] is for run r; empty: it is not asked
//     worker   partial_of(round, shared, own[r], the rows of all shards of the run, joined)
//
// Some of these need rows that other runs have. They are asked for in the same breath, and the driver never
// looks at them:
//
//     driver   run_with_parcels(parcels, round, shared, own)
//     worker   partial_of("parcels", parcels.shared, parcels.own[r], …)  → rows for each other run
//     worker   partial_of(round, shared, Delivery{own[r], the parcels for run r}, …)
//
// To write an engine, derive from Shards and implement `shape`, `run`, `run_on_runs` and `costs`, and
// `shards_of_runs` if workers hold several shards. `run_with_parcels`, `parcel_cells` and `copy_cells` are
// there for engines that can send rows from worker to worker, and `traveling_cells` for those where a worker
// gets what others ask for, too:
//   * `partial_of` and `merge_of` are in pipeline/shards/table.hpp; what travels are plain strings of bytes
//     that the engine does not look into. An Error that either of them throws ends the run: the engine
//     rethrows it in the driver with its message.
//   * `shared` is the same for all shards (broadcast it once). `own` is empty, or has one string per shard
//     (send each to its shard only). A worker without an own part passes an empty string.
//   * Partials are merged in pairs of neighbors, (0,1), (2,3), …, then pairs of those, an odd one out moving
//     up as it is: `merge_of` does it with any number of them, and a tree of workers that does the same in
//     parallel gets the same bits. A worker that merges what is left of all shards says so (`Merge::all`):
//     the driver may need less of it.
//   * A worker needs nothing of the rounds before but its rows, and what it keeps (ParcelRequests::own_rows)
//     can be had again: a lost one is replaced by computing its partials again. Its Context says how many
//     threads it may use; results do not depend on it.
//   * `run` is called by one thread at a time.
//   * A shard may have no rows. Columns and kind (dense or sparse) are the same in all of them, which the
//     engine checks (`check_shape`) before it makes a ShardedRows.
// pipeline/shards/local_shards.cpp is an engine in one process and the model for others.
//
// Methods know nothing of this: they take Rows, and a pass over rows with `Rows::shards()` runs a round
// (round.hpp) where it would otherwise loop.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/shards/bytes.hpp"
#include "tamis/core/shards/known_rows.hpp"
#include "tamis/core/shards/known_sums.hpp"
#include "tamis/core/shards/round_costs.hpp"
#include "tamis/core/shards/row_runs.hpp"

namespace tamis::detail {

struct ShardsShape {
    std::vector<Index> offsets = {0};  // where each shard's rows begin among all rows, and their number
    Index cols = 0;
    bool sparse = false;

    Index count() const { return static_cast<Index>(offsets.size()) - 1; }
    Index rows() const { return offsets.back(); }
    Index begin(Index shard) const { return offsets[at(shard)]; }
    Index end(Index shard) const { return offsets[at(shard) + 1]; }
};

// What runs send each other before a round (ParcelsRound in parcels_round.hpp).
struct ParcelRequests {
    Bytes shared;
    std::span<const Bytes> own;            // per run; empty: it sends nothing
    std::span<const Bytes> own_rows = {};  // per run: its OwnRows (deliveries.hpp); only if the next rounds
                                           // want the same: an engine may keep what has arrived, or the rows
                                           // put together, until others are sent

    bool again() const { return !own_rows.empty(); }
};

class Shards {
  public:
    virtual ~Shards() = default;

    virtual const ShardsShape& shape() const = 0;
    // One round over all shards; returns the partials folded in shard order.
    virtual Bytes run(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
                      const Context& context) const = 0;
    // Per run: its shards, ascending. The same each time. A worker has one run, or several that it works on
    // at the same time. Unless an engine knows better, every shard is a run.
    virtual std::vector<std::vector<Index>> shards_of_runs() const;
    RowRuns runs() const { return {shape(), shards_of_runs()}; }
    // One round over all runs; returns what each of them answers, and nothing for those that are not asked.
    virtual std::vector<Bytes> run_on_runs(std::string_view round, const Bytes& shared,
                                           std::span<const Bytes> own, const Context& context) const = 0;
    // The same for runs that first send each other rows. Unless an engine knows a shorter way, they pass
    // through the driver.
    virtual std::vector<Bytes> run_with_parcels(const ParcelRequests& parcels, std::string_view round,
                                                const Bytes& shared, std::span<const Bytes> own,
                                                const Context& context) const;
    // How many cells may travel to each run before a round. Those of all are in the driver, unless an engine
    // knows a shorter way.
    virtual Index parcel_cells() const { return (Index{1} << 24) / runs().count(); }
    // How many cells may travel before a round if each run gets about half of them.
    virtual Index traveling_cells() const { return 2 * parcel_cells(); }
    // How many cells all rows may have to be copied to every run before a round; 0: no copies.
    virtual Index copy_cells() const { return 0; }
    virtual RoundCosts costs() const = 0;

    // Rows that the driver has already: whoever gathers rows looks here first.
    const KnownRows& known_rows() const { return known_rows_; }
    void know(KnownRows rows) const { known_rows_ = std::move(rows); }
    // The same for sums.
    const KnownSums& known_sums() const { return known_sums_; }
    void know(KnownSums sums) const { known_sums_ = std::move(sums); }

  private:
    mutable KnownRows known_rows_;
    mutable KnownSums known_sums_;
};

// What a worker says of its shard before the first round.
struct ShardShape {
    Index rows = 0, cols = 0;
    bool sparse = false;
};
// The shape of all of them, in order. Throws Error naming the first shard that does not go with shard 0, or
// if there is none.
ShardsShape check_shape(std::span<const ShardShape> shards);

// merge(earlier, later) over all parts, of which there is at least one: (0,1), (2,3), … and so on.
template <class Part, class Merge>
Part fold_pairs(std::vector<Part> parts, Merge merge) {
    if (parts.empty()) throw Error("there are no shards");
    while (parts.size() > 1) {
        std::vector<Part> merged;
        for (std::size_t p = 0; p + 1 < parts.size(); p += 2) {
            merged.push_back(merge(parts[p], parts[p + 1]));
            parts[p] = {};
            parts[p + 1] = {};
        }
        if (parts.size() % 2 == 1) merged.push_back(std::move(parts.back()));
        parts = std::move(merged);
    }
    return std::move(parts.front());
}

// Rows are seen by a round as a change of them: scaled, filled in, measured in other units. `name` is that of
// a view in the table of rounds, `what` the bytes it needs; both travel with the request.
struct ShardView {
    std::string name;
    Bytes what;

    template <class Archive>
    void fields(Archive& archive) {
        archive(name, what);
    }
};

// Shards whose rows are changed by a view before any round sees them. The shards must outlive it.
class ViewedShards final : public Shards {
  public:
    ViewedShards(const Shards& shards, ShardView view, Index cols, bool sparse);

    const ShardsShape& shape() const override { return shape_; }
    Bytes run(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
              const Context& context) const override;
    std::vector<std::vector<Index>> shards_of_runs() const override { return shards_->shards_of_runs(); }
    std::vector<Bytes> run_on_runs(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
                                   const Context& context) const override;
    std::vector<Bytes> run_with_parcels(const ParcelRequests& parcels, std::string_view round,
                                        const Bytes& shared, std::span<const Bytes> own,
                                        const Context& context) const override;
    Index parcel_cells() const override { return shards_->parcel_cells(); }
    Index traveling_cells() const override { return shards_->traveling_cells(); }
    Index copy_cells() const override { return shards_->copy_cells(); }
    RoundCosts costs() const override { return shards_->costs(); }

  private:
    Bytes with_view(const Bytes& shared) const;

    const Shards* shards_;
    ShardView view_;
    ShardsShape shape_;
};

// What `shared` is to an engine: the views, the innermost first, and the request itself.
struct RoundRequest {
    std::vector<ShardView> views;
    Bytes request;

    template <class Archive>
    void fields(Archive& archive) {
        archive(views, request);
    }
};

}  // namespace tamis::detail
