#include "tamis/passes/unit/working_unit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/options/value.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/validate.hpp"
#include "tamis/passes/rounds/cell_rounds.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/passes/survey/first_rows.hpp"
#include "tamis/passes/unit/column_units.hpp"

namespace tamis::detail {

namespace {

constexpr Index chunk_rows = 256;
constexpr double smallest_ordinary = 0x1p-128, largest_ordinary = 0x1p128;
constexpr double largest_ridge =
    0x1p300;  // next to data of order 1: squares of its inverse are still numbers

// NaN counts as nothing: whoever works on the data looks for it.
class LargestMagnitude {
  public:
    void add(const RowBlock& block) {
        for (Index i = 0; i < block.cells.rows(); ++i)
            for (const double value : stored_values(block.cells, i))
                largest_ = std::max(largest_, std::abs(value));
    }
    void merge(const LargestMagnitude& later) { largest_ = std::max(largest_, later.largest_); }

    double largest() const { return largest_; }

  private:
    double largest_ = 0.0;
};

// Looks no further than the first cell that is not tiny.
bool is_tiny_matrix(const MatrixView& x) {
    for (Index i = 0; i < x.rows(); ++i)
        for (const double value : stored_values(x, i))
            if (std::abs(value) >= smallest_ordinary) return false;
    return true;
}

// Rows that come from elsewhere are only read to their end if the first of them are tiny.
bool may_be_tiny(const Rows& x) {
    if (const MatrixView* matrix = x.matrix()) return is_tiny_matrix(*matrix);
    std::vector<Index> first(at(std::min(first_of_all, x.rows())));
    std::iota(first.begin(), first.end(), Index{0});
    return is_tiny_matrix(x.gather(first));
}

}  // namespace

double largest_magnitude_of(const Rows& x, const Context& context) {
    if (const Shards* shards = x.shards()) return run_round<LargestRound>(*shards, {}, context).largest;
    return run_pass(
               x, chunk_rows, [](const Piece&) { return LargestMagnitude(); }, context)
        .largest();
}

std::optional<WorkingUnit> WorkingUnit::of(const Rows& x, Extremes which, const Context& context) {
    if (x.rows() == 0 || x.cols() == 0) return std::nullopt;
    if (which == Extremes::tiny && !may_be_tiny(x)) return std::nullopt;
    const double largest = largest_magnitude_of(x, context);
    const bool is_huge = which == Extremes::both && largest > largest_ordinary && is_usable(largest);
    const bool is_tiny = largest > 0.0 && largest < smallest_ordinary;
    if (!is_huge && !is_tiny) return std::nullopt;
    return WorkingUnit(x, -std::ilogb(largest), context);
}

WorkingUnit::WorkingUnit(const Rows& x, int exponent, const Context& context) : MeasuredIn(exponent) {
    if (x.shards() != nullptr) {  // every column in the same unit
        changed_ =
            std::make_unique<ChangedRows>(with_column_units(x, std::vector<int>(at(x.cols()), exponent)));
        return;
    }
    matrix_ = std::make_unique<Matrix>(to_matrix(x, context));
    parallel_chunks(context, matrix_->rows(), chunk_rows, [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i)
            change_cells(*matrix_, i, [&](Index, double& value) { value = std::ldexp(value, exponent); });
    });
}

const Matrix& WorkingUnit::matrix() const {
    if (!matrix_) throw Error("this step needs all rows in one place and is not shared");
    return *matrix_;
}

double MeasuredIn::in(double value, int power) const { return std::ldexp(value, power * exponent_); }

double MeasuredIn::back(double value, int power) const { return std::ldexp(value, -power * exponent_); }

void MeasuredIn::back(std::vector<double>& values, int power) const {
    for (double& value : values) value = back(value, power);
}

double MeasuredIn::back_log(double value, int power) const {
    return value - static_cast<double>(power) * exponent_ * std::numbers::ln2;
}

bool WorkingUnit::takes_ridge(double value) const { return in(value, 2) <= largest_ridge; }

double WorkingUnit::ridge(double value, const std::string& option, const std::string& who) const {
    if (!takes_ridge(value))
        throw Error(who + ": " + option + " = " + to_text(Value(value)) +
                        " is too large for these data: next to it their squares are nothing",
                    "scale the data, or use a smaller " + method_option(option));
    return value > 0.0 ? std::max(in(value, 2), std::numeric_limits<double>::min()) : value;
}

Selection MeasuredIn::back(Selection found, int power, const Context& context) const {
    constexpr double smallest = std::numeric_limits<double>::min();
    bool vanish = false;
    for (double& score : found.raw_scores) {
        const double measured = back(score, power);
        vanish = vanish || (score != 0.0 && std::abs(measured) < smallest);
        score = measured;
    }
    back(found.scores, power);
    back(found.objective.trace, power);
    found.objective.value = back(found.objective.value, power);
    if (vanish)
        context.warning(
            "some scores are too small for a number and are shown as 0 or with few digits; the order of the "
            "features is right");
    return found;
}

}  // namespace tamis::detail
