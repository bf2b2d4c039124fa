#include "tamis/core/memory_budget.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string_view>

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

constexpr std::string_view units = "KMGT";
constexpr double step = 1024.0;

// The limit of the control group; none of ours if the file does not hold a number ("max").
std::uint64_t control_group_limit() {
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
    for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"})
        if (std::uint64_t bytes = 0; std::ifstream(path) >> bytes && bytes > 0)
            limit = std::min(limit, bytes);
    return limit;
}

std::uint64_t address_space_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::numeric_limits<std::uint64_t>::max();
    return limit.rlim_cur;
}

}  // namespace

std::uint64_t available_memory() {
    const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
    const auto page_bytes = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
    return std::min({pages * page_bytes, control_group_limit(), address_space_limit()});
}

std::uint64_t default_memory_budget() { return available_memory() / 2; }

std::uint64_t parse_bytes(const std::string& text, const std::string& option_name) {
    const auto refuse = [&] {
        throw UsageError(option(option_name) + " takes a number of bytes like 500M or 2G, not '" + text +
                         "'");
    };
    double number = 0.0;
    const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (trouble != std::errc() || !(number > 0.0)) refuse();
    std::string unit(end, text.data() + text.size());
    for (char& c : unit)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (!unit.empty()) {
        const std::size_t power = units.find(unit.front());
        const std::string rest = unit.substr(1);
        if (unit == "B")
            number *= 1.0;
        else if (power == std::string_view::npos || (!rest.empty() && rest != "B" && rest != "IB"))
            refuse();
        else
            number *= std::pow(step, static_cast<double>(power + 1));
    }
    if (number < 1.0 || number >= std::ldexp(1.0, 63)) refuse();
    return static_cast<std::uint64_t>(number);
}

std::string size_argument(std::uint64_t bytes) {
    constexpr std::uint64_t kilobyte = 1024;
    std::string unit;
    for (std::size_t power = 0; bytes > 10 * kilobyte && power < units.size(); ++power) {
        bytes = (bytes + kilobyte - 1) / kilobyte;
        unit = units[power];
    }
    return std::to_string(bytes) + unit;
}

std::string bytes_text(std::uint64_t bytes) {
    auto number = static_cast<double>(bytes);
    std::size_t power = 0;
    for (; number >= step && power < units.size(); ++power) number /= step;
    std::array<char, 32> text{};
    const int digits = power > 0 && number < 10.0 ? 1 : 0;
    const int length = std::snprintf(text.data(), text.size(), "%.*f ", digits, number);
    return std::string(text.data(), static_cast<std::size_t>(length)) +
           (power == 0 ? "bytes" : std::string(1, units[power - 1]) + "B");
}

}  // namespace tamis::detail
