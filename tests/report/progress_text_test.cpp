#include "tamis/report/progress_text.hpp"

#include <gtest/gtest.h>

namespace tamis {

using namespace detail;

namespace {

using std::chrono::seconds, std::chrono::milliseconds;

ProgressText::Time at(milliseconds passed) { return ProgressText::Time{} + seconds(1000) + passed; }

TEST(ProgressText, NamesTheStageWithAnEstimateFromTheFirstPercentOn) {
    ProgressText progress(at(seconds(0)));
    progress.update("neighbors", 0.0, at(seconds(0)));
    EXPECT_EQ(progress.bar(), "[..............................]   0 %  neighbors");
    progress.update("neighbors", 0.005, at(milliseconds(500)));
    EXPECT_EQ(progress.bar(), "[..............................]   0 %  neighbors");
    progress.update("neighbors", 0.01, at(seconds(1)));
    EXPECT_EQ(progress.bar(), "[..............................]   1 %  neighbors, 1 min 39 s left");
    progress.update("neighbors", 0.5, at(seconds(50)));
    EXPECT_EQ(progress.bar(), "[###############...............]  50 %  neighbors, 50 s left");
    progress.update("neighbors", 1.0, at(seconds(100)));
    EXPECT_EQ(progress.bar(), "[##############################] 100 %  neighbors");
}

TEST(ProgressText, EveryStageHasItsOwnClock) {
    ProgressText progress(at(seconds(0)));
    progress.update("load", 0.0, at(seconds(0)));
    progress.update("load", 1.0, at(seconds(60)));
    progress.update("selecting", 0.1, at(seconds(61)));  // nothing tells how long the first tenth took
    EXPECT_EQ(progress.bar(), "[###...........................]  10 %  selecting");
    progress.update("selecting", 0.2, at(seconds(63)));
    EXPECT_EQ(progress.bar(), "[######........................]  20 %  selecting, 16 s left");
    progress.update("selecting", 0.1, at(seconds(70)));  // it starts over
    EXPECT_EQ(progress.bar(), "[###...........................]  10 %  selecting");
}

TEST(ProgressText, LinesKeepTheirDistance) {
    ProgressText progress(at(seconds(0)));
    progress.update("load", 0.0, at(seconds(0)));
    progress.update("load", 0.4, at(seconds(29)));
    EXPECT_FALSE(progress.line(seconds(30)));
    progress.update("load", 0.5, at(seconds(30)));
    EXPECT_EQ(progress.line(seconds(30)), "load: 50 %, 30 s left");
    progress.update("load", 0.6, at(seconds(59)));
    EXPECT_FALSE(progress.line(seconds(30)));
    progress.update("load", 1.0, at(seconds(60)));
    EXPECT_EQ(progress.line(seconds(30)), "load: 100 %");
}

}  // namespace
}  // namespace tamis
