#include "tamis/pipeline/trust/p_values.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/passes/unit/working_unit.hpp"
#include "tamis/pipeline/trust/graph_p_values.hpp"
#include "tamis/pipeline/trust/setting.hpp"
#include "tamis/trust/class_sums_test.hpp"
#include "tamis/trust/f_test.hpp"
#include "tamis/trust/false_discovery.hpp"
#include "tamis/trust/label_test.hpp"

namespace tamis {

using namespace detail;

std::string to_text(PMethod method) {
    switch (method) {
        case PMethod::f:
            return "f";
        case PMethod::pearson3:
            return "pearson3";
        case PMethod::normal:
            return "normal";
        case PMethod::permutation:
            break;
    }
    return "permutation";
}

std::string to_text(PFlag flag) {
    return flag == PFlag::approximate ? "approximate" : flag == PFlag::conservative ? "conservative" : "";
}

namespace detail {

namespace {

[[noreturn]] void refuse(const ConfiguredMethod& method, const std::string& why) {
    throw UsageError(method.name() + " has no p-values: " + why,
                     "use " + option("stability") + " to see which features would be chosen again");
}

bool by_class(const ConfiguredMethod& method) {
    return method.name() == "spec" && setting(method, "similarity") == "class";
}

// Whether the method has the p-values of the F test: its score of a feature rises or falls with F.
bool has_f_test(const ConfiguredMethod& method) {
    return method.name() == "fisher" || (by_class(method) && setting(method, "criterion") == "phi2");
}

bool sums_classes(const ConfiguredMethod& method) {
    return has_f_test(method) || by_class(method) || method.name() == "hsic";
}

}  // namespace

namespace {

// The test on a graph that fits the method; TestKind::f if none does.
TestKind graph_test_of(const ConfiguredMethod& method) {
    if (method.name() == "laplacian") return TestKind::graph;
    if (method.name() != "spec" || !method.needs().graph) return TestKind::f;
    const std::string function = setting(method, "spectral_function");
    const bool is_laplacian_score =
        setting(method, "criterion") == "phi2" && value_at(method.params(), "power") == Value(1.0) &&
        setting(method, "similarity") != "diffusion" && (function.empty() || function == "power");
    return is_laplacian_score ? TestKind::graph : TestKind::rows_again;
}

}  // namespace

TestKind test_of(const ConfiguredMethod& method, const TrustRequest& request) {
    const std::string& name = method.name();
    const TestKind on_graph = graph_test_of(method);
    if (request.permutations && *request.permutations < (on_graph == TestKind::graph ? 0 : 1))
        throw UsageError(option("permutations") + " takes a number of at least 1, not " +
                         std::to_string(*request.permutations));
    if (name == "variance") refuse(method, "a variance is not compared with anything");
    if (name == "trace-ratio") {
        if (setting(method, "criterion") != "fisher")
            refuse(method, "it chooses a set, and a single feature has no score of its own");
        if (request.permutations)
            throw UsageError("trace-ratio chooses a set: " + option("permutations") +
                                 " has no score of a feature to permute",
                             "use " + option("pvalues") + " for the F test of the single features, or " +
                                 option("stability"));
        return TestKind::f;
    }
    if (name == "hsic" &&
        (setting(method, "kernel") != "linear" || setting(method, "estimator") != "biased" ||
         setting(method, "label_kernel") == "integer"))
        refuse(method,
               "only the linear kernel with the biased estimator and label_kernel onehot or balanced has a "
               "test");
    if (on_graph != TestKind::f) return on_graph;
    if (name == "relieff") return TestKind::relieff;
    if (name == "spec" && setting(method, "similarity") == "relieff") return TestKind::labels_again;
    if (has_f_test(method) && !request.permutations) return TestKind::f;
    if (sums_classes(method)) return TestKind::class_sums;
    refuse(method, "it chooses a set, and a single feature has no score of its own");
}

bool has_test(const ConfiguredMethod& method) {
    try {
        test_of(method, {});
        return true;
    } catch (const UsageError&) {
        return false;
    }
}

namespace {

// What the F test counts on: so many samples per class that differ from the most frequent value.
constexpr Index varying_per_class = 5;

}  // namespace

PValues f_p_values(const ConfiguredMethod& method, const Scatter& scatter, Index samples, Index classes,
                   std::span<const char> rare, const Context& context) {
    FTest test = f_test(scatter, samples, classes, context);
    PValues found;
    found.method.assign(test.p.size(), PMethod::f);
    found.flags.assign(test.p.size(), PFlag::none);
    Index rough = 0;
    for (std::size_t j = 0; j < rare.size(); ++j)
        if (rare[j] != 0 && scatter.constant[j] == 0) {
            found.flags[j] = PFlag::approximate;
            ++rough;
        }
    if (rough > 0)
        context.warning("p-values: " + std::to_string(rough) + " of " + std::to_string(test.p.size()) +
                        " features differ from their most frequent value in fewer than " +
                        std::to_string(varying_per_class * classes) +
                        " samples, and their F test is approximate: check them with " +
                        option("permutations", std::to_string(usual_draws)));
    if (method.name() == "trace-ratio")
        context.warning(
            "p-values: those of trace-ratio are of the single features, not of the set that was chosen");
    found.p = std::move(test.p);
    found.log10_p = std::move(test.log10_p);
    return found;
}

namespace {

PValues by_f_test(const ConfiguredMethod& method, const TestData& data, const Context& context) {
    const Scatter scatter = class_scatter(data.x, data.labels, context);
    const auto present = std::count_if(data.labels.counts.begin(), data.labels.counts.end(),
                                       [](Index count) { return count > 0; });
    return f_p_values(method, scatter, data.x.rows(), present,
                      rarely_varying(data.x, varying_per_class * present, context), context);
}

PermutationTest permuted(TestKind kind, const ConfiguredMethod& method, const TestData& data,
                         const TrustRequest& request, const Context& context) {
    const MatrixView& x = data.x.require_matrix("a permutation test");
    const std::uint64_t seed = context.seed;
    if (kind == TestKind::class_sums)
        return permute_class_sums(x, data.labels,
                                  method.name() == "hsic" && setting(method, "label_kernel") == "onehot"
                                      ? ClassStatistic::hsic_onehot
                                      : ClassStatistic::fisher,
                                  request.permutations.value_or(usual_draws), seed, context);
    const Index draws = request.permutations.value_or(usual_slow_draws);
    if (kind == TestKind::relieff) {
        RelieffOptions options;
        RelieffOptions::fields().assign(options, method.params());
        options.fixed = {.exclude = data.fixed.exclude, .graph = data.fixed.graph};
        return permute_relieff(x, data.labels, options, draws, seed, context);
    }
    Context inside = context;
    inside.warn = nullptr;
    inside.progress = nullptr;
    const auto candidates = x.cols() - static_cast<Index>(data.fixed.exclude.size());
    const SelectionSize all(candidates, {.exclude = data.fixed.exclude, .graph = data.fixed.graph});
    const auto score = [&](const Labels& labels) {
        return method.run(data.x, {.labels = &labels}, all, inside).scores;
    };
    const std::vector<int> together(at(x.rows()), 0);
    return permute_labels(data.labels, group_moments(x, {together, 1}, context).constant, score, draws, seed,
                          context);
}

void remark_on_resolution(const PValues& found, const Context& context) {
    constexpr double level = 0.05;
    const double smallest = 1.0 / static_cast<double>(found.permutations + 1);
    const bool reached = *std::min_element(found.p.begin(), found.p.end()) <= smallest;
    const double least = *std::min_element(found.q.begin(), found.q.end());
    if (reached && least > level)
        context.warning("p-values: " + std::to_string(found.permutations) + " permutations give no p below " +
                        real_text(smallest) + ", too coarse for any q of " + real_text(level) +
                        " here: draw more with " + option("permutations"));
}

}  // namespace

PValues p_values(const ConfiguredMethod& method, const TestData& data, const TrustRequest& request,
                 const Context& context) {
    const TestKind kind = test_of(method, request);
    if (const auto unit = WorkingUnit::of(data.x, Extremes::tiny, context)) {
        return p_values(method, {unit->matrix(), data.labels, data.graph, data.graph_options, data.fixed},
                        request, context);
    }
    PValues found;
    if (kind == TestKind::f) {
        found = by_f_test(method, data, context);
    } else if (kind == TestKind::graph || kind == TestKind::rows_again) {
        found = graph_p_values(kind, method, data, request, context);
    } else {
        PermutationTest test = permuted(kind, method, data, request, context);
        found.method.assign(test.p.size(), PMethod::permutation);
        found.flags.assign(test.p.size(), PFlag::none);
        found.p = std::move(test.p);
        found.familywise = std::move(test.familywise);
        found.permutations = test.draws;
    }
    found.q = q_values(found.p);
    if (found.permutations > 0) remark_on_resolution(found, context);
    return found;
}

}  // namespace detail

}  // namespace tamis
