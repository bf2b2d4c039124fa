#include "project_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/preprocess/cells.hpp"
#include "tamis/report/data_text.hpp"
#include "tamis/report/table.hpp"

namespace tamis::cli {

namespace {

constexpr Index most_directions = 50;  // more directions are for --json
constexpr std::size_t strongest = 3;   // features shown per direction

std::string header(const ProjectRun& run, double load_seconds) {
    const Projection& projection = run.model.projection;
    std::string text = fmt::format("{}: {} of {} features of {} ({}, {}", run.method,
                                   counted(projection.dim(), "dimension"), run.features, run.data_name,
                                   counted(run.samples, "sample"), label_text(run.classes, run.label_name));
    if (run.sparse) text += ", sparse";
    text += ")\n";
    if (run.scale != Scaling::none) text += "scaling: " + to_text(run.scale) + "\n";
    if (projection.pca)
        text += fmt::format("PCA first: {} with {:.1f} % of the variance\n",
                            counted(projection.pca->components.cols(), "component"),
                            100.0 * projection.pca->share);
    text += fmt::format("{} = {}, {} after {}\n", projection.objective.name,
                        short_number(projection.objective.value), to_text(projection.stop),
                        counted(projection.iterations, "iteration"));
    text += fmt::format("time: load {}, ", duration_text(load_seconds));
    if (run.rounds.rounds > 0)
        text += fmt::format("checks and sums {}, ",
                            duration_text(run.total_seconds - run.pca_seconds - run.method_seconds));
    if (projection.pca) text += fmt::format("PCA {}, ", duration_text(run.pca_seconds));
    return text + fmt::format("method {}\n\n", duration_text(run.method_seconds));
}

// The features that move one direction the most: their weights times their standard deviations, with signs.
std::string strongest_features(const ProjectRun& run, Index direction) {
    const DenseMatrix& weights = run.model.projection.weights;
    std::vector<Index> order(at(weights.rows()));
    std::iota(order.begin(), order.end(), Index{0});
    const auto count = std::min(strongest, order.size());
    const auto strength = [&](Index j) { return weights(j, direction) * run.feature_deviations[at(j)]; };
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](Index a, Index b) {
                          const double x = std::abs(strength(a)), y = std::abs(strength(b));
                          return x != y ? x > y : a < b;
                      });
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        const auto column = at(order[i]);
        const std::string name =
            run.feature_names.empty() ? std::to_string(column) : run.feature_names[column];
        text += fmt::format("{}{} ({})", i > 0 ? ", " : "", name, short_number(strength(order[i]), 3));
    }
    return text;
}

}  // namespace

std::string project_table(const ProjectRun& run, double load_seconds) {
    const Projection& projection = run.model.projection;
    const bool values = !projection.eigenvalues.empty();
    std::vector<Table::Column> columns = {{"direction", Align::right}};
    if (values) columns.push_back({"eigenvalue", Align::right});
    columns.push_back({"strongest features (weight × standard deviation)", Align::left});
    Table table(columns);
    for (Index c = 0; c < std::min(projection.dim(), most_directions); ++c) {
        std::vector<std::string> cells = {std::to_string(c + 1)};
        if (values) cells.push_back(short_number(projection.eigenvalues[at(c)]));
        cells.push_back(strongest_features(run, c));
        table.add(std::move(cells));
    }
    std::string text = header(run, load_seconds) + table.text();
    if (projection.dim() > most_directions)
        text +=
            fmt::format("… and {} more: use --json or -o FILE for all\n", projection.dim() - most_directions);
    return text;
}

}  // namespace tamis::cli
