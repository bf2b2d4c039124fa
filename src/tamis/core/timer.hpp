// Wall-clock seconds since construction or the last lap.
#pragma once

#include <chrono>

namespace tamis::detail {

class Timer {
  public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    // Seconds since the last lap, and starts the next one.
    double lap() {
        const double passed = seconds();
        start_ = Clock::now();
        return passed;
    }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

}  // namespace tamis::detail
