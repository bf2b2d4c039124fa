#include "tamis/report/html/section.hpp"

#include "tamis/report/escape.hpp"

namespace tamis::detail::html {

void Section::paragraph(const std::string& text) { paragraph_html(html_text(text)); }

void Section::paragraph_html(const std::string& html, const std::string& style) {
    html_ += (style.empty() ? "<p>" : "<p class=\"" + style + "\">") + html + "</p>\n";
}

void Section::note(const std::string& text) { paragraph_html(html_text(text), "note"); }

void Section::subheading(const std::string& text) { html_ += "<h4>" + name_html(text, 120) + "</h4>\n"; }

void Section::figure(const std::string& name, const std::string& plot, const Svg& svg,
                     const std::string& caption_html, const std::vector<std::string>& series) {
    html_ += "<figure class=\"plot\"";
    if (!plot.empty()) html_ += " data-plot=\"" + plot + "\"";
    html_ += ">" + (series.empty() ? "" : legend_html(series)) + svg.embedded() + "<figcaption>" +
             caption_html + "</figcaption></figure>\n";
    keep_figure(name, svg, series);
}

void Section::table(const std::string& name, const DataTable& table) {
    html_ += table.html();
    tables_html_ += table.html();
    keep(name, table);
}

void Section::pairs(const std::vector<std::pair<std::string, std::string>>& term_and_html) {
    html_ += "<dl>";
    for (const auto& [term, html] : term_and_html)
        html_ += "<dt>" + html_text(term) + "</dt><dd>" + html + "</dd>";
    html_ += "</dl>\n";
}

std::string legend_html(const std::vector<std::string>& names, bool lines) {
    std::string text = "<ul class=\"legend\">";
    for (std::size_t i = 0; i < names.size(); ++i)
        text += "<li" + attribute("data-legend", names[i]) + " class=\"" + series_class(i) + "\">" +
                swatch(i, lines) + name_html(names[i], 40) + "</li>";
    return text + "</ul>";
}

}  // namespace tamis::detail::html
