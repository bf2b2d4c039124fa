// How much memory the data may take.
#pragma once

#include <cstdint>
#include <string>

namespace tamis::detail {

// What this process can have: the machine's memory, or less if a control group or a limit on the address
// space says so.
std::uint64_t available_memory();

// Half of that.
std::uint64_t default_memory_budget();

// "500M", "2G", "1.5T", "4096" (bytes); units are powers of 1024, in either case, also as "GB" or "GiB".
// Throws UsageError that names `option_name` on anything else.
std::uint64_t parse_bytes(const std::string& text, const std::string& option_name);

// At least that much, as parse_bytes reads it: "2G", "340M".
std::string size_argument(std::uint64_t bytes);

// "1.5 GB"
std::string bytes_text(std::uint64_t bytes);

}  // namespace tamis::detail
