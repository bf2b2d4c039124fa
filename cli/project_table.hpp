// A projection as text for people.
#pragma once

#include <string>

#include "tamis/pipeline/project.hpp"

namespace tamis::cli {

using namespace detail;

std::string project_table(const ProjectRun& run, double load_seconds);

}  // namespace tamis::cli
