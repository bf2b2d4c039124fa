#include "tamis/pipeline/papers/projection_runs.hpp"

#include <cmath>
#include <map>
#include <mutex>

#include "tamis/core/parallel.hpp"
#include "tamis/eval/classify.hpp"
#include "tamis/eval/protocol.hpp"
#include "tamis/numeric/blas.hpp"
#include "tamis/pipeline/project.hpp"

namespace tamis {

namespace {

constexpr const char* kept_variance = "0.95";

struct Part {
    DenseMatrix x;
    Labels labels;
};

double root_mean_square(const DenseMatrix& x) {
    double sum = 0.0;
    const Index entries = x.rows() * x.cols();
    for (Index e = 0; e < entries; ++e) sum += x.data()[e] * x.data()[e];
    return std::sqrt(sum / static_cast<double>(entries));
}

void divide(DenseMatrix& x, double by) {
    for (Index e = 0; e < x.rows() * x.cols(); ++e) x.data()[e] /= by;
}

ProjectionOutcome judge(const Part& train, const Part& test, const ProjectionMethod& method, Index dim,
                        double svm_c, const Context& context) {
    const ProjectionModel model = fit_projection(
        train.x, train.labels,
        {.method = method.projector, .dim = std::to_string(dim), .settings = method.settings}, context);
    DenseMatrix near = apply_model(model, train.x, context), asked = apply_model(model, test.x, context);
    ProjectionOutcome outcome;
    const std::vector<Index> all{near.cols()};
    outcome.nearest_correct =
        one_nearest_correct({near, train.labels}, {asked, test.labels}, all, context).front();
    if (const double size = root_mean_square(near); size > 0.0) divide(near, size), divide(asked, size);
    outcome.svm_correct = svm_correct({near, train.labels}, {asked, test.labels}, {.c = svm_c}, context);
    outcome.objective = model.projection.objective.value;
    const std::vector<double>& trace = model.projection.objective.trace;
    for (std::size_t t = 1; t < trace.size(); ++t)
        outcome.falls = outcome.falls && trace[t] <= trace[t - 1] * (1.0 + 1e-9);
    return outcome;
}

double svm_price(const Part& train, Index dim, const Context& context) {
    const ProjectionModel model =
        fit_projection(train.x, train.labels, {.method = "flda", .dim = std::to_string(dim)}, context);
    DenseMatrix near = apply_model(model, train.x, context);
    if (const double size = root_mean_square(near); size > 0.0) divide(near, size);
    return chosen_svm_c({near, train.labels}, context);
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

ProjectionRuns run_projections(const Dataset& data, const std::vector<ProjectionMethod>& methods,
                               const std::vector<Index>& dims, const std::string& protocol,
                               const Context& context) {
    const std::vector<Split> splits =
        make_splits(parse_protocol(protocol), data.labels, context.seed, data.name);
    ProjectionRuns runs;
    runs.dims = dims;
    runs.outcomes.resize(splits.size());
    for (const Split& split : splits) {
        runs.repeat_of.push_back(split.repeat);
        runs.tested.push_back(static_cast<Index>(split.test.size()));
    }
    const blas::SingleThreaded guard;
    std::mutex mutex;
    Index done = 0;
    parallel_chunks(context, static_cast<Index>(splits.size()), 1, [&](const Chunk& chunk) {
        const auto place = static_cast<std::size_t>(chunk.number);
        const Split& split = splits[place];
        Context inside;
        inside.seed = split.seed;
        inside.cancel = context.cancel;
        Part train{{}, take_labels(data.labels, split.train)}, test{{}, take_labels(data.labels, split.test)};
        const Matrix rows = take_rows(data.x, split.train);
        const ProjectionModel front =
            fit_projection(rows, train.labels, {.method = "pca", .dim = kept_variance}, inside);
        train.x = apply_model(front, rows, inside);
        test.x = apply_model(front, take_rows(data.x, split.test), inside);
        const double svm_c = svm_price(train, dims.back(), inside);
        for (const ProjectionMethod& method : methods)
            for (const Index dim : dims) {
                inside.check_cancel();
                runs.outcomes[place].push_back(judge(train, test, method, dim, svm_c, inside));
            }
        const std::lock_guard lock(mutex);
        context.report(data.name, static_cast<double>(++done) / static_cast<double>(splits.size()));
    });
    return runs;
}

}  // namespace tamis
