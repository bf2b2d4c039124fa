#include "tamis/pipeline/trust/run_trust.hpp"

#include "tamis/core/timer.hpp"
#include "tamis/pipeline/trust/p_values.hpp"

namespace tamis::detail {

void check_trust(const SelectRequest& request) {
    if (request.trust.tests()) test_of(request.method, request.trust);
}

Reading reading(const SelectRequest& request, bool own_graph) {
    const TrustRequest& trust = request.trust;
    const bool resamples = trust.stability || trust.bootstrap;
    if (resamples || (trust.tests() && test_of(request.method, trust) != TestKind::f)) return Reading::whole;
    return reading(request.method, own_graph);
}

TrustResult run_trust(const SelectRequest& request, const Prepared& prepared, const Context& context) {
    const Timer timer;
    TrustResult result;
    if (request.trust.tests())
        result.pvalues = p_values(request.method, {prepared.x(), prepared.labels()}, request.trust, context);
    result.seconds = timer.seconds();
    return result;
}

}  // namespace tamis::detail
