// Functions of an operator as sums of Chebyshev polynomials, for operators with eigenvalues in [0, 2·half].
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// Σ_k coefficients[k]·T_k(A/half - I). |sum - function| <= error everywhere on the interval.
struct ChebyshevSum {
    double half = 1.0;
    std::vector<double> coefficients;
    double error = 0.0;

    double operator()(double value) const;  // the sum at one point, by Clenshaw's recurrence
};

// e^-τ I_k(τ) for k = 0, 1, … until they are below 1e-20: scaled, so that they cannot overflow.
std::vector<double> scaled_bessel(double tau);

// e^(-beta·a), and (1 - e^(-beta·a))^power for power >= 1: the heat kernel and what it leaves over.
ChebyshevSum heat_kernel(double beta, double half);
ChebyshevSum heat_remainder(double beta, double half, Index power);

// Any smooth function on [0, 2·half], by a cosine transform; terms below the rounding of the largest are left
// out, which is what `error` bounds. Nothing if the function is too sharp for 3,000 terms.
std::optional<ChebyshevSum> chebyshev_sum(const std::function<double(double)>& function, double half);

}  // namespace tamis::detail
