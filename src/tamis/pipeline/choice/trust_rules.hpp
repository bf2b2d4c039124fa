// Rules that ask how sure features are: fdr counts the significant ones, stable takes those that are chosen
// again.
#pragma once

#include "tamis/core/choice/count_rule.hpp"
#include "tamis/pipeline/driver.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis::detail {

struct CountChoice {
    RuleChoice count;  // k is 0 if nothing meets the rule; the reason is then how near the best came
    std::vector<Index> features;  // of stable: the choice itself, in its order
    TrustResult trust;            // what the rule looked at: p-values or half samples

    // What the method is to choose from: the stable features and no others, or what the request says.
    FixedFeatures fixed(const FixedFeatures& asked) const;
};

// Throws UsageError if the method has no test for fdr, or if it cannot say what its objective is of given
// features, as stable needs it.
void require_trust_rule(const CountRule& rule, const ConfiguredMethod& method, const TrustRequest& trust);

// `request.rule` must be fdr or stable. `data` are as given.
CountChoice choose_by_trust(const SelectRequest& request, const DataView& data, const Sources& sources,
                            const Context& context);

// fdr: the method takes its own best k, and where it does not rank by p these are not just the significant
// ones. Remarked on with the numbers.
void remark_on_insignificant(const CountRule& rule, const Selection& selection, const PValues& tests,
                             const Context& context);

}  // namespace tamis::detail
