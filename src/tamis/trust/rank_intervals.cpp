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

// The `kept` smallest numbers of every lane, in order: each number moves past those that are smaller. With
// sign -1 the smallest of the negative numbers.
TAMIS_SIMD void smallest(std::span<const Small* const> rows, Small sign, Small* __restrict found,
                         std::size_t kept) {
    std::fill_n(found, kept * lanes, std::numeric_limits<Small>::max());
    for (const Small* row : rows) {
        const auto* numbers = reinterpret_cast<const Eight*>(row);
        auto* places = reinterpret_cast<Eight*>(found);
        Eight left = numbers[0] * sign, right = numbers[1] * sign;
        for (std::size_t p = 0; p < 2 * kept; p += 2) {
            const Eight held_left = places[p], held_right = places[p + 1];
            places[p] = left < held_left ? left : held_left;
            places[p + 1] = right < held_right ? right : held_right;
            left = left < held_left ? held_left : left;
            right = right < held_right ? held_right : right;
        }
    }
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

// The value at `place` of the sorted values of every lane; of the values times `sign`.
void order_statistics(std::span<const Small* const> rows, Small sign, std::size_t place, Small* found) {
    constexpr std::size_t few = 64;
    if (place < few) {
        std::array<Small, few * lanes> first;
        rank_loops::smallest(rows, sign, first.data(), place + 1);
        std::copy_n(&first[place * lanes], lanes, found);
        return;
    }
    std::vector<Small> values(rows.size());
    for (std::size_t l = 0; l < lanes; ++l) {
        for (std::size_t b = 0; b < rows.size(); ++b) values[b] = sign * rows[b][l];
        std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(place), values.end());
        found[l] = values[place];
    }
}

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
        return std::clamp<std::size_t>(static_cast<std::size_t>(position), 1, count) - 1;
    };
    const std::size_t low = place(0.05), high = place(0.95);
    RankIntervals found{std::vector<Index>(features), std::vector<Index>(features),
                        std::vector<double>(features), std::vector<double>(features)};
    parallel_chunks(context, static_cast<Index>(features), 16 * lanes, [&](const Chunk& chunk) {
        Lanes own(rankings);
        for (auto begin = at(chunk.begin); begin < at(chunk.end); begin += lanes) {
            const auto rows = own.rows(begin);
            std::array<Small, lanes> lowest, highest, in_top{};
            std::array<double, lanes> sum{};
            order_statistics(rows, 1, low, lowest.data());
            order_statistics(rows, -1, count - 1 - high, highest.data());
            rank_loops::sums(rows, static_cast<Small>(top), sum.data(), in_top.data());
            for (std::size_t l = 0; l < lanes && begin + l < features; ++l) {
                found.low[begin + l] = lowest[l];
                found.high[begin + l] = -highest[l];
                found.mean[begin + l] = sum[l] / static_cast<double>(count);
                found.top_share[begin + l] = static_cast<double>(in_top[l]) / static_cast<double>(count);
            }
        }
    });
    return found;
}

}  // namespace tamis::detail
