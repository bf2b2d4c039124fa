// Zip archives, read: a directory of members, which are unpacked when they are asked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tamis/io/byte_source.hpp"

namespace tamis::detail {

class ZipReader {
  public:
    // Reads the archive and its directory. Errors name `path`: not an archive, cut off, two members of one
    // name. Members may unpack to `most_unpacked` bytes together.
    ZipReader(ByteSource& source, const std::string& path, std::uint64_t most_unpacked);

    const std::vector<std::string>& names() const { return names_; }
    // Whether the member takes less in the file than unpacked.
    bool is_packed(std::size_t member) const;
    // The first `size` bytes of a member, or all of them if it is shorter.
    std::string head(std::size_t member, std::size_t size) const;
    // The whole member; its checksum is compared.
    std::string content(std::size_t member);
    std::uint64_t most_unpacked() const { return most_unpacked_; }

  private:
    struct Member {
        std::uint16_t method = 0;
        std::uint32_t crc = 0;
        std::uint64_t packed = 0, size = 0, start = 0;
    };

    [[noreturn]] void fail(const std::string& what) const;
    std::string_view part(std::uint64_t start, std::uint64_t size) const;
    template <class Number>
    Number get(std::uint64_t start) const;
    std::uint64_t directory() const;
    void read_directory();
    void read_zip64(std::string_view extra, Member& member) const;
    std::string_view packed_bytes(std::size_t member) const;
    // Up to `size` bytes.
    std::string inflated(std::size_t member, std::uint64_t size) const;

    std::string path_, bytes_;
    std::uint64_t most_unpacked_, unpacked_ = 0;
    std::vector<std::string> names_;
    std::vector<Member> members_;
};

}  // namespace tamis::detail
