// --plan: what a run would take, instead of the run.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "loaded_data.hpp"
#include "tamis/pipeline/plan/plan.hpp"

namespace tamis::cli {

void add_plan(CLI::App& command, bool& plan);

// Samples and features, from the head of the file if it tells, otherwise by reading the data.
struct PlannedData {
    std::string name;
    DataShape shape;
    bool estimated = false;  // from the beginning of a text
    bool from_file = false;  // too large for the allowed memory, or in single precision
};
PlannedData planned_data(const DataOptions& options, const Context& context);

void tell_plan(const RunPlan& plan, const PlannedData& data, const std::string& what, bool json,
               Session& session);

}  // namespace tamis::cli
