// Results as one HTML file that needs nothing else: text, tables, figures and data.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/message.hpp"

namespace tamis::detail {

// One result, as the commands write it with --json, with or without `exhibits`: of a selection (auto's too),
// a projection, a comparison or a reproduced paper. A demo counts as all of its parts.
struct ReportDocument {
    std::string title;  // what messages call it: the file that it is from, or what was done
    std::string json;   // the text of the document
};

struct ReportOptions {
    std::string command = {};  // as typed, for the provenance; may be empty
    // How the page writes the options that would add to a result; as C++ names them if it is empty.
    Message::Spelling spell = {};
};

// A file next to the page.
struct ReportFile {
    std::string name, content;
};

// The whole HTML file. Everything comes from the documents: nothing is computed but layout. These functions
// throw Error, naming the document, if one is no complete result of a kind that is known.
std::string report_page(const std::vector<ReportDocument>& documents, const ReportOptions& options = {});

// The answer and the table of one result as a fragment for notebooks: no script, and a style that holds for
// nothing else on the page.
std::string static_head(const ReportDocument& document, const Message::Spelling& spell = {});

// Every figure of the page as an SVG file that stands alone, every table as CSV and LaTeX.
std::vector<ReportFile> report_figures(const std::vector<ReportDocument>& documents);

}  // namespace tamis::detail
