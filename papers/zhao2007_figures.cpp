// zhao2007, Fig. 2 as data. Fig. 1 is a drawing: there is nothing to compute.
#include "papers/figure.hpp"
#include "papers/papers.hpp"

namespace tamis::papers {

namespace {

constexpr const char* graph = ":neighbors=10";

void add_criteria(CurveNames& names, const std::string& similarity, const std::string& prefix) {
    for (const std::string criterion : {"phi1", "phi2", "phi3"})
        for (const std::string power : {"1", "4"})
            names.emplace_back("spec:criterion=" + criterion + ":power=" + power + similarity + graph,
                               prefix + criterion + (power == "1" ? " r" : " r^4"));
}

struct Panel {
    std::string name;
    CurveNames names;
};

std::vector<Panel> panels() {
    CurveNames rbf = {{std::string("laplacian") + graph, "LS"}}, diffusion = rbf, labels;
    add_criteria(rbf, "", "");
    add_criteria(diffusion, ":similarity=diffusion:beta=0.1", "");
    labels.emplace_back("relieff:neighbors=5", "ReliefF");
    for (const std::string criterion : {"phi1", "phi2", "phi3"}) {
        labels.emplace_back(
            "spec:similarity=relieff:relief_neighbors=5:relief_features=unit:criterion=" + criterion,
            "R " + criterion);
        labels.emplace_back("spec:similarity=class:criterion=" + criterion, "C " + criterion);
    }
    return {{"RBF", rbf}, {"DIF, beta 0.1", diffusion}, {"supervised", labels}};
}

}  // namespace

std::vector<Figure> zhao2007_figures(const Reproduction&, const PaperLoader& load, bool quick,
                                     const Context& context) {
    Figure figure{.number = 2,
                  .title = "Accuracy of SPEC",
                  .x_axis = "number of features",
                  .y_axis = "1NN accuracy",
                  .mirrors = "Fig. 2, whose caption swaps the axes",
                  .protocol = std::string(quick ? "1 random split" : "10 random splits") +
                              ", 50 % and 80 % for training, raw values, 10 neighbors"};
    const std::vector<PaperData> sets = {{.name = "BASEHOCK", .file = "basehock.mat", .sparse = true},
                                         {.name = "RELATHE", .file = "relathe.mat", .sparse = true},
                                         {.name = "warpPIE10P", .file = "warppie10p.mat"},
                                         {.name = "pixraw10P", .file = "pixraw10p.mat"}};
    const std::vector<Index> k = quick ? std::vector<Index>{5, 20, 50, 100} : grid(5, 100, 5);
    for (const PaperData& set : sets) {
        const std::optional<Dataset> data = load_panel(figure, load, set, set.name);
        if (!data) continue;
        for (const std::string part : {"0.5", "0.8"}) {
            if (quick && part == "0.8") continue;
            CurveNames all;
            for (const Panel& panel : panels())
                for (const auto& one : panel.names)
                    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
            const EvaluateRun run = run_evaluate(
                *data, curve_request(all, k, "random:" + part + (quick ? "x1" : "x10"), Scaling::none),
                context);
            for (const Panel& panel : panels())
                add_curves(figure, run,
                           {.panel = set.name + ", " + panel.name + (part == "0.5" ? ", 50 %" : ", 80 %")},
                           panel.names);
        }
    }
    return {figure};
}

}  // namespace tamis::papers
