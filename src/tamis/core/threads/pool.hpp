// Working memory that is handed from task to task, because fresh memory is slow to touch.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tamis::detail {

template <class Buffers>
class Pool {
  public:
    std::unique_ptr<Buffers> take() {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) return std::make_unique<Buffers>();
        std::unique_ptr<Buffers> buffers = std::move(free_.back());
        free_.pop_back();
        return buffers;
    }
    void give_back(std::unique_ptr<Buffers> buffers) {
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(buffers));
    }

  private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<Buffers>> free_;
};

}  // namespace tamis::detail
