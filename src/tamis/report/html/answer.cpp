#include <fmt/format.h>

#include "tamis/report/escape.hpp"
#include "tamis/report/html/parts.hpp"

namespace tamis::detail::html {

namespace {

void add_remarks(const Result& result, Section& section) {
    const std::vector<std::string> remarks = result.root["remarks"].texts();
    if (remarks.empty()) return;
    section.paragraph("To be careful about:");
    std::string list = "<ul class=\"warning\">";
    for (const std::string& remark : remarks) list += "<li>" + name_html(remark, 600) + "</li>";
    section.html(list + "</ul>\n");
}

}  // namespace

Section answer_part(const Result& result) {
    Section section("answer", "The answer in words");
    switch (result.kind) {
        case ResultKind::selection:
            answer_selection(result, section);
            break;
        case ResultKind::projection:
            answer_projection(result, section);
            break;
        case ResultKind::comparison:
            answer_comparison(result, section);
            break;
        case ResultKind::reproduction:
            answer_reproduction(result, section);
            break;
    }
    add_remarks(result, section);
    return section;
}

std::string ending_words(const Result& result) {
    const Node& root = result.root;
    const Node proof = root["certificate"];
    const Node objective = root["objective"];
    std::string text;
    if (objective && objective["value"])
        text += fmt::format("Its {} is {}. ", html_text(objective["name"].text()),
                            number_text(objective["value"].number(), 5));
    const auto has = [&](const char* name) { return proof && proof[name].is_number(); };
    const bool bounded = has("bound") || has("upper") || has("primal");
    if (proof && proof["optimal"].is_truth() && proof["optimal"].truth())
        text += "This is proven to be the best that any choice of this size can reach. ";
    else if (bounded && has("gap"))
        text += fmt::format(
            "No choice can be better by more than {}: that is the proven gap between what was reached and an "
            "upper "
            "bound. ",
            has("upper") || has("primal") || result.kind == ResultKind::projection
                ? percent(proof["gap"].number(), proof["gap"].number() < 1e-3 ? 4 : 2)
                : number_text(proof["gap"].number(), 3));
    else if (has("bound") && has("value"))
        text += fmt::format("A proven bound for every choice of this size is {}; this one reaches {}. ",
                            number_text(proof["bound"].number(), 5), number_text(proof["value"].number(), 5));
    else if (has("residual") || has("gradient"))
        text += fmt::format(
            "It meets the condition for a local optimum up to {}; that no other is better is not proven. ",
            number_text(proof[has("residual") ? "residual" : "gradient"].number(), 2));
    const std::string stop = root["stop"].text();
    if (stop == "iteration_limit")
        text +=
            "<strong>The search reached its limit of iterations before it converged</strong>: the result is "
            "the "
            "best so far, and more iterations may change it. ";
    if (stop == "exhausted")
        text +=
            "<strong>No informative features were left</strong>: the last ones were filled in by position. ";
    return text;
}

}  // namespace tamis::detail::html
