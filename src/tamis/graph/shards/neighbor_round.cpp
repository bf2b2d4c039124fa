#include "tamis/graph/shards/neighbor_round.hpp"

#include <algorithm>
#include <map>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/joined_rows.hpp"
#include "tamis/core/shards/parcels_round.hpp"

namespace tamis::detail {

namespace {

using Request = NeighborRound::Request;
using Mine = NeighborRound::Mine;
using Asked = NeighborRound::Asked;

[[noreturn]] void damaged_search() { throw Error("a request for neighbors is damaged"); }

void require_groups(std::span<const int> group_of, Index rows, Index groups) {
    if (groups == 1 && group_of.empty()) return;
    if (static_cast<Index>(group_of.size()) != rows) damaged_search();
    require_below(group_of, groups);
    if (std::any_of(group_of.begin(), group_of.end(), [](int group) { return group < 0; }))
        throw Error("a request for neighbors leaves rows out");
}

const std::vector<Asked>& asked_of(const Request& request, const Mine& own) {
    return own.asked.empty() ? request.asked : own.asked;
}

void require_sound(const Request& request, const Mine& own, const Rows& run) {
    if (request.count < 1 || request.groups < 1 || request.piece < 1) damaged_search();
    if (request.nearness.kind == Nearness::manhattan || !request.nearness.factors.empty())
        require_per_column(request.nearness.factors.size(), run);
    Index next = 0;
    for (const RowStretch& some : own.rows) {
        if (some.number < 0 || some.place != next || some.count < 1 || some.count > run.rows() - next)
            damaged_search();
        next = some.place_end();
    }
    if (next != run.rows()) damaged_search();
    require_groups(own.group_of, run.rows(), request.groups);
    if (!own.caps.empty()) require_per_row(own.caps.size() / at(request.groups), run);
    const std::vector<Asked>& asked = asked_of(request, own);
    for (const Asked& some : asked) {
        const auto rows = static_cast<Index>(some.numbers.size());
        require_groups(some.group_of, rows, request.groups);
        if (static_cast<Index>(some.caps.size()) != rows * request.groups) damaged_search();
    }
    for (const NeighborRound::Meeting& meeting : own.meetings)
        if (meeting.which < 0 || at(meeting.which) >= asked.size() || meeting.begin < 0 ||
            meeting.begin > meeting.end || meeting.end > run.rows())
            damaged_search();
}

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

// Some neighboring rows of the run.
struct RunPiece {
    Matrix rows;
    std::vector<Index> numbers;
    std::span<const int> group_of;
    Index begin;

    NearRows with(BestLists& best) const { return {numbers, group_of, best, begin}; }
};

class RunSearch {
  public:
    RunSearch(const Request& request, const Mine& own, const std::vector<std::string_view>& parcels,
              const Rows& run, const Context& context)
        : request_(request),
          own_(own),
          parcels_(parcels),
          run_(run),
          context_(context),
          search_{request.nearness, request.groups, request.count, context},
          best_(own.caps.empty() && !own.within ? std::vector<double>(at(run.rows() * request.groups), -1.0)
                                                : own.caps,
                request.count) {
        if (own.within) best_ = BestLists(run.rows() * request.groups, request.count);
    }

    NeighborRound::Partial run() {
        if (own_.within) within();
        NeighborRound::Partial found;
        found.asked.resize(own_.meetings.size());
        // All that meet the same rows do so together.
        std::map<std::pair<Index, Index>, std::vector<std::size_t>> same;
        for (std::size_t m = 0; m < own_.meetings.size(); ++m)
            same[{own_.meetings[m].begin, own_.meetings[m].end}].push_back(m);
        for (const auto& [range, meetings] : same) meet(range.first, range.second, meetings, found.asked);
        if (own_.within || !own_.caps.empty()) found.own = best_.all();
        return found;
    }

  private:
    RunPiece piece(Index begin, Index end) const {
        RunPiece piece{copy_of_run(run_, begin, end, context_),
                       numbers_of(stretches_between(own_.rows, begin, end)),
                       {},
                       begin};
        apply_factors(request_.nearness, piece.rows);
        if (!own_.group_of.empty())
            piece.group_of = std::span(own_.group_of).subspan(at(begin), at(end - begin));
        return piece;
    }
    // visit(piece) of the rows begin … end-1.
    template <class Visit>
    void for_each_piece(Index begin, Index end, Visit visit) const {
        for (; begin < end; begin += request_.piece) {
            context_.check_cancel();
            visit(piece(begin, std::min(begin + request_.piece, end)));
        }
    }

    void within() {
        for_each_piece(0, run_.rows(), [&](RunPiece later) {
            search_.within(later.rows, later.with(best_));
            for_each_piece(0, later.begin, [&](RunPiece earlier) {
                search_.across(std::move(earlier.rows), earlier.with(best_), later.rows, later.with(best_));
            });
        });
    }

    void meet(Index begin, Index end, std::span<const std::size_t> meetings, std::vector<NearLists>& found) {
        Asked all;
        Matrix rows = copy_of_run(run_, 0, 0);
        for (const std::size_t m : meetings) {
            const Asked& some = asked_of(request_, own_)[at(own_.meetings[m].which)];
            append_rows(rows, some);
            append(all.numbers, some.numbers);
            append(all.group_of, some.group_of);
            append(all.caps, some.caps);
        }
        apply_factors(request_.nearness, rows);
        BestLists best(std::move(all.caps), request_.count);
        const NearRows others{all.numbers, all.group_of, best};
        for_each_piece(begin, end, [&](RunPiece mine) {
            search_.across(std::move(mine.rows), mine.with(best_), rows, others);
        });
        Index first = 0;
        for (const std::size_t m : meetings) {
            const auto& caps = asked_of(request_, own_)[at(own_.meetings[m].which)].caps;
            found[m] = best.some(first, static_cast<Index>(caps.size()));
            first += static_cast<Index>(caps.size());
        }
    }

    void append_rows(Matrix& rows, const Asked& some) {
        const auto count = static_cast<Index>(some.numbers.size());
        const bool parceled = some.rows.empty();
        if (parceled && (some.from < 0 || at(some.from) >= parcels_.size())) damaged_search();
        Matrix sent;
        if (!parceled) sent = unpack_rows(some.rows);
        if (parceled && !unpacked_.contains(some.from))
            unpacked_[some.from] = unpack_rows(parcels_[at(some.from)]);
        const Matrix& more = parceled ? unpacked_[some.from] : sent;
        const Index first = parceled ? some.first : 0;
        if (first < 0 || count > more.rows() - first || more.cols() != run_.cols() ||
            more.is_sparse() != run_.sparse())
            damaged_search();
        rows.append_rows(RowBlock{0, more}.between(first, first + count).cells);
    }

    const Request& request_;
    const Mine& own_;
    const std::vector<std::string_view>& parcels_;
    std::map<Index, Matrix> unpacked_;  // parcels, by the run that they come from
    const Rows& run_;
    const Context& context_;
    NearSearch search_;
    BestLists best_;
};

}  // namespace

NeighborRound::Partial NeighborRound::partial(const Request& request, const Own& own, const Rows& run,
                                              const Context& context) {
    const auto mine = from_bytes<Mine>(own.own);
    require_sound(request, mine, run);
    return RunSearch(request, mine, own.parcels, run, context).run();
}

}  // namespace tamis::detail
