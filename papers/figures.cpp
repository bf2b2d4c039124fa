#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "papers/paper.hpp"
#include "tamis/core/error.hpp"

// Embedded by figures.S.
extern "C" {
extern const char tamis_papers_begin[], tamis_papers_end[];
}

namespace tamis::papers {

namespace {

constexpr std::size_t fields = 7;  // paper,table,data,row,column,value,std

std::array<std::string, fields> split_line(std::string_view line) {
    std::array<std::string, fields> parts;
    for (std::size_t f = 0; f < fields; ++f) {
        const std::size_t end = f + 1 < fields ? line.find(',') : line.size();
        if (end == std::string_view::npos)
            throw Error("papers/figures.csv: a line has fewer than 7 fields: " + std::string(line));
        parts[f] = line.substr(0, end);
        line.remove_prefix(std::min(line.size(), end + 1));
    }
    return parts;
}

std::vector<PaperFigure> read_figures() {
    std::string_view text(tamis_papers_begin, at(tamis_papers_end - tamis_papers_begin));
    std::vector<PaperFigure> figures;
    bool header = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(text.size(), end + 1));
        if (line.empty() || std::exchange(header, false)) continue;
        const std::array<std::string, fields> parts = split_line(line);
        PaperFigure figure{parts[0], parts[1], parts[2],
                           parts[3], parts[4], std::strtod(parts[5].c_str(), nullptr)};
        if (!parts[6].empty()) figure.std = std::strtod(parts[6].c_str(), nullptr);
        figures.push_back(std::move(figure));
    }
    return figures;
}

}  // namespace

const std::vector<PaperFigure>& paper_figures() {
    static const std::vector<PaperFigure> figures = read_figures();
    return figures;
}

PaperCell make_cell(const std::string& paper, const PaperCell& ours) {
    PaperCell cell = ours;
    for (const PaperFigure& figure : paper_figures())
        if (figure.paper == paper && figure.table == ours.table && figure.data == ours.data &&
            figure.row == ours.row && figure.column == ours.column) {
            cell.paper = figure.value;
            cell.paper_std = figure.std;
        }
    return cell;
}

bool PaperCell::differs() const {
    if (!paper) return false;
    return std::abs(mean - *paper) > (paper_std ? 2.0 * *paper_std : 3.0);
}

}  // namespace tamis::papers
