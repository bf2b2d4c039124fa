// A unit in which the squares of the data, and products of squares, stay within the range of doubles.
//
// Methods work on squares. Data of which the largest magnitude is beyond 2^±128 are measured in another unit
// before the work begins, and what is found is measured back. A unit is a power of two, so no digit changes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/core/selection.hpp"

namespace tamis::detail {

// Which data are to be measured in another unit.
enum class Extremes {
    tiny,  // if no cell reaches 2^-128, which the first cell mostly rules out
    both,  // also if a cell is beyond 2^128; takes a pass over the data
};

// The largest magnitude among all cells; NaN counts as nothing.
double largest_magnitude_of(const Rows& x, const Context& context);

// A power of two that data were multiplied by.
class MeasuredIn {
  public:
    explicit MeasuredIn(int exponent) : exponent_(exponent) {}

    // A number that goes with the given power of the data, from the data's unit into this one, and back.
    double in(double value, int power) const;
    double back(double value, int power) const;
    void back(std::vector<double>& values, int power) const;
    // The same for the logarithm of such a number.
    double back_log(double value, int power) const;

    // A selection made in this unit, its scores and objective measured back; warns if they are too small to
    // be told from zero.
    Selection back(Selection found, int power, const Context& context) const;

  private:
    int exponent_;  // this unit is 2^-exponent of the data's
};

class WorkingUnit : public MeasuredIn {
  public:
    // Nothing for ordinary data, which are used as they are, and for data without a cell that is not zero.
    static std::optional<WorkingUnit> of(const Rows& x, Extremes which, const Context& context);

    // The data in this unit: their largest magnitude is between 1 and 2. A matrix in memory, or sharded if
    // the data are.
    Rows x() const { return changed_ ? Rows(*changed_) : Rows(*matrix_); }
    // The same, for work that needs all rows in memory; sharded data never are.
    const Matrix& matrix() const;

    // A ridge on squares of the data, `option` by name. Throws Error if the data are nothing next to it.
    double ridge(double value, const std::string& option, const std::string& who) const;
    // Whether `ridge` takes it.
    bool takes_ridge(double value) const;

  private:
    WorkingUnit(const Rows& x, int exponent, const Context& context);

    std::unique_ptr<Matrix> matrix_;  // the data times 2^exponent: one of the two
    std::unique_ptr<ChangedRows> changed_;
};

}  // namespace tamis::detail
