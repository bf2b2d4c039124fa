#include "tamis/core/validate.hpp"

#include <cmath>

#include "tamis/core/options/value.hpp"

namespace tamis::detail {

std::string describe(const UnusableCell& cell) {
    std::string text = "row " + std::to_string(cell.row) + ", column " + std::to_string(cell.column) +
                       " (counted from 0) is ";
    if (std::isnan(cell.value)) return text + "NaN";
    if (std::isinf(cell.value)) return text + (cell.value > 0 ? "infinite" : "-infinite");
    return text + to_text(Value(cell.value)) + ", too large to be squared (the limit is 1e150)";
}

}  // namespace tamis::detail
