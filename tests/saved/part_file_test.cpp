// The file of a part: whatever is damaged is found, and what cannot be is refused.
#include "tamis/saved/parts/part_file.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tamis/core/data_hash.hpp"
#include "tamis/core/error.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;
using namespace testing;

namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// Of samples in two classes.
Part part_of(Index rows, Index cols) {
    Dataset shard;
    shard.name = "shard";
    shard.x = random_matrix(rows, cols, 1);
    std::vector<std::string> labels;
    for (Index i = 0; i < rows; ++i) labels.emplace_back(i % 2 == 0 ? "a" : "b");
    shard.labels = make_labels(labels);
    for (Index j = 0; j < cols; ++j) shard.feature_names.push_back("f" + std::to_string(j));
    return make_part(view_of(shard), -1, data_hash(shard.x, shard.labels));
}

TEST(PartFile, EveryCutAndEveryFlippedByteIsFound) {
    const std::string bytes = part_bytes(part_of(6, 2));
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_THROW(parse_part(std::string_view(bytes).substr(0, size), "a.tps"), Error) << size;
    for (std::size_t place = 0; place < bytes.size(); ++place) {
        std::string damaged = bytes;
        damaged[place] = static_cast<char>(damaged[place] ^ 0x20);
        EXPECT_THROW(parse_part(damaged, "a.tps"), Error) << place;
    }
    EXPECT_THROW(parse_part(bytes + "x", "a.tps"), Error);
}

// Damage with the right hash.
std::string rehashed(std::string bytes) {
    bytes.resize(bytes.size() - 8);
    const std::uint64_t hash = hash_of(bytes);
    for (int byte = 0; byte < 8; ++byte) bytes += static_cast<char>((hash >> (8 * byte)) & 0xFF);
    return bytes;
}

TEST(PartFile, AnotherVersionIsRefused) {
    std::string bytes = part_bytes(part_of(50, 12));
    bytes[8] = 3;
    EXPECT_THAT([&] { parse_part(rehashed(bytes), "a.tps"); },
                ThrowsMessage<Error>(HasSubstr("a.tps: is a part of format version 3, written by tamis")));
    EXPECT_THAT(
        [&] { parse_part(bytes, "a.tps"); },
        ThrowsMessage<Error>(HasSubstr("a.tps: is damaged, or a part of another format version (3)")));
}

TEST(PartFile, WhatIsNoPartIsRefused) {
    EXPECT_THAT([&] { parse_part("a,b\n1,2\n", "a.tps"); }, ThrowsMessage<Error>(HasSubstr("is no part")));
    EXPECT_THAT([&] { parse_part("", "a.tps"); }, ThrowsMessage<Error>(HasSubstr("is empty")));
}

TEST(PartFile, ImpossibleNumbersAreRefused) {
    const Part good = part_of(50, 12);
    const auto expect_refused = [&](auto change, const std::string& message) {
        Part bad = good;
        change(bad);
        EXPECT_THAT([&] { parse_part(part_bytes(bad), "a.tps"); }, ThrowsMessage<Error>(HasSubstr(message)));
    };
    expect_refused([](Part& part) { part.moments.known.moments.sum(1, 2) = NAN; }, "not finite");
    expect_refused([](Part& part) { part.moments.known.moments.square(0, 0) = -1.0; }, "negative");
    expect_refused([](Part& part) { part.moments.known.ranges.low[3] = 1e9; }, "ranges");
    expect_refused([](Part& part) { part.moments.known.ranges.high[3] = 1e200; }, "ranges");
    expect_refused([](Part& part) { std::swap(part.moments.class_names[0], part.moments.class_names[1]); },
                   "damaged classes");
    expect_refused([](Part& part) { part.moments.class_names[0] = part.moments.class_names[1]; },
                   "damaged classes");
    expect_refused([](Part& part) { part.moments.class_counts[0] = Index{1} << 60; }, "number of samples");
}

}  // namespace

}  // namespace tamis
