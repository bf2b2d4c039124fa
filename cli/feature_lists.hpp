// Features that the user wants chosen in any case, or never.
#pragma once

#include <CLI/App.hpp>
#include <span>
#include <string>

#include "tamis/core/choice/fixed_features.hpp"

namespace tamis::cli {

// --include, --exclude, --graph-features
struct FeatureLists {
    std::string include, exclude;
    std::string graph = "candidates";

    void add_to(CLI::App& command);
    // Wrong words, which need no data to be found. Throws UsageError.
    void check() const { parse_graph_features(graph); }
    // The lists as positions. `file` is for errors. Throws Error on an entry that fits no feature.
    FixedFeatures found_in(std::span<const std::string> names, Index features, const std::string& file) const;
};

}  // namespace tamis::cli
