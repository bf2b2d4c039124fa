#include "tamis/pipeline/trust/graph_p_values.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/graph/pairs.hpp"
#include "tamis/trust/graph_test.hpp"

namespace tamis::detail {

namespace {

// Features that are tested on the same graph.
struct FeatureGroup {
    std::vector<Index> columns;
    Graph graph;
};

std::vector<Index> all_columns(Index count) {
    std::vector<Index> columns(at(count));
    std::iota(columns.begin(), columns.end(), Index{0});
    return columns;
}

std::vector<FeatureGroup> cross_fitted(const MatrixView& x, const TestData& data, const Context& context) {
    constexpr Index usual_groups = 5;
    const bool everything = data.fixed.graph == GraphFeatures::all;
    const std::vector<Index> excluded = everything ? std::vector<Index>() : data.fixed.exclude;
    const std::vector<Index> candidates = arranged_columns({.exclude = excluded}, x.cols());
    const auto count = static_cast<Index>(candidates.size());
    if (count < 2)
        throw Error(
            excluded.empty()
                ? "a feature is tested on a graph of the other features, and there is one feature only"
                : "a feature is tested on a graph of the others that are not excluded, and there is "
                  "one only",
            "give a graph of your own with " + option("graph") +
                (excluded.empty() ? "" : ", or use " + option("graph-features", "all")));
    const Index groups = std::min(usual_groups, count);
    const std::vector<int> group_of = deal_features(count, groups, context.seed);
    const Labels* labels = data.labels.empty() ? nullptr : &data.labels;
    const auto graph_of = [&](std::span<const Index> columns) {
        return build_graph(take_columns(x, columns), data.graph_options, context, labels);
    };
    std::vector<FeatureGroup> made(at(groups));
    for (Index g = 0; g < groups; ++g) {
        std::vector<Index> others;
        for (Index p = 0; p < count; ++p)
            (group_of[at(p)] == g ? made[at(g)].columns : others).push_back(candidates[at(p)]);
        context.report("cross-fitted graphs", static_cast<double>(g) / static_cast<double>(groups));
        made[at(g)].graph = graph_of(others);
    }
    // Features that build no graph are tested on that of all others.
    if (!excluded.empty()) made.push_back({excluded, graph_of(candidates)});
    return made;
}

// Fills the places of one group in the lists of all features.
class GroupTest {
  public:
    GroupTest(const ConfiguredMethod& method, const TrustRequest& request, bool one_graph, Index features,
              const Context& context)
        : method_(method), request_(request), one_graph_(one_graph), context_(context) {
        found_.p.assign(at(features), 1.0);
        found_.method.assign(at(features), PMethod::pearson3);
        found_.flags.assign(at(features), PFlag::none);
    }

    // By moments; features whose law is too skewed by permutations, unless they are not wanted.
    void add_by_moments(const MatrixView& x, const Graph& graph, std::span<const Index> columns) {
        const Index draws = request_.permutations.value_or(usual_draws);
        const GraphTest test = graph_test(x, graph, context_);
        for (auto* list : {&found_.test_score, &found_.z, &found_.skew}) list->resize(found_.p.size(), 0.0);
        std::vector<Index> skewed;
        for (std::size_t p = 0; p < columns.size(); ++p) {
            const auto j = at(columns[p]);
            found_.test_score[j] = test.score[p];
            found_.z[j] = test.z[p];
            found_.skew[j] = test.skew[p];
            found_.p[j] = test.p[p];
            if (std::abs(test.skew[p]) < 1e-4) found_.method[j] = PMethod::normal;
            if (test.skew[p] <= largest_skew) continue;
            skewed.push_back(static_cast<Index>(p));
            found_.method[j] = draws > 0 ? PMethod::permutation : PMethod::normal;
            if (draws == 0) found_.flags[j] = PFlag::conservative;
        }
        // On one graph a wanted number of permutations also gives the family-wise p of all features.
        const bool familywise = one_graph_ && request_.permutations && draws > 0;
        if (draws == 0 || (skewed.empty() && !familywise)) return;
        const std::vector<Index> drawn = familywise ? all_columns(x.cols()) : skewed;
        const PermutationTest permuted =
            permute_values(take_columns(x, drawn), graph, draws, context_.seed, context_);
        for (std::size_t p = 0; p < drawn.size(); ++p)
            if (test.skew[at(drawn[p])] > largest_skew) found_.p[at(columns[at(drawn[p])])] = permuted.p[p];
        if (familywise) found_.familywise = permuted.familywise;
        found_.permutations = draws;
    }

    void add_by_running_again(const MatrixView& x, const Graph& graph, std::span<const Index> columns,
                              const Labels& labels) {
        Context inside = context_;
        inside.warn = nullptr;
        inside.progress = nullptr;
        const auto score = [&](const MatrixView& rows) {
            return method_
                .run(rows, {.labels = labels.empty() ? nullptr : &labels, .graph = &graph}, x.cols(), inside)
                .scores;
        };
        const Scatter spread = laplacian_pair(x, graph, context_);
        const PermutationTest permuted =
            permute_rows(x, graph, spread.constant, score, request_.permutations.value_or(usual_slow_draws),
                         context_.seed, context_);
        for (std::size_t p = 0; p < columns.size(); ++p) {
            found_.p[at(columns[p])] = permuted.p[p];
            found_.method[at(columns[p])] = PMethod::permutation;
        }
        if (one_graph_) found_.familywise = permuted.familywise;
        found_.permutations = permuted.draws;
    }

    PValues take() { return std::move(found_); }

  private:
    const ConfiguredMethod& method_;
    const TrustRequest& request_;
    bool one_graph_;
    const Context& context_;
    PValues found_;
};

}  // namespace

PValues graph_p_values(TestKind kind, const ConfiguredMethod& method, const TestData& data,
                       const TrustRequest& request, const Context& context) {
    const MatrixView& x = data.x.require_matrix("a test on a graph");
    GroupTest test(method, request, data.graph != nullptr, x.cols(), context);
    const auto add = [&](const MatrixView& part, const Graph& graph, std::span<const Index> columns) {
        if (kind == TestKind::graph)
            test.add_by_moments(part, graph, columns);
        else
            test.add_by_running_again(part, graph, columns, data.labels);
    };
    if (data.graph != nullptr) {
        add(x, *data.graph, all_columns(x.cols()));
    } else {
        Context quiet = context;
        quiet.warn = nullptr;
        for (const FeatureGroup& group : cross_fitted(x, data, quiet))
            add(take_columns(x, group.columns), group.graph, group.columns);
    }
    PValues found = test.take();
    const auto conservative = std::count(found.flags.begin(), found.flags.end(), PFlag::conservative);
    if (conservative > 0)
        context.warning("p-values: " + std::to_string(conservative) + " of " + std::to_string(x.cols()) +
                        " features have a skewed law on this graph, and their p is conservative: draw "
                        "permutations with " +
                        option("permutations", std::to_string(usual_draws)));
    return found;
}

}  // namespace tamis::detail
