#include "tamis/pipeline/plan/work.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "tamis/core/error.hpp"
#include "tamis/pipeline/plan/chosen_options.hpp"

namespace tamis::detail {

namespace {

struct Problem : ChosenOptions {
    double n, d, cells, classes, neighbors, k;

    // One run over the edges of the graph: the difference of two rows each.
    Work edges() const { return {.passes = 1.0, .steps = 2.0 * neighbors * cells}; }
    // Gram matrix of the shorter side, and so many products of matrices of its size. With more features than
    // samples, a basis of the samples and the way back to the features are products with the data, too.
    Work gram(double products) const {
        const double shorter = std::min(n, d), with_data = n < d ? 4.5 : 0.5;
        return {.passes = 1.0,
                .products = with_data * shorter * cells + products * shorter * shorter * shorter,
                .extra_bytes = 16.0 * shorter * shorter};
    }
    // With all of its eigenvectors.
    Work spectrum() const { return gram(10.0); }
};

using Formula = std::function<Work(const Problem&)>;

Work spec_work(const Problem& p) {
    if (p.is("similarity", "relieff")) return {.passes = 2.0, .steps = 60.0 * p.cells};
    if (p.is("criterion", "phi3"))
        return {.passes = 2.0, .steps = 200.0 * p.n * p.neighbors + 20.0 * p.cells};
    const double power = p.number("power", 1.0);
    if (power == std::floor(power) && !p.is("similarity", "diffusion"))
        return Work{p.edges()}.times(std::max(1.0, std::ceil(power / 2.0)));
    if (p.n <= 1000.0)
        return {.passes = 2.0,
                .products = p.n * p.cells,
                .steps = 10.0 * p.n * p.n * p.n,
                .extra_bytes = 16.0 * p.n * p.n};
    return {.passes = 2.0, .steps = 60.0 * p.neighbors * p.cells};
}

Work hsic_work(const Problem& p) {
    if (!p.is("kernel", "rbf")) return {.passes = 1.0};
    const double rounds = 1.0 / std::max(0.01, p.number("drop_fraction", 0.1));
    return {.passes = rounds, .products = rounds * p.n * p.cells, .steps = rounds * 20.0 * p.n * p.n};
}

// Each pick solves with the graph's matrix and takes one product with the data.
Work design_work(const Problem& p, double products_per_pick) {
    if (p.is("solver", "convex")) {
        Work work = p.spectrum();
        work.steps += 50.0 * p.d * p.d * std::min(p.d, p.n);
        return work;
    }
    return {.passes = products_per_pick * p.k,
            .steps = p.k * (60.0 * p.n * p.neighbors + p.k * p.d),
            .extra_bytes = 8.0 * p.k * (p.n + p.d)};
}

// Every step of the descent goes over the pairs of classes. It takes more of them where the samples span less
// than the features.
Work pairwise_work(const Problem& p) {
    Work work = p.spectrum();
    const double rank = std::min(p.n, p.d), iterations = p.n < p.d ? 100.0 : 25.0;
    work += {.steps = iterations * rank * rank * p.classes * p.classes, .extra_bytes = 8.0 * rank * rank};
    return work;
}

// Cutting planes: a product with the classes for each, and a small problem on its features.
Work gfs_work(const Problem& p) {
    const double planes = std::min(15.0, p.number("max_planes", 100.0));
    return {.passes = 2.0 * planes,
            .products = planes * (p.cells * p.classes + p.n * p.k * (p.k + p.classes)),
            .extra_bytes = 8.0 * p.d * p.classes};
}

// Rounds of leading eigenvectors, which rarely end before the last; of the Gram matrix if that is small.
Work q_alpha_work(const Problem& p) {
    constexpr double rounds = 150.0, largest_gram = 2000.0;
    const bool kept = p.d <= largest_gram && p.n >= p.d;
    Work work = kept ? p.gram(0.0) : Work{.passes = 1.0};
    work.steps = rounds * (kept ? 60.0 * p.d * p.d : 140.0 * p.cells);
    return work;
}

// The remaining variance of every sample is a solution of its own with the graph's matrix.
Work lapgofs_work(const Problem& p) {
    Work work = design_work(p, 1.0);
    if (p.is("target", "remaining")) work.steps += 100.0 * p.n * p.n;
    return work;
}

const std::map<std::string, Formula>& selector_formulas() {
    static const std::map<std::string, Formula> formulas = {
        {"variance", [](const Problem&) { return Work{.passes = 1.0}; }},
        {"fisher", [](const Problem&) { return Work{.passes = 1.0}; }},
        {"laplacian", [](const Problem& p) { return p.edges(); }},
        {"trace-ratio",
         [](const Problem& p) { return p.is("criterion", "fisher") ? Work{.passes = 1.0} : p.edges(); }},
        {"spec", spec_work},
        {"relieff",
         [](const Problem& p) {
             const double others = p.number("neighbors", 10.0) * p.classes;
             const double probes = std::min(p.n, p.number("samples", p.n));
             return Work{.passes = 1.0, .steps = 2.0 * others * p.d * probes};
         }},
        {"hsic", hsic_work},
        {"gfs", gfs_work},
        {"lapdofs", [](const Problem& p) { return design_work(p, 0.5); }},
        {"lapaofs", [](const Problem& p) { return design_work(p, 1.0); }},
        {"lapeofs", [](const Problem& p) { return design_work(p, 2.0); }},
        {"lapgofs", lapgofs_work},
        {"q-alpha", q_alpha_work},
        {"trln", pairwise_work},
    };
    return formulas;
}

const std::map<std::string, Formula>& projector_formulas() {
    const auto spectrum = [](const Problem& p) { return p.spectrum(); };
    const auto spectra = [](const Problem& p) { return p.gram(30.0); };  // one per iteration
    const auto whitening = [](const Problem& p) { return p.gram(2.0); };
    static const std::map<std::string, Formula> formulas = {
        {"pca", spectrum},       {"flda", whitening},     {"tr-lda", spectra}, {"apac", whitening},
        {"hmss", whitening},     {"gmss", whitening},     {"mmda", whitening}, {"atr", pairwise_work},
        {"whtr", pairwise_work}, {"trln", pairwise_work},
    };
    return formulas;
}

Work work_of(const std::map<std::string, Formula>& formulas, const std::string& name,
             const Problem& problem) {
    const auto found = formulas.find(name);
    if (found == formulas.end()) throw Error("there is no estimate of what " + name + " costs");
    return found->second(problem);
}

Problem problem_of(const DataShape& shape, Index neighbors, Index k, const Record& options) {
    return {{options},
            static_cast<double>(shape.samples),
            static_cast<double>(shape.features),
            static_cast<double>(shape.stored),
            shape.class_count(),
            static_cast<double>(neighbors),
            static_cast<double>(k)};
}

}  // namespace

double DataShape::bytes() const {
    const double cells = static_cast<double>(stored);
    if (!sparse) return cells * sizeof(double);
    return cells * (sizeof(double) + sizeof(Small)) + static_cast<double>(samples + 1) * sizeof(Index);
}

double DataShape::class_count() const {
    constexpr Index usual = 10;
    return static_cast<double>(classes.value_or(usual));
}

DataShape DataShape::part(double of_samples) const {
    DataShape some = *this;
    some.samples = std::max<Index>(2, std::llround(of_samples * static_cast<double>(samples)));
    some.stored = std::llround(of_samples * static_cast<double>(stored));
    return some;
}

Work& Work::operator+=(const Work& other) {
    passes += other.passes;
    products += other.products;
    steps += other.steps;
    extra_bytes += other.extra_bytes;
    return *this;
}

Work Work::times(double count) const {
    return {passes * count, products * count, steps * count, extra_bytes};
}

Work graph_work(const DataShape& shape, const GraphOptions& options) {
    const auto n = static_cast<double>(shape.samples), cells = static_cast<double>(shape.stored);
    const double lists = n * static_cast<double>(options.neighbors);
    Work work{.passes = 2.0, .steps = 40.0 * lists, .extra_bytes = 64.0 * lists};
    if (searches_exactly(options.search, options.recall, {shape.samples, shape.features, shape.stored})) {
        constexpr double packed_cells = 67e6;  // of dense data are held once more, in two bytes each
        work.products += n * cells / 2.0;
        if (!shape.sparse && cells <= packed_cells) work.extra_bytes += 2.0 * cells;
    } else {
        const bool estimates = !shape.sparse && options.metric == Metric::euclidean;
        work += forest_work(shape, estimates ? small_leaves : large_leaves,
                            static_cast<double>(options.neighbors));
    }
    return work;
}

// The leaves of the first trees, and about four rounds of comparisons.
Work forest_work(const DataShape& shape, const ForestSize& forest, double neighbors) {
    const auto cells = static_cast<double>(shape.stored);
    return {.passes = 20.0,
            .products = static_cast<double>(forest.trees * forest.leaf) * cells,
            .steps = 4.0 * 400.0 * cells,
            .extra_bytes = static_cast<double>(shape.samples) * (400.0 + 40.0 * neighbors)};
}

Work method_work(const ConfiguredMethod& method, const DataShape& shape, Index neighbors, Index k) {
    const Record options = method.params();
    return work_of(selector_formulas(), method.name(), problem_of(shape, neighbors, k, options));
}

Work projector_work(const ConfiguredProjector& projector, const DataShape& shape) {
    const Record options = projector.params();
    return work_of(projector_formulas(), projector.name(), problem_of(shape, 0, 0, options));
}

}  // namespace tamis::detail
