#include "tamis/trust/rank_intervals.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

namespace {

// A whole number that rises as the score falls.
std::uint64_t falling_key(double score) {
    constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
    const auto bits = std::bit_cast<std::uint64_t>(score == 0.0 ? 0.0 : score);  // -0 is 0
    return (bits & sign) != 0 ? bits : ~bits ^ sign;
}

// The value at `place` of the sorted values. Close to the beginning the first ones are kept sorted while all
// are looked at; they change seldom.
Small order_statistic(std::span<Small> values, std::size_t place) {
    constexpr std::size_t few = 16;
    if (place >= few) {
        std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(place), values.end());
        return values[place];
    }
    std::array<Small, few> first;
    std::size_t kept = 0;
    for (const Small value : values) {
        if (kept > place && value >= first[place]) continue;
        std::size_t p = kept > place ? place : kept++;
        for (; p > 0 && first[p - 1] > value; --p) first[p] = first[p - 1];
        first[p] = value;
    }
    return first[place];
}

}  // namespace

std::vector<Small> ranks_of_features(const RankingKeys& keys) {
    const std::size_t features = keys.scores.size();
    std::vector<std::uint64_t> key(features);
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max(), last = 0;
    for (std::size_t j = 0; j < features; ++j) {
        const bool constant = !keys.constant.empty() && keys.constant[j] != 0;
        key[j] = constant ? std::numeric_limits<std::uint64_t>::max() : falling_key(keys.scores[j]);
        if (constant) continue;
        first = std::min(first, key[j]);
        last = std::max(last, key[j]);
    }
    // The leading digits of the key say which bucket: one or two for every feature, the constant ones behind.
    const int used = first > last ? 0 : static_cast<int>(std::bit_width(last - first));
    const int wanted = static_cast<int>(std::bit_width(features));
    const int shift = std::max(0, used - wanted);
    const std::size_t buckets = (std::size_t{1} << static_cast<unsigned>(std::min(used, wanted))) + 1;
    const auto bucket_of = [&](std::size_t j) {
        return key[j] > last ? buckets - 1
                             : static_cast<std::size_t>((key[j] - first) >> static_cast<unsigned>(shift));
    };
    std::vector<Small> start(buckets + 1, 0), order(features), ranks(features);
    for (std::size_t j = 0; j < features; ++j) ++start[bucket_of(j) + 1];
    for (std::size_t p = 0; p < buckets; ++p) start[p + 1] += start[p];
    std::vector<Small> next(start.begin(), start.end() - 1);
    for (std::size_t j = 0; j < features; ++j) order[at(next[bucket_of(j)]++)] = static_cast<Small>(j);
    // Features are in the order of their index within a bucket.
    const auto before = [&](Small a, Small b) {
        if (key[at(a)] != key[at(b)]) return key[at(a)] < key[at(b)];
        const bool tied = std::isinf(keys.scores[at(a)]) && !keys.tie.empty() && key[at(a)] <= last;
        if (tied && keys.tie[at(a)] != keys.tie[at(b)]) return keys.tie[at(a)] > keys.tie[at(b)];
        return a < b;
    };
    for (std::size_t p = 0; p < buckets; ++p)
        if (start[p + 1] - start[p] > 1)
            std::sort(order.begin() + start[p], order.begin() + start[p + 1], before);
    for (std::size_t place = 0; place < features; ++place)
        ranks[at(order[place])] = static_cast<Small>(place + 1);
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
    constexpr std::size_t together = 16;  // features whose ranks are read at a time: a line of the cache
    parallel_chunks(context, static_cast<Index>(features), 256, [&](const Chunk& chunk) {
        std::vector<Small> ranks(together * count);
        for (auto begin = at(chunk.begin); begin < at(chunk.end); begin += together) {
            const std::size_t width = std::min(together, at(chunk.end) - begin);
            for (std::size_t b = 0; b < count; ++b)
                for (std::size_t p = 0; p < width; ++p) ranks[p * count + b] = rankings[b][begin + p];
            for (std::size_t p = 0; p < width; ++p) {
                const std::span<Small> own(&ranks[p * count], count);
                double sum = 0.0, in_top = 0.0;
                for (const Small rank : own) {
                    sum += rank;
                    in_top += rank <= top ? 1.0 : 0.0;
                }
                found.low[begin + p] = order_statistic(own, low);
                for (Small& rank : own) rank = -rank;
                found.high[begin + p] = -order_statistic(own, count - 1 - high);
                found.mean[begin + p] = sum / static_cast<double>(count);
                found.top_share[begin + p] = in_top / static_cast<double>(count);
            }
        }
    });
    return found;
}

}  // namespace tamis::detail
