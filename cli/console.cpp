#include "console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "tamis/core/error.hpp"
#include "tamis/report/table.hpp"

namespace tamis::cli {

namespace {

void to_stderr(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

}  // namespace

Console::~Console() { clear_progress(); }

void Console::result(std::string_view text) {
    clear_progress();
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw Error(std::string("cannot write to standard output: ") + std::strerror(errno));
}

void Console::note(const std::string& text) {
    clear_progress();
    if (!quiet_) to_stderr(text + "\n");
}

void Console::warning(const std::string& text) {
    clear_progress();
    if (!quiet_) to_stderr("tamis: warning: " + text + "\n");
}

void Console::error(const std::string& text) {
    clear_progress();
    to_stderr("tamis: " + text + "\n");
}

void Console::progress(std::string_view stage, double done) {
    static const bool terminal = ::isatty(STDERR_FILENO) == 1;
    if (quiet_ || !terminal) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_drawn_ < std::chrono::milliseconds(100)) return;
    last_drawn_ = now;
    drawn_ = true;
    if (stage != stage_) {
        stage_ = stage;
        stage_began_ = now;
    }
    constexpr int width = 30;
    const int filled = static_cast<int>(std::clamp(done, 0.0, 1.0) * width);
    const double passed = std::chrono::duration<double>(now - stage_began_).count();
    const std::string left = passed > 2.0 && done > 0.01
                                 ? ", " + duration_text(std::ceil(passed * (1.0 - done) / done)) + " left"
                                 : "";
    to_stderr(fmt::format("\r\x1b[K[{:#<{}}{:.<{}}] {:3.0f} %  {}{}", "", filled, "", width - filled,
                          std::clamp(done, 0.0, 1.0) * 100.0, stage, left));
}

void Console::clear_progress() {
    if (drawn_) to_stderr("\r\x1b[K");
    drawn_ = false;
}

}  // namespace tamis::cli
