// Signatures of rows (row_signature.hpp) on their way from the shards to the driver, in half of their bytes.
//
// What agrees by chance is compared anyway, so a signature need only be as long as makes that rare. Its first
// bits are not sent at all: they say in which bucket it is. The buckets of all shards go together one by one,
// and each is small enough for the cache of a processor.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

struct PackedSignatures {
    std::vector<Index> counts;        // signatures per bucket
    std::vector<std::uint32_t> rest;  // what follows the bits of the bucket, bucket by bucket

    template <class Archive>
    void fields(Archive& archive) {
        archive(counts, rest);
    }
};

// How many bits tell the bucket, for the signatures of so many rows in so many shards.
constexpr int most_bucket_bits = 16;
int bucket_bits(Index rows, Index shards);

// The part of a signature that is sent: its first bits, as a number.
inline std::uint64_t shortened(std::uint64_t signature, int bucket_bits) {
    return signature >> (32 - bucket_bits);
}

PackedSignatures pack_signatures(std::span<const std::uint64_t> signatures, int bucket_bits);

// Signatures that more than one row has, and perhaps a few that one row has.
struct SharedSignatures {
    int bucket_bits = 0;
    std::vector<std::uint64_t> shortened;  // ascending

    template <class Archive>
    void fields(Archive& archive) {
        archive(bucket_bits, shortened);
    }
};

// Those of all shards. Throws Error unless these have the same buckets, and as many signatures as the buckets
// tell.
SharedSignatures shared_signatures(std::span<const PackedSignatures> shards);

}  // namespace tamis::detail
