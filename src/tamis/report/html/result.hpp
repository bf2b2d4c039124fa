// A document as the parts of the page read it.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/message.hpp"
#include "tamis/report/html/node.hpp"

namespace tamis::detail::html {

enum class ResultKind { selection, projection, comparison, reproduction };
// "selection", …: data-kind of the page.
const char* to_text(ResultKind kind);

struct Result {
    ResultKind kind = ResultKind::selection;
    std::string source;  // the document, for messages and commands
    Node root;
    Node exhibits;
    Message::Spelling spell;  // of options; may be empty

    // Of selections and projections.
    std::string method, title;  // as on the command line, and in words
    std::string data;
    Index samples = 0, features = 0;
    std::vector<std::string> names, class_names;
    std::string label;  // name of the label column; may be empty

    // Of selections. Lists have one entry per feature or are empty; NaN stands for null.
    std::vector<Index> selected;
    std::vector<double> scores, raw_scores;
    bool smaller_is_better = false;  // raw scores

    bool has_classes() const { return !class_names.empty(); }
    // The paper's own numbers if there are any.
    const std::vector<double>& shown_scores() const { return raw_scores.empty() ? scores : raw_scores; }
    // Its name, or "column 17" without one.
    std::string feature(Index column) const;
    std::string feature_html(Index column) const;
    // Features by score, best first; those without a score come last.
    std::vector<Index> by_score() const;
    // Whether the selected features are those with the best scores.
    bool chose_the_best() const;
    std::vector<bool> chosen() const;  // per feature
    std::string heading() const;       // what was done, not escaped
    std::string subject() const;       // the data or the paper, not escaped
    // An option of the run as its caller writes it, marked as code.
    std::string option_html(const std::string& name, const std::string& value = {}) const;
};

// The results in a document: several if it is a demo. Throws Error, naming the source, unless the schema is
// one that is known; WrongEntry if an entry is not what its place needs.
std::vector<Result> results_of(const Document& document);

// A list of numbers with one entry per feature; empty if it is absent. Throws WrongEntry on another length.
std::vector<double> per_feature(const Result& result, Node list, const char* name);

}  // namespace tamis::detail::html
