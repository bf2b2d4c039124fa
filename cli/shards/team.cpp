#include "team.hpp"

#include "tamis/core/error.hpp"

namespace tamis::cli {

namespace {

struct Order {
    bool stop = false;
    int exit_code = 0;  // of all ranks, when they stop
    Index shards = 0;
    bool on_runs = false;  // the shards of a rank are worked on as one
    std::string task;
    bool each = false;  // own requests follow, to each rank with shards
    Bytes shared;

    template <class Archive>
    void fields(Archive& archive) {
        archive(stop, exit_code, shards, on_runs, task, each, shared);
    }
};

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
    Index first;
    Deal deal;  // of the shards
    const Context& context;

    Bytes partial(Index part) const {
        const std::string_view request = own_request(own, part - first);
        if (!order.on_runs) return host.partial(order.task, order.shared, request, part, context);
        if (request.empty()) return {};
        const int rank = deal.of_runs().owner(part);
        return host.partial_of_run(order.task, order.shared, request, deal.begin(rank), deal.begin(rank + 1),
                                   context);
    }
};

Folded fold(const Deal& parts, Ranks* ranks, const OrderWork& work) {
    const auto partial = [&](Index part) { return work.partial(part); };
    const auto merge = [&](std::string_view earlier, std::string_view later) {
        return work.host.merge(work.order.task, earlier, later);
    };
    return fold_shards(parts, ranks, {partial, merge, work.order.on_runs});
}

// Stands for a host that could not be made.
class NoHost final : public ShardHost {
  public:
    explicit NoHost(std::string trouble) : trouble_(std::move(trouble)) {}

    Bytes partial(std::string_view, std::string_view, std::string_view, Index, const Context&) override {
        throw Error(trouble_);
    }
    Bytes partial_of_run(std::string_view, std::string_view, std::string_view, Index, Index,
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

std::vector<Bytes> Team::run_on(const Deal& parts, bool on_runs, std::string_view task, const Bytes& shared,
                                std::span<const Bytes> own, const Context& context) {
    const Order order{.stop = false,
                      .exit_code = 0,
                      .shards = deal_.shards,
                      .on_runs = on_runs,
                      .task = std::string(task),
                      .each = !own.empty(),
                      .shared = shared};
    if (ranks_ != nullptr) {
        Bytes message = to_bytes(order);
        ranks_->broadcast(message);
        for (int rank = 1; rank < deal_.ranks && !own.empty(); ++rank) {
            const auto part =
                own.subspan(at(parts.begin(rank)), at(parts.begin(rank + 1) - parts.begin(rank)));
            if (!part.empty()) send_own(*ranks_, rank, on_runs, part);
        }
    }
    Context inside;  // warnings of one shard among many are told by whoever sees all of them
    inside.threads = context.threads;
    inside.cancel = context.cancel;
    Folded part = fold(parts, ranks_, {*host_, order, own, 0, deal_, inside});
    if (part.failed()) {
        if (ranks_ != nullptr) ranks_->failure_was_told();
        const std::string& told = part.results.at(0);
        if (part.exit_code == usage_exit_code) throw UsageError(told);
        throw Error(told);
    }
    ++costs_.rounds;
    costs_.bytes_in += part.bytes;
    costs_.bytes_out += static_cast<Index>(shared.size()) * parts.shards;
    for (const Bytes& request : own) costs_.bytes_out += static_cast<Index>(request.size());
    return std::move(part.results);
}

Bytes Team::run(std::string_view task, const Bytes& shared, std::span<const Bytes> own,
                const Context& context) {
    return std::move(run_on(deal_, false, task, shared, own, context).at(0));
}

std::vector<Bytes> Team::run_on_runs(std::string_view task, const Bytes& shared, std::span<const Bytes> own,
                                     const Context& context) {
    return run_on(deal_.of_runs(), true, task, shared, own, context);
}

int serve(Ranks& ranks, ShardHost* host, const std::string& trouble, const Context& context) {
    NoHost none(trouble);
    for (;;) {
        Bytes message;
        ranks.broadcast(message);
        const auto order = from_bytes<Order>(message);
        if (order.stop) {
            confirm_stop(ranks);
            return order.exit_code;
        }
        const Deal deal{order.shards, ranks.size()}, parts = order.on_runs ? deal.of_runs() : deal;
        const Index first = parts.begin(ranks.rank());
        std::vector<Bytes> own;
        if (order.each && first < parts.begin(ranks.rank() + 1)) own = receive_own(ranks, order.on_runs);
        fold(parts, &ranks, {host == nullptr ? none : *host, order, own, first, deal, context});
    }
}

void stop_serving(Ranks& ranks, int exit_code) {
    Bytes order = to_bytes(Order{.stop = true, .exit_code = exit_code});
    ranks.broadcast(order);
    confirm_stop(ranks);
}

}  // namespace tamis::cli
