#include "tamis/core/threads/parallel.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>

#include "tamis/core/threads/workers.hpp"

namespace tamis::detail {

namespace {

thread_local bool inside_parallel_region = false;

// Marks the current thread as being inside a region, also when an exception leaves it.
class RegionMark {
  public:
    RegionMark() : before_(inside_parallel_region) { inside_parallel_region = true; }
    ~RegionMark() { inside_parallel_region = before_; }
    RegionMark(const RegionMark&) = delete;
    RegionMark& operator=(const RegionMark&) = delete;

  private:
    bool before_;
};

// Keeps the exception of the lowest chunk, so that what is reported does not depend on timing.
class FirstError {
  public:
    void keep(Index chunk, std::exception_ptr error) {
        const std::lock_guard lock(mutex_);
        if (chunk < chunk_) {
            chunk_ = chunk;
            error_ = std::move(error);
        }
    }
    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

  private:
    std::mutex mutex_;
    Index chunk_ = std::numeric_limits<Index>::max();
    std::exception_ptr error_;
};

// Once: every further region would say the same.
void warn_of_few_threads(Index started, Index wanted, const Context& context) {
    static std::atomic_flag told;
    if (!told.test_and_set())
        context.warning("the system gives only " + std::to_string(started) + " of " + std::to_string(wanted) +
                        " threads: the work goes on with these, and the result is the same");
}

}  // namespace

Index chunk_count(Index count, Index chunk_size) { return (count + chunk_size - 1) / chunk_size; }

int thread_count(const Context& context) {
    if (context.threads > 0) return context.threads;
    static const int all =
        std::max(1, static_cast<int>(std::thread::hardware_concurrency()));  // reads a file
    return all;
}

void parallel_chunks(const Context& context, Index count, Index chunk_size,
                     FunctionRef<void(const Chunk&)> work) {
    const Index chunks = chunk_count(count, chunk_size);
    std::atomic<Index> next{0};
    std::atomic<bool> failed{false};
    FirstError error;

    const auto run = [&] {
        const RegionMark mark;
        while (!failed.load(std::memory_order_relaxed) && !context.cancelled()) {
            const Index number = next.fetch_add(1, std::memory_order_relaxed);
            if (number >= chunks) return;
            const Index begin = number * chunk_size;
            try {
                work({number, begin, std::min(begin + chunk_size, count)});
            } catch (...) {
                error.keep(number, std::current_exception());
                failed.store(true, std::memory_order_relaxed);
            }
        }
    };

    const Index wanted = inside_parallel_region ? 1 : std::min<Index>(chunks, thread_count(context));
    const Index helpers = run_with_helpers(wanted - 1, run);
    if (helpers < wanted - 1) warn_of_few_threads(helpers + 1, wanted, context);
    error.rethrow();
    context.check_cancel();
}

}  // namespace tamis::detail
