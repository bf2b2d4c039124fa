// zhao2007, Tables 3 and 4. The paper gives neither the split nor sigma nor beta: halves and 80 % of the
// samples are tried, beta 0.1 and 1.
#include "papers/zhao2007.hpp"
#include "papers/figure.hpp"
#include "papers/papers.hpp"

namespace tamis::papers {

namespace {

void add_criteria(std::vector<PaperRow>& rows, const std::string& similarity, const std::string& prefix,
                  const std::string& setting) {
    for (const std::string criterion : {"phi1", "phi2", "phi3"})
        for (const std::string power : {"1", "4"})
            rows.push_back({"Table 3", prefix + " " + criterion + (power == "1" ? " r" : " r^4"),
                            "spec:criterion=" + criterion + ":power=" + power + similarity + ten_neighbors,
                            setting});
}

std::vector<PaperRow> all_rows() {
    std::vector<PaperRow> rows = {{"Table 3", "RBF LS", std::string("laplacian") + ten_neighbors}};
    add_criteria(rows, "", "RBF", "");
    add_criteria(rows, ":similarity=diffusion:beta=0.1", "DIF", "beta 0.1");
    add_criteria(rows, ":similarity=diffusion:beta=1", "DIF", "beta 1");
    rows.push_back({"Table 4", "ReliefF", "relieff:neighbors=5"});
    for (const std::string criterion : {"phi1", "phi2", "phi3"})
        rows.push_back(
            {"Table 4", "R " + criterion,
             "spec:similarity=relieff:relief_neighbors=5:relief_features=unit:criterion=" + criterion});
    for (const std::string criterion : {"phi1", "phi2", "phi3"})
        rows.push_back({"Table 4", "C " + criterion, "spec:similarity=class:criterion=" + criterion});
    for (const std::string table : {"Table 3", "Table 4"}) {
        rows.push_back({table, "random", "random"});
        rows.push_back({table, "all features", "all"});
    }
    return rows;
}

std::vector<Experiment> experiments() {
    const std::vector<PaperData> sets = {{.name = "BASEHOCK", .file = "basehock.mat", .sparse = true},
                                         {.name = "RELATHE", .file = "relathe.mat", .sparse = true},
                                         {.name = "warpPIE10P", .file = "warppie10p.mat"},
                                         {.name = "pixraw10P", .file = "pixraw10p.mat"}};
    std::vector<Experiment> list;
    for (const PaperData& data : sets)
        for (const std::string part : {"0.5", "0.8"}) {
            Experiment experiment;
            experiment.data = data;
            experiment.setting = part == "0.5" ? "50 % training" : "80 % training";
            experiment.rows = all_rows();
            experiment.request.k.clear();  // Fig. 2 is made of the same comparisons
            for (const Index k : grid(5, 100, 5)) experiment.request.k.emplace_back(k);
            experiment.shown = 100;
            experiment.request.protocol = parse_protocol("random:" + part + "x10");
            experiment.request.scale = Scaling::none;
            experiment.quick_protocol = parse_protocol("random:" + part + (data.sparse ? "x1" : "x2"));
            list.push_back(std::move(experiment));
        }
    return list;
}

}  // namespace

Paper zhao2007() {
    return {.name = "zhao2007",
            .protocol = "100 features chosen on the training part, 1NN on the raw values, 10 random splits",
            .experiments = experiments,
            .figures = zhao2007_figures};
}

}  // namespace tamis::papers
