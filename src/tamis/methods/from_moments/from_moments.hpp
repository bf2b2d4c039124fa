// Methods run on moments instead of data, with the same results to rounding.
#pragma once

#include <span>
#include <string>

#include "tamis/methods/method.hpp"
#include "tamis/passes/moments/known_moments.hpp"

namespace tamis::detail {

struct ClassMoments {
    KnownMoments known;                    // groups: the classes, and last the samples without a label
    bool labeled = false;                  // there is a label at all
    std::vector<std::string> class_names;  // sorted as those of Labels
    std::vector<Index> class_counts;
    Index unlabeled = 0;  // samples

    Index classes() const { return static_cast<Index>(class_names.size()); }
    Index samples() const;
};

// Throws UsageError if the method, with its options, needs more of the data than moments.
void require_moments_enough(const ConfiguredMethod& method);

// Throws Error unless every sample has a label and there are two classes or more.
void require_classes(const ClassMoments& data, const std::string& who);

// The scatter of the classes, in units in which no column loses digits.
Scatter class_scatter(const ClassMoments& data);

// As method.run does with the data. There must be two samples or more; options and sizes are checked.
Selection run_from_moments(const ConfiguredMethod& method, const ClassMoments& data,
                           const SelectionSize& size, const Context& context = {});

}  // namespace tamis::detail
