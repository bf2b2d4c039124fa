// One part of the page, filled piece by piece; its figures and tables can also be saved.
#pragma once

#include <string>
#include <vector>

#include "tamis/report/html/draw/svg.hpp"
#include "tamis/report/html/markup.hpp"
#include "tamis/report/table.hpp"

namespace tamis::detail::html {

class Section {
  public:
    // `part` is the name in data-part, `heading` the title for people.
    Section(std::string part, std::string heading) : part_(std::move(part)), heading_(std::move(heading)) {}

    struct SavedFigure {
        std::string name, svg;
    };
    struct SavedTable {
        std::string name;
        Table exact, shown;  // for programs and for people
    };

    // Texts are escaped; what ends in html is markup.
    void paragraph(const std::string& text);
    void paragraph_html(const std::string& html, const std::string& style = {});
    void note(const std::string& text);
    void subheading(const std::string& text);
    void html(const std::string& markup) { html_ += markup; }
    // `plot` is data-plot, "" for none; `series` are named in a legend.
    void figure(const std::string& name, const std::string& plot, const Svg& svg,
                const std::string& caption_html, const std::vector<std::string>& series = {});
    void table(const std::string& name, const DataTable& table);
    // Saved, but not shown.
    void keep(const std::string& name, const DataTable& table) {
        tables_.push_back({name, table.plain(true), table.plain(false)});
    }
    void keep_figure(const std::string& name, const Svg& svg, const std::vector<std::string>& series = {}) {
        figures_.push_back({name, svg.alone(series)});
    }
    void pairs(const std::vector<std::pair<std::string, std::string>>& term_and_html);

    bool empty() const { return html_.empty(); }
    const std::string& part() const { return part_; }
    const std::string& heading() const { return heading_; }
    const std::string& tables_html() const { return tables_html_; }  // without the rest
    const std::string& content() const { return html_; }
    const std::vector<SavedFigure>& figures() const { return figures_; }
    const std::vector<SavedTable>& tables() const { return tables_; }

  private:
    std::string part_, heading_, html_, tables_html_;
    std::vector<SavedFigure> figures_;
    std::vector<SavedTable> tables_;
};

// <ul class="legend">: names with their marks, in the order of the series.
std::string legend_html(const std::vector<std::string>& names, bool lines = true);

}  // namespace tamis::detail::html
