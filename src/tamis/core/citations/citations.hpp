// The papers that define the methods: one table, from which every citation is printed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tamis {

struct CitedPaper {
    std::string_view key;      // "nie2008"
    std::string_view authors;  // "Huan Liu, Zheng Zhao"
    std::string_view title;
    std::string_view venue;        // a journal, or the short name of a conference
    std::string_view volume = {};  // journals only
    std::string_view number = {};  // issue
    std::string_view year;
    std::string_view pages = {};  // "1151–1157"
    std::string_view doi = {};
    std::string_view note = {};  // what else belongs to it
};

// All papers, in the order of docs/references.md.
std::span<const CitedPaper> cited_papers();

// Throws UsageError with the nearest key if there is no such paper.
const CitedPaper& find_cited_paper(std::string_view key);

// "Authors: Title. Venue 33(10), 2011, 1–9, doi …; note"
std::string reference(const CitedPaper& paper);

// The BibTeX entry, with a line break at its end.
std::string bibtex(const CitedPaper& paper);

// A paper, how it is used and the place in it: where a method is defined.
struct Citation {
    std::string key;         // of the table
    std::string place = {};  // "eq. 10 and 11"
    std::string role = {};   // "baseline in", "after"
};

// The references, one after the other with their roles and places: "after A, B: Title. AAAI 2008, eq. 8; …".
// Throws UsageError on a key that is not in the table.
std::string citation_text(const std::vector<Citation>& citations);

}  // namespace tamis
