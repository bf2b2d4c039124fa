// gu2011, Tables 2 to 4 and Theorem 3.3.
#include <algorithm>
#include <cstdio>

#include "papers/papers.hpp"
#include "tamis/eval/protocol.hpp"
#include "tamis/eval/splits.hpp"
#include "tamis/methods/gfs.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis::papers {

namespace {

struct Set {
    PaperData data;
    Index k = 0;
    std::string protocol, quick;
};

const std::vector<Set>& sets() {
    static const std::vector<Set> all = {
        {{.name = "Ionosphere", .file = "ionosphere.data"}, 17, "random:0.5x20", "random:0.5x5"},
        {{.name = "Sonar", .file = "sonar.data"}, 30, "random:0.5x20", "random:0.5x5"},
        {{.name = "Soybean", .file = "soybean-large.data", .label = "first"},
         18,
         "random:0.5x20",
         "random:0.5x5"},
        {{.name = "ORL", .file = "orl.mat"}, 100, "per-class:5x20", "per-class:5x2"},
        {{.name = "USPS", .file = "usps2007.txt.gz", .label = "first"},
         100,
         "random:0.5x20",
         "random:0.5x2"}};
    return all;
}

std::vector<Experiment> experiments() {
    const std::string table = "Tables 2-4";
    std::vector<Experiment> list;
    for (const Set& set : sets()) {
        Experiment experiment;
        experiment.data = set.data;
        experiment.rows = {{table, "HSIC", "hsic:label_kernel=integer"},
                           {table, "HSIC (one-hot labels)", "hsic:label_kernel=onehot"},
                           {table, "Fisher score", "fisher"},
                           {table, "Laplacian score", "laplacian"},
                           {table, "Trace ratio (FS)", "trace-ratio"},
                           {table, "Trace ratio (LS)", "trace-ratio:criterion=laplacian"},
                           {table, "GFS", "gfs:gamma=cv:max_planes=10:line_search=bisect"},
                           {table, "random", "random"},
                           {table, "all features", "all"}};
        experiment.request.k = {set.k};
        experiment.request.protocol = parse_protocol(set.protocol);
        experiment.request.scale = Scaling::standard;
        experiment.quick_protocol = parse_protocol(set.quick);
        list.push_back(std::move(experiment));
    }
    return list;
}

// Theorem 3.3: at every step the optimum of the relaxation lies between the two bounds, which close in on it.
std::vector<Claim> claims(const PaperLoader& load, bool quick, const Context& context) {
    Index runs = 0, ordered = 0, closed = 0;
    double largest_gap = 0.0;
    for (const Set& set : sets()) {
        std::optional<Dataset> data = load(set.data);
        if (!data) continue;
        fill_missing(data->x, present_means(data->x));
        const Protocol protocol = parse_protocol(quick ? set.quick : set.protocol);
        for (const Split& split : make_splits(protocol, data->labels, context.seed, data->name)) {
            if (split.repeat >= 5) break;
            context.check_cancel();
            Matrix x = take_rows(data->x, split.train);
            apply_scaler(fit_scaler(x, Scaling::standard, context), x, context);
            const Selection found =
                gfs(x, without_empty_classes(take_labels(data->labels, split.train)), {.k = set.k}, context);
            const auto trace = [&](const char* name) {
                return std::get<std::vector<double>>(value_at(found.certificate, name));
            };
            // l_t ≤ θ_t ≤ u_t of the theorem; θ* lies between every θ_t and every u_t.
            const std::vector<double> lower = trace("lower_trace"), upper = trace("upper_trace");
            const std::vector<double>& theta = found.objective.trace;
            bool in_order = !theta.empty() && std::is_sorted(theta.begin(), theta.end());
            for (std::size_t t = 0; t < theta.size(); ++t) {
                const double rounding = 1e-9 * std::abs(theta[t]);
                in_order = in_order && lower[t] <= theta[t] + rounding && theta.back() <= upper[t] + rounding;
            }
            const double gap = (upper.back() - theta.back()) / std::abs(theta.back());
            ++runs;
            ordered += in_order;
            closed += gap <= 1e-3;
            largest_gap = std::max(largest_gap, gap);
        }
    }
    if (runs == 0) return {};
    char gap[16];
    std::snprintf(gap, sizeof gap, "%.1e", largest_gap);
    return {{"Theorem 3.3: the bounds enclose the optimum of the relaxation at every step",
             std::to_string(ordered) + " of " + std::to_string(runs) +
                 " runs: l_t <= theta_t <= theta* <= u_t, theta_t never falling",
             ordered == runs},
            {"the bounds close in (relative gap of 1e-3 or less within 100 constraints)",
             std::to_string(closed) + " of " + std::to_string(runs) + " runs; largest gap " + gap,
             closed == runs}};
}

}  // namespace

Paper gu2011() {
    return {
        .name = "gu2011",
        .protocol =
            "1NN on half of the features (UCI) or 100 (ORL, USPS); random halves, 5 images per "
            "person for ORL; missing values and standardization by the training part; gamma of GFS by 5-fold "
            "cross-validation in the training part, at most 10 constraints",
        .experiments = experiments,
        .claims = claims,
        .figures = gu2011_figures};
}

}  // namespace tamis::papers
