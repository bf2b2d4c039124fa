// Which column holds the classes, and labels made from texts without one string per sample.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tamis/core/dataset.hpp"

namespace tamis {

// "Y", "y", "gnd", and "label", "class", "target" in any case.
bool is_label_name(std::string_view name);

// What LoadOptions::label asks for in a table with these columns (`names` may be empty); none for "none", and
// for "auto" unless a column has a label name. `file` is for errors.
std::optional<Index> find_label_column(const std::string& label, std::span<const std::string> names,
                                       Index columns, const std::string& file);

// The classes of samples whose texts are numbered: sample i has the text values[ids[i]], or none (negative).
Labels labels_from_ids(std::span<const std::string> values, std::span<const int> ids);

// Turns a column of numbers into the labels and takes it out of the matrix.
void take_label_column(Dataset& data, Index column);

// One label per line, for data of `samples` rows.
Labels read_label_file(const std::string& path, Index samples, const std::string& data_file);

}  // namespace tamis
