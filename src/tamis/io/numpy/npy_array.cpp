#include "tamis/io/numpy/npy_array.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/numpy/npy_header.hpp"
#include "tamis/io/utf8.hpp"

namespace tamis::detail {

static_assert(std::endian::native == std::endian::little,
              "numbers are read and written as they lie in memory");

namespace {

class NpyText {
  public:
    NpyText(std::string_view bytes, const std::string& where,
            std::uint64_t most_bytes = std::numeric_limits<std::uint64_t>::max())
        : bytes_(bytes), where_(where), most_bytes_(most_bytes) {}

    NpyHeader header() { return parse_npy_header(read_header(), where_); }

    NpzArray parse() {
        const NpyHeader header = this->header();
        NpzArray array;
        array.shape = header.shape;
        read_cells(header.type.substr(1), array);
        if (header.fortran && array.shape.size() > 1) to_rows(array);
        return array;
    }

  private:
    [[noreturn]] void fail(const std::string& what) const { throw Error(where_ + ": " + what); }

    std::string_view read_header() {
        if (bytes_.size() < 10 || !bytes_.starts_with(npy_magic)) fail("is not a NumPy array");
        const char version = bytes_[6];
        std::size_t length = 0, start = 10;
        if (version == 1) {
            std::uint16_t size = 0;
            std::memcpy(&size, bytes_.data() + 8, sizeof size);
            length = size;
        } else if ((version == 2 || version == 3) && bytes_.size() >= 12) {
            std::uint32_t size = 0;
            std::memcpy(&size, bytes_.data() + 8, sizeof size);
            length = size;
            start = 12;
        } else {
            fail("has format version " + std::to_string(version) + ": versions 1 to 3 are read");
        }
        if (length > bytes_.size() - start) fail("has a damaged header");
        const std::string_view header = bytes_.substr(start, length);
        bytes_.remove_prefix(start + length);
        return header;
    }

    template <class Number>
    void read_numbers(NpzArray& array) const {
        const auto count = at(array.cells());
        require_size(count, sizeof(Number));
        require_unpackable(count * sizeof(double), most_bytes_, where_);
        array.numbers.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            Number number{};
            std::memcpy(&number, bytes_.data() + i * sizeof number, sizeof number);
            array.numbers[i] = static_cast<double>(number);
        }
    }

    void require_size(std::size_t count, std::size_t width) const {
        if (width == 0 || bytes_.size() / width < count || bytes_.size() != count * width)
            fail("has " + std::to_string(bytes_.size()) + " bytes of cells where its header says " +
                 std::to_string(count) + " cells: it is damaged");
    }

    void read_cells(const std::string& kind, NpzArray& array) const {
        if (kind == "f8") return read_numbers<double>(array);
        if (kind == "f4") return read_numbers<float>(array);
        if (kind == "i1") return read_numbers<std::int8_t>(array);
        if (kind == "i2") return read_numbers<std::int16_t>(array);
        if (kind == "i4") return read_numbers<std::int32_t>(array);
        if (kind == "i8") return read_numbers<std::int64_t>(array);
        if (kind == "u1" || kind == "b1") return read_numbers<std::uint8_t>(array);
        if (kind == "u2") return read_numbers<std::uint16_t>(array);
        if (kind == "u4") return read_numbers<std::uint32_t>(array);
        if (kind == "u8") return read_numbers<std::uint64_t>(array);
        if (kind[0] == 'S' || kind[0] == 'U') return read_texts(kind, array);
        if (kind == "O") fail(std::string("this .npz ") + python_objects);
        fail("has values of type '" + kind + "': save numbers or texts");
    }

    // Fixed widths, filled up with zeros: bytes for 'S', code points of four bytes for 'U'.
    void read_texts(const std::string& kind, NpzArray& array) const {
        std::size_t width = 0;
        std::from_chars(kind.data() + 1, kind.data() + kind.size(), width);
        const std::size_t unit = kind[0] == 'U' ? 4 : 1;
        const auto count = at(array.cells());
        if (width > bytes_.size()) fail("has a damaged header: type");
        if (width == 0 && count > 0) fail("has texts of width 0: it is damaged");
        if (width > 0) require_size(count, width * unit);
        require_unpackable(count * sizeof(std::string), most_bytes_, where_);
        for (std::size_t i = 0; i < count; ++i) {
            std::string text;
            for (std::size_t c = 0; c < width; ++c) {
                std::uint32_t code = 0;
                std::memcpy(&code, bytes_.data() + (i * width + c) * unit, unit);
                if (code == 0) break;
                if (unit == 1)
                    text += static_cast<char>(code);
                else
                    append_utf8(text, code);
            }
            array.texts.push_back(std::move(text));
        }
    }

    // Cells by columns to cells by rows, for matrices.
    void to_rows(NpzArray& array) const {
        if (array.shape.size() != 2 || array.numbers.empty()) {
            if (array.cells() > 1) fail("is stored by columns: save numpy.ascontiguousarray(array)");
            return;
        }
        const auto rows = at(array.shape[0]), cols = at(array.shape[1]);
        std::vector<double> turned(array.numbers.size());
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < cols; ++j) turned[i * cols + j] = array.numbers[j * rows + i];
        array.numbers = std::move(turned);
    }

    std::string_view bytes_;
    const std::string& where_;
    std::uint64_t most_bytes_;
};

}  // namespace

NpzArray parse_npy(std::string_view bytes, const std::string& where, std::uint64_t most_bytes) {
    return NpyText(bytes, where, most_bytes).parse();
}

NpzArray read_member(ZipReader& archive, std::size_t member, const std::string& where) {
    return parse_npy(
        archive.content(member), where,
        archive.is_packed(member) ? archive.most_unpacked() : std::numeric_limits<std::uint64_t>::max());
}

NpyHeader parse_npy_head(std::string_view bytes, const std::string& where) {
    return NpyText(bytes, where).header();
}

namespace {

// Characters of four bytes, as NumPy's own texts are; bytes where a text is not in UTF-8, so that it comes
// back as it was.
std::string text_cells(const std::vector<std::string>& texts, std::string& type) {
    std::vector<std::u32string> decoded(texts.size());
    std::size_t width = 1, byte_width = 1;
    bool valid = true;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        valid = valid && decode_utf8(texts[i], decoded[i]);
        width = std::max(width, decoded[i].size());
        byte_width = std::max(byte_width, texts[i].size());
    }
    std::string cells;
    if (valid) {
        type = "<U" + std::to_string(width);
        for (std::u32string& text : decoded) {
            text.resize(width, U'\0');
            cells.append(reinterpret_cast<const char*>(text.data()), width * sizeof(char32_t));
        }
    } else {
        type = "|S" + std::to_string(byte_width);
        for (std::string text : texts) {
            text.resize(byte_width, '\0');
            cells += text;
        }
    }
    return cells;
}

}  // namespace

std::string npy_bytes(const NpzArray& array) {
    std::string cells, type = "<f8";
    if (!array.texts.empty()) {
        cells = text_cells(array.texts, type);
    } else if (array.whole) {
        type = "<i8";
        for (const double number : array.numbers) {
            const auto whole = static_cast<std::int64_t>(number);
            cells.append(reinterpret_cast<const char*>(&whole), sizeof whole);
        }
    } else {
        cells.assign(reinterpret_cast<const char*>(array.numbers.data()),
                     array.numbers.size() * sizeof(double));
    }
    return npy_header_bytes(type, array.shape) + cells;
}

}  // namespace tamis::detail
