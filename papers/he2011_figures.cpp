// he2011, Figs. 1 to 7 as data, with the graph that the text describes.
#include "papers/figure.hpp"
#include "papers/papers.hpp"

namespace tamis::papers {

namespace {

constexpr const char* text_graph = ":neighbors=4:weights=binary";

PaperData mnist() { return {.name = "MNIST", .file = "mnist2000.mat"}; }
PaperData coil() { return {.name = "COIL20", .file = "coil20.mat"}; }
PaperData faces() { return {.name = "AT&T", .file = "orl.mat"}; }

CurveNames methods() {
    return {{std::string("lapaofs") + text_graph, "LapAOFS"},
            {std::string("lapdofs") + text_graph, "LapDOFS"},
            {std::string("laplacian") + text_graph, "Laplacian score"},
            {"variance", "Variance"},
            {"q-alpha", "Q-alpha"},
            {"all", "All features"}};
}

std::vector<Index> counts(bool quick) {
    if (quick) return {10, 50, 100, 300, 600};
    std::vector<Index> all = grid(10, 100, 10);
    for (const Index k : grid(150, 600, 50)) all.push_back(k);
    return all;
}

Figure clustering(int number, const PaperData& set, const std::string& classes, bool quick,
                  const PaperLoader& load, const Context& context) {
    const std::string protocol = "cluster:" + classes + (quick ? "x1" : "x20");
    Figure figure{
        .number = number,
        .title = "Clustering of " + set.name,
        .x_axis = "number of features",
        .y_axis = "AC or NMI",
        .mirrors = "Fig. " + std::to_string(number),
        .protocol = protocol + ", k-means with 10 starts, raw values, graph of eq. 2 with 4 neighbors"};
    const std::optional<Dataset> data = load_panel(figure, load, set, set.name);
    if (!data) return figure;
    const EvaluateRun run =
        run_evaluate(*data, curve_request(methods(), counts(quick), protocol, Scaling::none), context);
    for (const Index clusters : parse_protocol(protocol).cluster_counts)
        for (const char* metric : {"ac", "nmi"})
            add_curves(figure, run,
                       {.panel = std::string(metric[0] == 'a' ? "AC" : "NMI") + ", " +
                                 std::to_string(clusters) + " classes",
                        .metric = metric,
                        .clusters = clusters},
                       methods());
    return figure;
}

Figure nearest(int number, const PaperData& set, bool quick, const PaperLoader& load,
               const Context& context) {
    Figure figure{.number = number,
                  .title = "1NN on " + set.name,
                  .x_axis = "number of features",
                  .y_axis = "leave-one-out 1NN accuracy",
                  .mirrors = "Fig. " + std::to_string(number),
                  .protocol = "loo on the whole set, raw values, graph of eq. 2 with 4 neighbors"};
    const std::optional<Dataset> data = load_panel(figure, load, set, set.name);
    if (!data) return figure;
    const EvaluateRun run =
        run_evaluate(*data, curve_request(methods(), counts(quick), "loo", Scaling::none), context);
    add_curves(figure, run, {.panel = set.name}, methods());
    return figure;
}

// One parameter at a time, the others at their defaults.
struct Study {
    std::string panel, option;
    std::vector<std::string> values;
    bool of_graph = false;  // concerns the Laplacian score as well
};

std::vector<Study> studies(bool quick) {
    std::vector<std::string> weights, neighbors;
    for (int power = -4; power <= 4; power += quick ? 4 : 1)
        weights.push_back(power < 0 ? "1e" + std::to_string(power) : "1" + std::string(at(power), '0'));
    for (const Index k : quick ? std::vector<Index>{1, 4, 20} : grid(1, 20, 1))
        neighbors.push_back(std::to_string(k));
    return {{"lambda1", "lambda1", weights},
            {"lambda2", "lambda2", weights},
            {"k", "neighbors", neighbors, true}};
}

void add_study(Figure& figure, const Study& study, const Dataset& data, const std::string& protocol,
               const Context& context) {
    const bool clusters = protocol != "loo";
    const std::string panel = study.panel + (clusters ? ", AC" : ", 1NN");
    const auto mean_of = [&](const EvaluateRun& run, const std::string& label) {
        FigurePoint point{.panel = panel, .n = 0};
        Index parts = 0;
        for (const SummaryRow& row : run.summary.rows) {
            if (run.methods[row.method].label != label ||
                row.measure.metric != (clusters ? "ac" : "accuracy"))
                continue;
            point.mean += row.mean;
            point.sd += row.std;
            point.n += row.n;
            ++parts;
        }
        point.mean /= static_cast<double>(parts);  // over the numbers of clusters
        point.sd /= static_cast<double>(parts);
        return point;
    };
    CurveNames fixed = {{"variance", "Variance"}, {"q-alpha", "Q-alpha"}};
    if (!study.of_graph) fixed.push_back({std::string("laplacian") + text_graph, "Laplacian score"});
    const EvaluateRun flat =
        run_evaluate(data, curve_request(fixed, {100}, protocol, Scaling::none), context);
    for (const std::string& value : study.values) {
        const std::string graph = study.of_graph ? ":neighbors=" + value + ":weights=binary"
                                                 : text_graph + (":" + study.option + "=" + value);
        CurveNames varied = {{"lapaofs" + graph, "LapAOFS"}, {"lapdofs" + graph, "LapDOFS"}};
        if (study.of_graph) varied.push_back({"laplacian" + graph, "Laplacian score"});
        const EvaluateRun run =
            run_evaluate(data, curve_request(varied, {100}, protocol, Scaling::none), context);
        const auto add = [&](const EvaluateRun& made, const CurveNames& names) {
            for (const auto& [label, curve] : names) {
                FigurePoint point = mean_of(made, label);
                point.curve = curve;
                point.x = std::stod(value);
                figure.points.push_back(std::move(point));
            }
        };
        add(run, varied);
        add(flat, fixed);
    }
}

Figure parameters(bool quick, const PaperLoader& load, const Context& context) {
    const std::string protocol = quick ? "cluster:10,20x1" : "cluster:10,20,30x20";
    Figure figure{.number = 7,
                  .title = "The parameters of the designs on AT&T, 100 features",
                  .x_axis = "lambda1, lambda2 or the number of neighbors k",
                  .y_axis = "AC, mean over the numbers of clusters, or leave-one-out 1NN accuracy",
                  .mirrors = "Fig. 7 a-f",
                  .protocol = protocol + " and loo; the other parameters are 0.01, 0.01 and 4"};
    const std::optional<Dataset> data = load_panel(figure, load, faces(), "AT&T");
    if (!data) return figure;
    for (const std::string& kind : {protocol, std::string("loo")})
        for (const Study& study : studies(quick)) add_study(figure, study, *data, kind, context);
    return figure;
}

}  // namespace

std::vector<Figure> he2011_figures(const Reproduction&, const PaperLoader& load, bool quick,
                                   const Context& context) {
    return {clustering(1, mnist(), quick ? "3,9" : "3,5,7,9", quick, load, context),
            clustering(2, coil(), quick ? "5,15" : "5,10,15", quick, load, context),
            clustering(3, faces(), quick ? "10,30" : "10,20,30", quick, load, context),
            nearest(4, mnist(), quick, load, context),
            nearest(5, coil(), quick, load, context),
            nearest(6, faces(), quick, load, context),
            parameters(quick, load, context)};
}

}  // namespace tamis::papers
