#include "papers/figure.hpp"

#include <algorithm>

#include "tamis/core/version.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/saved/records_json.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis::papers {

using json::lines_of, json::Object, json::text;

namespace {

std::string quoted(const std::string& cell) {
    if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
    std::string out = "\"";
    for (const char c : cell) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

std::string number(double value) { return to_text(Value(value)); }

void add_once(std::vector<std::string>& list, const std::string& entry) {
    if (std::find(list.begin(), list.end(), entry) == list.end()) list.push_back(entry);
}

std::string texts_json(const std::vector<std::string>& texts) {
    std::vector<std::string> all;
    for (const std::string& one : texts) all.push_back(json_text(text(one)));
    return lines_of(all);
}

std::string kind_of(const Figure& figure) {
    if (!figure.pixels.empty()) return "masks";
    return figure.is_surface ? "surface" : "curves";
}

}  // namespace

std::vector<std::string> panels_of(const Figure& figure) {
    std::vector<std::string> panels;
    for (const FigurePoint& point : figure.points) add_once(panels, point.panel);
    for (const FigurePixel& pixel : figure.pixels) add_once(panels, pixel.panel);
    return panels;
}

std::vector<std::string> curves_of(const Figure& figure) {
    std::vector<std::string> curves;
    for (const FigurePoint& point : figure.points) add_once(curves, point.curve);
    for (const FigurePixel& pixel : figure.pixels) add_once(curves, pixel.curve);
    return curves;
}

std::string figure_csv(const Figure& figure) {
    std::string csv;
    if (!figure.pixels.empty()) {
        csv = "panel,curve,row,column,value\n";
        for (const FigurePixel& pixel : figure.pixels)
            csv += quoted(pixel.panel) + "," + quoted(pixel.curve) + "," + std::to_string(pixel.row) + "," +
                   std::to_string(pixel.column) + "," + number(pixel.value) + "\n";
        return csv;
    }
    csv = "panel,curve,x,x2,mean,sd,n\n";
    for (const FigurePoint& point : figure.points)
        csv += quoted(point.panel) + "," + quoted(point.curve) + "," + number(point.x) + "," +
               (point.x2 ? number(*point.x2) : "") + "," + number(point.mean) + "," + number(point.sd) + "," +
               std::to_string(point.n) + "\n";
    return csv;
}

Object figure_object(const Figure& figure, const std::string& paper, std::uint64_t seed, bool quick) {
    Object object(",\n  ");
    object.add("schema", text("tamis.figure/1"))
        .add("version", text(version()))
        .add("paper", text(paper))
        .add("figure", static_cast<Index>(figure.number))
        .add("kind", text(kind_of(figure)))
        .add("title", text(figure.title))
        .add("x", text(figure.x_axis))
        .add("x2", figure.x2_axis.empty() ? Value(nullptr) : Value(figure.x2_axis))
        .add("y", text(figure.y_axis))
        .add("mirrors", text(figure.mirrors))
        .add("protocol", text(figure.protocol))
        .add_json("seed", std::to_string(seed))
        .add("quick", quick)
        .add_json("panels", texts_json(panels_of(figure)))
        .add_json("legend", texts_json(curves_of(figure)))
        .add_json("absent", texts_json(figure.absent))
        .add("csv", text(paper + "-fig" + std::to_string(figure.number) + ".csv"));
    return object;
}

std::string figure_json(const Figure& figure, const std::string& paper, std::uint64_t seed, bool quick) {
    return figure_object(figure, paper, seed, quick).lines();
}

std::string figure_rows(const Figure& figure) {
    std::vector<std::string> rows;
    for (const FigurePixel& pixel : figure.pixels)
        rows.push_back(Object()
                           .add("panel", text(pixel.panel))
                           .add("curve", text(pixel.curve))
                           .add("row", pixel.row)
                           .add("column", pixel.column)
                           .add("value", pixel.value)
                           .text());
    for (const FigurePoint& point : figure.points)
        rows.push_back(Object()
                           .add("panel", text(point.panel))
                           .add("curve", text(point.curve))
                           .add("x", point.x)
                           .add("x2", point.x2 ? Value(*point.x2) : Value(nullptr))
                           .add("mean", point.mean)
                           .add("sd", point.sd)
                           .add("n", point.n)
                           .text());
    return lines_of(rows);
}

void write_figures(const std::string& folder, const std::string& paper, const std::vector<Figure>& figures,
                   std::uint64_t seed, bool quick) {
    make_folder(folder);
    for (const Figure& figure : figures) {
        const std::string name = folder + "/" + paper + "-fig" + std::to_string(figure.number);
        write_file(name + ".csv", figure_csv(figure));
        write_file(name + ".json", figure_json(figure, paper, seed, quick));
    }
}

void add_curves(Figure& figure, const EvaluateRun& run, const CurveNaming& naming, const CurveNames& names) {
    std::vector<Index> all_k;
    for (const SummaryRow& row : run.summary.rows)
        if (run.methods[row.method].method != "all" &&
            std::find(all_k.begin(), all_k.end(), row.k) == all_k.end())
            all_k.push_back(row.k);
    for (const auto& [label, curve] : names)
        for (const SummaryRow& row : run.summary.rows) {
            if (run.methods[row.method].label != label || row.measure.metric != naming.metric ||
                row.measure.clusters != naming.clusters)
                continue;
            const bool flat = run.methods[row.method].method == "all";
            for (const Index k : flat ? all_k : std::vector<Index>{row.k})
                figure.points.push_back({.panel = naming.panel,
                                         .curve = curve,
                                         .x = static_cast<double>(k),
                                         .mean = row.mean,
                                         .sd = row.std,
                                         .n = row.n});
        }
}

EvaluateRequest curve_request(const CurveNames& names, const std::vector<Index>& k,
                              const std::string& protocol, Scaling scale) {
    EvaluateRequest request;
    for (const auto& [label, curve] : names) request.methods.emplace_back(label);
    request.k.clear();
    for (const Index count : k) request.k.emplace_back(count);
    request.protocol = parse_protocol(protocol);
    request.scale = scale;
    request.baselines = false;
    return request;
}

std::vector<Index> grid(Index first, Index last, Index step) {
    std::vector<Index> values;
    for (Index value = first; value <= last; value += step) values.push_back(value);
    return values;
}

std::optional<Dataset> load_panel(Figure& figure, const PaperLoader& load, const PaperData& data,
                                  const std::string& panel) {
    std::optional<Dataset> found = load(data);
    if (!found) figure.absent.push_back(panel + ": " + file_text(data));
    return found;
}

}  // namespace tamis::papers
