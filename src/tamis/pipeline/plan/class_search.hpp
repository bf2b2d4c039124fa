// What it takes to find the nearest samples of every class, as ReliefF does.
#pragma once

#include <optional>

#include "tamis/pipeline/plan/work.hpp"

namespace tamis::detail {

struct ClassSearchWork {
    bool exact;
    Work work;
};

// Nothing for methods that do not search in this way.
std::optional<ClassSearchWork> class_search_work(const ConfiguredMethod& method, const DataShape& shape);

}  // namespace tamis::detail
