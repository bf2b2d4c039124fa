// The options of TRLN and WHTR, which is TRLN without its penalty.
#pragma once

#include "tamis/subspace/projector.hpp"

namespace tamis {

enum class DescentMode {
    safe,   // the criterion never rises
    plain,  // Algorithm 1 as printed, which need not converge
};
enum class DescentStop {
    kkt,    // the optimality conditions hold to `tolerance`
    paper,  // the criterion changes by less than 0.05, or 30 iterations
};
enum class DescentStart {
    trace_ratio,  // the global optimum of the trace ratio (eq. 5)
    random,       // any orthonormal W, as Algorithm 1 has it
};

// What WHTR has in place of α: always 0.
struct NoPenalty {
    constexpr explicit NoPenalty(double) {}                     // whatever it is
    constexpr explicit operator double() const { return 0.0; }  // the penalty
};

// Penalty: double for TRLN, NoPenalty for WHTR. Each has its own about().
template <class Penalty>
struct PairwiseOptions {
    Dimension dim;                 // any number up to that of the features; default classes - 1
    Penalty alpha = Penalty(1.0);  // weight of the l2,1 norm; larger empties more rows of W
    DescentMode mode = DescentMode::safe;
    DescentStop stop = DescentStop::kkt;
    double tolerance = 1e-5;     // of the residual of eq. 24 relative to the criterion; larger stops earlier
    Index max_iterations = 300;  // larger comes closer to the minimum; rows may go to zero slowly
    DescentStart start = DescentStart::trace_ratio;
    Index starts = 1;  // more look for a better local minimum: the others are random

    static ProjectorAbout about();
    bool in_passes() const { return false; }
    std::string not_shared() const { return {}; }
    static Fields<PairwiseOptions> fields();
};

namespace detail {

// Texts that TRLN as a selector shows as well.
inline constexpr const char* penalty_help =
    "weight of the l2,1 norm of the projection; larger empties more of its rows";
inline constexpr const char* residual_help =
    "relative accuracy at which to stop; measured by the residual of the optimality conditions";

}  // namespace detail

}  // namespace tamis
