// What a user is told while long work runs: which stage, how much of it is done, how long it will take.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace tamis::detail {

class ProgressText {
  public:
    using Time = std::chrono::steady_clock::time_point;

    explicit ProgressText(Time began) : last_line_(began) {}

    // Takes note of what is done; to be called on every report, since a stage begins with its first one.
    void update(std::string_view stage, double done, Time now);

    // "[###...] 23 %  neighbors, 12 s left" with the bar in front.
    std::string bar() const;
    // "neighbors: 23 %, 12 s left" if the last one was `every` ago, for logs.
    std::optional<std::string> line(std::chrono::seconds every);

  private:
    std::string estimate() const;  // ", 12 s left" from the first percent on

    std::string stage_;
    double done_ = 0.0, done_at_first_ = 0.0;
    Time stage_began_{}, now_{}, last_line_;
};

}  // namespace tamis::detail
