// The lower tail of a law of which mean, variance and skewness are known.
#pragma once

namespace tamis::detail {

// P(Z <= z) of the standard normal law.
double normal_tail(double z);

// P(Z <= z) of Pearson's law of type III (a gamma law that is shifted, scaled, and for a negative skewness
// turned around) with mean 0, variance 1 and the given skewness: the normal law for |skew| < 1e-4.
double pearson3_tail(double z, double skew);

}  // namespace tamis::detail
