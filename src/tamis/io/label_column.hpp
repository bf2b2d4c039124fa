// Which column holds the classes, and labels made from texts without one string per sample.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tamis/core/dataset.hpp"

namespace tamis::detail {

// "Y", "y", "gnd", and "label", "class", "target" in any case.
bool is_label_name(std::string_view name);

// "id", "sample", "name", "barcode", "cell", "index", "Unnamed: 0" in any case, and no name at all.
bool is_id_name(std::string_view name);

// Whether the labels were measured rather than counted: more than 20 values that are not whole numbers, or
// more values than half of the samples where there are at least 20 samples.
bool is_measured(const Labels& labels);

// What LoadOptions::label asks for in a table with these columns (`names` may be empty); none for "none", and
// for "auto" unless a column has a label name. `file` is for errors.
std::optional<Index> find_label_column(const std::string& label, std::span<const std::string> names,
                                       Index columns, const std::string& file);

// The classes of samples whose texts are numbered: sample i has the text values[ids[i]], or none (negative).
Labels labels_from_ids(std::span<const std::string> values, std::span<const int> ids);

// Turns a column of numbers into the labels and takes it out of the matrix.
void take_label_column(Dataset& data, Index column);

}  // namespace tamis::detail
