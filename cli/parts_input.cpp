#include "parts_input.hpp"

#include <algorithm>
#include <filesystem>

#include "tamis/core/error.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/saved/parts/part_file.hpp"

namespace tamis::cli {

namespace {

bool is_part(const std::string& file) { return std::filesystem::path(file).extension() == part_extension; }

}  // namespace

bool are_parts(const std::vector<std::string>& files) {
    const auto other = std::find_if_not(files.begin(), files.end(), is_part);
    if (other == files.end()) return true;
    const auto part = std::find_if(files.begin(), files.end(), is_part);
    if (part == files.end()) return false;
    throw UsageError(*part + " is a part of data and " + *other + " is not: they cannot be mixed",
                     "make a part of it with 'tamis partial'");
}

void refuse_for_parts(const DataOptions& options, bool own_graph, bool plan) {
    const Settings chosen = options.chosen();
    if (!chosen.empty())
        throw UsageError(
            flag_name(chosen.front().first) + " says how to read data, and parts are read already",
            "give it to 'tamis partial'");
    if (!options.memory.empty())
        throw UsageError("--memory says how much of the data may be held, and parts hold none",
                         "leave it out");
    if (options.shards > 0) throw UsageError("--shards cuts data, and parts are cut already", "leave it out");
    if (plan)
        throw UsageError("--plan is for data: selecting from parts takes no time to speak of",
                         "leave it out");
    if (own_graph)
        throw UsageError("a graph needs the samples themselves, which parts (.tps) do not hold",
                         "leave it out, or select from the data");
}

void refuse_usual_method() {
    throw UsageError(
        "no method given, and the parts have no labels: laplacian, the usual one then, needs the samples "
        "themselves",
        "use --method variance");
}

LoadedParts load_parts(const std::vector<std::string>& files) {
    const Timer timer;
    std::vector<Part> parts;
    for (const std::string& file : files) parts.push_back(read_part(file));
    MergedParts merged = merge_parts(std::move(parts));
    return {std::move(merged), timer.seconds()};
}

}  // namespace tamis::cli
