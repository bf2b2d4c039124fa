// Which pixels the methods of a comparison choose.
#pragma once

#include "tamis/pipeline/evaluate.hpp"

namespace tamis::detail {

// Fills run.exhibits: per method and number of features, the share of the splits that chose each pixel.
// Throws UsageError unless the image has as many pixels as there are features.
void add_masks(EvaluateRun& run, const ImageShape& image);

}  // namespace tamis::detail
