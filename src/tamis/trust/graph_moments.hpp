// Exact moments of quadratic forms zᵀMz of a centered feature z when its values are permuted over the
// samples. Any symmetric M with M1 = 0; the centered rank-one case of Kazi-Aoual, Hitier, Sabatier, Lebreton
// 1995.
#pragma once

#include <array>
#include <vector>

#include "tamis/graph/graph.hpp"

namespace tamis::detail {

// What the moments need of M: of M - τC with C = I - 11ᵀ/n, which adds a constant to the form.
struct FormInvariants {
    double tau = 0.0;               // tr M / (n - 1)
    double squares = 0.0;           // T2 = Σ M_ij²
    double diagonal = 0.0;          // S2 = Σ M_ii²
    std::array<double, 4> third{};  // 8 tr M³, 4 Σ m_i(M²)_ii, 3 mᵀMm + 2 Σ M_ij³, Σ m_i³
};

// And of z: Σz^r, for z of length 1.
struct PowerSums {
    double p3 = 0.0, p4 = 0.0, p6 = 0.0;
};

struct FormMoments {
    double mean, variance, third;  // third: central
};

FormMoments form_moments(const FormInvariants& form, const PowerSums& z, Index samples);

// A graph of the samples that have neighbors.
struct ConnectedPart {
    Graph graph;
    std::vector<Index> samples;  // ascending
};
ConnectedPart without_isolated(const Graph& graph);

// The forms M_t = L - t(D - ddᵀ/vol) of a graph without isolated samples: the Laplacian score of a feature
// is t or less exactly if zᵀM_t z <= 0. M_0 = L is the form of Geary's C.
class LaplacianForms {
  public:
    explicit LaplacianForms(const Graph& graph);

    // Everything is a polynomial in t of degree 3 or less: four of them give all others.
    FormInvariants at(double t) const;
    Index samples() const { return samples_; }
    double mean_degree() const { return mean_degree_; }

  private:
    Index samples_;
    double mean_degree_;
    std::array<FormInvariants, 4> known_;
};

}  // namespace tamis::detail
