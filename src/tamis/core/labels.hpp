// Classes of the samples.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

struct Labels {
    static constexpr int unlabeled = -1;

    std::vector<int> of;             // class of each sample: 0 … classes()-1, or `unlabeled`
    std::vector<std::string> names;  // class names, sorted (as numbers where all of them are numbers)
    std::vector<Index> counts;       // samples of each class

    bool empty() const { return of.empty(); }
    Index samples() const { return static_cast<Index>(of.size()); }
    Index classes() const { return static_cast<Index>(names.size()); }
};

// Classes are the sorted distinct values. Texts that all read as numbers sort as numbers ("2" before "10",
// and "1" and "1.0" are the same class); an empty text stands for a sample without a label.
Labels make_labels(std::span<const std::string> values);
Labels make_labels(std::span<const double> values);  // NaN stands for a sample without a label
Labels make_labels(std::span<const int> values);     // negative stands for a sample without a label

// The class names as numbers where all of them are numbers, otherwise 0, 1, 2, … in their order.
std::vector<double> class_values(const Labels& labels);

Labels take_labels(const Labels& labels, std::span<const Index> samples);

// The same labels numbered without the classes that have no sample: nobody may divide by their size.
Labels without_empty_classes(const Labels& labels);

// Throws unless there is one label per sample, none is missing and there are two classes or more;
// `who` is the method that asks.
void require_classes(const Labels& labels, Index samples, const std::string& who);

}  // namespace tamis
