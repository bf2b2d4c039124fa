// What the criteria of SPEC share; not for users.
//
// Every similarity but the class blocks comes down to an operator A of a graph (graph/walk_operator.hpp) and
// a map g from its eigenvalues to those of the paper's ℒ: the identity, or 1 - e^(-beta·a) for diffusion,
// where ℒ = I - exp(-beta·L).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tamis/algebra/chebyshev.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/graph/walk_operator.hpp"
#include "tamis/methods/spec.hpp"
#include "tamis/methods/spec/spectral_function.hpp"
#include "tamis/passes/moments/group_moments.hpp"

namespace tamis::detail::spec_parts {

inline constexpr Index width = WalkOperator::width;  // features that are worked on together

struct Setting {
    const Graph* given = nullptr;  // the caller's graph, if it is used as it is
    Graph own;                     // otherwise
    WalkOperator::Kind kind = WalkOperator::Kind::by_degree;
    std::vector<char> takes_part;              // per sample
    std::optional<double> beta;                // diffusion
    std::optional<double> rbf_bandwidth = {};  // T of the complete graph
    bool in_tiles = false;                     // of which `own` then has the degrees alone
    bool is_signed = false;                    // negative weights, eigenvalues of either sign

    const Graph& graph() const { return given != nullptr ? *given : own; }
};

// Chooses and checks the graph. Throws if labels or a graph are missing.
Setting make_setting(const Rows& x, const Inputs& inputs, const SpecOptions& options, const Context& context);

// γ(g(eigenvalue)); what is 0 up to rounding counts as 0 unless the graph is signed.
double spectral_weight(const Setting& setting, const SpectralFunction& gamma, double eigenvalue);

// Per feature, over the samples that take part and weighed by the operator's measure.
struct Sizes {
    std::vector<double> squares;  // ‖D^1/2 f‖²
    std::vector<double> spread;   // ‖D^1/2 (f - mean)‖²
    std::vector<double> means;
    std::vector<char> constant;
};

Sizes measure_features(const Rows& x, const Setting& setting, const Context& context);

// The numerators for a whole power on sharded rows. Throws Error if the power reaches too many samples.
std::vector<double> shard_powers(const Rows& x, const WalkOperator& walk, Index power,
                                 const Context& context);

// fᵀD^1/2 γ(ℒ) D^1/2 f per feature, the numerator of φ1 and φ2.
struct Forms {
    std::vector<double> values;
    std::vector<double> kernel;  // diffusion: f̃ᵀKf̃; empty otherwise
    // Bound of the truncation error of diffusion and of what is no whole power, relative to ‖f̃‖².
    double error = 0.0;
};

Forms quadratic_forms(const Rows& x, const Setting& setting, const Sizes& sizes,
                      const SpectralFunction& gamma, const Context& context);

// The same for any function, by Lanczos runs; the graph must not be signed.
Forms quadrature_forms(const Rows& x, const WalkOperator& walk, const Setting& setting, const Sizes& sizes,
                       const SpectralFunction& gamma, const Context& context);

// The same for one block of centered features.
class QuadratureBlocks {
  public:
    using PerFeature = std::array<double, width>;
    struct Result {
        PerFeature values, kernel;  // `kernel` as in Forms
        PerFeature errors;          // relative to ‖f̃‖²
    };
    // All of them must outlive this.
    QuadratureBlocks(const WalkOperator& walk, const Setting& setting, const SpectralFunction& gamma);
    Result run(std::vector<double> block, Index count, const Context& context) const;

  private:
    const WalkOperator& walk_;
    const Setting& setting_;
    const SpectralFunction& gamma_;
    std::vector<Index> component_;
    Index components_ = 0;
};

// The same by Chebyshev moments; `sum` is γ on the spectrum of the operator. Features of which its error
// would show, because they are much smoother than the roughest could be, are left to Lanczos runs.
Forms moment_forms(const Rows& x, const WalkOperator& walk, const Setting& setting, const Sizes& sizes,
                   const SpectralFunction& gamma, const ChebyshevSum& sum, const Context& context);

struct ClusterTerms {
    std::vector<double> values;       // φ3
    std::vector<double> eigenvalues;  // λ_1 … λ_{k-1} of ℒ
    double gap = 0.0;                 // λ_k - λ_{k-1}; +inf if there is no λ_k
    Index components = 1;
    Stop stop = Stop::converged;
    Index products = 0;
};

ClusterTerms cluster_terms(const Rows& x, const Setting& setting, const Sizes& sizes,
                           const SpectralFunction& gamma, Index clusters, const Context& context);

}  // namespace tamis::detail::spec_parts
