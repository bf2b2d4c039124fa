#include "tamis/core/shards/shards.hpp"

#include "tamis/core/error.hpp"
#include "tamis/core/shards/parcels_round.hpp"

namespace tamis::detail {

std::vector<std::vector<Index>> Shards::shards_of_runs() const {
    std::vector<std::vector<Index>> each;
    for (Index shard = 0; shard < shape().count(); ++shard) each.push_back({shard});
    return each;
}

std::vector<Bytes> Shards::run_with_parcels(const ParcelRequests& parcels, std::string_view round,
                                            const Bytes& shared, std::span<const Bytes> own,
                                            const Context& context) const {
    std::vector<Bytes> with_rows(own.size());
    {
        std::vector<std::vector<std::string_view>> sent(own.size());  // by the run that they come from
        const std::vector<Bytes> answers =
            run_on_runs(ParcelsRound::name, parcels.shared, parcels.own, context);
        for (std::size_t from = 0; from < answers.size(); ++from) {
            if (!parcels.own[from].empty()) sent[from] = parcels_of(answers[from]);
            if (!sent[from].empty() && sent[from].size() != own.size())
                throw Error("rows from another shard are damaged");
        }
        for (std::size_t to = 0; to < own.size(); ++to) {
            if (own[to].empty()) continue;
            Delivery delivery{own[to], std::vector<std::string_view>(own.size())};
            for (std::size_t from = 0; from < own.size(); ++from)
                if (!sent[from].empty()) delivery.parcels[from] = sent[from][to];
            with_rows[to] = to_bytes(delivery);
        }
    }
    return run_on_runs(round, shared, with_rows, context);
}

ShardsShape check_shape(std::span<const ShardShape> shards) {
    if (shards.empty()) throw Error("there are no shards");
    ShardsShape all{.offsets = {0}, .cols = shards.front().cols, .sparse = shards.front().sparse};
    const auto kind = [](bool sparse) { return std::string(sparse ? "sparse" : "dense"); };
    for (std::size_t s = 0; s < shards.size(); ++s) {
        const ShardShape& shard = shards[s];
        const std::string who = "shard " + std::to_string(s) + " (counted from 0)";
        if (shard.cols != all.cols)
            throw Error(who + " has " + std::to_string(shard.cols) + " features, and shard 0 has " +
                            std::to_string(all.cols),
                        "all shards need the same features in the same order");
        if (shard.sparse != all.sparse)
            throw Error(who + " is " + kind(shard.sparse) + ", and shard 0 is " + kind(all.sparse),
                        "store all of them in the same way");
        if (shard.rows < 0) throw Error(who + " has a negative number of rows");
        all.offsets.push_back(all.offsets.back() + shard.rows);
    }
    return all;
}

ViewedShards::ViewedShards(const Shards& shards, ShardView view, Index cols, bool sparse)
    : shards_(&shards), view_(std::move(view)), shape_(shards.shape()) {
    shape_.cols = cols;
    shape_.sparse = sparse;
}

Bytes ViewedShards::with_view(const Bytes& shared) const {
    RoundRequest request = from_bytes<RoundRequest>(shared);
    request.views.insert(request.views.begin(), view_);
    return to_bytes(request);
}

Bytes ViewedShards::run(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
                        const Context& context) const {
    return shards_->run(round, with_view(shared), own, context);
}

std::vector<Bytes> ViewedShards::run_on_runs(std::string_view round, const Bytes& shared,
                                             std::span<const Bytes> own, const Context& context) const {
    return shards_->run_on_runs(round, with_view(shared), own, context);
}

std::vector<Bytes> ViewedShards::run_with_parcels(const ParcelRequests& parcels, std::string_view round,
                                                  const Bytes& shared, std::span<const Bytes> own,
                                                  const Context& context) const {
    return shards_->run_with_parcels({with_view(parcels.shared), parcels.own, parcels.own_rows}, round,
                                     with_view(shared), own, context);
}

}  // namespace tamis::detail
