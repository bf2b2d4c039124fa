// The regularized incomplete beta function in logarithms: tails far below the smallest double.
#pragma once

namespace tamis::detail {

// ln I_x(a, b) for one pair of half-integers a, b > 0 and any x.
class BetaTail {
  public:
    BetaTail(double a, double b);

    // `rest` is 1 - x, given on its own because the difference would lose its digits. 0 for x = 1, -inf for
    // x = 0.
    double log(double x, double rest) const;

  private:
    double a_, b_;
    double log_beta_;  // ln B(a, b)
};

}  // namespace tamis::detail
