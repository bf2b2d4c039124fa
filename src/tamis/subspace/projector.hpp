// How a projector is registered and called by name.
//
// The signature is the contract, as for selectors: a function that takes `const Labels&` is supervised.
// Options have a member `Dimension dim`, a static `about()` and static `fields()`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/fields.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/projection.hpp"

namespace tamis {

struct ProjectorAbout {
    std::string name;      // on the command line
    std::string title;     // for people
    std::string citation;  // where it is defined
    bool below_classes;    // there are at most classes - 1 directions
};

struct Projector {
    ProjectorAbout about;
    bool needs_labels = false;
    std::vector<FieldInfo> fields;
    std::function<Record(const Settings&)> resolve;  // every option with its value; throws on wrong settings
    std::function<Projection(const MatrixView&, const Labels&, const Dimension&, const Settings&,
                             const Context&)>
        run;
};

// All projectors, in the order of projectors.def.
const std::vector<Projector>& projectors();

// Throws UsageError with the nearest name where there is no such projector.
const Projector& find_projector(const std::string& name);

}  // namespace tamis
