#include "tamis/methods/spec.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/methods/spec/parts.hpp"
#include "tamis/methods/spec/rbf.hpp"
#include "tamis/passes/unit/column_units.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis {

using namespace detail;

using Criterion = SpecOptions::Criterion;
using Function = SpecOptions::Function;
using Similarity = SpecOptions::Similarity;
using EdgeWeights = SpecOptions::EdgeWeights;
using ReliefFeatures = SpecOptions::ReliefFeatures;

About SpecOptions::about() {
    return {.name = "spec", .title = "SPEC, spectral feature selection", .citation = {{.key = "zhao2007"}}};
}

Fields<SpecOptions> SpecOptions::fields() {
    return Fields<SpecOptions>()
        .choice("criterion", &SpecOptions::criterion,
                {{"phi2", Criterion::phi2}, {"phi1", Criterion::phi1}, {"phi3", Criterion::phi3}},
                "what is optimized; smoothness without the mean, with the mean, or the share of the slowest "
                "eigenvectors")
        .choice("spectral_function", &SpecOptions::spectral_function,
                {{"power", Function::power},
                 {"exp", Function::exp},
                 {"walk", Function::walk},
                 {"cosine", Function::cosine},
                 {"saturate", Function::saturate},
                 {"rational", Function::rational}},
                "what an eigenvalue r of the graph counts; r^power, exp(t r) - 1, (a - r)^-steps - a^-steps, "
                "1/cos(pi r/2a) - 1, 1 - exp(-t r), or r/(r + c)")
        .real("power", &SpecOptions::power, {.low = 0.0, .high = 100.0, .low_open = true},
              "exponent of the eigenvalues; larger punishes fast variation more")
        .real(
            "t", &SpecOptions::t, above(0),
            "rate of the exponential; exp: larger punishes fast variation more, saturate: larger tells less "
            "of it apart")
        .real("a", &SpecOptions::a, above(2),
              "where the function has its pole; walk and cosine: nearer to 2 punishes the fastest variation "
              "more")
        .integer("steps", &SpecOptions::steps, at_least(1),
                 "steps of the random walk; spectral_function walk: more punish fast variation more")
        .real("c", &SpecOptions::c, above(0),
              "eigenvalue that counts half; spectral_function rational: smaller tells less of the fast "
              "variation apart")
        .choice("similarity", &SpecOptions::similarity,
                {{"knn", Similarity::knn},
                 {"rbf", Similarity::rbf},
                 {"diffusion", Similarity::diffusion},
                 {"class", Similarity::by_class},
                 {"relieff", Similarity::relieff},
                 {"graph", Similarity::graph}},
                "which graph of the samples; neighbors, all pairs, a diffusion kernel on the neighbors, "
                "equal classes, hits and "
                "misses, or your own graph")
        .optional(
            "rbf_bandwidth", &SpecOptions::rbf_bandwidth, above(0), "auto",
            "T of the weights exp(-d^2/T); similarity rbf: larger makes all samples more alike, auto is "
            "what rbf_scale says")
        .choice(
            "rbf_scale", &SpecOptions::rbf_scale,
            {{"mean", RbfScale::mean}, {"median", RbfScale::median}, {"cai", RbfScale::cai}},
            "what rbf_bandwidth auto is; mean or median of d^2 over all pairs, or twice the square of the "
            "mean distance")
        .optional(
            "beta", &SpecOptions::beta, above(0), "auto",
            "time of the diffusion; similarity diffusion: larger spreads farther, auto is 1 / mean degree")
        .choice("diffusion_weights", &SpecOptions::diffusion_weights,
                {{"binary", EdgeWeights::binary}, {"graph", EdgeWeights::graph}},
                "weight of an edge for the diffusion; similarity diffusion: 1, or its weight in the graph")
        .optional("clusters", &SpecOptions::clusters, at_least(2), "auto",
                  "number of clusters; auto is the number of classes; criterion phi3 only")
        .integer("relief_neighbors", &SpecOptions::relief_neighbors, at_least(1),
                 "hits, and misses per class, of each sample; similarity relieff: more smooth more")
        .choice(
            "relief_features", &SpecOptions::relief_features,
            {{"raw", ReliefFeatures::raw}, {"unit", ReliefFeatures::unit}},
            "scale of the features for distances; similarity relieff: as they are, or each divided by its "
            "length");
}

namespace {

void check_together(const SpecOptions& options) {
    const bool diffusion = options.similarity == Similarity::diffusion;
    if (options.rbf_bandwidth && options.similarity != Similarity::rbf)
        throw UsageError("rbf_bandwidth belongs to similarity=rbf: leave it out or set that similarity");
    if (options.rbf_scale != SpecOptions::RbfScale::mean && options.similarity != Similarity::rbf)
        throw UsageError("rbf_scale belongs to similarity=rbf: leave it out or set that similarity");
    if (options.beta && !diffusion)
        throw UsageError("beta belongs to similarity=diffusion: leave it out or set that similarity");
    if (options.diffusion_weights != EdgeWeights::binary && !diffusion)
        throw UsageError(
            "diffusion_weights belongs to similarity=diffusion: leave it out or set that similarity");
    if (options.clusters && options.criterion != Criterion::phi3)
        throw UsageError("clusters belongs to criterion=phi3: leave it out or set that criterion");
    if (options.relief_features != ReliefFeatures::raw && options.similarity != Similarity::relieff)
        throw UsageError(
            "relief_features belongs to similarity=relieff: leave it out or set that similarity");
    const SpecOptions usual;
    const auto belongs = [](const char* name, const char* where) {
        throw UsageError(std::string(name) + " belongs to spectral_function=" + where +
                         ": leave it out or set that function");
    };
    const Function function = options.spectral_function;
    if (options.power != usual.power && function != Function::power) belongs("power", "power");
    if (options.t != usual.t && function != Function::exp && function != Function::saturate)
        belongs("t", "exp or saturate");
    if (options.a != usual.a && function != Function::walk && function != Function::cosine)
        belongs("a", "walk or cosine");
    if (options.steps != usual.steps && function != Function::walk) belongs("steps", "walk");
    if (options.c != usual.c && function != Function::rational) belongs("c", "rational");
    if (options.similarity == Similarity::relieff && function != Function::power)
        throw UsageError(
            "similarity=relieff has negative eigenvalues, which allow only whole powers: leave "
            "spectral_function out");
    const spec_parts::SpectralFunction checked(options);
    static_cast<void>(checked);
    if (options.similarity == Similarity::relieff && std::floor(options.power) != options.power)
        throw UsageError(
            "similarity=relieff has negative eigenvalues, which allow only whole powers: set power to a "
            "whole "
            "number");
}

}  // namespace

bool SpecOptions::in_passes() const {
    const bool edges = similarity != Similarity::relieff && similarity != Similarity::diffusion &&
                       similarity != Similarity::rbf;
    return edges && criterion != Criterion::phi3 && spectral_function == Function::power &&
           std::floor(power) == power;
}

std::string SpecOptions::not_shared() const {
    if (similarity == Similarity::by_class) return {};
    if (similarity == Similarity::rbf) return "similarity=rbf compares every sample with every other";
    if (similarity == Similarity::relieff) return "similarity=relieff needs all rows in one place";
    if (similarity == Similarity::diffusion) return "similarity=diffusion needs whole columns in one place";
    if (criterion == Criterion::phi3) return "criterion=phi3 needs whole columns in one place";
    if (spectral_function != Function::power || std::floor(power) != power)
        return "only spectral_function=power with a whole power is: others need whole columns in one place";
    return {};
}

Needs SpecOptions::needs() const {
    check_together(*this);
    const bool by_labels = similarity == Similarity::by_class || similarity == Similarity::relieff;
    return {.labels = by_labels,
            .graph = !by_labels && similarity != Similarity::rbf,
            .own_graph = similarity == Similarity::graph,
            .classes = criterion == Criterion::phi3 && !clusters};
}

namespace {

Index number_of_clusters(const SpecOptions& options, const Inputs& inputs) {
    if (options.clusters) return *options.clusters;
    if (inputs.labels == nullptr || inputs.labels->classes() < 2)
        throw UsageError(
            std::string("criterion=phi3 takes the number of classes for clusters, and the data have ") +
            (inputs.labels == nullptr || inputs.labels->empty() ? "no classes" : "fewer than two classes") +
            ": set clusters to a number");
    return inputs.labels->classes();
}

std::string sum_of(Criterion criterion) {
    return criterion == Criterion::phi1   ? "sum of phi1"
           : criterion == Criterion::phi2 ? "sum of phi2"
                                          : "sum of phi3";
}

// The class blocks have the eigenvalues 0 (once per class) and 1: closed forms, the same for every γ but for
// the factors γ(1) of φ1 and φ2 and γ(2) of φ3.
Selection spec_by_class(const Rows& x, const Inputs& inputs, const SpecOptions& options,
                        const Context& context) {
    const Labels& labels = labels_or_none(inputs.labels);
    require_classes(labels, x.rows(), "spec with similarity=class");
    if (options.clusters && *options.clusters != labels.classes())
        throw UsageError("similarity=class has as many clusters as classes, " +
                         std::to_string(labels.classes()) + ": leave clusters out");
    const GroupMoments moments = group_moments(x, {labels.of, labels.classes()}, context);
    const Scatter scatter = group_scatter(moments);
    if (const auto units = ColumnUnits::of(x, with_lost_digits(scatter, 1.0), context))
        return spec_by_class(units->x(), inputs, options, context);
    const spec_parts::SpectralFunction gamma(options);
    std::vector<double> numerators, denominators;
    for (Index j = 0; j < x.cols(); ++j) {
        const auto feature = at(j);
        double size = scatter.between[feature] + scatter.within[feature];
        if (options.criterion != Criterion::phi2) {
            double sum = 0.0;
            for (Index c = 0; c < labels.classes(); ++c) sum += moments.weight[at(c)] * moments.mean(c, j);
            size += sum * sum / static_cast<double>(x.rows());
        }
        denominators.push_back(size);
        numerators.push_back(options.criterion == Criterion::phi3 ? gamma(2.0) * scatter.between[feature]
                                                                  : gamma(1.0) * scatter.within[feature]);
    }
    const Direction direction = options.criterion == Criterion::phi3 ? Direction::larger : Direction::smaller;
    return select_by_score(ratios(numerators, denominators, direction), direction, scatter.constant, {},
                           options.k, sum_of(options.criterion), options.fixed);
}

// A kernel so wide that φ2 = 1 - f̃ᵀKf̃/‖f̃‖² shows nothing of it: the second term still orders the features,
// without cancellation. `visible`: the largest value of it that needs this.
void rank_by_kernel(const std::vector<double>& forms, double visible, const spec_parts::Sizes& sizes,
                    const Message& reason, const SpecOptions& options, const Context& context,
                    Selection& result) {
    std::vector<double> kernel = ratios(forms, sizes.spread, Direction::larger);
    for (std::size_t j = 0; j < kernel.size(); ++j)
        if (sizes.constant[j] != 0) kernel[j] = 0.0;
    const double largest = *std::max_element(kernel.begin(), kernel.end());
    const bool any = std::find(sizes.constant.begin(), sizes.constant.end(), 0) != sizes.constant.end();
    if (!any || largest > visible) return;
    context.warning("every phi2 is 1 up to rounding because " + reason +
                    " is large: the features are ordered by 1 - phi2, computed on its own; a smaller " +
                    reason + " separates them better");
    result.scores = kernel;
    result.selected = top_features({kernel, sizes.constant, {}}, options.k, options.fixed);
}

// The data with small columns in units of their own, if there are any. The graph is that of all columns.
std::optional<ColumnUnits> small_columns(const Rows& x, const spec_parts::Setting& setting,
                                         const spec_parts::Sizes& sizes, const Context& context) {
    const double weight = setting.kind == WalkOperator::Kind::by_degree ? setting.graph().volume() : 1.0;
    const std::vector<char> lost =
        with_lost_digits(sizes.constant, weight, [&](std::size_t j) { return sizes.spread[j]; });
    auto units = ColumnUnits::of(x, lost, context);
    if (!units || !setting.in_tiles) return units;
    remark_on_small_columns(lost, context);  // tiles compute the weights from the same columns
    return std::nullopt;
}

Selection spec_by_form(const Rows& x, const spec_parts::Setting& setting, const SpecOptions& options,
                       const Context& context) {
    const spec_parts::Sizes sizes = spec_parts::measure_features(x, setting, context);
    if (const auto units = small_columns(x, setting, sizes, context))
        return spec_by_form(units->x(), setting, options, context);
    const spec_parts::Forms forms =
        spec_parts::quadratic_forms(x, setting, sizes, spec_parts::SpectralFunction(options), context);
    const bool with_mean = options.criterion == Criterion::phi1;
    Selection result = select_by_score(
        ratios(forms.values, with_mean ? sizes.squares : sizes.spread, Direction::smaller),
        Direction::smaller, sizes.constant, {}, options.k, sum_of(options.criterion), options.fixed);
    if (setting.beta) result.certificate = result.chosen = {{"beta", *setting.beta}};
    if (setting.beta || forms.error > 0.0) result.certificate.emplace_back("truncation_error", forms.error);
    if (setting.rbf_bandwidth)
        result.certificate = result.chosen = {{"rbf_bandwidth", *setting.rbf_bandwidth}};
    if (with_mean) return result;
    if (setting.beta)
        rank_by_kernel(forms.kernel, 1e-10, sizes, method_option("beta"), options, context, result);
    if (setting.rbf_bandwidth && options.spectral_function == Function::power && options.power == 1.0) {
        constexpr double visible = 1e-6;
        const auto is_hidden = [&](std::size_t j) {
            return sizes.constant[j] != 0 || result.raw_scores[j] > 1.0 - visible;
        };
        bool hidden = true;
        for (std::size_t j = 0; j < sizes.constant.size(); ++j) hidden = hidden && is_hidden(j);
        if (hidden)
            rank_by_kernel(
                setting.in_tiles ? forms.kernel : spec_parts::kernel_forms(x, setting, sizes, context),
                visible, sizes, method_option("rbf_bandwidth"), options, context, result);
    }
    return result;
}

Selection spec_by_clusters(const Rows& x, const spec_parts::Setting& setting, Index clusters,
                           const SpecOptions& options, const Context& context) {
    const spec_parts::Sizes sizes = spec_parts::measure_features(x, setting, context);
    if (const auto units = small_columns(x, setting, sizes, context))
        return spec_by_clusters(units->x(), setting, clusters, options, context);
    spec_parts::ClusterTerms terms = spec_parts::cluster_terms(
        x, setting, sizes, spec_parts::SpectralFunction(options), clusters, context);
    Selection result = select_by_score(std::move(terms.values), Direction::larger, sizes.constant, {},
                                       options.k, sum_of(options.criterion), options.fixed);
    result.stop = terms.stop;
    result.iterations = terms.products;
    result.certificate = {{"clusters", clusters},
                          {"components", terms.components},
                          {"eigenvalues", terms.eigenvalues},
                          {"gap", terms.gap}};
    result.chosen = {{"clusters", clusters}};
    if (setting.rbf_bandwidth) {
        result.certificate.emplace_back("rbf_bandwidth", *setting.rbf_bandwidth);
        result.chosen.emplace_back("rbf_bandwidth", *setting.rbf_bandwidth);
    }
    if (setting.beta) {
        result.certificate.emplace_back("beta", *setting.beta);
        result.chosen.emplace_back("beta", *setting.beta);
    }
    return result;
}

}  // namespace

Selection spec(const Rows& x, const Inputs& inputs, const SpecOptions& options, const Context& context) {
    require_choice(options.k, options.fixed, x.cols());
    require_samples(x, 2);
    SpecOptions::fields().check(options);
    check_together(options);
    const bool by_distance = options.similarity == Similarity::rbf;
    if (const auto unit = WorkingUnit::of(x, by_distance ? Extremes::both : Extremes::tiny, context)) {
        SpecOptions measured = options;
        if (measured.rbf_bandwidth)
            measured.rbf_bandwidth = unit->ridge(*measured.rbf_bandwidth, "rbf_bandwidth", "spec");
        Selection result = spec(unit->x(), inputs, measured, context);
        for (Record* record : {&result.certificate, &result.chosen})
            for (auto& [name, value] : *record)
                if (name == "rbf_bandwidth") value = unit->back(std::get<double>(value), 2);
        return result;
    }
    if (options.similarity == Similarity::by_class) return spec_by_class(x, inputs, options, context);
    if (options.criterion != Criterion::phi3)
        return spec_by_form(x, spec_parts::make_setting(x, inputs, options, context), options, context);
    const Index clusters = number_of_clusters(options, inputs);
    return spec_by_clusters(x, spec_parts::make_setting(x, inputs, options, context), clusters, options,
                            context);
}

}  // namespace tamis
