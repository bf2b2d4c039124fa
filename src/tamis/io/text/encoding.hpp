// The encoding of names and other texts. Numbers are the same in all encodings that are read.
#pragma once

#include <string>

namespace tamis::detail {

enum class Encoding {
    automatic,  // what is not valid UTF-8 is Latin-1
    utf8,
    latin1,  // with the characters that Windows puts between 0x80 and 0x9F
};

// Makes the text UTF-8; true where that changed it. Throws Error where it has to be UTF-8 and is not; `place`
// says where the text stands ("data.csv: the name of column 3").
bool make_utf8(std::string& text, Encoding encoding, const std::string& place);

}  // namespace tamis::detail
