// Plain text inside other languages: characters that mean something there lose their meaning.
#pragma once

#include <string>
#include <string_view>

namespace tamis::detail {

// Control characters of names and messages, which could move the cursor or rename the window of a terminal,
// as \x1b or \u202e; line ends and tabs as \n and \t. What is not valid UTF-8 is shown the same way.
std::string visible(std::string_view text);
// The same for a text of several lines: line ends stay, and tabs on demand.
std::string visible_lines(std::string_view text, bool tabs = false);

// The text of an element or of an attribute in quotes. Control characters and marks that turn the direction
// of writing are made visible.
std::string html_text(std::string_view text);
std::string markdown_text(std::string_view text);
// ± and µ become commands, so that the file compiles with any encoding of fonts.
std::string latex_text(std::string_view text);
// A cell of a delimited table, in quotes where it needs them (RFC 4180).
std::string delimited_text(std::string_view text, char delimiter);

}  // namespace tamis::detail
