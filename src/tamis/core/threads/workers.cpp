// What keeps this safe:
//   - Every hand-over is an atomic operation, so ThreadSanitizer sees it.
//   - After fork() only the calling thread exists: the child forgets the crew and makes its own when needed.
//   - At the end of the process the crew is dismissed, unless a thread is still working.
#include "tamis/core/threads/workers.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

namespace tamis::detail {

namespace {

// About 200 microseconds: the next region of an iteration mostly comes sooner, and waking a thread that
// sleeps takes a good part of that.
constexpr int spins = 8000;

void pause_briefly() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

enum State : int { idle, posted, running, stopping };

// Waits while `state` is `value`; returns what it is then.
int wait_while(const std::atomic<int>& state, int value) {
    for (int i = 0; i < spins; ++i) {
        const int now = state.load(std::memory_order_acquire);
        if (now != value) return now;
        pause_briefly();
    }
    state.wait(value, std::memory_order_acquire);
    return state.load(std::memory_order_acquire);
}

class Worker {
  public:
    Worker() : thread_([this] { serve(); }) {}
    ~Worker() {
        change_to(stopping);
        thread_.join();
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void post(FunctionRef<void()>* work) {
        work_ = work;
        change_to(posted);
    }

    // Calls the work off if it has not begun, waits for its end otherwise.
    void finish() {
        int expected = posted;
        if (state_.compare_exchange_strong(expected, idle, std::memory_order_acq_rel)) return;
        while (wait_while(state_, running) == running) {
        }
    }

  private:
    void change_to(State state) {
        state_.store(state, std::memory_order_release);
        state_.notify_all();
    }

    void serve() {
        for (;;) {
            const int state = wait_while(state_, idle);
            if (state == stopping) return;
            int expected = posted;
            if (!state_.compare_exchange_strong(expected, running, std::memory_order_acq_rel)) continue;
            (*work_)();
            change_to(idle);
        }
    }

    std::atomic<int> state_{idle};
    FunctionRef<void()>* work_ = nullptr;
    std::thread thread_;
};

struct Crew {
    std::mutex busy;
    std::vector<std::unique_ptr<Worker>> workers;
};

std::atomic<Crew*> the_crew{nullptr};

// Makes the crew on first use, and sends it home at the end of the process.
class CrewOwner {
  public:
    CrewOwner() {
        pthread_atfork(nullptr, nullptr, [] { the_crew.store(nullptr); });
    }
    ~CrewOwner() {
        Crew* crew = the_crew.exchange(nullptr);
        if (crew == nullptr || !crew->busy.try_lock()) return;
        crew->busy.unlock();
        delete crew;
    }
    CrewOwner(const CrewOwner&) = delete;
    CrewOwner& operator=(const CrewOwner&) = delete;
};

Crew& crew() {
    static const CrewOwner owner;
    Crew* crew = the_crew.load(std::memory_order_acquire);
    if (crew != nullptr) return *crew;
    auto made = std::make_unique<Crew>();
    if (the_crew.compare_exchange_strong(crew, made.get(), std::memory_order_acq_rel)) return *made.release();
    return *crew;
}

// Calls make() `count` times, or until the system gives no more threads.
template <class Make>
void make_threads(Index count, Make make) {
    try {
        for (Index i = 0; i < count; ++i) make();
    } catch (const std::system_error&) {  // the ones that are there do the work
    }
}

Index run_with_own_threads(Index helpers, FunctionRef<void()> work) {
    std::vector<std::jthread> threads;
    threads.reserve(at(helpers));
    make_threads(helpers, [&] { threads.emplace_back([&work] { work(); }); });
    work();
    return static_cast<Index>(threads.size());
}

}  // namespace

Index run_with_helpers(Index helpers, FunctionRef<void()> work) {
    if (helpers <= 0) {
        work();
        return 0;
    }
    Crew& shared = crew();
    const std::unique_lock lock(shared.busy, std::try_to_lock);
    if (!lock.owns_lock()) return run_with_own_threads(helpers, work);
    shared.workers.reserve(at(helpers));
    make_threads(helpers - static_cast<Index>(shared.workers.size()),
                 [&] { shared.workers.push_back(std::make_unique<Worker>()); });
    helpers = std::min(helpers, static_cast<Index>(shared.workers.size()));
    for (Index i = 0; i < helpers; ++i) shared.workers[at(i)]->post(&work);
    work();
    for (Index i = 0; i < helpers; ++i) shared.workers[at(i)]->finish();
    return helpers;
}

}  // namespace tamis::detail
