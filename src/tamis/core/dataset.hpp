// What a file holds once it is read: the matrix, the labels, the names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/selection.hpp"

namespace tamis {

// A feature whose cells were text. The matrix holds the rank of each text among the sorted `values`.
struct CategoryColumn {
    Index column;
    std::vector<std::string> values;
    std::optional<Index> place = {};  // its column in the file, from 0, if it is a column of a table
};

struct Dataset {
    std::string name;                        // for messages and results: the file name without its folder
    Matrix x;                                // missing cells are NaN until `clean` has dealt with them
    Labels labels;                           // empty if the data have none
    std::string label_name;                  // of the label column or variable, if it has one
    std::optional<Index> label_column;       // its place in the file, if it is a column of a table
    std::vector<std::string> feature_names;  // empty if the file has none
    std::vector<CategoryColumn> categories;  // ascending columns; empty for purely numeric data
    std::vector<Index> lines;  // per sample, its line in a text file, from 1; empty if there is none
    std::vector<std::string> sample_names;  // empty if the file has none
    std::string sample_column;              // the column that they come from, if it has a name
    std::vector<std::string> remarks;       // what the user was told of the data while they were read
    Index first_row = 0;  // which row of the file the first sample is, if the others were left out

    Index samples() const { return x.rows(); }
    Index features() const { return x.cols(); }
};

// Throws Error unless the parts fit together: labels and names are either absent or as many as there are
// samples and features, and the categories are columns in ascending order.
void check_dataset(const Dataset& data);

// The name of a feature, or its position counted from 0 if the data have no names. Throws Error if there
// is no such column.
std::string feature_label(const Dataset& data, Index column);

// The given columns of a data set with their names, in the given order. Throws Error on a column that the
// data do not have.
Dataset take_features(const Dataset& data, std::span<const Index> columns);

// A data set of the selected features, best first. Throws Error if the data do not have one of them.
Dataset columns(const Dataset& data, const Selection& selection);

// A hash of shape, values and classes as text ("xxh3:…"): the same for dense and sparse storage of the same
// numbers. Throws Error if the labels are not empty and do not fit.
std::string data_hash(const MatrixView& x, const Labels& labels, const Context& context = {});

namespace detail {

// Tells the user something about the data, and keeps it for the results that are made from them.
void add_remark(Dataset& data, const Message& message, const Context& context);

}  // namespace detail

}  // namespace tamis
