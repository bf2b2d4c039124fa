#include "papers/projection_runs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/eval/classify.hpp"
#include "tamis/eval/protocol.hpp"
#include "tamis/eval/splits.hpp"
#include "tamis/pipeline/project.hpp"

namespace tamis::papers {

namespace {

constexpr double kept_variance = 0.95;
constexpr double hardly_penalized = 10.0;
constexpr std::array prices{0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0};

struct Part {
    DenseMatrix x;
    Labels labels;
};

// A split behind the PCA of its training part.
struct Fold {
    Part train, test;
    Context context;  // of everything done with it
};

Fold behind_pca(const Dataset& data, const Split& split, std::uint64_t starts, const Context& outside) {
    Fold fold{{{}, take_labels(data.labels, split.train)}, {{}, take_labels(data.labels, split.test)}, {}};
    fold.context.seed = starts + static_cast<std::uint64_t>(100 * split.repeat + split.fold);
    fold.context.cancel = outside.cancel;
    const Matrix rows = take_rows(data.x, split.train);
    const ProjectionModel front =
        fit_projection(rows, fold.train.labels, {.method = "pca", .dim = kept_variance}, fold.context);
    fold.train.x = apply_model(front, rows, fold.context);
    fold.test.x = apply_model(front, take_rows(data.x, split.test), fold.context);
    return fold;
}

double root_mean_square(const DenseMatrix& x) {
    double sum = 0.0;
    const Index entries = x.rows() * x.cols();
    for (Index e = 0; e < entries; ++e) sum += x.data()[e] * x.data()[e];
    return std::sqrt(sum / static_cast<double>(entries));
}

void divide(DenseMatrix& x, double by) {
    for (Index e = 0; e < x.rows() * x.cols(); ++e) x.data()[e] /= by;
}

// Training and test samples of a fold in the directions of a method.
class Projected {
  public:
    Projected(const Fold& fold, const ProjectionMethod& method, Index dim)
        : fold_(fold),
          model_(fit_projection(
              fold.train.x, fold.train.labels,
              {.method = configure_projector(method.projector, method.settings), .dim = dim}, fold.context)),
          train_(apply_model(model_, fold.train.x, fold.context)),
          test_(apply_model(model_, fold.test.x, fold.context)) {
        // One factor for all directions: distances keep their order, and C means the same for all data.
        if (const double size = root_mean_square(train_); size > 0.0)
            divide(train_, size), divide(test_, size);
    }

    const Objective& objective() const { return model_.projection.objective; }

    Index nearest_correct() const {
        const std::vector<Index> all{train_.cols()};
        return one_nearest_correct(train(), test(), all, fold_.context).front();
    }

    Index svm_correct(double c) const {
        return detail::svm_correct(train(), test(),
                                   {.c = c, .classes = SvmClasses::pairwise, .intercept = hardly_penalized},
                                   fold_.context);
    }

  private:
    Samples train() const { return {train_, fold_.train.labels}; }
    Samples test() const { return {test_, fold_.test.labels}; }

    const Fold& fold_;
    ProjectionModel model_;
    DenseMatrix train_, test_;
};

ProjectionOutcome judge(const Fold& fold, const ProjectionMethod& method, Index dim,
                        std::optional<double> svm_c) {
    const Timer timer;
    const Projected projected(fold, method, dim);
    const double seconds = timer.seconds();
    ProjectionOutcome outcome;
    outcome.nearest_correct = projected.nearest_correct();
    if (svm_c) outcome.svm_correct = projected.svm_correct(*svm_c);
    outcome.seconds = seconds;
    outcome.objective = projected.objective().value;
    const std::vector<double>& trace = projected.objective().trace;
    for (std::size_t t = 1; t < trace.size(); ++t)
        outcome.falls = outcome.falls && trace[t] <= trace[t - 1] * (1.0 + 1e-9);
    return outcome;
}

// The C with the most correct test samples of the first repeat, over the methods that choose; the smaller one
// on ties.
double best_price(const Dataset& data, const std::vector<Split>& splits,
                  const std::vector<ProjectionMethod>& methods, Index dim, std::uint64_t starts,
                  const Context& context) {
    std::vector<const Split*> first;
    for (const Split& split : splits)
        if (split.repeat == splits.front().repeat) first.push_back(&split);
    std::vector<std::array<Index, prices.size()>> correct(first.size());
    parallel_chunks(context, static_cast<Index>(first.size()), 1, [&](const Chunk& chunk) {
        const auto place = at(chunk.number);
        const Fold fold = behind_pca(data, *first[place], starts, context);
        for (const ProjectionMethod& method : methods) {
            if (!method.chooses_price) continue;
            const Projected projected(fold, method, dim);
            for (std::size_t p = 0; p < prices.size(); ++p) {
                context.check_cancel();
                correct[place][p] += projected.svm_correct(prices[p]);
            }
        }
    });
    std::array<Index, prices.size()> total{};
    for (const auto& fold : correct)
        for (std::size_t p = 0; p < prices.size(); ++p) total[p] += fold[p];
    return prices[at(std::max_element(total.begin(), total.end()) - total.begin())];
}

}  // namespace

std::vector<double> ProjectionRuns::accuracies(std::size_t method, std::size_t dim, bool svm) const {
    std::map<Index, std::pair<Index, Index>> repeats;  // correct, tested
    for (std::size_t s = 0; s < outcomes.size(); ++s) {
        const ProjectionOutcome& found = outcome(s, method, dim);
        repeats[repeat_of[s]].first += svm ? found.svm_correct : found.nearest_correct;
        repeats[repeat_of[s]].second += tested[s];
    }
    std::vector<double> values;
    for (const auto& [repeat, counts] : repeats)
        values.push_back(100.0 * static_cast<double>(counts.first) / static_cast<double>(counts.second));
    return values;
}

EvaluateRun ProjectionRuns::as_evaluation(const Dataset& data,
                                          const std::vector<ProjectionMethod>& methods) const {
    EvaluateRun run;
    run.data_name = data.name;
    run.samples = data.samples();
    run.features = data.features();
    run.classes = data.labels.classes();
    run.protocol = protocol;
    run.seed = seed;
    run.options = {{"pca", to_text(Value(kept_variance))}};
    if (svm_c) run.options.emplace_back("svm_c", *svm_c);
    run.complete = true;
    const Index repeats = repeat_of.back() + 1;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const ProjectionMethod& method = methods[m];
        std::string label = method.row + ", " + method.setting;
        if (method.projector == "trln") label += ", alpha=" + to_text(Value(method.alpha));
        run.methods.push_back(
            {label, method.projector, configure_projector(method.projector, method.settings).params()});
        for (std::size_t d = 0; d < dims.size(); ++d) {
            double seconds = 0.0;  // one fit, on average
            for (std::size_t s = 0; s < outcomes.size(); ++s) seconds += outcome(s, m, d).seconds;
            seconds /= static_cast<double>(outcomes.size());
            for (const bool svm : {false, true}) {
                if (svm && !svm_c) continue;
                const std::vector<double> values = accuracies(m, d, svm);
                for (Index r = 0; r < repeats; ++r)
                    run.rows.push_back({.method = m,
                                        .k = dims[d],
                                        .repeat = r,
                                        .evaluator = svm ? "svm" : "1nn",
                                        .metric = "accuracy",
                                        .value = values[at(r)] / 100.0,
                                        .seconds = seconds});
            }
        }
    }
    run.summary = summarize(run);
    return run;
}

ProjectionRuns run_projections(const Dataset& data, const std::vector<ProjectionMethod>& methods,
                               const std::vector<Index>& dims, const ProjectionSetup& setup,
                               const Context& context) {
    const std::vector<Split> splits =
        make_splits(parse_protocol(setup.protocol), data.labels, context.seed, data.name);
    ProjectionRuns runs;
    runs.protocol = setup.protocol;
    runs.seed = context.seed;
    runs.dims = dims;
    runs.outcomes.resize(splits.size());
    for (const Split& split : splits) {
        runs.repeat_of.push_back(split.repeat);
        runs.tested.push_back(static_cast<Index>(split.test.size()));
    }
    const blas::SingleThreaded guard;
    if (setup.judges == ProjectionJudges::nearest_and_svm)
        runs.svm_c = best_price(data, splits, methods, dims.back(), setup.starts, context);
    std::mutex mutex;
    Index done = 0;
    parallel_chunks(context, static_cast<Index>(splits.size()), 1, [&](const Chunk& chunk) {
        const auto place = at(chunk.number);
        const Fold fold = behind_pca(data, splits[place], setup.starts, context);
        for (const ProjectionMethod& method : methods)
            for (const Index dim : dims) {
                context.check_cancel();
                runs.outcomes[place].push_back(judge(fold, method, dim, runs.svm_c));
            }
        const std::lock_guard lock(mutex);
        context.report(data.name, static_cast<double>(++done) / static_cast<double>(splits.size()));
    });
    return runs;
}

}  // namespace tamis::papers
