#include "tamis/report/html/report.hpp"

#include "tamis/core/error.hpp"
#include "tamis/report/escape.hpp"
#include "tamis/report/html/assets.hpp"
#include "tamis/report/html/node.hpp"

namespace tamis::detail {

std::string report_page(const std::vector<ReportDocument>& documents, const ReportOptions&) {
    std::string page =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>tamis</title><style>";
    page += report_style();
    page += "</style></head><body><main id=\"main\">\n";
    for (const ReportDocument& document : documents) {
        const html::Document read(document.title, document.json);
        page += "<article class=\"document\"><h2>" + html_text(document.title) + "</h2><p>" +
                html_text(read.root()["method"].text()) + "</p><table class=\"data\">";
        for (const Index feature : read.root()["selected"].indices())
            page += "<tr><td>" + std::to_string(feature) + "</td></tr>";
        page += "</table></article>\n";
    }
    page += "</main><script>";
    page += report_script();
    return page + "</script></body></html>\n";
}

std::string static_head(const ReportDocument& document) { return report_page({document}); }

std::vector<ReportFile> report_figures(const std::vector<ReportDocument>&) { return {}; }

}  // namespace tamis::detail
