// How sure a selection is, as part of its table.
#pragma once

#include <string>
#include <vector>

#include "tamis/pipeline/select.hpp"
#include "tamis/report/table.hpp"

namespace tamis::cli {

using namespace detail;

// Further columns of a table with one line per feature, for people or (`exact`) for other programs.
class TrustColumns {
  public:
    TrustColumns(const SelectRun& run, bool exact);

    void add_titles(std::vector<Table::Column>& columns) const;
    void add_cells(std::size_t feature, std::vector<std::string>& cells) const;

  private:
    std::string p_text(std::size_t feature) const;
    std::string number(double value) const;

    const TrustResult& trust_;
    bool exact_;
    bool flagged_;  // a note is to be shown
};

// What is to be said of all features together, one line each; empty if nothing was asked for.
std::string trust_lines(const SelectRun& run);

// The same of the chosen features, and what it means, for people who did not ask for it; empty if there is
// nothing.
std::string trust_in_words(const SelectRun& run);

}  // namespace tamis::cli
