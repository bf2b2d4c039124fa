// What the selected features leave of a candidate, computed from the data instead of by differences.
//
// s = eᵀBe + λ2(1 + |w|²) with e = f - F_S w is a sum of non-negative terms, in which an error of w enters
// squared. It keeps its digits where the differences of the pivoted factor have lost theirs: once the
// numerical rank of the data is used up, s is λ2-sized and K is not.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "tamis/methods/lapofs/feature_gram.hpp"
#include "tamis/methods/lapofs/pivoted_cholesky.hpp"

namespace tamis::detail {

class Residuals {
  public:
    Residuals(const FeatureGram& gram, PivotedCholesky& factor)
        : gram_(gram),
          factor_(factor),
          least_(at(gram.features()), std::numeric_limits<double>::infinity()) {}

    // The features that were added to the factor; must be given in order before the next call.
    void follow(std::span<const Index> selected, const Context& context);

    // Corrects pivot and coefficients of a candidate; `weighted` (one number per sample) gets B·e. Returns
    // what the pivot is at least, which is far less where rounding has made w meaningless.
    double correct(Index candidate, double* weighted, const Context& context);

    // Corrects all of `candidates`, in blocks.
    void correct_all(std::span<const Index> candidates, const Context& context);

    // The smallest pivot that a correction of the feature has given. Pivots fall from step to step and none
    // computed from residuals is too small, so that the pivot is at most this.
    double least(Index feature) const { return least_[at(feature)]; }

  private:
    // Ridge coefficients w of some candidates (size × candidates), and with e = f - F_S w of each of them
    // s(w) = eᵀBe + λ2(1 + |w|²) and |w|². The pivot is the least s(w) there is, so that a w spoilt by
    // rounding can only make it too large.
    struct Fit {
        std::vector<double> w, pivot, square;
    };
    Fit fitted(std::span<const Index> candidates, double* weighted, const Context& context) const;
    void measure(Fit& fit, const std::vector<double>& features, double* weighted,
                 const Context& context) const;
    std::vector<double> gradient(const Fit& fit, const double* weighted, Index count) const;
    void put_in_place(std::span<const Index> candidates, const Fit& fit);

    const FeatureGram& gram_;
    PivotedCholesky& factor_;
    std::vector<double> least_;
    DenseMatrix chosen_;  // one row of length samples per selected feature
};

}  // namespace tamis::detail
