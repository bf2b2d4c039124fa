// The words of an ARFF line.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "tamis/io/text/cells.hpp"

namespace tamis::detail {

// Cuts a line into words, which may be quoted ('a b', "a\"b").
class WordCursor {
  public:
    explicit WordCursor(std::string_view line) : rest_(line) { skip_blanks(); }

    bool at_end() const { return rest_.empty() || rest_.front() == '%'; }
    bool take(char c) {
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        skip_blanks();
        return true;
    }
    // Up to a blank or one of `ends`; false where a quote is left open.
    bool next(std::string& word, bool& quoted, std::string_view ends) {
        word.clear();
        quoted = !rest_.empty() && (rest_.front() == '\'' || rest_.front() == '"');
        if (quoted) {
            const char quote = rest_.front();
            rest_.remove_prefix(1);
            while (!rest_.empty() && rest_.front() != quote) {
                if (rest_.front() == '\\' && rest_.size() > 1) rest_.remove_prefix(1);
                word += rest_.front();
                rest_.remove_prefix(1);
            }
            if (rest_.empty()) return false;
            rest_.remove_prefix(1);
        } else {
            const std::size_t end = std::min(rest_.find_first_of(ends), rest_.size());
            word = std::string(rest_.substr(0, end));
            rest_.remove_prefix(end);
            word.resize(word.find_last_not_of(" \t") + 1);
        }
        skip_blanks();
        return true;
    }
    std::string_view rest() const { return rest_; }

  private:
    void skip_blanks() {
        while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    }
    std::string_view rest_;
};

}  // namespace tamis::detail
