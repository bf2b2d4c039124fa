// Cuts a text into blocks of whole records.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tamis/io/byte_source.hpp"
#include "tamis/io/text/cells.hpp"

namespace tamis::detail {

// Up to `most` bytes, fewer for a small text: one byte more than it has shows its end.
inline std::size_t fitting_bytes(const ByteSource& source, std::size_t most) {
    constexpr std::uint64_t least = 1 << 12;  // some files do not say how large they are
    return static_cast<std::size_t>(std::max(std::min<std::uint64_t>(most - 1, source.most_bytes()) + 1,
                                             std::min<std::uint64_t>(most, least)));
}

class BlockReader {
  public:
    // `name` is the file's, for errors. The first `skipped_lines` lines are left out and counted.
    BlockReader(ByteSource& source, std::string name, char delimiter, bool quotes, std::size_t block_bytes,
                bool comments = false, Index skipped_lines = 0)
        : source_(source),
          name_(std::move(name)),
          delimiter_(delimiter),
          quotes_(quotes),
          comments_(comments),
          block_bytes_(fitting_bytes(source, block_bytes)),
          lines_to_skip_(skipped_lines) {}

    // Fills `block` with the next records; false at the end. A block holds about `block_bytes`, more only
    // if one record is longer, and ends in a newline even if the file does not.
    bool next(std::string& block);
    Index lines_before() const { return lines_before_; }  // lines of the file before the block returned last

  private:
    void start(std::string& block);
    void count_lines(const std::string& block);
    std::size_t whole_records(const std::string& block, bool& open_quote) const;

    ByteSource& source_;
    std::string name_;
    char delimiter_;
    bool quotes_, comments_;
    std::size_t block_bytes_;
    std::string rest_;  // the start of a record whose end is not read yet
    Index lines_to_skip_;
    Index lines_before_ = 0;
    Index lines_read_ = 0;
    bool at_start_ = true;
    bool at_end_ = false;
};

}  // namespace tamis::detail
