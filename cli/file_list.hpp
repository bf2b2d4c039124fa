// Files that are named one by one or by a pattern.
#pragma once

#include <string>
#include <vector>

namespace tamis::cli {

// The files that the arguments stand for, in their order. An argument that is no file and holds *, ? or [
// stands for the files that fit it, sorted by name, part-2 before part-10: shells that are given 'part-*.tps'
// in quotes leave that to the program. Throws Error if no file fits.
std::vector<std::string> file_list(const std::vector<std::string>& arguments);

}  // namespace tamis::cli
