#include "tamis/io/part_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <string_view>

namespace tamis::detail {

namespace fs = std::filesystem;

namespace {

std::string host_name() {
    std::array<char, 65> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return "host";
    std::string host(name.data());
    std::replace(host.begin(), host.end(), '/', '_');
    return host.empty() ? "host" : host;
}

// The front that all parts of `target` made on this host have in common. `more` bytes follow it; a long
// name is cut so that the whole is not longer than a file's name may be.
std::string front_of(const fs::path& target, std::size_t more) {
    constexpr std::size_t longest = 255;
    const std::string mark = ".part-" + host_name() + "-";
    std::string name = "." + target.filename().string();
    name.resize(std::min(name.size(), longest - mark.size() - more));
    return name + mark;
}

constexpr std::size_t number_bytes = 21;  // process, "-" and counter

bool is_alive(pid_t process) { return ::kill(process, 0) == 0 || errno != ESRCH; }

// A process in another container may have the same number and host name; it holds a lock on its part.
bool is_locked(const fs::path& part) {
    const int descriptor = ::open(part.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return true;
    const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0;
    ::close(descriptor);
    return locked;
}

// The process that made a part whose name goes on with `rest` after the common front; 0 if it is no part.
pid_t process_of(std::string_view rest) {
    pid_t process = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), process);
    const std::string_view number = rest.substr(static_cast<std::size_t>(end - rest.data()));
    const bool numbered = number.size() > 1 && number.front() == '-' &&
                          number.substr(1).find_first_not_of("0123456789") == std::string_view::npos;
    return error == std::errc() && numbered ? process : 0;
}

}  // namespace

std::string part_name(const fs::path& target) {
    static std::atomic<unsigned> counter{0};
    const std::string number = std::to_string(::getpid()) + "-" + std::to_string(counter++);
    return (target.parent_path() / (front_of(target, number_bytes) + number)).string();
}

void remove_abandoned_parts(const fs::path& target) {
    const std::string front = front_of(target, number_bytes);
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    std::error_code ignored;
    for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end;
         entry.increment(ignored)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(front)) continue;
        const pid_t process = process_of(std::string_view(name).substr(front.size()));
        if (process <= 0 || is_alive(process) || is_locked(entry->path())) continue;
        std::error_code gone;  // another process may have removed it
        fs::remove(entry->path(), gone);
    }
}

}  // namespace tamis::detail
