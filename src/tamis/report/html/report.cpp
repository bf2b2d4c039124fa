#include "tamis/report/html/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/report/escape.hpp"
#include "tamis/report/html/assets.hpp"
#include "tamis/report/html/container.hpp"
#include "tamis/report/html/parts.hpp"

namespace tamis::detail {

namespace {

using namespace html;

constexpr std::size_t most_bytes = std::size_t{1} << 30;  // of a document

std::vector<Section> parts_of(const Result& result, const std::string& command) {
    std::vector<Section> parts = {answer_part(result),
                                  chosen_part(result),
                                  scores_part(result),
                                  feature_part(result),
                                  redundancy_part(result),
                                  map_part(result),
                                  graph_part(result),
                                  masks_part(result),
                                  comparison_part(result),
                                  papers_part(result),
                                  provenance_part(result, command)};
    std::erase_if(parts, [](const Section& part) { return part.empty(); });
    return parts;
}

// Calls visit(result, number) on every result of every document; what is wrong in one becomes an Error that
// names it.
template <class Visit>
void for_each_result(const std::vector<ReportDocument>& documents, const Message::Spelling& spell,
                     Visit visit) {
    std::size_t number = 0;
    for (const ReportDocument& given : documents) {
        const std::string source = given.title.empty() ? "the result" : given.title;
        if (given.json.size() > most_bytes)
            throw Error(source + " is larger than 1 GB: no report is made of it");
        const Document document(source, given.json);
        try {
            for (Result& result : results_of(document)) {
                result.spell = spell;
                visit(result, number++);
            }
        } catch (const WrongEntry& wrong) {
            throw Error(source + " is no complete result: " + wrong.what +
                        "; it may have been cut off or changed by hand");
        }
    }
    if (number == 0) throw Error("there is no result to report");
}

std::string policy() {
    return fmt::format(
        "default-src 'none'; script-src '{}'; style-src '{}'; img-src data: blob:; connect-src 'none'; "
        "base-uri "
        "'none'; form-action 'none'",
        report_script_hash(), report_style_hash());
}

struct Written {
    std::string subject, heading, contents, article, columns;
};

Written written(const Result& result, std::size_t number, const std::string& command) {
    Written page;
    page.subject = result.subject();
    page.heading = result.heading();
    page.article = fmt::format(
        "<article class=\"document\" id=\"document-{0}\" data-kind=\"{1}\" "
        "aria-labelledby=\"document-{0}-title\">\n"
        "<h2 id=\"document-{0}-title\">{2}</h2>\n",
        number, to_text(result.kind), name_html(page.subject + ": " + page.heading, 160));
    for (const Section& part : parts_of(result, command)) {
        page.contents += fmt::format("<li><a href=\"#document-{}-{}\">{}</a></li>", number, part.part(),
                                     html_text(part.heading()));
        page.article += fmt::format(
            "<section class=\"part\" data-part=\"{0}\" "
            "id=\"document-{1}-{0}\">\n<h3>{2}</h3>\n{3}</section>\n",
            part.part(), number, html_text(part.heading()), part.content());
    }
    page.article += "</article>\n";
    page.columns =
        fmt::format("<script type=\"text/plain\" class=\"columns\" data-document=\"{}\">{}</script>\n",
                    number, container(result));
    return page;
}

// What the results are about, each subject once.
std::string page_title(const std::vector<Written>& pages) {
    std::vector<std::string> subjects;
    for (const Written& page : pages) add_once(subjects, page.subject);
    constexpr std::size_t most = 3;
    if (subjects.size() > most) {
        subjects.resize(most);
        subjects.emplace_back("others");
    }
    return "Report on " + listed(subjects);
}

}  // namespace

std::string report_page(const std::vector<ReportDocument>& documents, const ReportOptions& options) {
    std::vector<Written> pages;
    for_each_result(documents, options.spell, [&](const Result& result, std::size_t number) {
        pages.push_back(written(result, number, options.command));
    });
    const std::string title = page_title(pages);
    std::string page =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
        policy() + "\">\n<title>" + html_text(shortened(title, 160)) + "</title>\n<style>";
    page += report_style();
    page +=
        "</style></head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the results</a>\n<header><h1>" +
        name_html(title, 160) +
        "</h1><p class=\"subtitle\">Made by tamis. This file holds everything that it shows and needs no "
        "network.</p></header>\n<nav aria-label=\"Contents\"><ul>";
    for (const Written& one : pages) page += one.contents;
    page += "</ul></nav>\n<main id=\"main\" tabindex=\"-1\">\n";
    for (const Written& one : pages) page += one.article;
    page += "</main>\n";
    for (const Written& one : pages) page += one.columns;
    page += "<script>";
    page += report_script();
    return page + "</script></body></html>\n";
}

std::string static_head(const ReportDocument& document, const Message::Spelling& spell) {
    // The rules hold inside the fragment alone: notebooks put several on one page.
    std::string fragment =
        "<div class=\"tamis-report\"><style>"
        ".tamis-report .scroll{max-height:24em;overflow:auto}.tamis-report table{border-collapse:collapse}"
        ".tamis-report caption{text-align:left}.tamis-report th,.tamis-report td{padding:.2em "
        ".6em;text-align:left}"
        ".tamis-report .number{text-align:right;font-variant-numeric:tabular-nums}"
        ".tamis-report svg.profile{width:96px;height:16px;vertical-align:middle}"
        ".tamis-report .bar.high{fill:#be4c06}.tamis-report .bar.low{fill:#2166ac}.tamis-report "
        ".axis{stroke:#888}"
        "</style>";
    for_each_result({document}, spell, [&](const Result& result, std::size_t) {
        fragment += "<p><strong>" + name_html(result.subject() + ": " + result.heading(), 160) +
                    "</strong></p>\n" + answer_part(result).content() + chosen_part(result).content();
        if (result.kind == ResultKind::comparison) fragment += comparison_part(result).tables_html();
    });
    return fragment + "</div>\n";
}

std::vector<ReportFile> report_figures(const std::vector<ReportDocument>& documents) {
    std::vector<ReportFile> files;
    std::vector<std::vector<Section>> all;
    for_each_result(documents, {},
                    [&](const Result& result, std::size_t) { all.push_back(parts_of(result, "")); });
    for (std::size_t number = 0; number < all.size(); ++number) {
        const std::string prefix = all.size() > 1 ? std::to_string(number + 1) + "-" : "";
        for (const Section& part : all[number]) {
            for (const Section::SavedFigure& figure : part.figures())
                files.push_back({prefix + figure.name + ".svg", figure.svg});
            for (const Section::SavedTable& table : part.tables()) {
                files.push_back({prefix + table.name + ".csv", table.exact.delimited(',')});
                files.push_back({prefix + table.name + ".tex", table.shown.latex()});
            }
        }
    }
    return files;
}

}  // namespace tamis::detail
