// Missing values and categories.
#pragma once

#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/core/options/fields.hpp"
#include "tamis/core/rows.hpp"

namespace tamis {

enum class Missing { error, drop_rows, drop_features, mean };
enum class Categories { error, drop, rank, onehot };

// What to do with missing cells and with columns of text.
struct CleanOptions {
    Missing missing = Missing::error;
    Categories categories = Categories::error;

    static Fields<CleanOptions> fields();  // choices "error", "drop-rows", …
};

// Applies both policies and throws Error for what is left, naming the cells (file, row, column).
// Rows without a label are kept. What was dropped or filled in is reported through context.warn and kept as a
// remark.
Dataset clean(Dataset data, const CleanOptions& options = {}, const Context& context = {});

// The same for data that will be cut into training and test parts: with Missing::mean the cells stay NaN, to
// be filled part by part with `present_means` of the training part.
Dataset clean_for_splits(Dataset data, const CleanOptions& options = {}, const Context& context = {});

// The mean of the cells that are there in every column (implicit zeros of sparse data are); NaN for a column
// without any.
std::vector<double> present_means(const Rows& x, const Context& context = {});
// Puts the column's mean into every missing cell. Throws Error if there is not one mean per column.
void fill_missing(Matrix& x, const std::vector<double>& means);

// Throws Error naming the first cells that are NaN, infinite or too large to be squared (beyond 1e150).
// `name` is the data set's name for the message. Costs one read pass.
void require_finite(const Rows& x, const std::string& name, const Context& context = {});

namespace detail {

// What require_finite throws, for data that are known to hold such a cell.
[[noreturn]] void refuse_unusable(const Rows& x, const std::string& name, const Context& context = {});

}  // namespace detail

}  // namespace tamis
