// Files that are being written: .NAME.part-HOST-PROCESS-NUMBER next to NAME.
#pragma once

#include <filesystem>
#include <string>

namespace tamis::detail {

// A name that no other thread, process or host uses.
std::string part_name(const std::filesystem::path& target);

// Removes the parts of `target` that processes of this host left behind when they were killed. A part that
// a living process holds, or one of another host, stays.
void remove_abandoned_parts(const std::filesystem::path& target);

}  // namespace tamis::detail
