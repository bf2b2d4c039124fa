#include "tamis/trust/rank_intervals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/trust/rank_keys.hpp"

namespace tamis::detail {

namespace {

constexpr std::size_t lanes = 16;  // features that are looked at together: a line of the cache

}  // namespace

namespace rank_loops {

using Eight = Small __attribute__((vector_size(32), aligned(4), may_alias));

// The number at `place` of the sorted numbers of every lane, which are 0 … largest. By bisection: how many
// are below the middle of what is possible?
TAMIS_SIMD void at_place(std::span<const Small* const> rows, Small place, Small largest,
                         Small* __restrict found) {
    Eight left{}, right{};  // the smallest that is possible
    for (Small possible = largest + 1; possible > 1;) {
        const Small half = possible / 2;
        const Eight middle_left = left + half, middle_right = right + half;
        Eight below_left{}, below_right{};  // minus their number, as a comparison gives -1
        for (const Small* row : rows) {
            const auto* numbers = reinterpret_cast<const Eight*>(row);
            below_left += numbers[0] < middle_left;
            below_right += numbers[1] < middle_right;
        }
        left = -below_left > place ? left : middle_left;
        right = -below_right > place ? right : middle_right;
        possible -= half;
    }
    auto* lanes_found = reinterpret_cast<Eight*>(found);
    lanes_found[0] = left;
    lanes_found[1] = right;
}

TAMIS_SIMD void sums(std::span<const Small* const> rows, Small top, double* __restrict sum,
                     Small* __restrict in_top) {
    for (const Small* row : rows)
        for (std::size_t l = 0; l < lanes; ++l) {
            sum[l] += row[l];
            in_top[l] += row[l] <= top ? 1 : 0;
        }
}

}  // namespace rank_loops

namespace {

// The ranks of `lanes` features, one row per ranking; 0 behind the last feature.
class Lanes {
  public:
    explicit Lanes(const std::vector<std::vector<Small>>& rankings)
        : rankings_(rankings), rows_(rankings.size()) {}

    std::span<const Small* const> rows(std::size_t begin) {
        const std::size_t width = std::min(lanes, rankings_.front().size() - begin);
        if (width < lanes) filled_.assign(rankings_.size() * lanes, 0);
        for (std::size_t b = 0; b < rows_.size(); ++b) {
            rows_[b] = rankings_[b].data() + begin;
            if (width == lanes) continue;
            std::copy_n(rows_[b], width, &filled_[b * lanes]);
            rows_[b] = &filled_[b * lanes];
        }
        return rows_;
    }

  private:
    const std::vector<std::vector<Small>>& rankings_;
    std::vector<const Small*> rows_;
    std::vector<Small> filled_;
};

// Among equal infinite scores the larger `tie` comes first; they stand together.
void order_ties(const RankingKeys& keys, double score, std::vector<Small>& ranks) {
    std::vector<Index> tied;
    for (std::size_t j = 0; j < keys.scores.size(); ++j)
        if (keys.scores[j] == score && (keys.constant.empty() || keys.constant[j] == 0))
            tied.push_back(static_cast<Index>(j));
    if (tied.empty()) return;
    Small next = ranks[at(tied.front())];  // the lowest index has been ranked first
    std::stable_sort(tied.begin(), tied.end(),
                     [&](Index a, Index b) { return keys.tie[at(a)] > keys.tie[at(b)]; });
    for (const Index j : tied) ranks[at(j)] = next++;
}

}  // namespace

std::vector<Small> ranks_of_features(const RankingKeys& keys) {
    const std::size_t features = keys.scores.size();
    std::vector<RankKey> own(features);
    for (std::size_t j = 0; j < features; ++j)
        own[j] = !keys.constant.empty() && keys.constant[j] != 0 ? constant_key : falling_key(keys.scores[j]);
    std::vector<Small> ranks(features);
    KeyRanker().rank(own, ranks);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!keys.tie.empty())
        for (const double score : {infinity, -infinity}) order_ties(keys, score, ranks);
    return ranks;
}

RankIntervals rank_intervals(const std::vector<std::vector<Small>>& rankings, Index top,
                             const Context& context) {
    const std::size_t features = rankings.front().size(), count = rankings.size();
    const auto place = [&](double share) {
        const double position = std::ceil(share * static_cast<double>(count) - 1e-9);
        return static_cast<Small>(std::clamp(position, 1.0, static_cast<double>(count))) - 1;
    };
    const Small low = place(0.05), high = place(0.95), last = static_cast<Small>(features);
    RankIntervals found{std::vector<Index>(features), std::vector<Index>(features),
                        std::vector<double>(features), std::vector<double>(features)};
    parallel_chunks(context, static_cast<Index>(features), 16 * lanes, [&](const Chunk& chunk) {
        Lanes own(rankings);
        for (auto begin = at(chunk.begin); begin < at(chunk.end); begin += lanes) {
            const auto rows = own.rows(begin);
            std::array<Small, lanes> lowest, highest, in_top{};
            std::array<double, lanes> sum{};
            rank_loops::at_place(rows, low, last, lowest.data());
            rank_loops::at_place(rows, high, last, highest.data());
            rank_loops::sums(rows, static_cast<Small>(top), sum.data(), in_top.data());
            for (std::size_t l = 0; l < lanes && begin + l < features; ++l) {
                found.low[begin + l] = lowest[l];
                found.high[begin + l] = highest[l];
                found.mean[begin + l] = sum[l] / static_cast<double>(count);
                found.top_share[begin + l] = static_cast<double>(in_top[l]) / static_cast<double>(count);
            }
        }
    });
    return found;
}

}  // namespace tamis::detail
