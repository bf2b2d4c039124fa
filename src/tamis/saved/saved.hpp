// Selections and projections that were saved as JSON, read back.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/dataset.hpp"
#include "tamis/pipeline/project.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis::detail {

// The whole of a saved selection, as run_select returned it; a number that was not finite is NaN. Throws
// Error if the text is not a complete "tamis.selection/1" document; `source` names the file.
SelectRun parse_run(const std::string& text, const std::string& source);

struct SavedSelection {
    std::string source;  // the file, for messages
    std::string method;
    Index features = 0;                      // that the selection was made from
    std::vector<std::string> feature_names;  // of all of them; empty if the data had none
    std::vector<Index> selected;
    Settings data_options;  // how the data were read: label, missing, …; what is not there was the default
    std::string uses = "selects";  // what it does with its features, for messages
};

// Throws Error if the text is not a "tamis.selection/1" document; `source` names the file.
SavedSelection parse_selection(const std::string& text, const std::string& source);

// Where the selected features are in `data`: by name where both sides have names, otherwise by position,
// which needs the same number of features. The error says what differs.
std::vector<Index> match_features(const SavedSelection& saved, const Dataset& data);

// How the rows were cut that a result was made from: the hash of the data depends on it.
struct SavedShards {
    Index count = 0;       // 0: they were in one piece
    bool of_rows = false;  // runs of rows of one file, not files
};

// The request that a saved selection was the answer to, to be run again.
struct SavedRequest {
    SelectRequest request;
    std::uint64_t seed = 0;
    Settings data_options;     // as in SavedSelection
    bool own_graph = false;    // it was made with a graph of the user's own, which the file does not hold
    bool own_between = false;  // and with a second one
    Index parts = 0;           // it was made from so many parts instead of data
    SavedShards shards = {};
};

SavedRequest parse_request(const std::string& text, const std::string& source);

// A saved projection; its matrices are in a file next to it.
struct SavedProjection {
    SavedSelection features;  // all of them, for match_features
    Index dim = 0;
    std::string matrices;  // name of the .npz file, without folder
    ProjectRequest request;
    std::uint64_t seed = 0;
    SavedShards shards = {};
};

// Throws Error if the text is not a "tamis.projection/1" document.
SavedProjection parse_projection(const std::string& text, const std::string& source);

// Whether the text is a projection rather than a selection; false for anything that is not JSON.
bool is_projection(const std::string& text);

}  // namespace tamis::detail
