#include "tamis/passes/repeated/packed_signatures.hpp"

#include <gmock/gmock.h>

#include <random>

#include "tamis/core/error.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::IsEmpty;
using ::testing::IsSupersetOf;

std::vector<std::uint64_t> random_signatures(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> signatures(count);
    for (std::uint64_t& signature : signatures) signature = random();
    return signatures;
}

TEST(PackedSignatures, FindWhatSeveralRowsHave) {
    for (const int bits : {0, 1, 7, most_bucket_bits}) {
        std::vector<std::uint64_t> first = random_signatures(3000, 1), second = random_signatures(500, 2);
        EXPECT_THAT(shared_signatures(std::vector{pack_signatures(first, bits), pack_signatures(second, bits),
                                                  pack_signatures({}, bits)})
                        .shortened,
                    IsEmpty());
        second[7] = first[5];     // in two shards
        first[2999] = first[0];   // in one
        second[499] = second[0];  // several times
        second[498] = second[0];
        const SharedSignatures found =
            shared_signatures(std::vector{pack_signatures(first, bits), pack_signatures(second, bits)});
        EXPECT_EQ(found.bucket_bits, bits);
        std::vector<std::uint64_t> wanted{shortened(first[5], bits), shortened(first[0], bits),
                                          shortened(second[0], bits)};
        std::sort(wanted.begin(), wanted.end());
        EXPECT_EQ(found.shortened, wanted) << bits;
    }
}

// Whatever agrees in all bits is found, zeros included.
TEST(PackedSignatures, OfEqualRows) {
    const std::vector<std::uint64_t> zeros(1000, 0), ones(1000, ~std::uint64_t{0});
    const std::vector both{pack_signatures(zeros, 9), pack_signatures(ones, 9)};
    EXPECT_THAT(shared_signatures(both).shortened,
                IsSupersetOf({std::uint64_t{0}, shortened(~std::uint64_t{0}, 9)}));
    EXPECT_EQ(shared_signatures(both).shortened.size(), 2U);
    EXPECT_THAT(shared_signatures({}).shortened, IsEmpty());
}

TEST(PackedSignatures, AreLongEnoughForTheNumberOfRows) {
    EXPECT_EQ(bucket_bits(0, 1), 0);
    EXPECT_EQ(bucket_bits(1000, 1), 0);
    EXPECT_EQ(bucket_bits(1'000'000, 8), 13);
    EXPECT_EQ(bucket_bits(Index{1} << 40, 1), most_bucket_bits);
    // Many small shards have fewer buckets than rows.
    EXPECT_EQ(bucket_bits(10'000'000, 10'000), 8);
    EXPECT_EQ(bucket_bits(10'000'000, 10'000'001), 0);
}

TEST(PackedSignatures, ThatAreDamagedAreRefused) {
    const PackedSignatures sound = pack_signatures(random_signatures(20, 3), 2);
    PackedSignatures fewer = sound, negative = sound, others = sound, none = sound;
    fewer.rest.pop_back();
    negative.counts[1] = -1;
    others.counts.push_back(0);
    none.counts.clear();
    for (const PackedSignatures& damaged : {fewer, negative, others, none}) {
        EXPECT_THROW(shared_signatures(std::vector{damaged}), Error);
        EXPECT_THROW(shared_signatures(std::vector{sound, damaged}), Error);
    }
}

}  // namespace

}  // namespace tamis
