// zhao2007, Fig. 2 as data, from the comparisons of the tables. Fig. 1 is a drawing: there is nothing to
// compute.
#include "papers/figure.hpp"
#include "papers/papers.hpp"
#include "papers/zhao2007.hpp"

namespace tamis::papers {

namespace {

void add_criteria(CurveNames& names, const std::string& similarity, const std::string& prefix) {
    for (const std::string criterion : {"phi1", "phi2", "phi3"})
        for (const std::string power : {"1", "4"})
            names.emplace_back("spec:criterion=" + criterion + ":power=" + power + similarity + ten_neighbors,
                               prefix + criterion + (power == "1" ? " r" : " r^4"));
}

struct Panel {
    std::string name;
    CurveNames names;
};

std::vector<Panel> panels() {
    CurveNames rbf = {{std::string("laplacian") + ten_neighbors, "LS"}}, diffusion = rbf, strong = rbf,
               labels;
    add_criteria(rbf, "", "");
    add_criteria(diffusion, ":similarity=diffusion:beta=0.1", "");
    add_criteria(strong, ":similarity=diffusion:beta=1", "");
    labels.emplace_back("relieff:neighbors=5", "ReliefF");
    for (const std::string criterion : {"phi1", "phi2", "phi3"}) {
        labels.emplace_back(
            "spec:similarity=relieff:relief_neighbors=5:relief_features=unit:criterion=" + criterion,
            "R " + criterion);
        labels.emplace_back("spec:similarity=class:criterion=" + criterion, "C " + criterion);
    }
    return {{"RBF", rbf}, {"DIF, beta 0.1", diffusion}, {"DIF, beta 1", strong}, {"supervised", labels}};
}

}  // namespace

std::vector<Figure> zhao2007_figures(const Reproduction& made, const PaperLoader&, bool quick,
                                     const Context&) {
    Figure figure{
        .number = 2,
        .title = "Accuracy of SPEC",
        .x_axis = "number of features",
        .y_axis = "1NN accuracy",
        .mirrors = "Fig. 2, whose caption swaps the axes",
        .protocol = std::string(quick ? "1 random split (texts) or 2 (faces)" : "10 random splits") +
                    ", 50 % and 80 % for training, raw values, 10 neighbors"};
    for (const PaperRun& run : made.runs)
        for (const Panel& panel : panels())
            add_curves(figure, run.results, {.panel = run.data + ", " + panel.name + ", " + run.setting},
                       panel.names);
    figure.absent = made.absent;
    return {figure};
}

}  // namespace tamis::papers
