// The header of a .npy file: a Python dictionary as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tamis/core/index.hpp"
#include "tamis/io/byte_source.hpp"

namespace tamis::detail {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

struct NpyHeader {
    std::string type;  // "<f8"; at least two characters
    bool fortran = false;
    std::vector<Index> shape;  // empty for a single value
};

// Errors begin with `where`.
NpyHeader parse_npy_header(std::string_view text, const std::string& where);

// A matrix in a file of its own.
struct NpyMatrixHeader {
    std::string type;  // "<f8"
    bool fortran = false;
    Index rows = 0, cols = 0;
    std::uint64_t bytes = 0;  // of the header: the numbers begin there
};

// From the start of a file. Throws Error that names it if it is no NumPy file or holds no matrix.
NpyMatrixHeader read_npy_matrix_header(ByteSource& source, const std::string& path);

// Fills the target; throws Error that says that the file is cut off if it ends before.
void read_npy_exactly(ByteSource& source, void* target, std::size_t size, const std::string& path);

// Magic, version 1, and the header, filled up so that the numbers begin at a multiple of 64 bytes.
std::string npy_header_bytes(const std::string& type, const std::vector<Index>& shape);

}  // namespace tamis::detail
