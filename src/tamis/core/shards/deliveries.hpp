// Rounds for which rows travel between runs of shards first: the driver says which, and never looks into
// them.
//
//     Deliveries deliveries(shards);
//     own[to] = {.rows = deliveries.want(to, numbers), …};      // for every run that has something to do
//     partials = deliveries.run<Round>(request, own, context);  // Round::Own is Delivery, `own` Round::Mine
// and in Round::partial
//     const auto mine = from_bytes<Mine>(own.own);
//     const DeliveredRows rows = delivered_rows(own, mine.rows, run);  // by ascending numbers
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tamis/core/shards/parcels_round.hpp"
#include "tamis/core/shards/round.hpp"

namespace tamis::detail {

// The rows that a run has of those that it wants, and how they are put together with the parcels of others.
struct OwnRows {
    Index run = 0;                               // the number of this run
    std::vector<Index> rows;                     // counted in the run, ascending
    std::vector<std::pair<Index, Index>> order;  // the next rows are so many of that run: (run, rows)

    template <class Archive>
    void fields(Archive& archive) {
        archive(run, rows, order);
    }
    bool operator==(const OwnRows&) const = default;
};

// All rows that a run wanted.
struct DeliveredRows {
    std::shared_ptr<const Matrix> held;  // nothing if the cells belong to somebody else
    MatrixView cells;
};

struct KeptDelivery {
    OwnRows wanted;
    std::optional<DeliveredRows> rows;  // nothing until a round has put them together
};

class Deliveries {
  public:
    enum class Wanted { once, again };  // whether the next rounds want the same rows

    // The shards must outlive it.
    explicit Deliveries(const Shards& shards, Wanted wanted = Wanted::once);

    Index runs() const { return runs_.count(); }
    // The run gets the rows with these numbers, which ascend, before the round. At most once for each run.
    OwnRows want(Index to, std::span<const Index> numbers);
    // Runs without a part have nothing to do and answer nothing.
    template <class Round>
    std::vector<typename Round::Partial> run(const typename Round::Request& request,
                                             const std::vector<std::optional<typename Round::Mine>>& own,
                                             const Context& context) const;

  private:
    const Shards& shards_;
    RowRuns runs_;
    std::vector<ParcelsRound::Own> parcels_;  // that each run sends
    std::vector<Bytes> own_rows_;             // of each run that wants some, if they are wanted again
    Wanted wanted_;
};

// Throws Error if something else was delivered.
DeliveredRows delivered_rows(const Delivery& delivery, const OwnRows& own, const Rows& run);

template <class Round>
std::vector<typename Round::Partial> Deliveries::run(
    const typename Round::Request& request, const std::vector<std::optional<typename Round::Mine>>& own,
    const Context& context) const {
    context.check_cancel();
    std::vector<Bytes> each, parcels;
    for (const auto& part : own) each.push_back(part ? to_bytes(*part) : Bytes());
    bool any = false;
    for (const ParcelsRound::Own& sent : parcels_) {
        any = any || !sent.rows.empty();
        parcels.push_back(sent.rows.empty() ? Bytes() : to_bytes(sent));
    }
    const Bytes shared = to_bytes(RoundRequest{.views = {}, .request = to_bytes(request)});
    const Bytes of_parcels = to_bytes(RoundRequest{.views = {}, .request = to_bytes(Nothing())});
    if (!any)
        for (Bytes& part : each)
            if (!part.empty()) part = to_bytes(Delivery{part, std::vector<std::string_view>(each.size())});
    const std::vector<Bytes> answers =
        any ? shards_.run_with_parcels({of_parcels, parcels, own_rows_}, Round::name, shared, each, context)
            : shards_.run_on_runs(Round::name, shared, each, context);
    std::vector<typename Round::Partial> partials(each.size());
    for (std::size_t r = 0; r < each.size(); ++r)
        if (own[r]) partials[r] = from_bytes<typename Round::Partial>(answers.at(r));
    return partials;
}

}  // namespace tamis::detail
