// nie2008, Figs. 1 to 4. The paper prints curves, no numbers, and does not say how the data
// are scaled: three ways are tried.
#include <algorithm>
#include <cstdio>
#include <limits>

#include "papers/nie2008.hpp"
#include "papers/papers.hpp"
#include "tamis/core/options/value.hpp"
#include "tamis/eval/protocol.hpp"
#include "tamis/eval/splits.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/methods/trace_ratio/dinkelbach.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/pipeline/statistics.hpp"

namespace tamis::papers {

namespace {

std::vector<FeatureCount> face_counts() {
    std::vector<FeatureCount> counts = {1, 2, 5};
    for (Index k = 10; k <= 630; k += 20) counts.emplace_back(k);
    return counts;
}

std::vector<FeatureCount> up_to(Index features) {
    std::vector<FeatureCount> counts;
    for (Index k = 1; k <= features; ++k) counts.emplace_back(k);
    return counts;
}

Experiment experiment(const PaperData& data, Scaling scale, const std::vector<FeatureCount>& k, Index shown,
                      const std::string& protocol) {
    const std::string figure = "Figures 1-3";
    Experiment result;
    result.data = data;
    result.setting = scale == Scaling::none ? "raw" : scale == Scaling::minmax ? "range" : "standardized";
    result.rows = {{figure, "F-FS", "fisher"},
                   {figure, "S-FS", "trace-ratio"},
                   {figure, "F-LS", "laplacian"},
                   {figure, "S-LS", "trace-ratio:criterion=laplacian"},
                   {figure, "random", "random"}};
    result.request.k = k;
    result.request.protocol = parse_protocol(protocol + "x20");
    result.request.scale = scale;
    result.quick_protocol = parse_protocol(protocol + "x4");
    result.mean_over_features = true;
    result.shown = shown;
    return result;
}

std::vector<Experiment> experiments() {
    struct Set {
        PaperData data;
        Index features, shown;
    };
    const std::vector<Set> sets = {
        {{.name = "vehicle", .file = "vehicle.dat", .label = "last"}, 18, 10},
        {{.name = "ionosphere", .file = "ionosphere.data", .label = "last"}, 34, 18},
        {{.name = "heart", .file = "heart.dat", .label = "last"}, 13, 7},
        {{.name = "german", .file = "german.data", .label = "last"}, 20, 11},
        {{.name = "crx", .file = "crx.data", .label = "last"}, 15, 8},
        {{.name = "australian", .file = "australian.dat", .label = "last"}, 14, 8}};
    std::vector<Experiment> list;
    for (const Set& set : sets)
        for (const Scaling scale : {Scaling::none, Scaling::minmax, Scaling::standard})
            list.push_back(experiment(set.data, scale, up_to(set.features), set.shown, "per-class:30"));
    list.push_back(experiment(umist(), Scaling::none, face_counts(), 290, "per-class:5"));
    list.push_back(experiment({.name = "AT&T", .file = "att_28x23.mat"}, Scaling::none, face_counts(), 290,
                              "per-class:5"));
    return list;
}

// Fig. 4 and the text: the subset score of the optimum is at least that of the m best single features, never
// rises with m, and is found in a few iterations.
std::vector<Claim> claims(const PaperLoader& load, bool quick, const Context& context) {
    const std::optional<Dataset> data = load(umist());
    if (!data) return {};
    Index better = 0, falling = 0, curves = 0, points = 0;
    std::vector<double> iterations;
    for (const Split& split : make_splits(parse_protocol(quick ? "per-class:5x4" : "per-class:5x20"),
                                          data->labels, context.seed, data->name)) {
        context.check_cancel();
        const Matrix x = take_rows(data->x, split.train);
        const Labels labels = take_labels(data->labels, split.train);
        const Scatter pair = class_scatter(x, labels, context);
        const std::vector<Index> single = fisher(x, labels, {.k = x.cols()}, context).selected;
        bool never_rises = true;
        double before = std::numeric_limits<double>::infinity();
        for (const FeatureCount& count : face_counts()) {
            const Index m = count.of(x.cols());
            // From the first m features, as Algorithm 1 may start from any.
            double b = 0.0, e = 0.0, own_b = 0.0, own_e = 0.0;
            for (std::size_t j = 0; j < at(m); ++j) {
                b += pair.between[j], e += pair.within[j];
                own_b += pair.between[at(single[j])];
                own_e += pair.within[at(single[j])];
            }
            const TraceRatioSolution optimum =
                solve_trace_ratio({pair.between, pair.within, pair.constant}, m, b / e, context);
            iterations.push_back(static_cast<double>(optimum.history.size()));
            ++points;
            better += optimum.lambda >= own_b / own_e * (1.0 - 1e-12);
            never_rises = never_rises && optimum.lambda <= before * (1.0 + 1e-12);
            before = optimum.lambda;
        }
        ++curves;
        falling += never_rises;
    }
    const double mean = mean_std(iterations).mean,
                 most = *std::max_element(iterations.begin(), iterations.end());
    char measured[96];
    std::snprintf(measured, sizeof measured, "mean %.1f, at most %.0f, started from the first m features",
                  mean, most);
    return {{"Fig. 4 (UMIST): the score of the optimal subset is at least that of the best single features",
             std::to_string(better) + " of " + std::to_string(points) + " points", better == points},
            {"Fig. 4: it never rises with m",
             std::to_string(falling) + " of " + std::to_string(curves) + " curves", falling == curves},
            {"three to five iterations to convergence", measured, most <= 5.0}};
}

}  // namespace

Paper nie2008() {
    return {.name = "nie2008",
            .protocol =
                "1NN for m = 1, 2, … features, 30 training samples per class (faces: 5), 20 splits; the "
                "paper shows only curves",
            .experiments = experiments,
            .claims = claims,
            .figures = nie2008_figures};
}

}  // namespace tamis::papers
