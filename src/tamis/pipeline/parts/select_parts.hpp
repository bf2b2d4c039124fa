// A selection from parts instead of data: what `select` does, as far as moments allow.
#pragma once

#include "tamis/pipeline/parts/part.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis::detail {

// Throws UsageError if the request needs samples: a graph, scaling, rules for k, resampling, explanations,
// exhibits, a method that moments are not enough for.
void require_no_samples(const SelectRequest& request);

// As run_select does with the data themselves; data_hash is that of the parts.
SelectRun select_from_parts(const MergedParts& data, const SelectRequest& request,
                            const Context& context = {});

}  // namespace tamis::detail
