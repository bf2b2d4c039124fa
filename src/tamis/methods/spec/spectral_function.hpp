// γ of SPEC: how much an eigenvalue r of ℒ counts (zhao2007, section 3), always with γ(0) = 0.
//
// Where it is not 0, as for e^(tr), γ(0) is taken off: that shifts φ1 and φ2 of all features alike and leaves
// φ3, and eq. 10 needs it.
#pragma once

#include "tamis/methods/spec.hpp"

namespace tamis::detail::spec_parts {

class SpectralFunction {
  public:
    // Throws UsageError if γ(2), its largest value, overflows or vanishes.
    explicit SpectralFunction(const SpecOptions& options);
    static SpectralFunction of_power(double power);

    double operator()(double r) const;

    bool is_power() const { return kind_ == SpecOptions::Function::power; }
    double power() const { return power_; }  // of `power`
    bool is_whole_power() const;
    // Which way quadratures err: all derivatives positive, or alternating in sign from some order on.
    bool has_positive_derivatives() const;

  private:
    SpectralFunction() = default;

    SpecOptions::Function kind_ = SpecOptions::Function::power;
    double power_ = 1.0;
    double t_ = 1.0, a_ = 3.0, steps_ = 1.0, c_ = 1.0;
};

}  // namespace tamis::detail::spec_parts
