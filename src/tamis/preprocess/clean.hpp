// Missing values, categories and constant columns: the one owner of each policy.
#pragma once

#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/core/fields.hpp"

namespace tamis {

enum class Missing { error, drop_rows, drop_features, mean };
enum class Categories { rank, onehot, error };

struct CleanOptions {
    Missing missing = Missing::error;
    Categories categories = Categories::rank;

    static Fields<CleanOptions> fields();  // choices "error", "drop-rows", …
};

// Applies both policies and throws for what is left: the error names the cells (file, row, column).
// Rows without a label are kept. What was dropped or filled in is told through context.warn.
Dataset clean(Dataset data, const CleanOptions& options = {}, const Context& context = {});

// The same for data that will be cut into training and test parts: with Missing::mean the cells stay NaN, to
// be filled part by part with `present_means` of the training part.
Dataset clean_for_splits(Dataset data, const CleanOptions& options = {}, const Context& context = {});

// The mean of the cells that are there in every column (implicit zeros of sparse data are); NaN for a column
// without any.
std::vector<double> present_means(const MatrixView& x);
// Puts the column's mean into every missing cell.
void fill_missing(Matrix& x, const std::vector<double>& means);

// Throws Error naming the first cells that are NaN, infinite or too large to be squared (beyond 1e150).
// `name` is the data set's name for the message. Costs one read pass.
void require_finite(const MatrixView& x, const std::string& name, const Context& context = {});

// Non-zero where max == min over all samples (implicit zeros of sparse data count).
std::vector<char> constant_columns(const MatrixView& x, const Context& context = {});

}  // namespace tamis
