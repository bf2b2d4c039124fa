// The figures of the papers as data: numbers that anybody can draw.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "papers/paper.hpp"
#include "tamis/saved/records_json.hpp"

namespace tamis::papers {

// A point of a curve or of a surface. Accuracies are fractions.
struct FigurePoint {
    std::string panel, curve;
    double x = 0.0;
    std::optional<double> x2 = {};  // the second axis of a surface, or seconds
    double mean = 0.0, sd = 0.0;
    Index n = 1;  // repeats
};

// A pixel of a picture.
struct FigurePixel {
    std::string panel, curve;
    Index row = 0, column = 0;
    double value = 0.0;
};

struct Figure {
    int number = 0;
    std::string title;
    std::string x_axis, y_axis;
    std::string x2_axis = {};  // empty: none
    bool is_surface = false;   // over x and x2; otherwise curves over x, or over x2 as well
    std::string mirrors;       // which figure of the paper, and what differs from it
    std::string protocol;
    std::vector<FigurePoint> points = {};
    std::vector<FigurePixel> pixels = {};  // masks have these in place of points
    std::vector<std::string> absent = {};  // panels that could not be made, with the file that is missing
};

// What `title`, `panels` and `curves` of a figure are, in order of appearance.
std::vector<std::string> panels_of(const Figure& figure);
std::vector<std::string> curves_of(const Figure& figure);

// panel,curve,x,x2,mean,sd,n, or for masks panel,curve,row,column,value.
std::string figure_csv(const Figure& figure);
std::string figure_json(const Figure& figure, const std::string& paper, std::uint64_t seed, bool quick);
// The same as an object that can be added to, and the lines of the CSV as JSON: an object each.
json::Object figure_object(const Figure& figure, const std::string& paper, std::uint64_t seed, bool quick);
std::string figure_rows(const Figure& figure);

// Writes FOLDER/PAPER-figN.csv and .json for each of them; makes the folder.
void write_figures(const std::string& folder, const std::string& paper, const std::vector<Figure>& figures,
                   std::uint64_t seed, bool quick);

// The figures of a comparison: one curve per method that `curve` gives a name, its mean over the repeats for
// every number of features. A method that takes all features is drawn over all of them.
struct CurveNaming {
    std::string panel;
    std::string metric = "accuracy";
    Index clusters = 0;
};
using CurveNames = std::vector<std::pair<std::string, std::string>>;  // method label, curve
void add_curves(Figure& figure, const EvaluateRun& run, const CurveNaming& naming, const CurveNames& names);

// The request of a comparison that a figure is made of.
EvaluateRequest curve_request(const CurveNames& names, const std::vector<Index>& k,
                              const std::string& protocol, Scaling scale);

// first, first + step, … last.
std::vector<Index> grid(Index first, Index last, Index step);

// Adds `panel` to the absent ones if the data are not there.
std::optional<Dataset> load_panel(Figure& figure, const PaperLoader& load, const PaperData& data,
                                  const std::string& panel);

}  // namespace tamis::papers
