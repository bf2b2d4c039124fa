// Remarks on the splits of a comparison: each once, with the number of splits it was made on.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// Remarks that differ in their numbers alone count as one, reported as on the first split.
class SplitRemarks {
  public:
    // What was said on one split; a text that comes several times counts once. `who` goes in front.
    void add(std::size_t split, const std::string& who, const std::vector<std::string>& texts);

    // "text", "text (3 times)" or "text (3 times, with other numbers)", whatever the order they came in.
    std::vector<std::string> list() const;

  private:
    struct Remark {
        std::size_t split = 0;  // the first one
        std::string text;
        Index count = 0;
        bool numbers_differ = false;
    };
    std::map<std::string, Remark> remarks_;  // by the text without its numbers
};

}  // namespace tamis::detail
