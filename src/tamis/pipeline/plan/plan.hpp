// What a run will take, before it is done.
#pragma once

#include <cstdint>
#include <string>

#include "tamis/pipeline/evaluate.hpp"
#include "tamis/pipeline/plan/machine_speed.hpp"
#include "tamis/pipeline/plan/work.hpp"
#include "tamis/pipeline/project.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis::detail {

struct RunPlan {
    std::uint64_t memory_bytes = 0;  // at its peak, the data included
    double passes = 0.0;             // over the data
    double seconds = 0.0;            // after loading
    std::string search = "none";     // for neighbors: none, exact or approximate
    bool from_file = false;          // every pass reads the file, block by block
};

// `from_file`: the data are read from their file in every pass.
RunPlan plan_select(const DataShape& shape, const SelectRequest& request, bool own_graph, bool from_file,
                    const MachineSpeed& speed);
RunPlan plan_project(const DataShape& shape, const ProjectRequest& request, const MachineSpeed& speed);
RunPlan plan_evaluate(const DataShape& shape, const EvaluateRequest& request, const MachineSpeed& speed);

}  // namespace tamis::detail
