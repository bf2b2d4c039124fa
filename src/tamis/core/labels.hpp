// Classes of the samples. Made with make_labels, or read from a file by `load`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

struct Labels {
    static constexpr int unlabeled = -1;

    std::vector<int> of;             // class of each sample: 0 … classes()-1, or `unlabeled`
    std::vector<std::string> names;  // class names, sorted (as numbers if all of them are numbers)
    std::vector<Index> counts;       // samples of each class
    // Set by `load`: the values were measured rather than counted, so that they are no classes to work with.
    bool measured = false;

    bool empty() const { return of.empty(); }
    Index samples() const { return static_cast<Index>(of.size()); }
    Index classes() const { return static_cast<Index>(names.size()); }
};

// Classes are the sorted distinct values. Texts that all read as numbers sort as numbers ("2" before "10",
// and "1" and "1.0" are the same class); an empty text stands for a sample without a label.
Labels make_labels(std::span<const std::string> values);
Labels make_labels(std::span<const double> values);  // NaN stands for a sample without a label
Labels make_labels(std::span<const int> values);     // negative stands for a sample without a label

// The class names as numbers if all of them are numbers, otherwise 0, 1, 2, … in their order.
std::vector<double> class_values(std::span<const std::string> names);
inline std::vector<double> class_values(const Labels& labels) { return class_values(labels.names); }

// The labels of the given samples, in the given order, with all class names. Throws Error on a sample that
// has no label.
Labels take_labels(const Labels& labels, std::span<const Index> samples);

// Throws Error unless there is one label per sample, each of a class with a name, and the counts are right.
// For labels that were put together by hand: those that make_labels gives are sound.
void check_labels(const Labels& labels, Index samples);

namespace detail {

// The samples of each class; `of` as in Labels.
std::vector<Index> class_counts(std::span<const int> of, Index classes);

// Whether a class name is a number, so that it is known by its value among others.
bool is_number(const std::string& name);

// The labels, or no labels if the pointer is null.
const Labels& labels_or_none(const Labels* labels);

// The same labels numbered without the classes that have no sample, so that dividing by the size is safe.
// Throws Error on labels that are not sound.
Labels without_empty_classes(const Labels& labels);

// Throws Error unless at least two of the classes have samples; `who` is the method that asks.
void require_two_classes(std::span<const std::string> names, std::span<const Index> counts,
                         const std::string& who);

// What to say to data without labels.
[[noreturn]] void refuse_without_labels(const std::string& who);

// Throws Error unless there is one label per sample, none is missing or measured and there are two classes or
// more; `who` is the method that asks, for the message.
void require_classes(const Labels& labels, Index samples, const std::string& who);

}  // namespace detail

}  // namespace tamis
