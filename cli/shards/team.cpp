#include "team.hpp"

#include "tamis/core/error.hpp"

namespace tamis::cli {

namespace {

struct Order {
    bool stop = false;
    int exit_code = 0;  // of all ranks, when they stop
    Index shards = 0;
    std::string task;
    bool each = false;  // a list of own requests follows, to each rank with shards
    Bytes shared;

    template <class Archive>
    void fields(Archive& archive) {
        archive(stop, exit_code, shards, task, each, shared);
    }
};

std::string_view own_request(std::span<const Bytes> own, Index place) {
    return own.empty() ? std::string_view() : std::string_view(own[at(place)]);
}

// Every rank has a part in this.
void confirm_stop(Ranks& ranks) {
    const auto stopped = [](const auto&...) { return Bytes(); };
    fold_shards({ranks.size(), ranks.size()}, &ranks, {stopped, stopped});
}

}  // namespace

Team::Team(Ranks* ranks, Index shards, ShardHost& host)
    : ranks_(ranks), deal_{shards, ranks == nullptr ? 1 : ranks->size()}, host_(&host) {}

void Team::send_requests(std::string_view task, const Bytes& shared, std::span<const Bytes> own) {
    if (ranks_ == nullptr) return;
    Bytes order = to_bytes(Order{.stop = false,
                                 .exit_code = 0,
                                 .shards = deal_.shards,
                                 .task = std::string(task),
                                 .each = !own.empty(),
                                 .shared = shared});
    ranks_->broadcast(order);
    if (own.empty()) return;
    for (int rank = 1; rank < deal_.ranks; ++rank) {
        const auto part = own.subspan(at(deal_.begin(rank)), at(deal_.begin(rank + 1) - deal_.begin(rank)));
        if (!part.empty()) ranks_->send(rank, to_bytes(std::vector<Bytes>(part.begin(), part.end())));
    }
}

Bytes Team::run(std::string_view task, const Bytes& shared, std::span<const Bytes> own,
                const Context& context) {
    send_requests(task, shared, own);
    Context inside;  // warnings of one shard among many are told by whoever sees all of them
    inside.threads = context.threads;
    inside.cancel = context.cancel;
    const auto partial = [&](Index shard) {
        return host_->partial(task, shared, own_request(own, shard), shard, inside);
    };
    const auto merge = [&](std::string_view earlier, std::string_view later) {
        return host_->merge(task, earlier, later);
    };
    Folded part = fold_shards(deal_, ranks_, {partial, merge});
    if (part.failed()) {
        if (ranks_ != nullptr) ranks_->failure_was_told();
        if (part.exit_code == usage_exit_code) throw UsageError(part.result);
        throw Error(part.result);
    }
    ++costs_.rounds;
    costs_.bytes_in += part.bytes;
    costs_.bytes_out += static_cast<Index>(shared.size()) * deal_.shards;
    for (const Bytes& request : own) costs_.bytes_out += static_cast<Index>(request.size());
    return std::move(part.result);
}

int serve(Ranks& ranks, ShardHost* host, const std::string& trouble, const Context& context) {
    for (;;) {
        Bytes message;
        ranks.broadcast(message);
        const auto order = from_bytes<Order>(message);
        if (order.stop) {
            confirm_stop(ranks);
            return order.exit_code;
        }
        const Deal deal{order.shards, ranks.size()};
        const Index first = deal.begin(ranks.rank());
        std::vector<Bytes> own;
        if (order.each && first < deal.begin(ranks.rank() + 1))
            own = from_bytes<std::vector<Bytes>>(ranks.receive(0));
        const auto partial = [&](Index shard) {
            if (host == nullptr) throw Error(trouble);
            return host->partial(order.task, order.shared, own_request(own, shard - first), shard, context);
        };
        const auto merge = [&](std::string_view earlier, std::string_view later) {
            return host->merge(order.task, earlier, later);
        };
        fold_shards(deal, &ranks, {partial, merge});
    }
}

void stop_serving(Ranks& ranks, int exit_code) {
    Bytes order = to_bytes(Order{.stop = true, .exit_code = exit_code});
    ranks.broadcast(order);
    confirm_stop(ranks);
}

}  // namespace tamis::cli
