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
    // without column names has none; there it takes the last column if that is text, else the first column
    // if that is the only text column. Anything else is a feature: name the label column then.
    // A libsvm file has its labels in front; "none" leaves them out.
    std::string label = "auto";
    std::string label_file;  // one label per line, instead of a column; NA for a sample without one
    // Samples are columns in the file. A text file then has its feature names in a first column of text if
    // it has any, its header is left out, and `label` stands for one of its rows of numbers.
    bool transpose = false;
    std::string data_variable;   // which array of a .mat, .npz or .h5 file holds the data; "": found by name
    std::string label_variable;  // which one holds the classes, instead of `label`
    std::string layer;           // of an .h5ad file, instead of X
};

// Text (.csv .tsv .txt .data .dat; delimiter and header are detected), MATLAB (.mat), NumPy and SciPy (.npy
// .npz), libsvm (.libsvm .svm), ARFF (.arff), Matrix Market (.mtx), MNIST's idx, HDF5 (.h5 .hdf5), AnnData
// (.h5ad), 10x Genomics (.h5, or a folder). Text, libsvm, ARFF, Matrix Market and idx also with .gz. Sparse
// formats stay sparse. Empty cells, "?", "NA" and "NaN" are
// missing: NaN in the matrix. A column with any other text holds categories (Dataset::categories).
//
// `path` is a file, or the name of a data set that ships with tamis ("digits", "ionosphere", "sonar"). Throws
// Error that names file, line and column if it cannot be read, UsageError if the options do not fit it.
Dataset load(const std::string& path, const LoadOptions& options = {}, const Context& context = {});

// Writes features, their names and the labels in the format of the extension (.csv .tsv .npy .npz .libsvm
// .svm .mat); context.warn says what the format cannot hold. The file appears only when it is complete: it is
// written under a temporary name and renamed. Throws Error if the data do not fit together (check_dataset),
// if the extension is unknown or the file cannot be written.
void save(const std::string& path, const Dataset& data, const Context& context = {});

// The names of the data sets that ship with tamis.
std::vector<std::string> shipped_data_sets();

}  // namespace tamis
