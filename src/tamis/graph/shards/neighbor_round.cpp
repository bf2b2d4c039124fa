#include "tamis/graph/shards/neighbor_round.hpp"

#include <algorithm>
#include <limits>
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
    Index next = 0, first_number = 0;
    for (const RowStretch& some : own.rows) {
        if (some.place != next || some.count < 1 || some.count > run.rows() - next ||
            some.number < first_number || some.number > std::numeric_limits<Small>::max() - some.count)
            damaged_search();
        next = some.place_end();
        first_number = some.number_end();
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
    NearCells cells;  // others may follow
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
          held_(run.sparse() || !request.nearness.is_of_plain_cells() ? std::nullopt : HeldRows::of(run)),
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
    RunPiece piece(Index begin, Index end, std::span<const Asked* const> others) {
        RunPiece piece{held_ ? in_place(begin, end, others) : NearCells(copies(begin, end, others)),
                       numbers_of(stretches_between(own_.rows, begin, end)),
                       {},
                       begin};
        if (!own_.group_of.empty())
            piece.group_of = std::span(own_.group_of).subspan(at(begin), at(end - begin));
        return piece;
    }
    // visit(piece) of the rows begin … end-1, each followed by others, and searched with `more` rows. As many
    // rows as two pieces have are searched together anyway, so those that are not copied need not be cut.
    template <class Visit>
    void for_each_piece(Index begin, Index end, Index more, Visit visit,
                        std::span<const Asked* const> others = {}) {
        const bool whole = held_ && (end - begin + more + 1) / 2 <= request_.piece;
        const Index size = whole ? end - begin : request_.piece;
        for (; begin < end; begin += size) {
            context_.check_cancel();
            visit(piece(begin, std::min(begin + size, end), others));
        }
    }

    void within() {
        for_each_piece(0, run_.rows(), 0, [&](RunPiece later) {
            search_.within(later.cells, later.with(best_));
            const auto count = static_cast<Index>(later.numbers.size());
            for_each_piece(0, later.begin, count, [&](RunPiece earlier) {
                earlier.cells.append(later.cells);
                search_.across(earlier.cells, earlier.with(best_), later.with(best_));
            });
        });
    }

    void meet(Index begin, Index end, std::span<const std::size_t> meetings, std::vector<NearLists>& found) {
        Asked all;
        std::vector<const Asked*> sent;
        for (const std::size_t m : meetings) {
            const Asked& some = asked_of(request_, own_)[at(own_.meetings[m].which)];
            sent.push_back(&some);
            append(all.numbers, some.numbers);
            append(all.group_of, some.group_of);
            append(all.caps, some.caps);
        }
        BestLists best(std::move(all.caps), request_.count);
        const NearRows others{all.numbers, all.group_of, best};
        for_each_piece(
            begin, end, others.count(),
            [&](const RunPiece& mine) { search_.across(mine.cells, mine.with(best_), others); }, sent);
        Index first = 0;
        for (const std::size_t m : meetings) {
            const auto& caps = asked_of(request_, own_)[at(own_.meetings[m].which)].caps;
            found[m] = best.some(first, static_cast<Index>(caps.size()));
            first += static_cast<Index>(caps.size());
        }
    }

    std::string_view packed(const Asked& some) const {
        if (!some.rows.empty()) return some.rows;
        if (some.from < 0 || at(some.from) >= parcels_.size()) damaged_search();
        return parcels_[at(some.from)];
    }
    // Which of the packed rows they are.
    std::pair<Index, Index> range(const Asked& some, Index rows, Index cols) const {
        const Index first = some.rows.empty() ? some.first : 0,
                    count = static_cast<Index>(some.numbers.size());
        if (first < 0 || count > rows - first || cols != run_.cols()) damaged_search();
        return {first, count};
    }

    // What was sent, unpacked once if it has to be.
    MatrixView sent_rows(const Asked& some) {
        const std::string_view bytes = packed(some);
        const MatrixView& sent = sent_.try_emplace(bytes.data(), bytes).first->second.view();
        if (sent.is_sparse() != run_.sparse()) damaged_search();
        const auto [first, count] = range(some, sent.rows(), sent.cols());
        return RowBlock{0, sent}.between(first, first + count).cells;
    }

    // The rows begin … end-1 of the run, and then others.
    NearCells in_place(Index begin, Index end, std::span<const Asked* const> others) {
        std::vector<DenseView> pieces = held_->dense_between(begin, end);
        for (const Asked* some : others) pieces.push_back(sent_rows(*some).dense());
        return NearCells(std::move(pieces));
    }
    Matrix copies(Index begin, Index end, std::span<const Asked* const> others) {
        Matrix rows = run_.sparse() ? sparse_copies(begin, end, others) : dense_copies(begin, end, others);
        apply_factors(request_.nearness, rows);
        return rows;
    }
    Matrix sparse_copies(Index begin, Index end, std::span<const Asked* const> others) {
        Matrix rows = copy_of_run(run_, begin, end, context_);
        for (const Asked* some : others) rows.append_rows(sent_rows(*some));
        return rows;
    }
    // There may be many, and they are copied once.
    Matrix dense_copies(Index begin, Index end, std::span<const Asked* const> others) const {
        Index all = end - begin;
        for (const Asked* some : others) all += static_cast<Index>(some->numbers.size());
        DenseMatrix rows = DenseMatrix::uninitialized(all, run_.cols());
        const RunOfRows mine(run_, begin, end);
        Rows(mine).for_each_block(context_, [&](const RowBlock& block) {
            const DenseView& cells = block.cells.dense();
            for (Index i = 0; i < cells.rows; ++i)
                std::copy_n(cells.row(i), cells.cols, rows.row(block.first + i));
        });
        double* target = rows.row(end - begin);
        for (const Asked* some : others) {
            const std::optional<DenseParcel> sent = DenseParcel::of(packed(*some));
            if (!sent) damaged_search();
            const auto [first, count] = range(*some, sent->rows(), sent->cols());
            sent->copy_to(target, first, count);
            target += count * run_.cols();
        }
        return rows;
    }

    const Request& request_;
    const Mine& own_;
    const std::vector<std::string_view>& parcels_;
    std::map<const char*, SentRows> sent_;  // by where they were packed
    const Rows& run_;
    std::optional<HeldRows> held_;  // if the run is dense, in memory, and need not be copied
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
