// Talking to the user: results on stdout, everything else on stderr.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "tamis/core/context.hpp"
#include "tamis/report/progress_text.hpp"

namespace tamis::cli {

using namespace detail;

class Console {
  public:
    ~Console();

    void be_quiet() { quiet_ = true; }  // no warnings, notes or progress; errors are always shown
    // Nothing at all, whatever happens: another rank of the job speaks. The last error is kept.
    void be_silent(bool silent = true) { silent_ = silent; }
    const std::string& last_error() const { return last_error_; }
    // Throws if stdout cannot be written to. Control characters are made visible if it is a terminal.
    void result(std::string_view text);
    void note(const std::string& text);
    void warning(const std::string& text);
    void error(const std::string& text);
    // A bar if stderr is a terminal, otherwise a line every half minute.
    void progress(std::string_view stage, double done);

  private:
    void clear_progress();

    bool quiet_ = false;
    bool silent_ = false;
    std::string last_error_;
    bool drawn_ = false;
    std::chrono::steady_clock::time_point last_drawn_{};
    ProgressText progress_{std::chrono::steady_clock::now()};
};

}  // namespace tamis::cli
