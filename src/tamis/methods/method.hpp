// How selectors are called, by function and by name.
//
// A selector takes
//     x        the data, samples × features: two samples or more, every cell finite;
//     labels   the class of every sample, two classes or more, or
//     graph    a graph on the same samples (build_graph, make_graph, read_graph), if it needs them;
//     options  `k`, the number of features to select, `fixed`, those that it selects in any case or never,
//     and
//              the method's own, each with a default;
//     context  threads, seed, warnings, progress, cancel
// and returns a Selection of k different columns. It throws UsageError if an option is out of range, Error if
// the data, labels or graph are not as above or do not allow what is asked for, and Cancelled if the context
// asks to stop. It changes nothing that it is given.
//
// The signature is the contract: a function that takes `const Labels&` is supervised, one that takes
// `const Graph&` needs a graph. One whose needs depend on its options takes `const Inputs&` instead, and its
// options say what they need with `Needs needs() const`. Options with which a method is nested or not say so
// with `bool nested() const`, those with which it works on raw scales or not with `bool raw_scales() const`,
// and those with which a function that takes `const Rows&` reads them in a few passes or not with `bool
// in_passes() const`. A function that works on rows that are spread over workers (core/shards) says so with
// `std::string not_shared() const`: nothing, or the reason why it does not with these options.
#pragma once

#include <concepts>
#include <string>
#include <utility>
#include <vector>

#include "tamis/core/choice/fixed_features.hpp"
#include "tamis/core/citations/citations.hpp"
#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/options/registry.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/core/selection.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/graph/graph.hpp"

namespace tamis {

// What was prepared for a method; null if there is none.
struct Inputs {
    const Labels* labels = nullptr;
    const Graph* graph = nullptr;
    const Graph* between = nullptr;  // the second graph of a pair, if the user gave one
};

// What a method uses in addition to the data.
struct Needs {
    bool labels = false;
    bool graph = false;
    bool own_graph = false;  // the user's own: one built from the data is not enough
    bool pair = false;       // takes a second graph (Inputs::between) if there is one
    bool classes = false;    // the number of classes, unless the option `clusters` gives it
};

// A method's description; the options struct returns it from a static `about()`.
struct About {
    std::string name;                // on the command line
    std::string title;               // for people
    std::vector<Citation> citation;  // where it is defined
    bool nested = true;       // the best k features are among the best k + 1, for every k; options may differ
    bool raw_scales = false;  // the units of the features matter to its own formulas; options may differ
    GraphOptions graph = {};  // its defaults, if it uses a graph
};

// What a selector with its options needs and promises.
struct SelectorTraits {
    Needs needs;
    bool nested = true;
    bool raw_scales = false;
};

// How many features to select, and which in any case or never.
struct SelectionSize {
    Index k = 0;
    FixedFeatures fixed = {};

    template <std::integral Number>
    SelectionSize(Number count, FixedFeatures lists = {})  // implicit: method.run(x, inputs, 10)
        : k(static_cast<Index>(count)), fixed(std::move(lists)) {}
};

struct SelectorFamily;
using Method = Registered<SelectorFamily>;            // an entry of the table
using ConfiguredMethod = Configured<SelectorFamily>;  // a method with its options

struct SelectorFamily {
    using About = tamis::About;
    using Traits = SelectorTraits;
    using Inputs = tamis::Inputs;
    using Size = SelectionSize;
    using Result = Selection;
    static const Method& find(const std::string& name);  // throws UsageError on an unknown name
};

// What the method needs with at least one value of its choices: the options that it can make use of.
Needs possible_needs(const Method& method);

// All methods, in the order of methods.def.
const std::vector<Method>& methods();

// Throws UsageError with the nearest name if there is no such method.
const Method& find_method(const std::string& name);

// The method of that name with the given options over its defaults: configure("gfs", {{"gamma", 10.0}}), or
// texts as on the command line: configure("gfs", {{"gamma", "cv"}}). Throws UsageError on wrong names and
// values.
ConfiguredMethod configure(const std::string& method, const Record& settings = {});

}  // namespace tamis
