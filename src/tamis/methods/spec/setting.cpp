// From the similarity option to a graph, an operator and its map of eigenvalues.
#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/graph/edge_energy.hpp"
#include "tamis/methods/spec/parts.hpp"
#include "tamis/methods/spec/rbf.hpp"
#include "tamis/methods/spec/relief_graph.hpp"
#include "tamis/passes/products.hpp"
#include "tamis/passes/unit/column_units.hpp"

namespace tamis::detail::spec_parts {

namespace {

const Graph& given_graph(const Rows& x, const Inputs& inputs) {
    if (inputs.graph == nullptr) throw Error("spec needs a graph for this similarity and got none");
    const Graph& graph = *inputs.graph;
    require_graph(graph, x.rows());
    if (std::any_of(graph.weights.begin(), graph.weights.end(), [](double w) { return !(w >= 0.0); }))
        throw Error(
            "spec takes graphs without negative weights: similarity=relieff makes its own signed graph");
    return graph;
}

// The edges for diffusion: self loops have no part in L.
Graph diffusion_graph(const Graph& graph, SpecOptions::EdgeWeights weights) {
    Graph result;
    result.samples = graph.samples;
    for (Index i = 0; i < graph.samples; ++i) {
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p) {
            if (graph.neighbors[at(p)] == i || graph.weights[at(p)] == 0.0) continue;
            result.neighbors.push_back(graph.neighbors[at(p)]);
            result.weights.push_back(weights == SpecOptions::EdgeWeights::binary ? 1.0
                                                                                 : graph.weights[at(p)]);
        }
        result.row_start.push_back(static_cast<Index>(result.neighbors.size()));
    }
    set_degrees(result);
    return result;
}

std::vector<char> with_edges(const Graph& graph) {
    std::vector<char> takes_part;
    for (const double degree : graph.degrees) takes_part.push_back(degree > 0.0 ? 1 : 0);
    if (std::find(takes_part.begin(), takes_part.end(), 1) == takes_part.end())
        throw Error(
            "the graph has no edges: use more neighbors or a larger bandwidth, or check the graph that you "
            "gave");
    return takes_part;
}

}  // namespace

Setting make_setting(const Rows& x, const Inputs& inputs, const SpecOptions& options,
                     const Context& context) {
    using Similarity = SpecOptions::Similarity;
    if (options.similarity == Similarity::rbf)
        return rbf_setting(x.require_matrix("spec with similarity=rbf"), options, context);
    Setting setting;
    if (options.similarity == Similarity::relieff) {
        const Labels& labels = labels_or_none(inputs.labels);
        require_classes(labels, x.rows(), "spec with similarity=relieff");
        warn_of_small_classes(labels, options.relief_neighbors, "spec", context);
        std::vector<double> factors;
        std::optional<ColumnUnits> units;
        if (options.relief_features == SpecOptions::ReliefFeatures::unit) {
            factors = squared_columns(x, context);
            const std::vector<char> any(factors.size(), 0);
            units = ColumnUnits::of(x, with_lost_digits(any, 1.0, [&](std::size_t j) { return factors[j]; }),
                                    context);
            if (units) factors = squared_columns(units->x(), context);
            for (double& factor : factors) factor = factor > 0.0 ? 1.0 / std::sqrt(factor) : 0.0;
        }
        if (options.fixed.graph == GraphFeatures::candidates && !options.fixed.exclude.empty()) {
            if (factors.empty()) factors.assign(at(x.cols()), 1.0);
            for (const Index feature : options.fixed.exclude) factors[at(feature)] = 0.0;
        }
        const MatrixView whole = (units ? units->x() : x).require_matrix("spec with similarity=relieff");
        setting.own = relief_graph(find_class_neighbors(whole, labels, options.relief_neighbors,
                                                        ClassMetric::euclidean, factors, context),
                                   labels);
        setting.kind = WalkOperator::Kind::plain;
        setting.is_signed = true;
        setting.takes_part.assign(at(x.rows()), 1);
    } else if (options.similarity == Similarity::diffusion) {
        setting.own = diffusion_graph(given_graph(x, inputs), options.diffusion_weights);
        setting.kind = WalkOperator::Kind::plain;
        setting.takes_part = with_edges(setting.own);
        const auto members = std::count(setting.takes_part.begin(), setting.takes_part.end(), 1);
        setting.beta = options.beta ? *options.beta : static_cast<double>(members) / setting.own.volume();
    } else {
        setting.given = &given_graph(x, inputs);
        setting.takes_part = with_edges(*setting.given);
    }
    return setting;
}

double spectral_weight(const Setting& setting, const SpectralFunction& gamma, double eigenvalue) {
    if (!setting.is_signed && eigenvalue < 1e-12) return 0.0;
    return gamma(setting.beta ? -std::expm1(-*setting.beta * eigenvalue) : eigenvalue);
}

Sizes measure_features(const Rows& x, const Setting& setting, const Context& context) {
    std::vector<int> group_of;
    for (const char part : setting.takes_part) group_of.push_back(part != 0 ? 0 : -1);
    Grouping grouping{group_of, 1};
    if (setting.kind == WalkOperator::Kind::by_degree) grouping.weights = setting.graph().degrees;
    const GroupMoments moments = group_moments(x, grouping, context);
    Sizes sizes;
    sizes.constant = moments.constant;
    for (Index j = 0; j < x.cols(); ++j) {
        const double mean = moments.mean(0, j), spread = moments.scatter(0, j);
        sizes.means.push_back(mean);
        sizes.spread.push_back(spread);
        sizes.squares.push_back(spread + moments.weight[0] * mean * mean);
    }
    return sizes;
}

}  // namespace tamis::detail::spec_parts
