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
    // Labels in a file of their own: one per line in the order of the samples, or the samples' names and
    // their labels in two columns; NA for a sample without one.
    std::string label_file;
    // Samples are columns in the file. A text file then has its feature names in the first column, the names
    // of the samples in the first row, and `label` stands for one of its rows.
    bool transpose = false;
    // "classes" takes labels for classes even where they look measured (is_measured); "auto" does not.
    std::string label_kind = "auto";
    // The column of a text that names the samples: a name or a position; "none"; "auto" takes a column of
    // distinct texts, or one that counts the samples (0, 1, … or 1, 2, …; five at least), where it is the
    // first column or is called id, sample, name, barcode, cell, index, "Unnamed: 0" or nothing.
    std::string id = "auto";
    // Columns to leave out, and the only ones to read as features (label and names are found beside them):
    // lists of names, positions, ranges and patterns, "a,3,p1..p64,*_id"; "" = nothing.
    std::string drop, only;
    // How a text is written, where it shall not be found out: header "yes" or "no"; sep one character, "tab"
    // or "blank"; decimal "." or ","; encoding "utf-8" or "latin-1".
    std::string header = "auto", sep = "auto", decimal = "auto", encoding = "auto";
    std::string na;  // what stands for a missing cell in addition to the usual markers: "n.d.,-999"
    std::string data_variable;   // which array of a .mat, .npz or .h5 file holds the data; "": found by name
    std::string label_variable;  // which one holds the classes, instead of `label`
    std::string layer;           // of an .h5ad file, instead of X
    // How much a file may ask for. Formats that name columns by number (libsvm, sparse ARFF, Matrix Market)
    // can declare any number of features in a few bytes, and packed files (.gz, .npz, .mat, HDF5) can unpack
    // to any size: what goes beyond the limits is an error. "auto" is half of the memory that this process
    // can have; otherwise a size like "500M" or "2G".
    Index max_features = 5'000'000;
    std::string max_unpacked = "auto";
};

// Text (.csv .tsv .txt .data .dat; delimiter and header are detected), MATLAB (.mat), NumPy and SciPy (.npy
// .npz), libsvm (.libsvm .svm), ARFF (.arff), Matrix Market (.mtx), MNIST's idx, HDF5 (.h5 .hdf5), AnnData
// (.h5ad), 10x Genomics (.h5, or a folder). Text, libsvm, ARFF, Matrix Market and idx also with .gz.
// Sparse formats stay sparse. Empty cells, "?", "NA", "NaN" and what
// else pandas takes for missing are NaN in the matrix. A column of text holds categories
// (Dataset::categories); in a column where at least half of the cells are numbers any other cell is an error.
//
// `path` is a file, the name of a data set that ships with tamis ("digits", "ionosphere", "sonar"), or "-"
// for text from standard input. Throws Error that names file, line and column if it cannot be read,
// UsageError if the options do not fit it.
Dataset load(const std::string& path, const LoadOptions& options = {}, const Context& context = {});

// Writes features, their names and the labels in the format of the extension (.csv .tsv .npy .npz .libsvm
// .svm .mat); context.warn says what the format cannot hold. The file appears only when it is complete: it is
// written under a temporary name and renamed. Throws Error if the data do not fit together (check_dataset),
// if the extension is unknown or the file cannot be written.
void save(const std::string& path, const Dataset& data, const Context& context = {});

// The names of the data sets that ship with tamis.
std::vector<std::string> shipped_data_sets();

}  // namespace tamis
