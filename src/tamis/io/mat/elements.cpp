#include "tamis/io/mat/elements.hpp"

#include <algorithm>
#include <cstring>

#include "tamis/core/error.hpp"
#include "tamis/core/memory_budget.hpp"

namespace tamis::detail {

namespace {

constexpr std::uint32_t type_int32 = 5, type_uint32 = 6;
constexpr unsigned kind_cell = 1, kind_struct = 2, kind_char = 4, kind_sparse = 5, kind_last_number = 15,
                   kind_function = 16;
constexpr std::uint64_t tag_bytes = 8;

// Bytes per number of a type; 0 for types that hold no numbers.
std::uint64_t width_of(std::uint32_t type) {
    constexpr std::uint64_t widths[] = {0, 1, 1, 2, 2, 4, 4, 4, 0, 8, 0, 0, 8, 8, 0, 0, 1, 2, 4};
    return type < std::size(widths) ? widths[type] : 0;
}

}  // namespace

void MatElements::damaged(const std::string& what) const {
    throw Error(path_ + ": is damaged: " + (name_.empty() ? "a variable" : "variable " + name_) + " " + what +
                "; copy the file again");
}

bool MatElements::next_tag(MatTag& tag) {
    std::uint32_t words[2];
    const std::size_t got = read_(reinterpret_cast<char*>(words), sizeof words);
    if (got == 0) return false;
    if (got < sizeof words) throw Error(path_ + ": is cut off: the file ends too early; copy it again");
    if (swapped_)
        for (std::uint32_t& word : words) word = __builtin_bswap32(word);
    tag = {words[0], words[1], false};
    return true;
}

void MatElements::skip(std::uint64_t bytes) {
    block_.resize(1 << 16);
    while (bytes > 0) {
        const std::size_t got = read_(block_.data(), std::min<std::uint64_t>(bytes, block_.size()));
        if (got == 0) throw Error(path_ + ": is cut off: the file ends too early; copy it again");
        bytes -= got;
    }
}

void MatElements::take(char* target, std::size_t size, std::uint64_t& left) {
    if (size > left) damaged("is larger than what holds it");
    if (read_(target, size) != size)
        throw Error(path_ + ": is cut off: the file ends too early; copy it again");
    left -= size;
}

std::uint32_t MatElements::number(std::uint64_t& left) {
    std::uint32_t word = 0;
    take(reinterpret_cast<char*>(&word), sizeof word, left);
    return swapped_ ? __builtin_bswap32(word) : word;
}

// A tag whose element fits. Up to four bytes of data stand in the tag itself; its size is then in the upper
// half of its first word.
MatTag MatElements::tag_within(std::uint64_t& left) {
    const std::uint32_t first = number(left);
    if (first >> 16U != 0) {
        const MatTag tag{first & 0xFFFFU, first >> 16U, true};
        if (tag.size > 4) damaged("has an element of a size that is not possible");
        return tag;
    }
    const MatTag tag{first, number(left), false};
    if (tag.size > left) damaged("is larger than what holds it");
    return tag;
}

// The data of an element and what fills them up to a multiple of 8 bytes.
void MatElements::pass(const MatTag& tag, std::uint64_t& left) {
    const std::uint64_t size = tag.small ? 4 : std::min((tag.size + 7) / 8 * 8, left);
    if (size > left) damaged("is larger than what holds it");
    skip(size);
    left -= size;
}

MatElements::Head MatElements::read_head(std::uint64_t& left) {
    Head head;
    const MatTag flags = tag_within(left);
    if (flags.type != type_uint32 || flags.size != 8 || flags.small)
        damaged("does not begin as a variable does");
    head.kind = number(left) & 0xFFU;
    number(left);
    const MatTag sides = tag_within(left);
    constexpr std::uint64_t most_sides = 64, most_cells = std::uint64_t{1} << 48U;
    if (sides.type != type_int32 || sides.small || sides.size % 4 != 0 || sides.size / 4 < 1 ||
        sides.size / 4 > most_sides)
        damaged("has no dimensions");
    for (std::uint64_t i = 0; i < sides.size / 4; ++i) {
        const std::uint64_t side = number(left);
        if (side > 0 && head.cells > most_cells / side) damaged("declares more cells than any file holds");
        head.cells *= side;
    }
    if (sides.size % 8 != 0) number(left);
    const MatTag name = tag_within(left);
    constexpr std::uint64_t longest_name = 4096;
    if (name.size > longest_name) damaged("has a name that is too long");
    head.name.resize(name.size);
    const std::uint64_t before = left;
    take(head.name.data(), head.name.size(), left);
    const std::uint64_t padded = name.small ? 4 : std::min((name.size + 7) / 8 * 8, before);
    const std::uint64_t fill = padded - name.size;
    skip(std::min(fill, left));
    left -= std::min(fill, left);
    return head;
}

void MatElements::check_matrix(std::uint64_t size) {
    name_.clear();
    rest_ = size;
    if (size == 0) damaged("is of size 0");  // matio goes on reading all the same
    const Head head = read_head(rest_);
    name_ = head.name;
    if (head.kind == kind_cell || head.kind == kind_struct || head.kind == kind_sparse ||
        head.kind == kind_function) {
        check_inside(head, rest_, 0);
    } else if (head.kind >= kind_char && head.kind <= kind_last_number) {
        check_numbers(head, tag_within(rest_));
    }
}

void MatElements::check_inside(const Head& head, std::uint64_t& left, int depth) {
    switch (head.kind) {
        case kind_cell:
        case kind_function:
            return check_cells(head.cells, left, depth);
        case kind_struct:
            return check_fields(head, left, depth);
        case kind_sparse:
            return check_sparse(left);
        default:
            if (head.kind >= kind_char && head.kind <= kind_last_number)
                check_numbers(head, tag_within(left));
    }
}

// The rows of the cells, where columns begin, and the numbers. matio passes over none of them if it does not
// know its type, and takes what it finds there for a size.
void MatElements::check_sparse(std::uint64_t& left) {
    for (int part = 0; part < 3; ++part) {
        const MatTag tag = tag_within(left);
        const bool numbers = part == 2;
        if (numbers ? width_of(tag.type) == 0 : tag.type != type_int32 && tag.type != type_uint32)
            damaged("is sparse and lacks " +
                    std::string(numbers ? "its numbers" : "the places of its cells"));
        pass(tag, left);
    }
}

void MatElements::check_cells(std::uint64_t count, std::uint64_t& left, int depth) {
    constexpr int deepest = 32;
    constexpr std::uint64_t bytes_in_memory = 400;  // of a cell in matio, without its data
    if (depth > deepest) damaged("holds cells within cells without end");
    if (count > left / tag_bytes) damaged("declares more cells than it holds");
    cells_ += count;
    if (cells_ > most_bytes_ / bytes_in_memory)
        throw Error(path_ + ": variable " + name_ + " has so many cells that they take more than " +
                        bytes_text(most_bytes_),
                    "allow more with " + option("max_unpacked", "SIZE"));
    for (std::uint64_t i = 0; i < count; ++i) {
        const MatTag tag = tag_within(left);
        if (tag.type != mat_matrix || tag.small) damaged("holds a cell that is no variable");
        std::uint64_t inside = tag.size;
        left -= inside;
        if (inside == 0) continue;
        const Head head = read_head(inside);
        check_inside(head, inside, depth + 1);
        skip(inside);
    }
}

void MatElements::check_fields(const Head& head, std::uint64_t& left, int depth) {
    const MatTag length = tag_within(left);
    if (length.type != type_int32 || length.size != 4) damaged("has no names of fields");
    const std::uint32_t bytes = number(left);
    if (!length.small) number(left);
    const MatTag names = tag_within(left);
    if (bytes == 0 && names.size > 0) damaged("has no names of fields");
    pass(names, left);
    const std::uint64_t fields = bytes == 0 ? 0 : names.size / bytes;
    if (fields > 0 && head.cells > left / tag_bytes / fields) damaged("declares more cells than it holds");
    check_cells(head.cells * fields, left, depth);
}

// Numbers may be stored in fewer bytes than their class has, but never in none.
void MatElements::check_numbers(const Head& head, const MatTag& data) const {
    const std::uint64_t width = width_of(data.type);
    if (head.cells > 0 &&
        (width == 0 || (head.kind == kind_char ? data.size : data.size / width) < head.cells))
        damaged("declares " + std::to_string(head.cells) + " cells, more than it holds");
}

}  // namespace tamis::detail
