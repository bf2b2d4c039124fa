#include "tamis/core/shards/row_runs.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/shards/shards.hpp"

namespace tamis::detail {

std::vector<RowStretch> stretches_between(std::span<const RowStretch> stretches, Index begin, Index end) {
    std::vector<RowStretch> some;
    for (const RowStretch& rows : stretches) {
        const Index from = std::max(begin, rows.place), to = std::min(end, rows.place_end());
        if (from < to) some.push_back({rows.number + from - rows.place, from, to - from});
    }
    return some;
}

Index rows_of(std::span<const RowStretch> stretches) {
    return std::accumulate(stretches.begin(), stretches.end(), Index{0},
                           [](Index sum, const RowStretch& rows) { return sum + rows.count; });
}

std::vector<Index> numbers_of(std::span<const RowStretch> stretches) {
    std::vector<Index> numbers(at(rows_of(stretches)));
    auto next = numbers.begin();
    for (const RowStretch& rows : stretches) {
        std::iota(next, next + rows.count, rows.number);
        next += rows.count;
    }
    return numbers;
}

RowRuns::RowRuns(const ShardsShape& shape, std::vector<std::vector<Index>> shards)
    : shards_(std::move(shards)), stretches_(shards_.size()) {
    std::vector<Index> run_of(at(shape.count()), -1);
    const auto damaged = [] { throw Error("workers do not have each shard once, in order"); };
    for (Index run = 0; run < count(); ++run) {
        if (shards_[at(run)].empty() || !std::is_sorted(shards_[at(run)].begin(), shards_[at(run)].end()))
            damaged();
        for (const Index shard : shards_[at(run)]) {
            if (shard < 0 || shard >= shape.count() || run_of[at(shard)] >= 0) damaged();
            run_of[at(shard)] = run;
        }
    }
    for (Index shard = 0; shard < shape.count(); ++shard) {
        const Index run = run_of[at(shard)], rows = shape.end(shard) - shape.begin(shard);
        if (run < 0) damaged();
        if (rows == 0) continue;
        std::vector<RowStretch>& mine = stretches_[at(run)];
        const Index place = mine.empty() ? 0 : mine.back().place_end();
        if (!all_.empty() && all_.back().run == run) {
            mine.back().count += rows;
            all_.back().rows = mine.back();
        } else {
            mine.push_back({shape.begin(shard), place, rows});
            all_.push_back({run, mine.back()});
        }
    }
}

RowRuns::Dealt RowRuns::deal(std::span<const Index> numbers) const {
    Dealt dealt{std::vector<std::vector<Index>>(at(count())), {}};
    std::vector<Index> run_of;
    for (const auto& [run, held] : all_)
        for (; run_of.size() < numbers.size() && numbers[run_of.size()] < held.number_end();
             run_of.push_back(run))
            dealt.places[at(run)].push_back(held.place_of(numbers[run_of.size()]));
    std::vector<Index> next(at(count()), 0);
    for (std::size_t run = 1; run < next.size(); ++run)
        next[run] = next[run - 1] + static_cast<Index>(dealt.places[run - 1].size());
    for (const Index run : run_of) dealt.order.push_back(next[at(run)]++);
    return dealt;
}

std::optional<Index> RowRuns::place(Index run, Index number) const {
    const std::vector<RowStretch>& mine = stretches_[at(run)];
    const auto after = std::upper_bound(mine.begin(), mine.end(), number,
                                        [](Index row, const RowStretch& rows) { return row < rows.number; });
    if (after == mine.begin() || number >= std::prev(after)->number_end()) return std::nullopt;
    return std::prev(after)->place_of(number);
}

}  // namespace tamis::detail
