#include "beside.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tamis::python {

namespace py = pybind11;

namespace {

// How long Ctrl-C may go unnoticed.
constexpr auto look_around = std::chrono::milliseconds(50);

// What the working thread has to tell. Only the calling thread touches Python, unless the rows are read by it
// (RowBlocks).
struct Mailbox {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::string> warnings;
    std::optional<std::pair<std::string, double>> progress;
    std::exception_ptr error;
    bool done = false;
};

void emit(const std::vector<std::string>& warnings) {
    if (warnings.empty()) return;
    const py::object category = py::module_::import("tamis._warnings").attr("TamisWarning");
    constexpr py::ssize_t caller_of_fit = 2;  // whose line the warning names
    for (const std::string& text : warnings)
        if (PyErr_WarnEx(category.ptr(), text.c_str(), caller_of_fit) != 0) throw py::error_already_set();
}

class Work {
  public:
    Work(const RunOptions& options, const std::function<void(const Context&)>& work) : options_(options) {
        context_.threads = options.threads;
        context_.seed = options.seed;
        context_.cancel = &cancel_;
        context_.spell = options.spell;
        context_.warn = [this](const std::string& text) {
            const std::lock_guard lock(mailbox_.mutex);
            mailbox_.warnings.push_back(text);
        };
        if (!options.progress.is_none())
            context_.progress = [this](std::string_view stage, double done) {
                const std::lock_guard lock(mailbox_.mutex);
                mailbox_.progress.emplace(std::string(stage), done);
            };
        thread_ = std::jthread([this, &work] {
            std::exception_ptr error;
            try {
                work(context_);
            } catch (const Cancelled&) {
                error = std::current_exception();
            } catch (const Error& failure) {
                error = std::make_exception_ptr(Error(failure.message().text(options_.spell)));
            } catch (...) {
                error = std::current_exception();
            }
            const std::lock_guard lock(mailbox_.mutex);
            mailbox_.error = error;
            mailbox_.done = true;
            mailbox_.changed.notify_all();
        });
    }

    // Whatever ends the waiting, the work is stopped and joined without the lock that its end may need.
    ~Work() {
        cancel_.store(true);
        const py::gil_scoped_release release;
        if (thread_.joinable()) thread_.join();
    }

    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    void wait() {
        while (!wait_a_little()) {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            tell_progress();
        }
        tell_progress();
        emit(std::exchange(mailbox_.warnings, {}));
        if (mailbox_.error) std::rethrow_exception(mailbox_.error);
    }

  private:
    bool wait_a_little() {
        const py::gil_scoped_release release;
        std::unique_lock lock(mailbox_.mutex);
        return mailbox_.changed.wait_for(lock, look_around, [this] { return mailbox_.done; });
    }

    void tell_progress() {
        if (options_.progress.is_none()) return;
        std::optional<std::pair<std::string, double>> news;
        {
            const std::lock_guard lock(mailbox_.mutex);
            news = std::exchange(mailbox_.progress, std::nullopt);
        }
        if (news) options_.progress(news->first, news->second);
    }

    const RunOptions& options_;
    std::atomic<bool> cancel_{false};
    Context context_;
    Mailbox mailbox_;
    std::jthread thread_;
};

}  // namespace

void run_beside_python(const RunOptions& options, const std::function<void(const Context&)>& work) {
    Work running(options, work);
    running.wait();
}

}  // namespace tamis::python
