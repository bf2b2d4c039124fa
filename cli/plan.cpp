#include "plan.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tamis/core/memory_budget.hpp"
#include "tamis/io/stream/streamed_data.hpp"
#include "tamis/report/table.hpp"

namespace tamis::cli {

void add_plan(CLI::App& command, bool& plan) {
    command
        .add_flag(
            "--plan", plan,
            "print the memory, the passes over the data, the neighbor search and the estimated time, and "
            "do nothing")
        ->group("Output");
}

PlannedData planned_data(const DataOptions& options, const Context& context) {
    PlannedData planned;
    const auto held = held_size(options.path, options.load);
    if (held && held->cols > 0) {
        planned.name = std::filesystem::path(options.path).filename().string();
        planned.shape = {
            .samples = held->rows, .features = held->cols, .stored = held->stored, .sparse = held->sparse};
        planned.from_file = held->bytes > options.allowed_memory() || held->single_precision;
        planned.estimated = held->estimated;
        return planned;
    }
    const Dataset data = load(options.path, options.load, context);
    planned.name = data.name;
    planned.shape = {
        .samples = data.samples(),
        .features = data.features(),
        .stored = data.x.is_sparse() ? data.x.sparse().view().nonzeros() : data.samples() * data.features(),
        .sparse = data.x.is_sparse()};
    if (!data.labels.empty()) planned.shape.classes = data.labels.classes();
    return planned;
}

void tell_plan(const RunPlan& plan, const PlannedData& data, const std::string& what, bool json,
               Session& session) {
    if (json) {
        const nlohmann::ordered_json document = {
            {"schema", "tamis.plan/1"},          {"samples", data.shape.samples},
            {"features", data.shape.features},   {"estimated", data.estimated},
            {"memory_bytes", plan.memory_bytes}, {"passes", static_cast<Index>(plan.passes)},
            {"seconds", plan.seconds},           {"search", plan.search},
            {"from_file", plan.from_file}};
        return session.console.result(document.dump(2) + "\n");
    }
    const std::string memory = "about " + bytes_text(plan.memory_bytes) +
                               (plan.from_file ? ": every pass reads the file in blocks" : "");
    session.console.result(
        fmt::format("plan for {} on {}: {}{} samples × {} features\n\n", what, data.name,
                    data.estimated ? "about " : "", data.shape.samples, data.shape.features) +
        paired_lines({{"memory", memory},
                      {"passes", fmt::format("{:.0f} over the data", plan.passes)},
                      {"search", plan.search == "none" ? "no neighbors are looked for" : plan.search},
                      {"time", "about " + duration_text(plan.seconds) + " after loading"}}));
}

}  // namespace tamis::cli
