// Documents of finished runs with what a report shows of the data added.
#pragma once

#include <string>

#include "tamis/pipeline/exhibits/exhibits.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis::detail {

// The document that `run` was read from (parse_run), with its head, explanations, remarks and exhibits as
// they are now; all else is left as it is.
std::string with_exhibits(const std::string& document, const SelectRun& run);

// Any document with these exhibits, and with these names of its features and selected features unless it has
// some.
std::string with_exhibits(const std::string& document, const Exhibits& exhibits,
                          const std::vector<std::string>& feature_names);

// A document of 'tamis evaluate' with the masks of an image. Throws Error if it is none, UsageError if the
// image has another number of pixels than there are features.
std::string with_masks(const std::string& document, const ImageShape& image);

}  // namespace tamis::detail
