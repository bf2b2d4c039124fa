// What the four optimal designs share as methods: options, graph defaults, and the run of A and D.
#pragma once

#include <optional>

#include "tamis/methods/lapofs/greedy.hpp"
#include "tamis/methods/method.hpp"

namespace tamis {

enum class DesignSolver { greedy, convex };

// He et al. 2011, eq. 2: joined where either is among the other's four nearest.
inline GraphOptions design_graph() { return {.neighbors = 4, .weights = Weights::binary}; }

template <class Options>
Fields<Options> design_fields() {
    return Fields<Options>()
        .real("lambda1", &Options::lambda1, at_least(0),
              "weight of the graph; larger prefers features that differ between neighbors, 0 does without")
        .real("lambda2", &Options::lambda2, above(0),
              "ridge, in squared units of the data; larger lets features repeat each other more")
        .choice("laplacian", &Options::laplacian,
                {{"plain", LaplacianKind::plain}, {"normalized", LaplacianKind::normalized}},
                "D - W, or the same with samples divided by the root of their degree");
}

template <class Options>
Fields<Options> solved_design_fields() {
    return design_fields<Options>()
        .choice("solver", &Options::solver,
                {{"greedy", DesignSolver::greedy}, {"convex", DesignSolver::convex}},
                "one feature after the other, or the convex relaxation rounded to its largest weights")
        .optional("gamma", &Options::gamma, above(0), "auto",
                  "convex: price of a unit of weight; larger gives fewer features, auto looks for k of them")
        .real("tol", &Options::tol, above(0),
              "convex: relative duality gap at which to stop; smaller is more exact");
}

struct DesignRequest {
    Design design;
    Index k;
    double lambda1, lambda2;
    DesignSolver solver;
    std::optional<double> gamma;
    double tol;
    LaplacianKind laplacian;
};

Selection run_design(const MatrixView& x, const Graph& graph, const DesignRequest& request,
                     const Context& context);

// Features of zeros are only chosen when nothing else is left.
Stop greedy_stop(const FeatureGram& gram, const std::vector<Index>& selected);

}  // namespace tamis
