// Columns whose squares are too small for a number, among others that are not.
//
// Data that are small as a whole are measured in another unit before the work begins (working_unit.hpp). A
// few small columns among others show only in what has been summed, so they are looked for afterward: a
// score that does not depend on the unit of a column is then computed once more with these columns in units
// of their own, which changes no digit; where units matter, they are remarked on.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/passes/moments/group_moments.hpp"

namespace tamis::detail {

// The columns that vary but may have lost digits: scatter(column) is the sum of their squares over samples of
// the given total weight.
std::vector<char> with_lost_digits(std::span<const char> constant, double weight,
                                   FunctionRef<double(std::size_t column)> scatter);
// The same for the sum of both parts of a scatter.
std::vector<char> with_lost_digits(const Scatter& scatter, double weight);

class ColumnUnits {
  public:
    // Looks at the columns that `suspect` marks with anything but 0. Nothing if none of them is small.
    static std::optional<ColumnUnits> of(const Rows& x, std::span<const char> suspect,
                                         const Context& context);
    // Column j times 2^by[j]. Nothing if no column is changed.
    static std::optional<ColumnUnits> with(const Rows& x, std::vector<int> by, const Context& context);

    // The data with the largest magnitude of each small column between 1 and 2; a matrix if x is one.
    Rows x() const { return matrix_ ? Rows(*matrix_) : Rows(*changed_); }

  private:
    explicit ColumnUnits(Matrix matrix) : matrix_(std::make_unique<Matrix>(std::move(matrix))) {}
    explicit ColumnUnits(ChangedRows changed) : changed_(std::make_unique<ChangedRows>(std::move(changed))) {}

    std::unique_ptr<Matrix> matrix_;  // one of the two
    std::unique_ptr<ChangedRows> changed_;
};

// Every cell of column j times 2^by[j], as the rows are read.
ChangedRows with_column_units(const Rows& x, std::vector<int> by);

// The same for shards.
struct ColumnUnitsView {
    static constexpr std::string_view name = "column units";
    struct Request {
        std::vector<int> by;

        template <class Archive>
        void fields(Archive& archive) {
            archive(by);
        }
    };
    static ChangedRows changed(const Request& request, const Rows& shard);
};

// Leaves the marks of columns that hold anything but zeros.
void unmark_zeros(const Rows& x, std::vector<char>& suspect);

// For methods to which units matter: says how many features are small, if any is, and what becomes of them.
void remark_on_small_columns(std::span<const char> small, const Context& context);

}  // namespace tamis::detail
