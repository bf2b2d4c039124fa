// What can be asked for of data that are spread over workers: the one place that says so.
#pragma once

#include "tamis/pipeline/project.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis::detail {

// Nothing for rows that are not sharded. Throws Error naming the method, or the part of the request, that is
// not shared, and why, before anything is read.
void require_shared(const SelectRequest& request, const DataView& data);
void require_shared(const ProjectRequest& request, const DataView& data);

}  // namespace tamis::detail
