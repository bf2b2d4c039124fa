// From what was asked for to what is found, for one selection.
#pragma once

#include "tamis/pipeline/prepared.hpp"
#include "tamis/pipeline/select.hpp"
#include "tamis/pipeline/trust/half_runs.hpp"
#include "tamis/pipeline/trust/trust.hpp"

namespace tamis::detail {

// Throws UsageError, before any work is done, if the method cannot have what is asked for.
void check_trust(const SelectRequest& request);

// How the selection and all that is asked about it read the data: permutations and resampling need them in
// memory.
Reading reading(const SelectRequest& request, bool own_graph);

// `data` are as given, `prepared` as the method saw them. What a rule has `known` before is not computed
// again. Remarks go to context.warn.
TrustResult run_trust(const DataView& data, const SelectRequest& request, const Prepared& prepared,
                      const Selection& selection, const Context& context, TrustResult known = {});

// The test that fits the method and trust.permutations.
PValues find_p_values(const SelectRequest& request, const Prepared& prepared, const Context& context);

// How many features are chosen on a half: those that are asked for, or as many as were selected, or, if that
// was all of them, half of them and no more than 50. Throws Error if there are not so many.
Index half_size(const TrustRequest& request, Index selected, Index features);

// What the selections of `size` features on both halves of the pairs say.
SelectionStability stability_of(const HalfRuns& runs, Index pairs, Index size, Index features);

// Shares of halves are counted: what should be equal differs by rounding at most.
inline bool reaches(double share, double threshold) { return share >= threshold - 1e-9; }

}  // namespace tamis::detail
