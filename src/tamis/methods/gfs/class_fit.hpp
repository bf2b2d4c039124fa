// The relaxed problem of gu2011 (eq. 22) at given feature weights q: ridge regression of the class
// code on the weighted features, V = M⁻¹H with M = I + (1/γ)Σ q_j z_j z_jᵀ.
//
// G(q) = ½tr(HᵀM⁻¹H) = ½(‖H‖² - explained). Its derivative is -‖z_jᵀV‖²/(2γ) per feature.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tamis/methods/gfs/fisher_data.hpp"

namespace tamis::detail {

// Positions in the list of features, ascending.
using Plane = std::vector<Index>;

class ClassFit {
  public:
    virtual ~ClassFit() = default;

    // tr(H'(I - M⁻¹)H), without cancellation. The other functions belong to the weights given here last.
    virtual double explained(std::span<const double> weights) = 0;
    // ZᵀV of the features, count × width.
    virtual DenseMatrix pull() = 0;
    // Second derivatives of G along 0/1 directions: Σ_{j∈s,l∈t} N_jl·(a_j·a_l)/γ² with N = ZᵀM⁻¹Z and a_j the
    // rows of `pull`.
    virtual DenseMatrix curvature(std::span<const Plane> planes, const DenseMatrix& pull) = 0;
};

// For samples beyond this no samples × samples matrix is held, and then for features beyond the other limit
// no features × features matrix either.
constexpr Index most_samples_squared = 5000;
constexpr Index most_features_squared = 8000;

// Works in the space of the features (count × count) while that is the smaller or cheaper one, else in that
// of the samples: by Cholesky up to `most_samples_squared` samples, by conjugate gradients beyond, which need
// little memory but much time. `planes` is how many directions `curvature` will be asked for.
std::unique_ptr<ClassFit> make_class_fit(const FisherData& data, std::vector<Index> features, double gamma,
                                         Index planes);
bool fits_in_feature_space(const FisherData& data, Index features, Index planes);

// The three ways, for tests and for `make_class_fit`.
std::unique_ptr<ClassFit> fit_in_feature_space(const FisherData& data, std::vector<Index> features,
                                               double gamma);
enum class SampleSolver { cholesky, conjugate_gradients };
std::unique_ptr<ClassFit> fit_in_sample_space(const FisherData& data, std::vector<Index> features,
                                              double gamma, SampleSolver solver);

// What a fit throws if γ is lost in the rounding of the data's scatter.
[[noreturn]] void throw_gamma_too_small(double gamma);

}  // namespace tamis::detail
