// boroujeni2018, Figs. 1 to 3 as data. Figs. 2 and 3 come from the runs that the tables are made of.
#include <algorithm>
#include <map>

#include "papers/figure.hpp"
#include "papers/papers.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tamis/subspace/projector.hpp"

namespace tamis::papers {

namespace {

// F after each iteration, from the same start.
Figure convergence(const PaperLoader& load, const std::vector<PaperData>& sets, const Context& context) {
    Figure figure{.number = 1,
                  .title = "Convergence of TRLN",
                  .x_axis = "iteration",
                  .y_axis = "F",
                  .x2_axis = "seconds since the start, the same for every iteration of a run",
                  .mirrors = "Fig. 1: Algorithm 1 as printed, and safeguarded",
                  .protocol =
                      "the whole set, PCA with 95 % of the variance, m = classes - 1, alpha = 1, start from "
                      "the trace ratio, at most 30 iterations"};
    for (const PaperData& set : sets) {
        const std::optional<Dataset> data = load_panel(figure, load, set, set.name);
        if (!data) continue;
        const PcaBasis basis = pca_basis(data->x, 0.95, context);
        for (const std::string mode : {"plain", "safe"}) {
            const Timer timer;
            Context quiet = context;
            quiet.warn = nullptr;  // that Algorithm 1 may not converge is what the figure shows
            const Projection found = configure_projector("trln", {{"mode", mode}, {"stop", "paper"}})
                                         .run(basis.rows, data->labels, data->labels.classes() - 1, quiet);
            const double each = timer.seconds() / static_cast<double>(std::max<Index>(1, found.iterations));
            for (std::size_t i = 0; i < found.objective.trace.size(); ++i)
                figure.points.push_back({.panel = set.name,
                                         .curve = mode == "plain" ? "as printed" : "safeguarded",
                                         .x = static_cast<double>(i),
                                         .x2 = each * static_cast<double>(i),
                                         .mean = found.objective.trace[i]});
        }
    }
    return figure;
}

double alpha_of(const EvaluatedMethod& method) {
    const Value* alpha = find(method.params, "alpha");
    return alpha == nullptr ? 0.0 : std::get<double>(*alpha);
}

bool is_safeguarded_trln(const EvaluatedMethod& method) {
    const Value* mode = find(method.params, "mode");
    return method.method == "trln" && mode != nullptr && *mode == Value(std::string("safe"));
}

std::string protocol_of(const Reproduction& made) {
    return made.protocol +
           (made.quick ? "; quick: one repeat, and a few dimensions where there are more than ten classes"
                       : "");
}

Figure surface(const Reproduction& made) {
    Figure figure{
        .number = 2,
        .title = "TRLN by its dimension and alpha",
        .x_axis = "m",
        .y_axis = "1NN accuracy",
        .x2_axis = "alpha",
        .is_surface = true,
        .mirrors = "Fig. 2, which shows orlraws10P; here all sets of Table 2 with ten classes or fewer",
        .protocol = protocol_of(made)};
    for (const PaperRun& run : made.runs) {
        if (run.results.classes > 10) continue;
        for (const SummaryRow& row : run.results.summary.rows) {
            const EvaluatedMethod& method = run.results.methods[row.method];
            if (row.measure.evaluator != "1nn" || !is_safeguarded_trln(method)) continue;
            figure.points.push_back({.panel = run.data,
                                     .curve = "TRLN",
                                     .x = static_cast<double>(row.k),
                                     .x2 = alpha_of(method),
                                     .mean = row.mean,
                                     .sd = row.std,
                                     .n = row.n});
        }
    }
    figure.absent = made.absent;
    return figure;
}

// For TRLN the best alpha of every m, as the paper has it.
Figure by_dimension(const Reproduction& made) {
    Figure figure{.number = 3,
                  .title = "Accuracy by dimension",
                  .x_axis = "m",
                  .y_axis = "1NN accuracy",
                  .mirrors = "Fig. 3; ORL in two panels; MMDA and the arithmetic sum (ATR) are added",
                  .protocol = protocol_of(made)};
    for (const PaperRun& run : made.runs) {
        const EvaluateRun& results = run.results;
        std::map<std::pair<std::string, Index>, FigurePoint> best;
        std::vector<std::pair<std::string, Index>> order;
        for (const SummaryRow& row : results.summary.rows) {
            const EvaluatedMethod& method = results.methods[row.method];
            if (row.measure.evaluator != "1nn" || (method.method == "trln" && !is_safeguarded_trln(method)))
                continue;
            const std::string curve =
                method.method == "trln" ? "TRLN" : method.label.substr(0, method.label.find(','));
            const std::pair key{curve, row.k};
            const auto [place, fresh] = best.try_emplace(key);
            if (fresh) order.push_back(key);
            if (fresh || row.mean > place->second.mean)
                place->second = {.curve = curve,
                                 .x = static_cast<double>(row.k),
                                 .mean = row.mean,
                                 .sd = row.std,
                                 .n = row.n};
        }
        const bool two = results.classes > 20;
        for (const auto& key : order) {
            FigurePoint point = best[key];
            for (const bool second : {false, true}) {
                if (second ? !two || key.second < 10 : two && key.second > 10) continue;
                point.panel = run.data + (!two ? "" : second ? ", m from 10" : ", m up to 10");
                figure.points.push_back(point);
            }
        }
    }
    figure.absent = made.absent;
    return figure;
}

}  // namespace

std::vector<Figure> boroujeni2018_figures(const Reproduction& made, const PaperLoader& load, bool,
                                          const Context& context) {
    return {convergence(load, data_of(find_paper("boroujeni2018")), context), surface(made),
            by_dimension(made)};
}

}  // namespace tamis::papers
