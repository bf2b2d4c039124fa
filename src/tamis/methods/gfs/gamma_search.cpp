#include "tamis/methods/gfs/gamma_search.hpp"

#include <algorithm>
#include <array>

#include "tamis/core/error.hpp"
#include "tamis/core/folds.hpp"
#include "tamis/passes/one_nearest.hpp"

namespace tamis::detail {

namespace {

constexpr std::array gammas{50.0, 100.0, 200.0, 300.0, 400.0, 500.0};
constexpr Index folds = 5;

// Every training part must hold two classes: a class of two samples or more always leaves one there.
void require_folds(const Labels& labels) {
    const auto divisible =
        std::count_if(labels.counts.begin(), labels.counts.end(), [](Index n) { return n > 1; });
    if (divisible < 2)
        throw Error(
            "gfs with gamma=cv needs two classes with at least two samples each: set gamma to a number");
}

Index correct_decisions(const MatrixView& train, const Labels& train_labels, const MatrixView& test,
                        const Labels& test_labels, std::span<const Index> features, const Context& context) {
    const Matrix near = take_columns(train, features), asked = take_columns(test, features);
    const std::array all{near.cols()};
    return one_nearest_correct({near, train_labels}, {asked, test_labels}, all, context).front();
}

}  // namespace

std::vector<Index> competing(const FisherData& data, std::span<const Index> features) {
    std::vector<Index> list;
    for (const Index j : features)
        if (data.classes().constant[at(j)] == ClassCode::competes) list.push_back(j);
    return list;
}

PlaneSearch search_planes(FisherData& data, const GfsOptions& options, double gamma) {
    const std::vector<Index> forced = competing(data, options.fixed.include);
    const auto in_all = static_cast<Index>(forced.size());
    const Index beside = static_cast<Index>(options.fixed.include.size()) - in_all;
    const Index wanted = std::min(options.k - beside, data.informative());
    const PlaneOptions planes{gamma, options.max_planes, options.tolerance, wanted, forced};
    // max_planes planes of m features cannot hold more than max_planes·m, the forced ones counted once.
    const Index others = wanted - in_all;
    const Index least = in_all + (others > 0 ? 1 + (others - 1) / options.max_planes : 0);
    const auto solve = [&](Index m) { return solve_fisher_planes(data, m, planes); };

    if (options.line_search == GfsOptions::LineSearch::linear)
        for (Index m = least;; ++m)
            if (auto solution = solve(m)) return {m, std::move(*solution)};  // m = wanted always does

    Index low = least, high = least;
    std::optional<PlaneSolution> best = solve(high);
    while (!best) {
        low = high + 1;
        high = std::min(2 * high, wanted);
        best = solve(high);
    }
    while (low < high) {
        const Index middle = low + (high - low) / 2;
        if (auto solution = solve(middle)) {
            best = std::move(solution);
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return {high, std::move(*best)};
}

bool nothing_competes(const FisherData& data, const GfsOptions& options) {
    const bool no_choice = static_cast<Index>(options.fixed.include.size()) == options.k;
    return data.informative() == 0 || (no_choice && competing(data, options.fixed.include).empty());
}

double cross_validated_gamma(const MatrixView& x, const Labels& labels, const GfsOptions& options,
                             const Context& context) {
    require_folds(labels);
    NumpyRandom random(context.seed);
    const std::vector<Index> fold = stratified_folds(labels, folds, random);
    std::array<Index, gammas.size()> correct{};
    for (Index f = 0; f < folds; ++f) {
        std::vector<Index> inside, outside;
        for (Index i = 0; i < x.rows(); ++i) (fold[at(i)] == f ? outside : inside).push_back(i);
        if (outside.empty()) continue;
        const Matrix train = take_rows(x, inside), test = take_rows(x, outside);
        const Labels train_labels = take_labels(labels, inside), test_labels = take_labels(labels, outside);
        FisherData data(train, train_labels, context);
        if (nothing_competes(data, options)) continue;
        for (std::size_t g = 0; g < gammas.size(); ++g) {
            const PlaneSearch found = search_planes(data, options, gammas[g]);
            const std::vector<Index> features =
                taken_from(rank_by_planes(data, found.solution), options.k, options.fixed);
            correct[g] += correct_decisions(train, train_labels, test, test_labels, features, context);
            context.report("gamma", (static_cast<double>(f) + static_cast<double>(g + 1) / gammas.size()) /
                                        static_cast<double>(folds));
        }
    }
    return gammas[at(std::max_element(correct.begin(), correct.end()) - correct.begin())];
}

}  // namespace tamis::detail
