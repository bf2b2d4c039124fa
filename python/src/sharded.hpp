// Rows on other machines, of which Python knows: every round is a call back to it.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <vector>

#include "tamis/core/shards/sharded_rows.hpp"

namespace tamis::python {

using namespace detail;

// An engine in Python, where bytes are anything with a buffer. run(round, shared, own, stopped) gets a name,
// the bytes for all shards, a list of bytes with one entry per shard (or none), and a function that says
// whether to stop; it returns the folded bytes and how many bytes the shards sent before folding. run.runs()
// lists the shards of each run, and run.most_runs() is how many runs share a worker. run.on_runs, with the
// same arguments for runs instead of shards, returns a list of what each run answers.
// run.with_parcels(parcels, round, shared, own, stopped) does so after runs have sent each other rows, and
// returns also how many bytes these took, and those that ask for them: `parcels` are the bytes for all that
// send, a list with the request of each (nothing: it sends none), a list with what each run takes of every
// other's rows (round_partial_with), and a list with what each run puts together of these and its own
// (round_together), which the next rounds want, too; empty if they do not.
class PythonShards final : public Shards {
  public:
    // Throws Error if the shards do not go together.
    PythonShards(const std::vector<ShardShape>& shards, pybind11::object run);

    const ShardsShape& shape() const override { return shape_; }
    Bytes run(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
              const Context& context) const override;
    std::vector<Bytes> run_on_runs(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
                                   const Context& context) const override;
    std::vector<Bytes> run_with_parcels(const ParcelRequests& parcels, std::string_view round,
                                        const Bytes& shared, std::span<const Bytes> own,
                                        const Context& context) const override;
    std::vector<std::vector<Index>> shards_of_runs() const override;
    // 256 MB on a worker: Dask's workers often have a few GB each, and hold the rows, their copies and what
    // is sent. A worker gets all that a run sends, also what others have asked for (SharedParcels). So what
    // each run may ask for is divided by their number, unless they ask for the same rows.
    Index parcel_cells() const override { return cells_per_worker / runs().count(); }
    Index traveling_cells() const override { return cells_per_worker; }
    Index copy_cells() const override;
    RoundCosts costs() const override { return {rounds_, bytes_out_, bytes_in_}; }

  private:
    static constexpr Index cells_per_worker = Index{1} << 25;

    // use(answer) gets what `engine` returns. `more` are arguments before the others.
    template <class Use, class... More>
    auto call(const char* engine, std::string_view round, const Bytes& shared, std::span<const Bytes> own,
              const Context& context, Use use, const More&... more) const;

    ShardsShape shape_;
    pybind11::object run_;
    mutable std::atomic<Index> rounds_ = 0, bytes_out_ = 0, bytes_in_ = 0;
};

// The rows of such shards, as the Python package passes them around.
class SharedRows {
  public:
    SharedRows(const std::vector<ShardShape>& shards, pybind11::object run)
        : shards_(shards, std::move(run)), rows_(shards_) {}
    SharedRows(const SharedRows&) = delete;
    SharedRows& operator=(const SharedRows&) = delete;

    const RowSource& rows() const { return rows_; }
    const Shards& shards() const { return shards_; }

  private:
    PythonShards shards_;
    ShardedRows rows_;
};

}  // namespace tamis::python
