// Methods as they are named in a comparison: "fisher", "lapdofs:lambda1=0.1:neighbors=7".
#pragma once

#include <string>
#include <vector>

#include "tamis/core/fields.hpp"

namespace tamis {

struct MethodSpec {
    std::string label;        // as given
    std::string name;         // of the method, or `all` or `random`
    Settings settings;        // its own options
    Settings graph_settings;  // options of its graph

    // The baselines: every feature, and features drawn at random.
    bool all() const { return name == "all"; }
    bool random() const { return name == "random"; }
    bool baseline() const { return all() || random(); }
};

// NAME[:option=value]…. An option is one of the method's own or, where it uses a graph, a graph option.
// Throws UsageError on unknown names and wrong values.
MethodSpec parse_method_spec(const std::string& text);

// "a, b:x=1,c" at its commas, without the spaces around them.
std::vector<std::string> split_list(const std::string& text);

}  // namespace tamis
