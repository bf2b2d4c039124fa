// How projectors are called, by function and by name.
//
// A projector takes
//     x        the data, samples × features: two samples or more, every cell finite;
//     labels   the class of every sample, two classes or more, unless it is unsupervised;
//     options  `dim`, the number of directions, and the method's own, each with a default;
//     context  threads, seed, warnings, progress, cancel
// and returns a Projection, which project_rows applies to any rows with the same features. It throws
// UsageError if an option is out of range, Error if the data or labels are not as above or do not have as
// many directions as asked for, and Cancelled if the context asks to stop. It changes nothing that it is
// given.
//
// The signature is the contract, as for selectors: a function that takes `const Labels&` is supervised.
// Options have a member `Dimension dim`, a static `about()` and static `fields()`.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/citations/citations.hpp"
#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/options/registry.hpp"
#include "tamis/core/projection.hpp"

namespace tamis {

// Three bases of the same span; what a nearest-neighbor classifier sees depends on the choice.
enum class Basis {
    unit,  // columns of length 1
    orth,  // orthonormal columns
    sw,    // Wᵀ(S_w + ρI)W = I
};

// A projector's description; the options struct returns it from a static `about()`.
struct ProjectorAbout {
    std::string name;                // on the command line
    std::string title;               // for people
    std::vector<Citation> citation;  // where it is defined
    bool below_classes;              // there are at most classes - 1 directions
    bool raw_scales = false;         // another unit of a feature gives other directions
};

// What a projector with its options needs.
struct ProjectorTraits {
    struct Needs {
        bool labels = false;
    };
    Needs needs;
};

struct ProjectorFamily;
using Projector = Registered<ProjectorFamily>;            // an entry of the table
using ConfiguredProjector = Configured<ProjectorFamily>;  // a projector with its options

struct ProjectorFamily {
    using About = ProjectorAbout;
    using Traits = ProjectorTraits;
    using Inputs = Labels;  // empty if the projector needs none
    using Size = Dimension;
    using Result = Projection;
    static const Projector& find(const std::string& name);  // throws UsageError on an unknown name
};

// All projectors, in the order of projectors.def.
const std::vector<Projector>& projectors();

// Throws UsageError with the nearest name if there is no such projector.
const Projector& find_projector(const std::string& name);

// The projector of that name with the given options over its defaults: values, or texts as on the command
// line. Throws UsageError on wrong names and values.
ConfiguredProjector configure_projector(const std::string& projector, const Record& settings = {});

}  // namespace tamis
