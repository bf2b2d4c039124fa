// gu2011, Figs. 1 to 3 as data.
#include <map>

#include "papers/figure.hpp"
#include "papers/papers.hpp"
#include "tamis/eval/splits.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/methods/gfs.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis::papers {

namespace {

constexpr const char* gfs_method = "gfs:max_planes=10:line_search=bisect";

CurveNames methods() {
    return {{"hsic:label_kernel=integer", "HSIC"},
            {"fisher", "Fisher score"},
            {"laplacian", "Laplacian score"},
            {"trace-ratio", "Trace ratio (FS)"},
            {"trace-ratio:criterion=laplacian", "Trace ratio (LS)"},
            {gfs_method, "GFS"}};
}

PaperData orl() { return {.name = "ORL", .file = "orl.mat"}; }
PaperData usps() { return {.name = "USPS", .file = "usps2007.txt.gz", .label = "first"}; }

Figure accuracies(int number, const PaperData& set, const std::vector<Index>& k, const std::string& protocol,
                  const std::string& mirrors, const PaperLoader& load, const Context& context) {
    Figure figure{.number = number,
                  .title = "Accuracy on " + set.name,
                  .x_axis = "number of features",
                  .y_axis = "1NN accuracy",
                  .mirrors = mirrors,
                  .protocol = protocol +
                              ", standardized by the training part, GFS with gamma = 100 and at most 10 "
                              "constraints"};
    const std::optional<Dataset> data = load_panel(figure, load, set, set.name);
    if (!data) return figure;
    const EvaluateRun run =
        run_evaluate(*data, curve_request(methods(), k, protocol, Scaling::standard), context);
    add_curves(figure, run, {.panel = set.name}, methods());
    return figure;
}

// Which of the 32 × 32 pixels are chosen; the images are stored column by column.
Figure masks(const PaperLoader& load, bool quick, const Context& context) {
    constexpr Index side = 32, chosen = 100;
    const std::string protocol = quick ? "per-class:5x3" : "per-class:5x20";
    Figure figure{.number = 2,
                  .title = "The first 100 pixels of Fisher score and GFS",
                  .x_axis = "column",
                  .y_axis = "row",
                  .mirrors = "Fig. 2 has one training part; the share of all training parts is added",
                  .protocol = "ORL, " + protocol + ", standardized"};
    const std::optional<Dataset> data = load_panel(figure, load, orl(), "ORL");
    if (!data) return figure;
    if (data->features() != side * side) {
        figure.absent.push_back("ORL: images of 32 x 32 pixels are needed");
        return figure;
    }
    std::map<std::string, std::vector<double>> counts;
    Index splits = 0;
    for (const Split& split : make_splits(parse_protocol(protocol), data->labels, context.seed, data->name)) {
        context.check_cancel();
        Matrix x = take_rows(data->x, split.train);
        apply_scaler(fit_scaler(x, Scaling::standard, context), x, context);
        const Labels labels = take_labels(data->labels, split.train);
        const GfsOptions options{
            .k = chosen, .max_planes = 10, .line_search = GfsOptions::LineSearch::bisect};
        for (const auto& [name, selected] :
             {std::pair{"Fisher score", fisher(x, labels, {.k = chosen}, context).selected},
              std::pair{"GFS", gfs(x, labels, options, context).selected}}) {
            std::vector<double>& count = counts[name];
            count.resize(at(side * side));
            for (const Index j : selected) count[at(j)] += 1.0;
        }
        const bool first = splits++ == 0;
        if (!first) continue;
        for (const auto& [name, count] : counts)
            for (Index j = 0; j < side * side; ++j)
                figure.pixels.push_back({"one training part", name, j % side, j / side, count[at(j)]});
    }
    for (const auto& [name, count] : counts)
        for (Index j = 0; j < side * side; ++j)
            figure.pixels.push_back({"share of " + std::to_string(splits) + " training parts", name, j % side,
                                     j / side, count[at(j)] / static_cast<double>(splits)});
    return figure;
}

}  // namespace

std::vector<Figure> gu2011_figures(const Reproduction&, const PaperLoader& load, bool quick,
                                   const Context& context) {
    const auto from_one = [](Index last) {
        std::vector<Index> counts = {1, 2, 3, 4};
        for (const Index k : grid(5, last, 5)) counts.push_back(k);
        if (counts.back() < last) counts.push_back(last);
        return counts;
    };
    return {accuracies(1, orl(), quick ? std::vector<Index>{1, 2, 5, 20, 50, 100, 200} : from_one(200),
                       quick ? "per-class:5x1" : "per-class:5x20", "Fig. 1", load, context),
            masks(load, quick, context),
            accuracies(3, usps(), quick ? std::vector<Index>{1, 2, 10, 50, 150, 256} : from_one(256),
                       quick ? "random:0.5x1" : "random:0.5x20",
                       "Fig. 3; its level is not reached with this file", load, context)};
}

}  // namespace tamis::papers
