#include "tamis/io/standard_input.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

struct Signature {
    std::string_view bytes;
    const char* name;
};

constexpr std::array signatures = {
    Signature{"\x1f\x8b", "a gzip file"},       Signature{"PK\x03\x04", "a zip or .npz file"},
    Signature{"\x93NUMPY", "a .npy file"},      Signature{"\x89HDF", "an HDF5 file"},
    Signature{"MATLAB 5.0", "a MATLAB file"},   Signature{"MATLAB 7.3", "a MATLAB file"},
    Signature{"%%MatrixMarket", "a .mtx file"},
};

// Null for text.
const char* kind_of(std::string_view bytes) {
    for (const Signature& signature : signatures)
        if (bytes.starts_with(signature.bytes)) return signature.name;
    constexpr std::size_t looked_at = 4096;
    const bool utf16 = bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff");
    return !utf16 && bytes.substr(0, looked_at).find('\0') != std::string_view::npos ? "a binary file"
                                                                                     : nullptr;
}

}  // namespace

std::string read_standard_input() {
    std::string bytes;
    std::array<char, 1 << 16> block;
    while (const std::size_t got = std::fread(block.data(), 1, block.size(), stdin))
        bytes.append(block.data(), got);
    if (std::ferror(stdin) != 0)
        throw Error("cannot read standard input: " + std::generic_category().message(errno));
    if (bytes.empty()) throw Error("standard input is empty: pipe a table of text into it");
    if (const char* kind = kind_of(bytes))
        throw Error(std::string("only text is read from standard input, and this begins like ") + kind +
                    ": save it to a file and give its name");
    return bytes;
}

}  // namespace tamis::detail
