// Reading and writing data sets; the format follows from the file's extension.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"

namespace tamis {

struct LoadOptions {
    // Which column or variable holds the classes: "auto", "none", "first", "last", a column or variable name,
    // or a column position counted from 0 (negative: from the end).
    //
    // "auto" takes a column or variable called Y, y, gnd, or label, class, target in any case. A text file
    // without column names has none; there it takes the last column where that is text, else the first column
    // where that is the only text column. Anything else is a feature: name the label column then.
    // A libsvm file has its labels in front; "none" leaves them out.
    std::string label = "auto";
    std::string label_file;  // one label per line, instead of a column; NA for a sample without one
    // Samples are columns in the file. A text file then has its feature names in a first column of text where
    // it has any, its header is left out, and `label` stands for one of its rows of numbers.
    bool transpose = false;
};

// Text (.csv .tsv .txt .data .dat, also with .gz; delimiter and header are detected), Matlab (.mat, version
// 5), NumPy (.npy), libsvm (.libsvm .svm). Sparse formats stay sparse. Empty cells, "?", "NA" and "NaN" are
// missing: NaN in the matrix. A column with any other text holds categories (Dataset::categories).
//
// `path` is a file, the name of a data set that ships with tamis ("digits", "ionosphere", "sonar"), or "-"
// for text from standard input. Throws Error that names file, line and column if it cannot be read,
// UsageError if the options do not fit it.
Dataset load(const std::string& path, const LoadOptions& options = {}, const Context& context = {});

// Writes features, their names and the labels in the format of the extension (.csv .tsv .npy .libsvm .svm
// .mat); context.warn tells what the format cannot hold. The file appears only when it is complete: it is
// written under a temporary name and renamed. Throws Error if the data do not fit together (check_dataset),
// if the extension is unknown or the file cannot be written.
void save(const std::string& path, const Dataset& data, const Context& context = {});

// The names of the data sets that ship with tamis.
std::vector<std::string> shipped_data_sets();

}  // namespace tamis
