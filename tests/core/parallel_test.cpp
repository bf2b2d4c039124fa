#include "tamis/core/threads/parallel.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <thread>

namespace tamis {

using namespace detail;

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
            for (Index i = chunk.begin; i < chunk.end; ++i) ++visits[at(i)];
        });
        EXPECT_EQ(visits, std::vector<int>(1001, 1)) << threads << " threads";
    }
}

TEST(Parallel, NothingToDoCallsNothing) {
    parallel_chunks({}, 0, 10, [](const Chunk&) { FAIL(); });
}

double sum_of_sines(int threads) {
    return parallel_sum(with_threads(threads), 20000, 97, 0.0, [](const Chunk& chunk) {
        double part = 0.0;
        for (Index i = chunk.begin; i < chunk.end; ++i) part += std::sin(static_cast<double>(i));
        return part;
    });
}

TEST(Parallel, SumsHaveTheSameBitsForAnyNumberOfThreads) {
    const double alone = sum_of_sines(1);
    EXPECT_EQ(sum_of_sines(2), alone);
    EXPECT_EQ(sum_of_sines(7), alone);
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
    std::vector<std::vector<std::thread::id>> inner(4, std::vector<std::thread::id>(10));
    std::vector<std::thread::id> outer(4);
    parallel_chunks(with_threads(2), 4, 1, [&](const Chunk& chunk) {
        const auto place = at(chunk.number);
        outer[place] = std::this_thread::get_id();
        parallel_chunks(with_threads(3), 10, 1, [&](const Chunk& part) {
            inner[place][at(part.number)] = std::this_thread::get_id();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));  // time for a helper to take a part
        });
    });
    for (std::size_t place = 0; place < 4; ++place)
        EXPECT_EQ(inner[place], std::vector<std::thread::id>(10, outer[place]));
}

TEST(Parallel, ManySmallRegionsOneAfterTheOther) {
    std::vector<int> visits(64, 0);
    for (int round = 0; round < 3000; ++round) {
        const int threads = 1 + round % 5;
        parallel_chunks(with_threads(threads), 64, 1,
                        [&](const Chunk& chunk) { ++visits[at(chunk.number)]; });
        // Now and then longer than a waiting thread spins.
        if (round % 1000 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_EQ(visits, std::vector<int>(64, 3000));
}

TEST(Parallel, SeveralCallersAtTheSameTime) {
    const double alone = sum_of_sines(1);
    std::vector<double> sums(6);
    {
        std::vector<std::jthread> callers;
        for (double& sum : sums)
            callers.emplace_back([&sum] {
                for (int round = 0; round < 20; ++round) sum = sum_of_sines(3);
            });
    }
    for (const double sum : sums) EXPECT_EQ(sum, alone);
}

// The child of a fork has none of the threads that wait in its parent.
#ifdef __SANITIZE_THREAD__  // gcc
#define TAMIS_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)  // clang
#define TAMIS_THREAD_SANITIZER
#endif
#endif

TEST(Parallel, WorksInTheChildOfAFork) {
#ifdef TAMIS_THREAD_SANITIZER
    GTEST_SKIP() << "ThreadSanitizer itself makes no threads after a fork";
#endif
    const double alone = sum_of_sines(4);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        alarm(20);  // a hang ends in a signal, which the parent sees
        std::_Exit(sum_of_sines(4) == alone ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_EQ(sum_of_sines(4), alone);  // and the parent's threads are still there
}

}  // namespace
}  // namespace tamis
