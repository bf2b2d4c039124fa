#include "team.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "../mpi/kept_memory.hpp"
#include "parcels.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/shards/parcels_round.hpp"

namespace tamis::cli {

namespace {

struct Order {
    bool stop = false;
    int exit_code = 0;  // of all ranks, when they stop
    Index shards = 0;
    bool on_runs = false;           // the shards of a rank are worked on as one
    Travel parcels = Travel::none;  // that the runs send each other before that
    Bytes of_parcels;               // what is the same for all in this
    std::string task;
    bool each = false;  // own requests follow, to each rank with shards
    Bytes shared;

    template <class Archive>
    void fields(Archive& archive) {
        archive(stop, exit_code, shards, on_runs, parcels, of_parcels, task, each, shared);
    }
};

bool sends(const Order& order) { return order.parcels == Travel::once || order.parcels == Travel::to_keep; }

std::string_view own_request(std::span<const Bytes> own, Index place) {
    return own.empty() ? std::string_view() : std::string_view(own[at(place)]);
}

// The request of a run may be large and is not copied; those of many shards are one message.
void send_own(Ranks& ranks, int rank, bool on_runs, std::span<const Bytes> own) {
    if (on_runs)
        ranks.send(rank, own.front());
    else
        ranks.send(rank, to_bytes(std::vector<Bytes>(own.begin(), own.end())));
}
std::vector<Bytes> receive_own(Ranks& ranks, bool on_runs) {
    Bytes message = ranks.receive(0);
    if (!on_runs) return from_bytes<std::vector<Bytes>>(message);
    std::vector<Bytes> own;
    own.push_back(std::move(message));
    return own;
}

// What a rank does for its shards, or for its run of them, the first of which is `first`.
struct OrderWork {
    ShardHost& host;
    const Order& order;
    std::span<const Bytes> own;
    std::string_view own_parcels;  // what the run sends to others
    KeptParcels& kept;
    Index first;
    Deal deal;  // of the shards
    Ranks* ranks;
    const Context& context;
    Index sent = 0;  // bytes to other runs

    Bytes partial(Index part) {
        const std::string_view request = own_request(own, part - first);
        if (!order.on_runs) return host.partial(order.task, order.shared, request, part, context);
        if (order.parcels != Travel::none) return partial_with_parcels(part, request);
        if (request.empty()) return {};
        return partial_of_run(part, request);
    }

  private:
    Bytes partial_of_run(Index run, const OwnRequest& request) const {
        const int rank = deal.of_runs().owner(run);
        return host.partial_of_run(order.task, order.shared, request, deal.begin(rank), deal.begin(rank + 1),
                                   context);
    }

    Bytes partial_with_parcels(Index run, std::string_view request) {
        keep_large_freed_memory();
        if (order.parcels != Travel::kept && !exchange(run)) return {};  // whoever failed tells of it
        if (kept.parcels.empty()) throw Error("rows that other ranks have sent are gone");
        Bytes answer;
        if (!request.empty()) {
            Delivery delivery{request, {kept.parcels.begin(), kept.parcels.end()}};
            if (order.parcels != Travel::once) delivery.kept = &kept.together;
            answer = partial_of_run(run, delivery);
        }
        if (order.parcels == Travel::once) kept = {};
        return answer;
    }

    // Whether no other run has failed. One that fails itself still meets the others, who would wait for it.
    bool exchange(Index run) {
        const Deal runs = deal.of_runs();
        kept = {};
        std::optional<std::vector<Bytes>> parcels(std::in_place, at(runs.shards));
        std::exception_ptr failure;
        try {
            const int rank = runs.owner(run);
            if (!own_parcels.empty())
                parcels = host.parcels_of_run(order.of_parcels, own_parcels, deal.begin(rank),
                                              deal.begin(rank + 1), context);
            if (static_cast<Index>(parcels->size()) != runs.shards) throw Error("rows of a run are damaged");
        } catch (...) {
            failure = std::current_exception();
            parcels.reset();
        }
        std::optional<std::vector<Bytes>> got = exchange_parcels(*ranks, runs, run, parcels);
        if (failure) std::rethrow_exception(failure);
        sent = 0;
        for (const Bytes& parcel : *parcels) sent += static_cast<Index>(parcel.size());
        if (got) kept.parcels = std::move(*got);
        return got.has_value();
    }
};

Folded fold(const Deal& parts, OrderWork work) {
    const auto partial = [&](Index part) { return work.partial(part); };
    const auto merge = [&](std::string_view earlier, std::string_view later) {
        return work.host.merge(work.order.task, earlier, later);
    };
    return fold_shards(parts, work.ranks, {partial, merge, work.order.on_runs, &work.sent});
}

// Stands for a host that could not be made.
class NoHost final : public ShardHost {
  public:
    explicit NoHost(std::string trouble) : trouble_(std::move(trouble)) {}

    Bytes partial(std::string_view, std::string_view, std::string_view, Index, const Context&) override {
        throw Error(trouble_);
    }
    Bytes partial_of_run(std::string_view, std::string_view, const OwnRequest&, Index, Index,
                         const Context&) override {
        throw Error(trouble_);
    }
    std::vector<Bytes> parcels_of_run(std::string_view, std::string_view, Index, Index,
                                      const Context&) override {
        throw Error(trouble_);
    }
    Bytes merge(std::string_view, std::string_view, std::string_view) override { throw Error(trouble_); }

  private:
    std::string trouble_;
};

// Every rank has a part in this.
void confirm_stop(Ranks& ranks) {
    const auto stopped = [](const auto&...) { return Bytes(); };
    fold_shards({ranks.size(), ranks.size()}, &ranks, {stopped, stopped});
}

}  // namespace

Team::Team(Ranks* ranks, Index shards, ShardHost& host)
    : ranks_(ranks), deal_{shards, ranks == nullptr ? 1 : ranks->size()}, host_(&host) {}

std::vector<Bytes> Team::run_on(bool on_runs, const ParcelRequests* parcels, std::string_view task,
                                const Bytes& shared, std::span<const Bytes> own, const Context& context) {
    const Deal parts = on_runs ? deal_.of_runs() : deal_;
    const Order order{.stop = false,
                      .exit_code = 0,
                      .shards = deal_.shards,
                      .on_runs = on_runs,
                      .parcels = travel_of(parcels),
                      .of_parcels = parcels != nullptr ? parcels->shared : Bytes(),
                      .task = std::string(task),
                      .each = !own.empty(),
                      .shared = shared};
    if (ranks_ != nullptr) {
        Bytes message = to_bytes(order);
        ranks_->broadcast(message);
        for (int rank = 1; rank < deal_.ranks && !own.empty(); ++rank) {
            const Index first = parts.begin(rank);
            const auto part = own.subspan(at(first), at(parts.begin(rank + 1) - first));
            if (part.empty()) continue;
            send_own(*ranks_, rank, on_runs, part);
            if (sends(order)) ranks_->send(rank, parcels->own[at(first)]);
        }
    }
    Context inside;  // warnings of one shard among many are told by whoever sees all of them
    inside.threads = context.threads;
    inside.cancel = context.cancel;
    const Bytes none;
    Folded part = fold(parts, {*host_, order, own, parcels != nullptr ? parcels->own.front() : none, kept_, 0,
                               deal_, ranks_, inside});
    if (part.failed()) {
        kept_requests_.clear();
        if (ranks_ != nullptr) ranks_->failure_was_told();
        const std::string& told = part.results.at(0);
        if (part.exit_code == usage_exit_code) throw UsageError(told);
        throw Error(told);
    }
    ++costs_.rounds;
    costs_.bytes_in += part.bytes;
    costs_.bytes_out += static_cast<Index>(shared.size()) * parts.shards;
    for (const Bytes& request : own) costs_.bytes_out += static_cast<Index>(request.size());
    if (sends(order))
        for (const Bytes& request : parcels->own) costs_.bytes_out += static_cast<Index>(request.size());
    return std::move(part.results);
}

Travel Team::travel_of(const ParcelRequests* parcels) {
    if (parcels == nullptr) return Travel::none;
    const std::span<const Bytes> own = parcels->own;
    if (kept_requests_.size() == own.size() + 1 && kept_requests_.back() == parcels->shared &&
        std::equal(own.begin(), own.end(), kept_requests_.begin()))
        return Travel::kept;
    kept_requests_.clear();
    if (!parcels->again()) return Travel::once;
    kept_requests_.assign(own.begin(), own.end());
    kept_requests_.push_back(parcels->shared);
    return Travel::to_keep;
}

Bytes Team::run(std::string_view task, const Bytes& shared, std::span<const Bytes> own,
                const Context& context) {
    return std::move(run_on(false, nullptr, task, shared, own, context).at(0));
}

std::vector<Bytes> Team::run_on_runs(std::string_view task, const Bytes& shared, std::span<const Bytes> own,
                                     const Context& context) {
    return run_on(true, nullptr, task, shared, own, context);
}

std::vector<Bytes> Team::run_with_parcels(const ParcelRequests& parcels, std::string_view task,
                                          const Bytes& shared, std::span<const Bytes> own,
                                          const Context& context) {
    return run_on(true, &parcels, task, shared, own, context);
}

int serve(Ranks& ranks, ShardHost* host, const std::string& trouble, const Context& context) {
    NoHost none(trouble);
    KeptParcels kept;
    for (;;) {
        Bytes message;
        ranks.broadcast(message);
        const auto order = ranks.in_memory([&] { return from_bytes<Order>(message); });
        if (order.stop) {
            confirm_stop(ranks);
            return order.exit_code;
        }
        const Deal deal{order.shards, ranks.size()}, parts = order.on_runs ? deal.of_runs() : deal;
        const Index first = parts.begin(ranks.rank());
        std::vector<Bytes> own;
        Bytes parcels;
        if (order.each && first < parts.begin(ranks.rank() + 1)) {
            own = ranks.in_memory([&] { return receive_own(ranks, order.on_runs); });
            if (sends(order)) parcels = ranks.receive(0);
        }
        fold(parts,
             {host == nullptr ? none : *host, order, own, parcels, kept, first, deal, &ranks, context});
    }
}

void stop_serving(Ranks& ranks, int exit_code) {
    Bytes order = to_bytes(Order{.stop = true, .exit_code = exit_code});
    ranks.broadcast(order);
    confirm_stop(ranks);
}

}  // namespace tamis::cli
