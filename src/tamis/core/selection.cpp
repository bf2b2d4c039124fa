#include "tamis/core/selection.hpp"

namespace tamis {

using namespace detail;

std::string to_text(Stop stop) {
    switch (stop) {
        case Stop::converged:
            return "converged";
        case Stop::iteration_limit:
            return "iteration_limit";
        case Stop::cancelled:
            return "cancelled";
        case Stop::exhausted:
            return "exhausted";
    }
    return "";
}

std::string to_text(Direction direction) { return direction == Direction::larger ? "larger" : "smaller"; }

}  // namespace tamis
