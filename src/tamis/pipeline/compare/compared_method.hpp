// Methods as they take part in a comparison: "fisher", "lapdofs:lambda1=0.1:neighbors=7", or the baselines.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/graph/build.hpp"
#include "tamis/methods/method.hpp"

namespace tamis {

struct ComparedMethod {
    std::string label;                       // unique in a comparison
    std::optional<ConfiguredMethod> method;  // nothing for a baseline
    std::optional<GraphOptions> graph;       // nothing: no graph option was given, the method's defaults hold
    bool took_shared = false;  // some of the graph options for all methods became options of the method

    // NAME[:option=value]…, or `all` (every feature) or `random` (features drawn at random). An option is one
    // of the method's own or, if it uses a graph, a graph option; `shared_graph` are graph options for all
    // methods of the comparison, over which its own win; `neighbors` is also for methods that look
    // for neighbors without a graph (shared_options.hpp). Throws UsageError on unknown names and wrong
    // values.
    ComparedMethod(const std::string& text, const Record& shared_graph = {});  // implicit: {"fisher", "gfs"}
    ComparedMethod(const char* text, const Record& shared_graph = {})
        : ComparedMethod(std::string(text), shared_graph) {}
    // A method with its options; the label shows them as text would.
    explicit ComparedMethod(const ConfiguredMethod& configured, const Record& own_graph = {},
                            const Record& shared_graph = {});

    bool all() const { return !method && label == "all"; }                // the baseline of that name
    bool random() const { return !method && label == "random"; }          // the same
    std::string name() const { return method ? method->name() : label; }  // without options

  private:
    void set_graph(const Record& own_graph, const Record& shared_graph);
};

namespace detail {

// "a, b:x=1,c" at its commas, without the spaces around them.
std::vector<std::string> split_list(const std::string& text);

}  // namespace detail

}  // namespace tamis
