// The elements of a MAT file of version 5: tags with a type and a size, matrices that hold further elements.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tamis::detail {

constexpr std::uint32_t mat_matrix = 14, mat_compressed = 15;

struct MatTag {
    std::uint32_t type = 0;
    std::uint64_t size = 0;  // in bytes, without the tag
    bool small = false;      // the data are in the tag
};

// Walks through a stream of elements and throws Error where one is larger than what holds it.
class MatElements {
  public:
    using Read = std::function<std::size_t(char*, std::size_t)>;

    MatElements(Read read, bool swapped, const std::string& path, std::uint64_t most_bytes)
        : read_(std::move(read)), swapped_(swapped), path_(path), most_bytes_(most_bytes) {}

    // False at the end of the stream.
    bool next_tag(MatTag& tag);
    void skip(std::uint64_t bytes);

    // Looks through a matrix of `size` bytes that is not part of another one. Its numbers are left alone:
    // skip_rest() takes them from the stream.
    void check_matrix(std::uint64_t size);
    void skip_rest() { skip(rest_); }
    const std::string& name() const { return name_; }  // of that matrix

  private:
    struct Head {
        unsigned kind = 0;
        std::uint64_t cells = 1;
        std::string name;
    };

    [[noreturn]] void damaged(const std::string& what) const;
    void take(char* target, std::size_t size, std::uint64_t& left);
    std::uint32_t number(std::uint64_t& left);
    MatTag tag_within(std::uint64_t& left);
    void pass(const MatTag& tag, std::uint64_t& left);
    Head read_head(std::uint64_t& left);
    void check_inside(const Head& head, std::uint64_t& left, int depth);
    void check_sparse(std::uint64_t& left);
    void check_cells(std::uint64_t count, std::uint64_t& left, int depth);
    void check_fields(const Head& head, std::uint64_t& left, int depth);
    void check_numbers(const Head& head, const MatTag& data) const;

    Read read_;
    bool swapped_;
    const std::string& path_;
    std::uint64_t most_bytes_;
    std::uint64_t rest_ = 0, cells_ = 0;
    std::string name_;
    std::vector<char> block_;
};

}  // namespace tamis::detail
