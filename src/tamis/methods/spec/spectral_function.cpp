#include "tamis/methods/spec/spectral_function.hpp"

#include <cmath>
#include <numbers>

#include "tamis/core/error.hpp"

namespace tamis::detail::spec_parts {

using Function = SpecOptions::Function;

SpectralFunction SpectralFunction::of_power(double power) {
    SpectralFunction result;
    result.power_ = power;
    return result;
}

SpectralFunction::SpectralFunction(const SpecOptions& options)
    : kind_(options.spectral_function),
      power_(options.power),
      t_(options.t),
      a_(options.a),
      steps_(static_cast<double>(options.steps)),
      c_(options.c) {
    if (std::isnormal((*this)(2.0))) return;
    const Record values = SpecOptions::fields().values(options);
    const auto written = [&](const char* name) { return method_option(name, to_text(*find(values, name))); };
    Message given = kind_ == Function::power      ? written("power")
                    : kind_ == Function::walk     ? written("a") + " and " + written("steps")
                    : kind_ == Function::cosine   ? written("a")
                    : kind_ == Function::rational ? written("c")
                                                  : written("t");
    throw UsageError(written("spectral_function") + " with " + given + " is " +
                         ((*this)(2.0) > 1.0 ? "too large" : "too small") +
                         " for a number at the largest eigenvalue, 2",
                     "choose values nearer to the defaults");
}

double SpectralFunction::operator()(double r) const {
    switch (kind_) {
        case Function::exp:
            return std::expm1(t_ * r);
        case Function::walk:
            return std::pow(a_, -steps_) * std::expm1(-steps_ * std::log1p(-r / a_));
        case Function::cosine: {
            // 1/cos x - 1 without cancellation
            const double x = std::numbers::pi * r / (2.0 * a_), half = std::sin(0.5 * x);
            return 2.0 * half * half / std::cos(x);
        }
        case Function::saturate:
            return -std::expm1(-t_ * r);
        case Function::rational:
            return r / (r + c_);
        case Function::power:
            break;
    }
    return std::pow(r, power_);
}

bool SpectralFunction::is_whole_power() const { return is_power() && std::floor(power_) == power_; }

bool SpectralFunction::has_positive_derivatives() const {
    return kind_ == Function::exp || kind_ == Function::walk || kind_ == Function::cosine;
}

}  // namespace tamis::detail::spec_parts
