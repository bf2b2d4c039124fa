// --pvalues, --permutations, --stability, --stability-size, --bootstrap
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "tamis/pipeline/trust/trust.hpp"

namespace tamis::cli {

// How sure the selection is to be shown.
class TrustOptions {
  public:
    void add_to(CLI::App& command);
    // Throws UsageError on a number that is none.
    TrustRequest request() const;

  private:
    // An option that may be given with or without its number.
    struct Number {
        std::string text;
        const CLI::Option* given = nullptr;
    };

    bool pvalues_ = false;
    Number permutations_, stability_, stability_size_, bootstrap_;
};

}  // namespace tamis::cli
