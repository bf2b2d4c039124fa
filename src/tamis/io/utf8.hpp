// Characters as bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tamis::detail {

// Adds one character to a text in UTF-8.
void append_utf8(std::string& text, std::uint32_t code);

// The text of units of 16 bit (UTF-16), as MATLAB and Windows hold it.
std::string utf8_of(std::u16string_view units);

bool is_utf8(std::string_view text);

// The characters of a text; false if it is not in UTF-8.
bool decode_utf8(std::string_view text, std::u32string& characters);

}  // namespace tamis::detail
