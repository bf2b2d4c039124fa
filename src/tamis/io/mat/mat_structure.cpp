#include "tamis/io/mat/mat_structure.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "tamis/core/error.hpp"
#include "tamis/io/justified.hpp"
#include "tamis/io/mat/elements.hpp"
#include "tamis/io/mat/unpacked_element.hpp"

namespace tamis::detail {

namespace {

constexpr std::size_t header_bytes = 128;

enum class ByteOrder { native, swapped, unknown };  // unknown: not a file of version 5

ByteOrder order_of(const std::array<char, header_bytes>& header) {
    const std::string_view end(header.data() + 124, 4);
    if (end == std::string_view("\x00\x01IM", 4)) return ByteOrder::native;
    if (end == std::string_view("\x01\x00MI", 4)) return ByteOrder::swapped;
    return ByteOrder::unknown;
}

[[noreturn]] void fail_as_cut_off(const std::string& path) {
    throw Error(path + ": is cut off: the file ends too early; copy it again");
}

UnpackedSizes check_version5(ByteSource& source, const std::string& path, bool swapped,
                             std::uint64_t most_bytes) {
    UnpackedSizes unpacked;
    MatElements file([&](char* target, std::size_t size) { return source.read(target, size); }, swapped, path,
                     most_bytes);
    MatTag tag;
    while (file.next_tag(tag)) {
        if (tag.type != mat_compressed) {
            if (tag.type == mat_matrix) {
                file.check_matrix(tag.size);
                file.skip_rest();
            } else {
                file.skip(tag.size);
            }
            continue;
        }
        UnpackedElement inner(source, tag.size);
        MatElements element([&](char* target, std::size_t size) { return inner.read(target, size); }, swapped,
                            path, most_bytes);
        MatTag matrix;
        if (!element.next_tag(matrix) || matrix.type != mat_matrix || matrix.size / best_packing > tag.size) {
            if (!inner.skip_rest()) fail_as_cut_off(path);
            throw Error(path + ": is damaged: a compressed variable cannot be unpacked; copy the file again");
        }
        element.check_matrix(matrix.size);
        unpacked[element.name()] = matrix.size;
        if (!inner.skip_rest()) fail_as_cut_off(path);
    }
    return unpacked;
}

struct Header4 {
    std::int32_t type, rows, cols, complex, name_bytes;
};

// Bytes per number; 0 if the type is not one of version 4. Its digits: machine, zero, precision, kind.
std::uint64_t width_of(std::int32_t type) {
    constexpr std::uint64_t widths[] = {8, 4, 4, 2, 2, 1};
    if (type < 0 || type / 1000 > 1 || type / 100 % 10 != 0 || type % 10 > 2) return 0;
    const auto precision = static_cast<std::size_t>(type / 10 % 10);
    return precision < std::size(widths) ? widths[precision] : 0;
}

// `start` are bytes that were read already.
class Version4 {
  public:
    Version4(ByteSource& source, const std::string& path, std::string start)
        : source_(source), path_(path), start_(std::move(start)) {}

    void check() {
        Header4 header{};
        for (bool first = true;; first = false) {
            const std::size_t got = read(reinterpret_cast<char*>(&header), sizeof header);
            if (got == 0 && !first) return;
            if (width_of(header.type) == 0)
                for (std::int32_t* field :
                     {&header.type, &header.rows, &header.cols, &header.complex, &header.name_bytes})
                    *field = static_cast<std::int32_t>(__builtin_bswap32(static_cast<std::uint32_t>(*field)));
            check_variable(header, got == sizeof header, first);
        }
    }

  private:
    // matio reads a sparse matrix of this version without a look at its sizes.
    void check_variable(const Header4& header, bool whole, bool first) {
        constexpr std::int32_t longest_name = 4096;
        const std::uint64_t width = width_of(header.type);
        const bool good = whole && width > 0 && header.rows >= 0 && header.cols >= 0 && header.complex >= 0 &&
                          header.complex <= 1 && header.name_bytes > 0 && header.name_bytes <= longest_name;
        if (!good && first) throw Error(path_ + ": is not a MAT file");
        if (!good) throw Error(path_ + ": is cut off or damaged; copy the file again");
        if (header.type % 10 == 2)
            throw Error(path_ +
                        ": holds a sparse matrix of MAT version 4, which tamis does not read: save it again "
                        "with save -v7");
        const std::uint64_t cells =
            static_cast<std::uint64_t>(header.rows) * static_cast<std::uint64_t>(header.cols);
        // Below 2^62 · 16 only in parts: rows first, so that no product overflows.
        const std::uint64_t bytes_per_cell = width * (header.complex == 1 ? 2U : 1U);
        if (cells > (std::uint64_t{1} << 48U)) fail_as_cut_off(path_);
        skip(static_cast<std::uint64_t>(header.name_bytes) + cells * bytes_per_cell);
    }

    std::size_t read(char* target, std::size_t size) {
        const std::size_t known = std::min(size, start_.size() - taken_);
        std::memcpy(target, start_.data() + taken_, known);
        taken_ += known;
        return known + (known < size ? source_.read(target + known, size - known) : 0);
    }

    void skip(std::uint64_t bytes) {
        std::vector<char> block(1 << 16);
        while (bytes > 0) {
            const std::size_t got = read(block.data(), std::min<std::uint64_t>(bytes, block.size()));
            if (got == 0) fail_as_cut_off(path_);
            bytes -= got;
        }
    }

    ByteSource& source_;
    const std::string& path_;
    std::string start_;
    std::size_t taken_ = 0;
};

}  // namespace

UnpackedSizes check_mat_structure(ByteSource& source, const std::string& path, std::uint64_t most_bytes) {
    std::array<char, header_bytes> header{};
    const std::size_t got = source.read(header.data(), header.size());
    if (got == 0) throw Error(path + ": is empty");
    const bool named = std::string_view(header.data(), got).starts_with("MATLAB");
    if (named && got < header.size()) fail_as_cut_off(path);
    const ByteOrder order = order_of(header);
    if (order != ByteOrder::unknown)
        return check_version5(source, path, order == ByteOrder::swapped, most_bytes);
    Version4(source, path, std::string(header.data(), got)).check();
    return {};
}

bool is_whole_mat_file(ByteSource& source) {
    std::array<char, header_bytes> header{};
    if (source.read(header.data(), header.size()) != header.size()) return false;
    if (order_of(header) != ByteOrder::native) return false;
    std::vector<char> block(1 << 16);
    std::uint32_t tag[2];
    for (;;) {
        const std::size_t got = source.read(reinterpret_cast<char*>(tag), sizeof tag);
        if (got < sizeof tag) return got == 0;
        if (tag[0] != mat_compressed) return false;
        UnpackedElement inner(source, tag[1]);
        while (inner.read(block.data(), block.size()) > 0) {
        }
        if (!inner.ended_well()) return false;
    }
}

}  // namespace tamis::detail
