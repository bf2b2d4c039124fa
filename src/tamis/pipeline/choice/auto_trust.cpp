#include "tamis/pipeline/choice/auto_trust.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/pipeline/trust/p_values.hpp"

namespace tamis::detail {

namespace {

constexpr Index usual_auto_pairs = 20;  // fewer than `select` takes: there is much else to do
constexpr Index least_pairs = 5;        // shares of fewer halves say too little

// As many runs of the method as the test takes, at most.
double runs_of(TestKind kind) {
    if (kind == TestKind::relieff || kind == TestKind::labels_again || kind == TestKind::rows_again)
        return static_cast<double>(usual_slow_draws);
    return kind == TestKind::graph ? 10.0 : 2.0;  // a graph per group of features, and permutations
}

// What there is time for. One run is made to see how long it takes.
TrustRequest within(double seconds_left, TrustRequest wanted, const Dataset& data,
                    const SelectRequest& request, const Context& context) {
    Context silent = context;
    silent.warn = nullptr;
    const Timer timer;
    run_select(data, request, silent);
    const double one = timer.seconds();
    seconds_left -= one;
    if (wanted.pvalues) {
        const double tests = one * runs_of(test_of(request.method, {}));
        wanted.pvalues = tests <= seconds_left;
        if (wanted.pvalues)
            seconds_left -= tests;
        else
            context.warning(
                fmt::format("no p-values: they may take {:.1f} s, more than is left of the budget", tests));
    }
    const double fits = std::clamp(seconds_left / (2.0 * one), 0.0, static_cast<double>(usual_auto_pairs));
    wanted.stability = static_cast<Index>(fits);
    if (*wanted.stability < least_pairs) {
        wanted.stability.reset();
        context.warning("no half samples: too little is left of the budget to see what is chosen again");
    }
    return wanted;
}

}  // namespace

SelectRun select_with_trust(const Dataset& data, SelectRequest request, std::optional<double> seconds_left,
                            const Context& context) {
    TrustRequest wanted{.pvalues = has_test(request.method)};
    wanted.stability = usual_auto_pairs;
    if (seconds_left) wanted = within(*seconds_left, wanted, data, request, context);
    const TrustRequest without_halves{.pvalues = wanted.pvalues};
    for (const TrustRequest& asked : {wanted, without_halves}) {
        request.trust = asked;
        if (!asked.any()) continue;
        try {
            return run_select(data, request, context);
        } catch (const Cancelled&) {
            throw;
        } catch (const Error& error) {
            context.warning(Message(asked.stability ? "no half samples: " : "no p-values: ") +
                            error.message());
        }
    }
    request.trust = {};
    return run_select(data, request, context);
}

}  // namespace tamis::detail
