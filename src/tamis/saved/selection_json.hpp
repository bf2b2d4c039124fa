// Results as JSON text. A number that is not finite is written as null.
#pragma once

#include <string>
#include <vector>

#include "tamis/methods/method.hpp"
#include "tamis/pipeline/describe.hpp"
#include "tamis/pipeline/parts/part.hpp"
#include "tamis/pipeline/project.hpp"
#include "tamis/pipeline/select.hpp"
#include "tamis/subspace/projector.hpp"

namespace tamis::detail {

// Single values and lists of named ones, on one line.
std::string json_text(const Value& value);
std::string json_text(const Record& record);
std::string json_text(const Exhibits& exhibits);

// "tamis.selection/1"
std::string to_json(const SelectRun& run, double load_seconds);

// "tamis.projection/1"; `matrices` is the .npz file next to it, "" if none is written.
std::string to_json(const ProjectRun& run, double load_seconds, const std::string& matrices);

// "tamis.info/1"
std::string to_json(const DataInfo& info);

// "tamis.graph/1"; `data_name` is what the graph was built from, `remarks` is what was said
// on the way; those on the health of the graph are added.
std::string to_json(const GraphSummary& graph, const std::string& data_name, Index samples,
                    std::vector<std::string> remarks);

// "tamis.methods/1": what the methods say of themselves, with options, defaults and ranges.
std::string to_json(const std::vector<Method>& methods, const std::vector<Projector>& projectors);

// "tamis.transform/1", "tamis.convert/1": what was written where.
std::string written_json(const std::string& schema, const std::string& output, const Dataset& data,
                         const std::vector<std::string>& remarks);

// "tamis.partial/1": what is in the part that was written.
std::string part_json(const std::string& output, const Part& part, const std::vector<std::string>& remarks);

// "tamis.demo/1": the documents of several selections and of their comparison.
std::string demo_json(const std::vector<std::string>& selections, const std::string& comparison);

}  // namespace tamis::detail
