// The typed side of a round: what a pass over sharded rows is written as.
//
// A round is a struct, listed in pipeline/shards/rounds.def, with
//     static constexpr std::string_view name = "moments";
//     struct Request { … };    // the same for all shards; Nothing if there is nothing to say
//     struct Own { … };        // for one shard, such as the labels of its rows; Nothing if none is needed
//     struct Partial { … };    // what a shard answers
//     static Partial partial(const Request&, const Own&, const Rows& shard, const Context&);    // pure
//     static void merge(Partial& partial, const Partial& later);    // associative
// and, if the driver needs less than what is merged,
//     static void finish(Partial& all);    // of all shards; done again it changes nothing
// all with `fields` (bytes.hpp). `partial` usually is the pass itself on the rows of the shard, so that one
// shard gives the bits of a run without shards.
#pragma once

#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "tamis/core/rows.hpp"
#include "tamis/core/shards/shards.hpp"

namespace tamis::detail {

// Runs a round; own(shard) is what each shard gets for itself.
template <class Round, class Own>
typename Round::Partial run_round(const Shards& shards, const typename Round::Request& request, Own&& own,
                                  const Context& context) {
    context.check_cancel();
    std::vector<Bytes> each;
    if constexpr (!std::is_same_v<typename Round::Own, Nothing>) {
        for (Index shard = 0; shard < shards.shape().count(); ++shard) {
            const typename Round::Own part = own(shard);
            each.push_back(to_bytes(part));
        }
    }
    const Bytes shared = to_bytes(RoundRequest{.views = {}, .request = to_bytes(request)});
    auto all = from_bytes<typename Round::Partial>(shards.run(Round::name, shared, each, context));
    if constexpr (requires { Round::finish(all); }) Round::finish(all);
    return all;
}

// The same for rounds in which all shards get the same.
template <class Round>
typename Round::Partial run_round(const Shards& shards, const typename Round::Request& request,
                                  const Context& context) {
    static_assert(std::is_same_v<typename Round::Own, Nothing>);
    return run_round<Round>(
        shards, request, [](Index) { return Nothing(); }, context);
}

// Runs a round on whole runs of shards; own(run) is what each of them gets, or nothing if it has nothing to
// answer. Such a round has no `merge`.
template <class Round, class Own>
std::vector<typename Round::Partial> run_on_runs(const Shards& shards, const typename Round::Request& request,
                                                 Own&& own, const Context& context) {
    context.check_cancel();
    std::vector<Bytes> each;
    const auto runs = static_cast<Index>(shards.shards_of_runs().size());
    for (Index run = 0; run < runs; ++run) {
        const std::optional<typename Round::Own> part = own(run);
        each.push_back(part ? to_bytes(*part) : Bytes());
    }
    const Bytes shared = to_bytes(RoundRequest{.views = {}, .request = to_bytes(request)});
    const std::vector<Bytes> answers = shards.run_on_runs(Round::name, shared, each, context);
    std::vector<typename Round::Partial> partials(each.size());
    for (std::size_t run = 0; run < each.size(); ++run)
        if (!each[run].empty()) partials[run] = from_bytes<typename Round::Partial>(answers.at(run));
    return partials;
}

// The part of a list with one entry per row that belongs to a shard; empty if the list is.
template <class T>
std::vector<std::remove_const_t<T>> of_shard(std::span<T> all, const ShardsShape& shape, Index shard) {
    if (all.empty()) return {};
    const auto own = all.subspan(at(shape.begin(shard)), at(shape.end(shard) - shape.begin(shard)));
    return {own.begin(), own.end()};
}

// Throws Error unless a list that came with a request has one entry per row of the shard.
void require_per_row(std::size_t entries, const Rows& shard);
// The same for columns.
void require_per_column(std::size_t entries, const Rows& shard);
// Throws Error unless all numbers are below `count`; negative ones are allowed.
void require_below(std::span<const int> numbers, Index count);

}  // namespace tamis::detail
