// The number of features that a rule finds for one selection.
#pragma once

#include "tamis/pipeline/choice/trust_rules.hpp"

namespace tamis::detail {

// `request.rule` must be there. Throws UsageError if the rule is not for this method or for a graph of the
// user's own, and Error if nothing meets it.
CountChoice choose_count(const SelectRequest& request, const DataView& data, const Sources& sources,
                         const Context& context);

}  // namespace tamis::detail
