// Plain text inside other languages: characters that mean something there lose their meaning.
#pragma once

#include <string>
#include <string_view>

namespace tamis::detail {

std::string markdown_text(std::string_view text);
// ± and µ become commands, so that the file compiles with any encoding of fonts.
std::string latex_text(std::string_view text);
// A cell of a delimited table, in quotes where it needs them (RFC 4180).
std::string delimited_text(std::string_view text, char delimiter);

}  // namespace tamis::detail
