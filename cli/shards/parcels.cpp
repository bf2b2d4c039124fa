#include "parcels.hpp"

#include "tamis/core/shards/tournament.hpp"

namespace tamis::cli {

namespace {

constexpr std::string_view fine = "+", failed = "-";

}  // namespace

std::optional<std::vector<Bytes>> exchange_parcels(Ranks& ranks, const Deal& runs, Index mine,
                                                   const std::optional<std::vector<Bytes>>& parcels) {
    const Tournament tournament{runs.shards};
    std::vector<Bytes> got(at(runs.shards));
    bool all_fine = true;
    for (Index turn = 0; turn < tournament.turns(); ++turn) {
        const std::optional<Index> other = tournament.met(mine, turn);
        if (!other) continue;
        const int rank = runs.owner(*other);
        const auto send = [&] {
            ranks.send(rank, parcels ? fine : failed);
            if (parcels) ranks.send(rank, (*parcels)[at(*other)]);
        };
        const auto receive = [&] {
            if (ranks.receive(rank) == fine)
                got[at(*other)] = ranks.receive(rank);
            else
                all_fine = false;
        };
        if (mine < *other) {
            send();
            receive();
        } else {
            receive();
            send();
        }
    }
    if (!all_fine) return std::nullopt;
    return got;
}

}  // namespace tamis::cli
