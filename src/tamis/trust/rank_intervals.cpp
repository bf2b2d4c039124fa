#include "tamis/trust/rank_intervals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/trust/rank_keys.hpp"

namespace tamis::detail {

namespace {

constexpr std::size_t lanes = 16;  // features that are looked at together

}  // namespace

namespace rank_loops {

using Eight = Small __attribute__((vector_size(32)));
using Sixteen = std::int16_t __attribute__((vector_size(32)));

// The number at `place` of the sorted numbers of every lane, which are 0 … largest, from `count` rows of
// them. By bisection: how many are below the middle of what is possible?
template <class Register, class Rank>
__attribute__((always_inline)) inline void bisect(const Rank* rows, std::size_t count, Rank place,
                                                  Rank largest, Small* __restrict found) {
    constexpr std::size_t registers = lanes * sizeof(Rank) / sizeof(Register);
    Register smallest[registers] = {};  // that is possible
    for (int possible = largest + 1; possible > 1;) {
        const auto half = static_cast<Rank>(possible / 2);
        Register middle[registers], below[registers] = {};  // minus how many, as a comparison gives -1
        for (std::size_t r = 0; r < registers; ++r) middle[r] = smallest[r] + half;
        const auto* own = reinterpret_cast<const At<Register>*>(rows);
        for (std::size_t b = 0; b < count; ++b, own += registers)
            for (std::size_t r = 0; r < registers; ++r) below[r] += own[r].numbers < middle[r];
        for (std::size_t r = 0; r < registers; ++r) smallest[r] = -below[r] > place ? smallest[r] : middle[r];
        possible -= half;
    }
    Rank numbers[lanes];
    std::memcpy(numbers, smallest, sizeof numbers);
    std::copy_n(numbers, lanes, found);
}

TAMIS_SIMD void at_place(const Small* rows, std::size_t count, Small place, Small largest,
                         Small* __restrict found) {
    bisect<Eight>(rows, count, place, largest, found);
}

TAMIS_SIMD void at_place(const std::int16_t* rows, std::size_t count, Small place, Small largest,
                         Small* __restrict found) {
    bisect<Sixteen>(rows, count, static_cast<std::int16_t>(place), static_cast<std::int16_t>(largest), found);
}

// Adds a row of ranks to the sums and copies it.
template <class Rank>
__attribute__((always_inline)) inline void take_row(const Small* ranks, Small top, double* __restrict sum,
                                                    Small* __restrict in_top, Rank* __restrict row) {
    for (std::size_t l = 0; l < lanes; ++l) {
        sum[l] += ranks[l];
        in_top[l] += ranks[l] <= top ? 1 : 0;
        row[l] = static_cast<Rank>(ranks[l]);
    }
}

TAMIS_SIMD void take(const Small* ranks, Small top, double* sum, Small* in_top, Small* row) {
    take_row(ranks, top, sum, in_top, row);
}

TAMIS_SIMD void take(const Small* ranks, Small top, double* sum, Small* in_top, std::int16_t* row) {
    take_row(ranks, top, sum, in_top, row);
}

}  // namespace rank_loops

namespace {

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

namespace {

// Works on `lanes` features at a time.
template <class Rank>
RankIntervals intervals(const std::vector<std::vector<Small>>& rankings, Index top, const Context& context) {
    const std::size_t features = rankings.front().size(), count = rankings.size();
    const auto place = [&](double share) {
        const double position = std::ceil(share * static_cast<double>(count) - 1e-9);
        return static_cast<Small>(std::clamp(position, 1.0, static_cast<double>(count))) - 1;
    };
    const Small low = place(0.05), high = place(0.95), last = static_cast<Small>(features);
    RankIntervals found{std::vector<Index>(features), std::vector<Index>(features),
                        std::vector<double>(features), std::vector<double>(features)};
    parallel_chunks(context, static_cast<Index>(features), 16 * lanes, [&](const Chunk& chunk) {
        std::vector<Rank> rows(count * lanes);  // 0 behind the last feature
        for (auto begin = at(chunk.begin); begin < at(chunk.end); begin += lanes) {
            std::array<Small, lanes> lowest, highest, in_top{};
            std::array<double, lanes> sum{};
            const std::size_t width = std::min(lanes, features - begin);
            Rank* row = rows.data();
            for (const std::vector<Small>& ranking : rankings) {
                const Small* own = ranking.data() + begin;
                // What is next in this ranking is too far from what is read now to be foreseen.
                __builtin_prefetch(own + lanes);
                std::array<Small, lanes> filled{};
                if (width < lanes) own = std::copy_n(own, width, filled.data()) - width;
                rank_loops::take(own, static_cast<Small>(top), sum.data(), in_top.data(), row);
                row += lanes;
            }
            rank_loops::at_place(rows.data(), count, low, last, lowest.data());
            rank_loops::at_place(rows.data(), count, high, last, highest.data());
            for (std::size_t l = 0; l < width; ++l) {
                found.low[begin + l] = lowest[l];
                found.high[begin + l] = highest[l];
                found.mean[begin + l] = sum[l] / static_cast<double>(count);
                found.top_share[begin + l] = static_cast<double>(in_top[l]) / static_cast<double>(count);
            }
        }
    });
    return found;
}

}  // namespace

RankIntervals rank_intervals(const std::vector<std::vector<Small>>& rankings, Index top,
                             const Context& context) {
    const std::size_t most = std::max(rankings.size(), rankings.front().size());
    if (most < std::numeric_limits<std::int16_t>::max())
        return intervals<std::int16_t>(rankings, top, context);
    return intervals<Small>(rankings, top, context);
}

}  // namespace tamis::detail
