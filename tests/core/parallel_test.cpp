#include "tamis/core/parallel.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tamis {
namespace {

Context with_threads(int threads) {
    Context context;
    context.threads = threads;
    return context;
}

TEST(Parallel, VisitsEveryItemOnce) {
    for (const int threads : {1, 2, 7}) {
        std::vector<int> visits(1001, 0);
        parallel_chunks(with_threads(threads), 1001, 10, [&](const Chunk& chunk) {
            EXPECT_EQ(chunk.begin, chunk.number * 10);
            for (Index i = chunk.begin; i < chunk.end; ++i) ++visits[static_cast<std::size_t>(i)];
        });
        EXPECT_EQ(visits, std::vector<int>(1001, 1)) << threads << " threads";
    }
}

TEST(Parallel, NothingToDoCallsNothing) {
    parallel_chunks({}, 0, 10, [](const Chunk&) { FAIL(); });
}

TEST(Parallel, SumsHaveTheSameBitsForAnyNumberOfThreads) {
    const auto sum = [](int threads) {
        return parallel_sum(with_threads(threads), 100000, 97, 0.0, [](const Chunk& chunk) {
            double part = 0.0;
            for (Index i = chunk.begin; i < chunk.end; ++i) part += std::sin(static_cast<double>(i));
            return part;
        });
    };
    const double alone = sum(1);
    EXPECT_EQ(sum(2), alone);
    EXPECT_EQ(sum(7), alone);
}

TEST(Parallel, ReportsTheErrorOfTheLowestChunk) {
    for (int round = 0; round < 20; ++round) {
        try {
            parallel_chunks(with_threads(4), 100, 1, [](const Chunk& chunk) {
                if (chunk.number >= 5) throw Error("chunk " + std::to_string(chunk.number));
            });
            FAIL();
        } catch (const Error& error) {
            EXPECT_STREQ(error.what(), "chunk 5");
        }
    }
}

TEST(Parallel, StopsWhenCancelled) {
    std::atomic<bool> cancel{false};
    Context context = with_threads(2);
    context.cancel = &cancel;
    std::atomic<int> calls{0};
    EXPECT_THROW(parallel_chunks(context, 1000, 1,
                                 [&](const Chunk&) {
                                     ++calls;
                                     cancel = true;
                                 }),
                 Cancelled);
    EXPECT_LT(calls, 10);
}

TEST(Parallel, NestedRegionsRunOnTheCallingThread) {
    std::atomic<int> total{0};
    parallel_chunks(with_threads(2), 4, 1, [&](const Chunk&) {
        parallel_chunks(with_threads(2), 10, 3,
                        [&](const Chunk& inner) { total += static_cast<int>(inner.end - inner.begin); });
    });
    EXPECT_EQ(total, 40);
}

}  // namespace
}  // namespace tamis
