#include "tamis/report/progress_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/report/table.hpp"

namespace tamis::detail {

void ProgressText::update(std::string_view stage, double done, Time now) {
    done = std::clamp(done, 0.0, 1.0);
    // A stage that starts over is a new one: a method may search twice.
    if (stage != stage_ || done < done_) {
        stage_ = stage;
        // Nothing tells when the stage began, but what was there before its first report was not measured.
        stage_began_ = now;
        done_at_first_ = done;
    }
    done_ = done;
    now_ = now;
}

std::string ProgressText::estimate() const {
    const double passed = std::chrono::duration<double>(now_ - stage_began_).count();
    const double measured = done_ - done_at_first_;
    if (done_ < 0.01 || measured <= 0.0 || passed <= 0.0 || done_ >= 1.0) return "";
    return ", " + duration_text(std::ceil(passed * (1.0 - done_) / measured)) + " left";
}

std::string ProgressText::bar() const {
    constexpr int width = 30;
    const int filled = static_cast<int>(done_ * width);
    return fmt::format("[{:#<{}}{:.<{}}] {:3.0f} %  {}{}", "", filled, "", width - filled, done_ * 100.0,
                       stage_, estimate());
}

std::optional<std::string> ProgressText::line(std::chrono::seconds every) {
    if (now_ - last_line_ < every) return std::nullopt;
    last_line_ = now_;
    return fmt::format("{}: {:.0f} %{}", stage_, done_ * 100.0, estimate());
}

}  // namespace tamis::detail
