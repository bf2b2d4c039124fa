// How a selector is registered and called by name.
//
// The signature is the contract: a function that takes `const Labels&` is supervised, one that takes
// `const Graph&` needs a graph. One whose needs depend on its options takes `const Inputs&` instead, and its
// options say what they need with `Needs needs() const`. Options with which a method is nested or not say so
// with `bool nested() const`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/fields.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/selection.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/graph/graph.hpp"

namespace tamis {

// What was prepared for a method; null where it is not needed.
struct Inputs {
    const Labels* labels = nullptr;
    const Graph* graph = nullptr;
    const Graph* between = nullptr;  // the second graph of a pair, where the user gave one
};

struct Needs {
    bool labels = false;
    bool graph = false;
    bool own_graph = false;  // the user's own: one built from the data will not do
    bool pair = false;       // takes a second graph (Inputs::between) where there is one
    bool classes = false;    // the number of classes, unless the option `clusters` says it
};

// What a method says of itself; the options struct returns it from a static `about()`.
struct About {
    std::string name;         // on the command line
    std::string title;        // for people
    std::string citation;     // where it is defined
    bool nested = true;       // the best k features are among the best k + 1, for every k; options may differ
    GraphOptions graph = {};  // its defaults, where it uses a graph
};

struct Method {
    About about;
    std::vector<FieldInfo> fields;
    std::function<Needs(const Settings&)> needs;
    std::function<bool(const Settings&)> nested;     // a ranking: one run answers for every smaller k
    std::function<Record(const Settings&)> resolve;  // every option with its value; throws on wrong settings
    std::function<Selection(const MatrixView&, const Inputs&, Index k, const Settings&, const Context&)> run;
};

// What the method needs with at least one value of its choices: the options that it can make use of.
Needs possible_needs(const Method& method);

// All methods, in the order of methods.def.
const std::vector<Method>& methods();

// Throws UsageError with the nearest name where there is no such method.
const Method& find_method(const std::string& name);

}  // namespace tamis
