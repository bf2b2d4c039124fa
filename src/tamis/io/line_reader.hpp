// A text file line by line, for the formats that are not tables of cells.
#pragma once

#include <string>
#include <string_view>

#include "tamis/core/context.hpp"
#include "tamis/io/text/blocks.hpp"

namespace tamis::detail {

class LineReader {
  public:
    // `name` is the file's, for errors.
    LineReader(ByteSource& source, const std::string& name)
        : source_(source), blocks_(source, name, run_of_blanks, false, block_bytes) {}

    // The next line without its end; valid until the next call, and followed by a byte that is no digit.
    // False at the end of the file.
    bool next(std::string_view& line) {
        if (position_ >= block_.size()) {
            if (!blocks_.next(block_)) return false;
            position_ = 0;
            number_ = blocks_.lines_before();
            at_new_block_ = true;
        }
        const std::size_t end = block_.find('\n', position_);
        line = std::string_view(block_).substr(position_, end - position_);
        if (line.ends_with('\r')) line.remove_suffix(1);
        position_ = end + 1;
        ++number_;
        return true;
    }
    Index number() const { return number_; }  // of the line returned last, from 1

    // Tells how far the file is read, now and then, and stops where the caller wants that.
    void report(const Context& context) {
        if (!at_new_block_) return;
        at_new_block_ = false;
        context.check_cancel();
        context.report("load", source_.done());
    }

  private:
    static constexpr std::size_t block_bytes = 1 << 20;

    ByteSource& source_;
    BlockReader blocks_;
    std::string block_;
    std::size_t position_ = 0;
    Index number_ = 0;
    bool at_new_block_ = false;
};

}  // namespace tamis::detail
