// Data sets inside the library: CSV files of data/, embedded by shipped.S.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tamis::detail {

std::optional<std::string_view> shipped_csv(const std::string& name);

}  // namespace tamis::detail
