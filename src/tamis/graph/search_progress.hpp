// Progress of a stage whose steps end on several threads: reported one call at a time, in whole percents.
#pragma once

#include <mutex>
#include <string_view>

#include "tamis/core/context.hpp"

namespace tamis::detail {

class SearchProgress {
  public:
    SearchProgress(const Context& context, std::string_view stage, Index steps)
        : context_(context), stage_(stage), steps_(steps) {}

    void advance(Index steps = 1) {
        if (!context_.progress) return;
        const std::lock_guard lock(mutex_);
        const Index before = percent();
        done_ += steps;
        if (percent() > before)
            context_.report(stage_, static_cast<double>(done_) / static_cast<double>(steps_));
    }

  private:
    Index percent() const { return 100 * done_ / steps_; }

    const Context& context_;
    std::string_view stage_;
    Index steps_;
    Index done_ = 0;
    std::mutex mutex_;
};

}  // namespace tamis::detail
