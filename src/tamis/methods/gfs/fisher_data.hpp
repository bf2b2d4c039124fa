// What the regularized Fisher criterion needs of the data, whatever the weights of the features and γ:
// C = ZᵀZ for the features that were asked for, R = ZᵀH, and the scores ‖z_jᵀV‖² of all features.
//
// C grows by the new features only, one pass over the data each time, and is kept: other numbers of features
// and other γ find it there. Full rows of C are kept as long as they take no more memory than the data; while
// they do, the scores of all features need no pass over the data at all.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/methods/gfs/class_code.hpp"
#include "tamis/passes/centered/centered_data.hpp"

namespace tamis::detail {

class FisherData {
  public:
    // `x` must outlive this object. The labels must be complete and of two classes or more.
    FisherData(const Rows& x, const Labels& labels, const Context& context);

    const ClassCode& classes() const { return classes_; }
    const CenteredData& columns() const { return columns_; }
    const Context& context() const { return context_; }
    // Every pass is a round, and C is all there is.
    bool sharded() const { return shards_ != nullptr; }
    Index samples() const { return classes_.samples(); }
    Index features() const { return classes_.features(); }
    Index informative() const { return informative_; }  // features that compete: not constant, no copies
    // Full reads of the data so far: the class means, the search for copies, the rows of C, the scores.
    Index passes() const { return passes_; }
    // γ in the unit of the features (see ClassCode::unit).
    double scaled(double gamma) const { return gamma * classes_.unit * classes_.unit; }

    // Makes C known for these features.
    void prepare(std::span<const Index> features);
    // C of the features, count × count: looked up if it is known, else computed from the columns.
    DenseMatrix gram(std::span<const Index> features) const;
    // Full rows of C, one after the other: one pass over the data.
    void rows(std::span<const Index> features, double* out);
    // The diagonal of C: one pass over the data.
    std::vector<double> squares();
    // R of the features, count × width.
    DenseMatrix products(std::span<const Index> features) const;

    // ‖z_jᵀV‖² for every feature j, with V = H - Z_F·coefficients for the given features F.
    std::vector<double> scores(std::span<const Index> features, const DenseMatrix& coefficients);
    // The same for V = H: n times the scatter between the classes.
    std::vector<double> first_scores() const;

  private:
    // Calls take(first column, width, block) with full rows of C of these features, strip by strip.
    void multiply(std::span<const Index> features, CenteredData::Consumer take) const;
    std::vector<double> scores_from_rows(std::span<const Index> features,
                                         const DenseMatrix& coefficients) const;
    std::vector<double> scores_from_data(std::span<const Index> features, const DenseMatrix& coefficients);

    const Context& context_;
    const Shards* shards_;
    ClassCode classes_;
    CenteredData columns_;
    Index passes_ = 2;
    Index informative_ = 0;
    Index most_rows_ = 0;                     // full rows of C that may be kept
    std::vector<Small> place_;                // per feature: its row of C, or -1
    std::vector<Index> known_;                // features with a row of C, in order of their rows
    std::vector<std::vector<double>> lower_;  // C of the known features, lower triangle
    DenseMatrix rows_;                        // the first rows of C in full: rows × features
};

}  // namespace tamis::detail
