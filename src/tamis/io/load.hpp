// Reading and writing data sets; the format follows from the file's extension.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"

namespace tamis {

struct LoadOptions {
    // Which column or variable holds the classes: "auto", "none", "first", "last", a column name, or a column
    // position counted from 0 (negative: from the end). "auto" takes a column or variable called
    // Y, y, gnd, label, class or target; a text file without names has none then, unless its last column is
    // text.
    std::string label = "auto";
    std::string label_file;  // one label per line, instead of a column
    bool transpose = false;  // samples are columns in the file
};

// `path` is a file, or the name of a data set that ships with tamis ("digits", "ionosphere", "sonar").
Dataset load(const std::string& path, const LoadOptions& options = {}, const Context& context = {});

// Writes features, their names and the labels in the format of the extension. The file appears only when it
// is complete: it is written under a temporary name and renamed.
void save(const std::string& path, const Dataset& data, const Context& context = {});

std::vector<std::string> shipped_data_sets();

}  // namespace tamis
