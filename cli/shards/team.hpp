// The processes that hold the shards: this one alone, or all ranks of a job. Rank 0 drives; the others serve
// it until it says stop.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "../mpi/ranks.hpp"
#include "deal.hpp"
#include "fold.hpp"
#include "tamis/core/context.hpp"
#include "tamis/core/shards/deliveries.hpp"
#include "tamis/core/shards/shards.hpp"

namespace tamis::cli {

// What a process does with its own shards. `deal` says which shards there are.
class ShardHost {
  public:
    virtual ~ShardHost() = default;

    virtual Bytes partial(std::string_view task, std::string_view shared, std::string_view own, Index shard,
                          const Context& context) = 0;
    // On the shards begin … end-1 as if they were one.
    virtual Bytes partial_of_run(std::string_view task, std::string_view shared, const OwnRequest& own,
                                 Index begin, Index end, const Context& context) = 0;
    // What these send to each run.
    virtual std::vector<Bytes> parcels_of_run(std::string_view shared, std::string_view own, Index begin,
                                              Index end, const Context& context) = 0;
    virtual Bytes merge(std::string_view task, std::string_view earlier, std::string_view later) = 0;
};

// Whether runs send each other rows before a round; what has arrived may be kept for the next ones.
enum class Travel : std::uint8_t { none, once, to_keep, kept };

struct KeptParcels {
    std::vector<Bytes> parcels;  // that others have sent; none if nothing was kept
    KeptDelivery together;
};

// The side of the driver.
class Team {
  public:
    // `ranks` is null if this process is alone. The host is that of the driver's own shards.
    Team(Ranks* ranks, Index shards, ShardHost& host);

    const Deal& deal() const { return deal_; }
    // One task on all shards; `own` is empty or has one request per shard. Throws Error with the message of
    // the rank that failed, and what the host throws if this process is alone.
    Bytes run(std::string_view task, const Bytes& shared, std::span<const Bytes> own, const Context& context);
    // One task on the run of shards of every rank that has some; `own` has one request per run. The answers
    // in order.
    std::vector<Bytes> run_on_runs(std::string_view task, const Bytes& shared, std::span<const Bytes> own,
                                   const Context& context);
    // The same for runs that first send each other rows, from rank to rank. There are several ranks.
    std::vector<Bytes> run_with_parcels(const ParcelRequests& parcels, std::string_view task,
                                        const Bytes& shared, std::span<const Bytes> own,
                                        const Context& context);
    const RoundCosts& costs() const { return costs_; }
    void forget_costs() { costs_ = {}; }  // of opening the files

  private:
    // One task on all shards, or on all runs of them; `parcels` is null if nothing is sent before.
    std::vector<Bytes> run_on(bool on_runs, const ParcelRequests* parcels, std::string_view task,
                              const Bytes& shared, std::span<const Bytes> own, const Context& context);

    // What has to travel before a round: not what has traveled before an earlier one and was kept.
    Travel travel_of(const ParcelRequests* parcels);

    Ranks* ranks_;
    Deal deal_;
    ShardHost* host_;
    RoundCosts costs_;
    std::vector<Bytes> kept_requests_;  // of the parcels that all ranks have kept, and what is the same for
                                        // all in this; none if nothing was kept
    KeptParcels kept_;                  // by this rank
};

// The side of the others: does what is asked for until the driver stops, and returns its exit code. Without a
// host every task fails with `trouble`: what kept this rank from having one.
int serve(Ranks& ranks, ShardHost* host, const std::string& trouble, const Context& context);

// The driver's last word. The others have all of it before this returns, so a rank that was lost is noticed.
void stop_serving(Ranks& ranks, int exit_code);

}  // namespace tamis::cli
