#include "console.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "tamis/core/error.hpp"
#include "tamis/report/escape.hpp"

namespace tamis::cli {

namespace {

void to_stderr(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

void line_to_stderr(const std::string& text) { to_stderr(visible_lines(text) + "\n"); }

}  // namespace

Console::~Console() { clear_progress(); }

void Console::result(std::string_view result) {
    static const bool terminal = ::isatty(STDOUT_FILENO) == 1;
    if (silent_) return;
    clear_progress();
    const std::string text = terminal ? visible_lines(result, true) : std::string(result);
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw Error(std::string("cannot write to standard output: ") + std::strerror(errno));
}

void Console::note(const std::string& text) {
    clear_progress();
    if (!quiet_ && !silent_) line_to_stderr(text);
}

void Console::warning(const std::string& text) {
    clear_progress();
    if (!quiet_ && !silent_) line_to_stderr("tamis: warning: " + text);
}

void Console::error(const std::string& text) {
    clear_progress();
    last_error_ = text;
    if (!silent_) line_to_stderr("tamis: " + text);
}

void Console::progress(std::string_view stage, double done) {
    static const bool terminal = ::isatty(STDERR_FILENO) == 1;
    if (quiet_ || silent_) return;
    const auto now = std::chrono::steady_clock::now();
    progress_.update(stage, done, now);
    if (!terminal) {
        if (const auto line = progress_.line(std::chrono::seconds(30))) line_to_stderr(*line);
        return;
    }
    if (now - last_drawn_ < std::chrono::milliseconds(100)) return;
    last_drawn_ = now;
    drawn_ = true;
    to_stderr("\r\x1b[K" + visible(progress_.bar()));
}

void Console::clear_progress() {
    if (drawn_) to_stderr("\r\x1b[K");
    drawn_ = false;
}

}  // namespace tamis::cli
