// Help for names that were not found.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tamis {

// The candidate with the smallest edit distance, or "" when none is near enough to be meant.
std::string nearest_name(std::string_view wanted, std::span<const std::string> candidates);

// "a, b, c"
std::string joined(std::span<const std::string> names, std::string_view separator = ", ");

// "unknown method 'fishr': did you mean 'fisher'? Known: …" — the sentence for every unknown name.
std::string unknown_name(std::string_view what, std::string_view wanted,
                         std::span<const std::string> candidates);

}  // namespace tamis
