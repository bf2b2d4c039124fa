// boroujeni2018, Tables 2 to 4. As in the paper the dimension m, and for TRLN alpha, is the best one on the
// very folds that are reported, which flatters; what the defaults give without any choice is reported as
// well.
#include <algorithm>

#include "papers/papers.hpp"
#include "papers/projection_runs.hpp"
#include "tamis/pipeline/statistics.hpp"

namespace tamis::papers {

namespace {

const std::vector<double>& alphas() {
    static const std::vector<double> all = {0.0, 1e-3, 1e-2, 1e-1, 1.0, 10.0};
    return all;
}

constexpr double usual_alpha = 1.0;
constexpr std::uint64_t first_seed = 2018;

// The folds of --seed 0 have the seed 2018, its random starts those from 0 on.
std::uint64_t starts(const Context& context) { return 1000 * (context.seed - first_seed); }

ProjectionMethod trln_from(const std::string& start, const std::string& mode, double alpha) {
    return {.row = "TRLN",
            .setting = mode == "plain" ? "Algorithm 1 as printed" : "safeguarded",
            .projector = "trln",
            .settings = {{"alpha", alpha}, {"mode", mode}, {"start", start}, {"stop", "paper"}},
            .alpha = alpha};
}

std::vector<ProjectionMethod> methods() {
    std::vector<ProjectionMethod> list;
    for (const double alpha : alphas()) list.push_back(trln_from("random", "plain", alpha));
    for (const double alpha : alphas()) list.push_back(trln_from("trace-ratio", "safe", alpha));
    for (const auto& [row, projector] : {std::pair{"FLDA", "flda"},
                                         {"aPAC", "apac"},
                                         {"HMSS", "hmss"},
                                         {"GMSS", "gmss"},
                                         {"TR (eq. 5)", "tr-lda"}})
        list.push_back({.row = row, .setting = "baselines", .projector = projector});
    for (const auto& [row, projector] : {std::pair{"MMDA", "mmda"}, {"ATR (eq. 16)", "atr"}})
        list.push_back({.row = row, .setting = "baselines", .projector = projector, .chooses_price = false});
    return list;
}

struct Set {
    PaperData data;
    bool table_two = false;
};

const std::vector<Set>& sets() {
    static const std::vector<Set> all = {{{.name = "GLIOMA", .file = "glioma.mat"}, true},
                                         {{.name = "TOX_171", .file = "tox_171.mat"}, true},
                                         {{.name = "Pixraw10P", .file = "pixraw10p.mat"}, true},
                                         {{.name = "Orlraws10P", .file = "orlraws10p.mat"}, true},
                                         {{.name = "Yale", .file = "yale.mat"}},
                                         {{.name = "COIL20", .file = "coil20.mat"}},
                                         {{.name = "YaleB", .file = "yaleb_32x32.mat"}},
                                         {{.name = "ORL", .file = "orl.mat"}}};
    return all;
}

// All dimensions below the number of classes; quick: a few of them if there are many.
std::vector<Index> dimensions(Index classes, bool quick) {
    std::vector<Index> list;
    const Index most = classes - 1;
    for (Index m = 1; m <= most; ++m) {
        const bool few = m <= 3 || m == most / 2 || m >= most - 1;
        if (!quick || classes <= 10 || few) list.push_back(m);
    }
    return list;
}

PaperCell cell_of(const Set& set, const std::string& table, const ProjectionMethod& method,
                  const std::string& column, const MeanStd& numbers, Index n) {
    PaperCell cell;
    cell.table = table;
    cell.data = set.data.name;
    cell.row = method.row;
    cell.setting = method.setting;
    cell.column = column;
    cell.mean = numbers.mean;
    cell.std = numbers.std;
    cell.n = n;
    return make_cell("boroujeni2018", cell);
}

// Tables 3 (1NN) and 4 (SVM): the best over m and alpha, and what m = c - 1 with the usual alpha gives.
void add_best(const Set& set, const ProjectionRuns& runs, const std::vector<ProjectionMethod>& all, bool svm,
              std::vector<PaperCell>& cells) {
    const std::string table = svm ? "Table 4" : "Table 3";
    for (std::size_t first = 0; first < all.size(); ++first) {
        if (first > 0 && all[first].row == all[first - 1].row && all[first].setting == all[first - 1].setting)
            continue;
        MeanStd best{-1.0, 0.0}, usual;
        Index n = 0;
        for (std::size_t m = first; m < all.size(); ++m) {
            if (all[m].row != all[first].row || all[m].setting != all[first].setting) continue;
            for (std::size_t dim = 0; dim < runs.dims.size(); ++dim) {
                const std::vector<double> values = runs.accuracies(m, dim, svm);
                const MeanStd numbers = mean_std(values);
                n = static_cast<Index>(values.size());
                const bool candidate = all[m].projector != "trln" || all[m].alpha > 0.0;
                if (candidate && numbers.mean > best.mean) best = numbers;
                if (dim + 1 == runs.dims.size() &&
                    (all[m].projector != "trln" || all[m].alpha == usual_alpha))
                    usual = numbers;
            }
        }
        cells.push_back(cell_of(set, table, all[first], "accuracy", best, n));
        cells.push_back(cell_of(set, table, all[first], "nothing chosen", usual, n));
    }
}

// Table 2: for every m the largest and the mean accuracy over alpha.
void add_alphas(const Set& set, const ProjectionRuns& runs, const std::vector<ProjectionMethod>& all,
                std::vector<PaperCell>& cells) {
    for (const std::string setting : {"Algorithm 1 as printed", "safeguarded"})
        for (std::size_t dim = 0; dim < runs.dims.size(); ++dim) {
            MeanStd best{-1.0, 0.0};
            std::vector<double> over_alpha;  // per repeat
            for (std::size_t m = 0; m < all.size(); ++m) {
                if (all[m].setting != setting) continue;
                const std::vector<double> values = runs.accuracies(m, dim, false);
                if (mean_std(values).mean > best.mean) best = mean_std(values);
                over_alpha.resize(values.size());
                for (std::size_t r = 0; r < values.size(); ++r)
                    over_alpha[r] += values[r] / static_cast<double>(alphas().size());
            }
            const ProjectionMethod row{.row = "TRLN m = " + std::to_string(runs.dims[dim]),
                                       .setting = setting};
            const auto repeats = static_cast<Index>(over_alpha.size());
            cells.push_back(cell_of(set, "Table 2", row, "max over alpha", best, repeats));
            cells.push_back(cell_of(set, "Table 2", row, "mean over alpha", mean_std(over_alpha), repeats));
        }
}

PaperResults results(const PaperLoader& load, bool quick, const Context& context) {
    PaperResults found;
    const std::vector<ProjectionMethod> all = methods();
    for (const Set& set : sets()) {
        const std::optional<Dataset> data = load(set.data);
        if (!data) continue;
        const ProjectionRuns runs = run_projections(*data, all, dimensions(data->labels.classes(), quick),
                                                    {.protocol = quick ? "cv:5x1" : "cv:5x5",
                                                     .starts = starts(context),
                                                     .judges = ProjectionJudges::nearest_and_svm},
                                                    context);
        add_best(set, runs, all, false, found.cells);
        add_best(set, runs, all, true, found.cells);
        if (set.table_two) add_alphas(set, runs, all, found.cells);
        found.runs.push_back({"", runs.as_evaluation(*data, all), set.data.name});
    }
    return found;
}

// Algorithm 1 as printed against the safeguarded descent, from the same start: does the criterion fall, and
// how far?
std::vector<Claim> claims(const PaperLoader& load, bool, const Context& context) {
    const std::vector<ProjectionMethod> pair = {trln_from("trace-ratio", "plain", usual_alpha),
                                                trln_from("trace-ratio", "safe", usual_alpha)};
    Index runs_made = 0, plain_falls = 0, safe_falls = 0, safe_lower = 0;
    for (const Set& set : sets()) {
        const std::optional<Dataset> data = load(set.data);
        if (!data || data->labels.classes() > 15) continue;
        const ProjectionRuns runs =
            run_projections(*data, pair, dimensions(data->labels.classes(), true),
                            {.protocol = "cv:5x1", .starts = starts(context)}, context);
        for (std::size_t dim = 0; dim < runs.dims.size(); ++dim)
            for (std::size_t s = 0; s < runs.outcomes.size(); ++s) {
                const ProjectionOutcome &plain = runs.outcome(s, 0, dim), &safe = runs.outcome(s, 1, dim);
                ++runs_made;
                plain_falls += plain.falls;
                safe_falls += safe.falls;
                safe_lower += safe.objective <= plain.objective * (1.0 + 1e-6);
            }
    }
    if (runs_made == 0) return {};
    const auto of_all = [&](Index count) {
        return std::to_string(count) + " of " + std::to_string(runs_made) + " runs";
    };
    return {{"the criterion falls at every iteration of Algorithm 1 as printed", of_all(plain_falls),
             plain_falls == runs_made},
            {"the criterion falls at every iteration of the safeguarded descent", of_all(safe_falls),
             safe_falls == runs_made},
            {"the safeguarded descent ends no higher than Algorithm 1", of_all(safe_lower),
             safe_lower == runs_made}};
}

}  // namespace

Paper boroujeni2018() {
    std::vector<PaperData> data;
    for (const Set& set : sets()) data.push_back(set.data);
    return {
        .name = "boroujeni2018",
        .protocol =
            "PCA with 95 % of the variance, projection and classifier learned on the training part of 5 "
            "stratified folds, 5 repeats; the linear SVM is one-against-one and has "
            "one C per data set; \"accuracy\" takes the best m, and for TRLN alpha, on the reported folds as "
            "the paper does; \"nothing chosen\" is m = classes - 1, alpha = 1",
        .claims = claims,
        .results = results,
        .further_data = data,
        .first_seed = first_seed,
        .figures = boroujeni2018_figures};
}

}  // namespace tamis::papers
