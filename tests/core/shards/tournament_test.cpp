#include "tamis/core/shards/tournament.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace tamis {

using namespace detail;

namespace {

TEST(Tournament, BringsEveryTwoTogetherOnce) {
    for (Index workers = 1; workers <= 17; ++workers) {
        const Tournament tournament{workers};
        std::set<std::pair<Index, Index>> met;
        for (Index turn = 0; turn < tournament.turns(); ++turn)
            for (Index worker = 0; worker < workers; ++worker) {
                const std::optional<Index> other = tournament.met(worker, turn);
                if (!other) continue;
                ASSERT_NE(*other, worker);
                // Both know of it in the same turn.
                ASSERT_EQ(tournament.met(*other, turn), worker) << workers << " workers, turn " << turn;
                if (worker < *other) {
                    EXPECT_TRUE(met.emplace(worker, *other).second);
                }
            }
        EXPECT_EQ(static_cast<Index>(met.size()), workers * (workers - 1) / 2) << workers;
        EXPECT_LE(tournament.turns(), workers);
    }
}

}  // namespace

}  // namespace tamis
