#include "console.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "tamis/core/error.hpp"

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
    if (quiet_) return;
    const auto now = std::chrono::steady_clock::now();
    progress_.update(stage, done, now);
    if (!terminal) {
        if (const auto line = progress_.line(std::chrono::seconds(30))) to_stderr(*line + "\n");
        return;
    }
    if (now - last_drawn_ < std::chrono::milliseconds(100)) return;
    last_drawn_ = now;
    drawn_ = true;
    to_stderr("\r\x1b[K" + progress_.bar());
}

void Console::clear_progress() {
    if (drawn_) to_stderr("\r\x1b[K");
    drawn_ = false;
}

}  // namespace tamis::cli
