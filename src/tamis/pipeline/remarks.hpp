// The warnings of a piece of work, kept for its result.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tamis/core/context.hpp"

namespace tamis::detail {

// Passes warnings on to the context of the caller and keeps them, behind those that were said `before`. Must
// outlive the work done with context().
class Remarks {
  public:
    Remarks(const Context& caller, std::span<const std::string> before)
        : context_(caller), texts_(before.begin(), before.end()) {
        context_.warn = [this, &caller](const std::string& text) {
            texts_.push_back(text);
            caller.warning(text);
        };
    }
    Remarks(const Remarks&) = delete;
    Remarks& operator=(const Remarks&) = delete;

    const Context& context() const { return context_; }
    std::vector<std::string> take() { return std::move(texts_); }

  private:
    Context context_;
    std::vector<std::string> texts_;
};

}  // namespace tamis::detail
