#include "tamis/core/memory_budget.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tamis/core/error.hpp"

namespace tamis {

using namespace detail;

namespace {

TEST(MemoryBudget, BytesAreReadWithTheirUnits) {
    EXPECT_EQ(parse_bytes("4096", "memory"), 4096U);
    EXPECT_EQ(parse_bytes("100B", "memory"), 100U);
    EXPECT_EQ(parse_bytes("2K", "memory"), 2048U);
    EXPECT_EQ(parse_bytes("500m", "memory"), 500U << 20U);
    EXPECT_EQ(parse_bytes("1.5GB", "memory"), 3U << 29U);
    EXPECT_EQ(parse_bytes("2GiB", "memory"), std::uint64_t{2} << 30U);
    EXPECT_EQ(parse_bytes("1T", "memory"), std::uint64_t{1} << 40U);
}

TEST(MemoryBudget, OtherTextsAreRefused) {
    for (const char* text : {"", "2 G", "G", "-1G", "0", "2X", "2GG", "inf", "nan", "1e30", "0.5B"}) {
        SCOPED_TRACE(text);
        try {
            parse_bytes(text, "memory");
            FAIL() << "was taken";
        } catch (const UsageError& error) {
            EXPECT_EQ(std::string(error.what()),
                      "memory takes a number of bytes like 500M or 2G, not '" + std::string(text) + "'");
        }
    }
}

TEST(MemoryBudget, BytesAreWrittenInTheUnitThatFits) {
    EXPECT_EQ(bytes_text(17), "17 bytes");
    EXPECT_EQ(bytes_text(1536), "1.5 KB");
    EXPECT_EQ(bytes_text(std::uint64_t{250} << 20U), "250 MB");
    EXPECT_EQ(bytes_text(std::uint64_t{5} << 40U), "5.0 TB");
}

TEST(MemoryBudget, AnArgumentAllowsForAtLeastThatMuch) {
    EXPECT_EQ(size_argument(17), "17");
    EXPECT_EQ(size_argument((std::uint64_t{3} << 30U) + 1), "3073M");
    for (const std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{10240}, std::uint64_t{10241},
                                      std::uint64_t{123456789}, std::uint64_t{1} << 50U}) {
        EXPECT_GE(parse_bytes(size_argument(bytes), "memory"), bytes);
        EXPECT_LE(parse_bytes(size_argument(bytes), "memory"), bytes + bytes / 8);
    }
}

TEST(MemoryBudget, IsHalfOfWhatALimitLeaves) {
    const auto machine = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    EXPECT_GT(default_memory_budget(), 0U);
    EXPECT_LE(available_memory(), machine);
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
    constexpr rlim_t limit = rlim_t{3} << 28U;
    const rlimit small{limit, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_AS, &small), 0);
    const std::uint64_t budget = default_memory_budget();
    ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
    EXPECT_EQ(budget, limit / 2);
}

}  // namespace
}  // namespace tamis
