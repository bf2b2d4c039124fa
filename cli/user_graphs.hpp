// Graphs that the user brings along in files.
#pragma once

#include <optional>
#include <string>

#include "tamis/graph/graph.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis::cli {

using namespace detail;

// Reads the graphs (an empty name means none, obsp:NAME one of the data's own) and points the request at
// them; lives as long as the request.
class UserGraphs {
  public:
    UserGraphs(const std::string& graph_file, const std::string& between_file, const std::string& data_path,
               Index samples, SelectRequest& request);

  private:
    std::optional<Graph> graph_, between_;
};

}  // namespace tamis::cli
