#include "tamis/report/data_text.hpp"

#include <fmt/format.h>

namespace tamis::detail {

std::string label_text(std::optional<Index> classes, const std::string& label_name) {
    if (!classes) return "no labels";
    return fmt::format("{} {}{}", *classes, *classes == 1 ? "class" : "classes",
                       label_name.empty() ? "" : ", label " + label_name);
}

}  // namespace tamis::detail
