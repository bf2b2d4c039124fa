#include "tamis/io/numpy/npy_header.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "tamis/core/error.hpp"
#include "tamis/io/no_rows.hpp"
#include "tamis/io/numpy/npz.hpp"

namespace tamis::detail {

namespace {

// The text after "'key':", without blanks.
std::string_view value_of(std::string_view text, const std::string& key, const std::string& where) {
    const std::size_t found = text.find("'" + key + "'");
    const std::size_t colon = found == std::string_view::npos ? found : text.find(':', found);
    const std::size_t begin =
        colon == std::string_view::npos ? colon : text.find_first_not_of(' ', colon + 1);
    if (begin == std::string_view::npos) throw Error(where + ": has a damaged header: no '" + key + "'");
    return text.substr(begin);
}

std::vector<Index> parse_shape(std::string_view text, const std::string& where) {
    constexpr Index most = Index{1} << 48;
    std::vector<Index> shape;
    Index cells = 1;
    const char* const end = text.data() + text.size();
    for (const char* p = text.data() + 1; p < end && *p != ')';) {
        Index side = 0;
        const auto [after, error] = std::from_chars(p, end, side);
        if (error != std::errc() || side < 0 || (side > 0 && cells > most / side))
            throw Error(where + ": has a damaged header: shape");
        cells *= side;
        shape.push_back(side);
        p = after;
        while (p < end && (*p == ',' || *p == ' ' || *p == 'L')) ++p;
    }
    return shape;
}

}  // namespace

NpyHeader parse_npy_header(std::string_view text, const std::string& where) {
    NpyHeader header;
    const std::string_view type = value_of(text, "descr", where);
    if (!type.starts_with('\''))
        throw Error(where + ": has records of several fields: save a plain array of numbers");
    header.type = std::string(type.substr(1, type.find('\'', 1) - 1));
    if (header.type == "O") header.type = "|O";
    if (header.type.size() < 2) throw Error(where + ": has a damaged header: type '" + header.type + "'");
    if (header.type[0] == '>' && header.type.substr(2) != "1")
        throw Error(where + ": has big-endian numbers: save it as float64 (array.astype('<f8'))");
    header.fortran = value_of(text, "fortran_order", where).starts_with("True");
    header.shape = parse_shape(value_of(text, "shape", where), where);
    return header;
}

std::string npy_header_bytes(const std::string& type, const std::vector<Index>& shape) {
    std::string sides;
    for (std::size_t i = 0; i < shape.size(); ++i)
        sides += (i > 0 ? ", " : "") + std::to_string(shape[i]) + (shape.size() == 1 ? "," : "");
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + sides + "), }";
    constexpr std::size_t alignment = 64, fixed = 10;  // magic, version and length; a newline ends the header
    header.append(alignment - (fixed + header.size() + 1) % alignment, ' ');
    header += '\n';
    const auto length = static_cast<std::uint16_t>(header.size());
    std::string bytes(npy_magic);
    bytes += std::string_view("\x01\x00", 2);
    bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
    return bytes + header;
}

void read_npy_exactly(ByteSource& source, void* target, std::size_t size, const std::string& path) {
    if (source.read(static_cast<char*>(target), size) != size)
        throw Error(path + ": is cut off: the file ends too early; copy it again");
}

NpyMatrixHeader read_npy_matrix_header(ByteSource& source, const std::string& path) {
    const auto fail = [&](const Message& what) { throw Error(path + ": " + what); };
    char start[8];
    const std::size_t got = source.read(start, sizeof start);
    if (got == 0) fail("is empty");
    if (got < sizeof start || std::string_view(start, npy_magic.size()) != npy_magic)
        fail("is not a NumPy file: its first bytes are wrong");
    NpyMatrixHeader header;
    std::uint32_t length = 0;
    if (start[6] == 1) {
        std::uint16_t short_length = 0;
        read_npy_exactly(source, &short_length, sizeof short_length, path);
        length = short_length;
        header.bytes = sizeof start + sizeof short_length + length;
    } else if (start[6] == 2 || start[6] == 3) {
        read_npy_exactly(source, &length, sizeof length, path);
        header.bytes = sizeof start + sizeof length + length;
    } else {
        fail("has format version " + std::to_string(start[6]) + ": versions 1 to 3 are read");
    }
    constexpr std::uint32_t longest = 1U << 20U;
    if (length > longest) fail("has a damaged header");
    std::string text(length, '\0');
    read_npy_exactly(source, text.data(), length, path);

    NpyHeader parsed = parse_npy_header(text, path);
    const std::vector<Index>& shape = parsed.shape;
    if (shape.size() != 2)
        fail("has " + std::to_string(shape.size()) + " dimension" + (shape.size() == 1 ? "" : "s") +
             ": a matrix of two is needed, samples × features" +
             (shape.size() == 1 ? " (a list of labels is given as text, with " + option("label-file") + ")"
                                : Message()));
    header.type = std::move(parsed.type);
    header.fortran = parsed.fortran;
    header.rows = shape[0];
    header.cols = shape[1];
    if (header.rows == 0) throw NoRows(path + ": has no cells", header.cols);
    if (header.cols == 0) fail("has no cells");
    if (header.type.substr(1) == "O") fail(std::string("this .npy ") + python_objects);
    std::uint64_t width = 1;  // in bytes; a type that is not read is told by the caller
    std::from_chars(header.type.data() + 2, header.type.data() + header.type.size(), width);
    if (static_cast<std::uint64_t>(header.rows * header.cols) >
        source.most_bytes() / std::max<std::uint64_t>(1, width))
        fail("is cut off: its header says " + std::to_string(header.rows) + " × " +
             std::to_string(header.cols) + " cells, more than the file holds; copy it again");
    return header;
}

}  // namespace tamis::detail
