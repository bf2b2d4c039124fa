#include "tamis/trust/rank_keys.hpp"

#include <algorithm>

#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace {

constexpr unsigned feature_bits = 32, digit_bits = 11;
constexpr std::size_t digits = std::size_t{1} << digit_bits;

}  // namespace

namespace rank_loops {

struct KeyRange {
    RankKey first = constant_key, last = 0;
    std::size_t constant = 0;  // features; they are not in the range

    void add(RankKey key) {
        if (key == constant_key) ++constant;
        first = std::min(first, key);
        last = key == constant_key ? last : std::max(last, key);
    }
};

// Four at a time, with the highest bit turned over: then the order of signed numbers, which is the one that
// AVX2 compares by, is that of the keys.
TAMIS_SIMD KeyRange range_of(const RankKey* keys, std::size_t count) {
    constexpr auto highest = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t zero = highest, none = ~highest;  // the keys 0 and constant_key
    FourWhole first = FourWhole{} + none, last = FourWhole{} + zero, constant{};
    std::size_t j = 0;
    for (; j + 4 <= count; j += 4) {
        const FourWhole key = four_at(keys + j).numbers ^ highest;
        const FourWhole varies = key == none ? FourWhole{} + zero : key;
        first = key < first ? key : first;
        last = varies > last ? varies : last;
        constant -= key == none;
    }
    KeyRange range;
    for (int lane = 0; lane < 4; ++lane) {
        range.first = std::min(range.first, static_cast<RankKey>(first[lane] ^ highest));
        range.last = std::max(range.last, static_cast<RankKey>(last[lane] ^ highest));
        range.constant += static_cast<std::size_t>(constant[lane]);
    }
    for (; j < count; ++j) range.add(keys[j]);
    return range;
}

TAMIS_SIMD void pack_all(const RankKey* keys, std::size_t count, RankKey first, unsigned shift,
                         std::uint64_t* __restrict packed) {
    for (std::size_t j = 0; j < count; ++j) packed[j] = (((keys[j] - first) >> shift) << feature_bits) | j;
}

TAMIS_SIMD void ratio_keys(const double* above, const double* below, std::size_t count,
                           RankKey* __restrict keys) {
    constexpr auto finite = std::numeric_limits<std::int64_t>::min();
    constexpr auto largest = std::bit_cast<std::int64_t>(std::numeric_limits<double>::infinity());
    constexpr auto constant = static_cast<std::int64_t>(constant_key);
    const FourWhole none{};
    std::size_t j = 0;
    for (; j + 4 <= count; j += 4) {
        const Four a = four_at(above + j).numbers, b = four_at(below + j).numbers;
        const Four ratio = a / (b > 0.0 ? b : Four{} + 1.0);
        const FourWhole key = largest - reinterpret_cast<FourWhole>(ratio) + (b > 0.0 ? none + finite : none);
        four_at(keys + j).numbers = a + b > 0.0 ? key : none + constant;
    }
    for (; j < count; ++j) keys[j] = above[j] + below[j] > 0.0 ? ratio_key(above[j], below[j]) : constant_key;
}

}  // namespace rank_loops

void ratio_keys(const double* a, const double* b, std::size_t count, RankKey* keys) {
    rank_loops::ratio_keys(a, b, count, keys);
}

void KeyRanker::rank(std::span<const RankKey> keys, std::span<Small> ranks) {
    pack(keys, ranks);
    sort_by_digits();
    sort_equal_digits(keys);
    const Packed* const order = packed_.data();
    const auto count = static_cast<Small>(count_);
    for (Small place = 0; place < count; ++place) ranks[static_cast<std::uint32_t>(order[place])] = place + 1;
}

// The constant features are done with here.
void KeyRanker::pack(std::span<const RankKey> keys, std::span<Small> ranks) {
    const auto range = rank_loops::range_of(keys.data(), keys.size());
    const int used =
        range.first > range.last ? 0 : static_cast<int>(std::bit_width(range.last - range.first));
    const int kept = std::min(used, static_cast<int>(feature_bits));
    const auto left_out = static_cast<unsigned>(used - kept);
    // Two digits leave few features of equal digits among 32,768.
    passes_ = keys.size() <= (std::size_t{1} << 15U) ? 2 : 3;
    sorted_ =
        feature_bits + static_cast<unsigned>(std::max(0, kept - static_cast<int>(passes_ * digit_bits)));
    count_ = keys.size() - range.constant;
    packed_.resize(keys.size());
    other_.resize(keys.size());
    if (range.constant == 0)
        return rank_loops::pack_all(keys.data(), keys.size(), range.first, left_out, packed_.data());
    auto behind = static_cast<Small>(count_);
    Packed* next = packed_.data();
    for (std::size_t j = 0; j < keys.size(); ++j) {
        if (keys[j] == constant_key)
            ranks[j] = ++behind;
        else
            *next++ = (((keys[j] - range.first) >> left_out) << feature_bits) | j;
    }
}

void KeyRanker::sort_by_digits() {
    places_.assign(passes_ * digits, 0);
    const auto digit = [](Packed one, unsigned shift) { return (one >> shift) & (digits - 1); };
    const auto shift = [this](unsigned pass) { return sorted_ + digit_bits * pass; };
    const std::size_t count = count_;
    {  // all digits in one read
        const Packed* const from = packed_.data();
        std::uint32_t* const place = places_.data();
        const unsigned low = shift(0), high = shift(1);
        for (std::size_t p = 0; p < count; ++p) {
            ++place[digit(from[p], low)];
            ++place[digits + digit(from[p], high)];
        }
        for (std::size_t p = 0; passes_ == 3 && p < count; ++p)
            ++place[2 * digits + digit(from[p], shift(2))];
    }
    std::uint32_t* place = places_.data();
    for (unsigned pass = 0; pass < passes_; ++pass, place += digits) {
        for (std::uint32_t before = 0, *next = place; next != place + digits; ++next) {
            const std::uint32_t own = *next;
            *next = before;
            before += own;
        }
        const Packed* const from = packed_.data();
        Packed* const to = other_.data();
        const unsigned bit = shift(pass);
        for (std::size_t p = 0; p < count; ++p) to[place[digit(from[p], bit)]++] = from[p];
        packed_.swap(other_);
    }
}

// The features of a run of equal digits are in the order of their index.
void KeyRanker::sort_equal_digits(std::span<const RankKey> keys) {
    const auto before = [&](Packed a, Packed b) {
        const RankKey key_a = keys[static_cast<std::uint32_t>(a)],
                      key_b = keys[static_cast<std::uint32_t>(b)];
        return key_a != key_b ? key_a < key_b : a < b;
    };
    const auto equal = [&](std::size_t p) { return ((packed_[p] ^ packed_[p - 1]) >> sorted_) == 0; };
    for (std::size_t p = 1; p < count_; ++p) {
        if (!equal(p)) continue;
        const std::size_t begin = p - 1;
        while (p < count_ && equal(p)) ++p;
        const auto from = packed_.begin() + static_cast<std::ptrdiff_t>(begin),
                   to = packed_.begin() + static_cast<std::ptrdiff_t>(p);
        if (!std::is_sorted(from, to, before)) std::sort(from, to, before);
    }
}

}  // namespace tamis::detail
