#include "tamis/passes/repeated/packed_signatures.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/passes/repeated/repeated_numbers.hpp"

namespace tamis::detail {

namespace {

[[noreturn]] void refuse_damaged() {
    throw Error("a shard answered with signatures of rows that are damaged");
}

void require_buckets(const PackedSignatures& shard, std::size_t buckets) {
    std::size_t left = shard.rest.size();
    bool sound = shard.counts.size() == buckets;
    for (const Index count : shard.counts) {
        sound = sound && count >= 0 && at(count) <= left;
        if (!sound) break;
        left -= at(count);
    }
    if (!sound || left > 0) refuse_damaged();
}

}  // namespace

// Of n signatures of b bits n²/2^(b+1) pairs agree by chance: up to some million rows one in a hundred data
// sets is compared for nothing, which takes a round. Beyond that, or in many small shards, it is more.
int bucket_bits(Index rows, Index shards) {
    constexpr int rare = 5, sent = 32;
    const auto width = [](Index number) {
        return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(number)));
    };
    const int wanted = 2 * width(rows) + rare - sent;
    // A shard has fewer buckets than rows, so that their counts do not outweigh what they save.
    return std::clamp(wanted, 0, std::min(most_bucket_bits, std::max(0, width(rows / shards) - 2)));
}

PackedSignatures pack_signatures(std::span<const std::uint64_t> signatures, int bucket_bits) {
    PackedSignatures packed{std::vector<Index>(std::size_t{1} << static_cast<unsigned>(bucket_bits), 0),
                            std::vector<std::uint32_t>(signatures.size())};
    for (const std::uint64_t signature : signatures)
        ++packed.counts[static_cast<std::size_t>(shortened(signature, bucket_bits) >> 32U)];
    std::vector<Index> next(packed.counts.size(), 0);
    std::exclusive_scan(packed.counts.begin(), packed.counts.end(), next.begin(), Index{0});
    for (const std::uint64_t signature : signatures) {
        const std::uint64_t part = shortened(signature, bucket_bits);
        packed.rest[at(next[static_cast<std::size_t>(part >> 32U)]++)] = static_cast<std::uint32_t>(part);
    }
    return packed;
}

SharedSignatures shared_signatures(std::span<const PackedSignatures> shards) {
    if (shards.empty()) return {};
    const std::size_t buckets = shards.front().counts.size();
    if (!std::has_single_bit(buckets)) refuse_damaged();
    for (const PackedSignatures& shard : shards) require_buckets(shard, buckets);
    std::vector<std::size_t> read(shards.size(), 0);
    std::vector<std::uint32_t> bucket, seen, repeated;
    SharedSignatures all{std::countr_zero(buckets), {}};
    for (std::size_t b = 0; b < buckets; ++b) {
        bucket.clear();
        for (std::size_t s = 0; s < shards.size(); ++s) {
            const auto own = std::span(shards[s].rest).subspan(read[s], at(shards[s].counts[b]));
            bucket.insert(bucket.end(), own.begin(), own.end());
            read[s] += own.size();
        }
        repeated.clear();
        add_repeated<std::uint32_t>(bucket, seen, repeated);
        for (const std::uint32_t rest : repeated) all.shortened.push_back(std::uint64_t{b} << 32U | rest);
    }
    std::sort(all.shortened.begin(), all.shortened.end());
    all.shortened.erase(std::unique(all.shortened.begin(), all.shortened.end()), all.shortened.end());
    return all;
}

}  // namespace tamis::detail
