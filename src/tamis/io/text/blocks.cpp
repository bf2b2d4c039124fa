#include "tamis/io/text/blocks.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"

namespace tamis::detail {

bool BlockReader::next(std::string& block) {
    block.swap(rest_);
    rest_.clear();
    std::size_t wanted = block_bytes_;
    bool open_quote = false;
    while (!at_end_) {
        const std::size_t filled = block.size();
        const std::size_t target = std::max(wanted, filled + block_bytes_ / 2 + 1);
        block.resize(target);
        block.resize(filled + source_.read(block.data() + filled, target - filled));
        at_end_ = block.size() < target;
        start(block);
        if (at_end_) break;
        const std::size_t whole = lines_to_skip_ > 0 ? 0 : whole_records(block, open_quote);
        if (whole > 0) {
            rest_.assign(block, whole);
            block.resize(whole);
            count_lines(block);
            return true;
        }
        wanted = 2 * block.size();  // doubled, so that a very long record is not searched again and again
    }
    if (block.empty() || lines_to_skip_ > 0) return false;
    if (block.back() != '\n') block += '\n';
    const std::size_t whole = whole_records(block, open_quote);
    if (open_quote && whole == 0)
        throw Error(name_ + ": a quote opened in the record of line " + std::to_string(lines_read_ + 1) +
                    " is never closed");
    if (open_quote) {  // the records before it come first, and their errors
        rest_.assign(block, whole);
        block.resize(whole);
    }
    count_lines(block);
    return true;
}

// Takes off the byte order mark and the lines that are to be skipped.
void BlockReader::start(std::string& block) {
    if (at_start_ && block.size() >= 3) {
        if (block.starts_with("\xEF\xBB\xBF")) block.erase(0, 3);
        at_start_ = false;
    }
    for (; !at_start_ && lines_to_skip_ > 0; --lines_to_skip_) {
        const std::size_t end = block.find('\n');
        if (end == std::string::npos) return;
        block.erase(0, end + 1);
        ++lines_read_;
    }
}

void BlockReader::count_lines(const std::string& block) {
    lines_before_ = lines_read_;
    lines_read_ += std::count(block.begin(), block.end(), '\n');
}

std::size_t BlockReader::whole_records(const std::string& block, bool& open_quote) const {
    if (quotes_) return complete_records(block, delimiter_, open_quote, comments_);
    const std::size_t last = block.rfind('\n');
    return last == std::string::npos ? 0 : last + 1;
}

}  // namespace tamis::detail
