// From what was asked for to what is found, for one selection.
#pragma once

#include "tamis/pipeline/prepared.hpp"
#include "tamis/pipeline/select.hpp"
#include "tamis/pipeline/trust/trust.hpp"

namespace tamis::detail {

// Throws UsageError, before any work is done, if the method cannot have what is asked for.
void check_trust(const SelectRequest& request);

// How the selection and all that is asked about it read the data: permutations and resampling need them in
// memory.
Reading reading(const SelectRequest& request, bool own_graph);

// `data` are as given, `prepared` as the method saw them. Remarks go to context.warn.
TrustResult run_trust(const DataView& data, const SelectRequest& request, const Prepared& prepared,
                      const Selection& selection, const Context& context);

}  // namespace tamis::detail
