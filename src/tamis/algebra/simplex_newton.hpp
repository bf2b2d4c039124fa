// Smooth convex functions on the simplex {x ≥ 0, Σx = 1}: Newton's method whose steps are exact minimizers
// of the quadratic model on the simplex, with a certificate.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::detail {

class SimplexFunction {
  public:
    virtual ~SimplexFunction() = default;
    // Positive. The other two belong to the point given here last.
    virtual double value(std::span<const double> x) = 0;
    virtual std::vector<double> gradient() = 0;
    virtual DenseMatrix hessian() = 0;
};

struct SimplexMinimum {
    std::vector<double> x;
    double value = 0.0;
    double gap = 0.0;  // (x·g - min g)/value: value·(1 - gap) is a lower bound of the minimum
    Index steps = 0;
};

// Works until gap ≤ goal, or until rounding stops all progress.
SimplexMinimum minimize_on_simplex(SimplexFunction& function, std::vector<double> start, double goal,
                                   const Context& context = {});

// The minimizer y of g·(y-x) + ½(y-x)ᵀK(y-x) on the simplex, by an active set method; x is on the simplex and
// K positive semi-definite.
std::vector<double> minimize_quadratic_on_simplex(std::span<const double> x, std::span<const double> gradient,
                                                  const DenseMatrix& hessian);

}  // namespace tamis::detail
