// What the four optimal designs of he2011 share as methods: options, their descriptions, graph defaults.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tamis/graph/graph.hpp"
#include "tamis/methods/method.hpp"

namespace tamis {

enum class Design {
    a,  // smallest Tr(H⁻¹), H = K[S,S] + λ2·I (eq. 12)
    d,  // largest det(H) (eq. 13)
};

enum class DesignSolver {
    greedy,    // one feature after the other
    exchange,  // then single features exchanged for others as long as that gains something
    exact,     // then a search with bounds that proves the optimum; D only
    convex,    // the relaxation, rounded to its largest weights
};

namespace detail {

// Eq. 2: joined if either is among the other's four nearest.
inline GraphOptions design_graph() { return {.neighbors = 4, .weights = Weights::binary}; }

}  // namespace detail

// The options of LapAOFS and LapDOFS; each has its own about().
template <Design design>
struct DesignOptions {
    using Solver = DesignSolver;
    Index k = 10;           // features to select
    double lambda1 = 0.01;  // larger prefers features that differ between neighbors; 0: no graph
    double lambda2 = 0.01;  // ridge; larger lets features repeat each other more
    Solver solver = Solver::greedy;
    std::optional<double> price;       // convex: larger gives fewer features; nothing: found for k features
    double tolerance = 1e-8;           // convex: relative duality gap
    Index max_nodes = 1000000;         // exact: larger proves more and takes longer
    std::optional<double> time_limit;  // exact: seconds; results that end by it depend on the machine
    LaplacianKind laplacian = LaplacianKind::plain;
    FixedFeatures fixed = {};  // features to be chosen in any case, and never

    // Exchanges and relaxations for a larger k may leave out a feature of a smaller one.
    bool nested() const { return solver == Solver::greedy; }
    bool in_passes() const { return false; }
    std::string not_shared() const {
        if (solver == Solver::exact || solver == Solver::convex)
            return "solver=exact and solver=convex need all inner products in one place";
        if (solver == Solver::exchange) return "solver=exchange needs many columns in one place";
        if (laplacian == LaplacianKind::normalized)
            return "laplacian=normalized needs whole columns in one place";
        return {};
    }
    static About about();
    static Fields<DesignOptions> fields();
};

namespace detail {

// The options that all four designs have.
template <class Options>
Fields<Options> design_fields() {
    return Fields<Options>()
        .real("lambda1", &Options::lambda1, at_least(0),
              "weight of the graph; larger prefers features that differ between neighbors, 0 uses no graph")
        .real("lambda2", &Options::lambda2, above(0),
              "ridge; in squared units of the data, larger lets features repeat each other more")
        .choice("laplacian", &Options::laplacian,
                {{"plain", LaplacianKind::plain}, {"normalized", LaplacianKind::normalized}},
                "which graph Laplacian; D - W, or the same with samples divided by the root of their degree");
}

}  // namespace detail

template <Design design>
Fields<DesignOptions<design>> DesignOptions<design>::fields() {
    Fields<DesignOptions> fields = detail::design_fields<DesignOptions>();
    std::vector<std::pair<std::string, Solver>> solvers{{"greedy", Solver::greedy},
                                                        {"exchange", Solver::exchange}};
    if (design == Design::d) solvers.emplace_back("exact", Solver::exact);
    solvers.emplace_back("convex", Solver::convex);
    fields
        .choice("solver", &DesignOptions::solver, std::move(solvers),
                std::string("how the design is found; one feature after the other, then with exchanges of "
                            "single features, ") +
                    (design == Design::d ? "then with a proof that no set is better, " : "") +
                    "or the convex relaxation rounded to its largest weights")
        .optional("price", &DesignOptions::price, detail::above(0), "auto",
                  "cost of a unit of weight; convex only: larger gives fewer features, auto looks for k of "
                  "them")
        .real("tolerance", &DesignOptions::tolerance, detail::above(0),
              "relative accuracy at which to stop; convex only: measured by the duality gap");
    if (design == Design::d)
        fields
            .integer("max_nodes", &DesignOptions::max_nodes, detail::at_least(1),
                     "nodes of the search tree after which to stop; exact only")
            .optional("time_limit", &DesignOptions::time_limit, detail::above(0), "off",
                      "seconds after which to stop; exact only: the result then depends on the machine");
    return fields;
}

}  // namespace tamis
