// What the selected features leave of a candidate, computed from the data instead of by differences.
//
// s = eᵀBe + λ2(1 + |w|²) with e = f - F_S w is a sum of non-negative terms, in which an error of w enters
// squared. It keeps its digits where the differences of the pivoted factor have lost theirs: once the
// numerical rank of the data is used up, s is λ2-sized and K is not.
#pragma once

#include <span>
#include <vector>

#include "tamis/methods/lapofs/feature_gram.hpp"
#include "tamis/methods/lapofs/pivoted_cholesky.hpp"

namespace tamis {

class Residuals {
  public:
    Residuals(const FeatureGram& gram, PivotedCholesky& factor) : gram_(gram), factor_(factor) {}

    // The features that were added to the factor; must be told in order before the next call.
    void follow(std::span<const Index> selected, const Context& context);

    // Corrects pivot and coefficients of the candidates. `weighted` (samples × candidates) gets B·e.
    void correct(std::span<const Index> candidates, double* weighted, const Context& context);

    // Corrects all of `candidates`, in blocks.
    void correct_all(std::span<const Index> candidates, const Context& context);

  private:
    const FeatureGram& gram_;
    PivotedCholesky& factor_;
    DenseMatrix chosen_;  // one row of length samples per selected feature
};

}  // namespace tamis
