// How a data set is cut into training and test parts, again and again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tamis/core/index.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/random/numpy_random.hpp"

namespace tamis {

enum class ProtocolKind {
    holdout,    // a part of every class for training
    random,     // a part of all samples for training, whatever their class
    per_class,  // the same number of every class for training
    cv,         // stratified folds
    loo,        // the whole set; leave-one-out of the classifier
    cluster,    // random classes, without training
};

struct Protocol {
    ProtocolKind kind = ProtocolKind::holdout;
    double fraction = 0.5;                   // holdout, random
    Index count = 0;                         // per_class: samples of a class; cv: folds
    std::vector<Index> cluster_counts = {};  // cluster: how many classes, one experiment each
    Index repeats = 10;

    // The selector sees all samples and no labels: there is no training part.
    bool whole_set() const { return kind == ProtocolKind::loo || kind == ProtocolKind::cluster; }
};

// "holdout:0.5x20", "random:0.5x20", "per-class:5x20", "cv:5x5", "loo", "cluster:5,10x20". The error shows
// the grammar.
Protocol parse_protocol(const std::string& text);
std::string to_text(const Protocol& protocol);
std::string protocol_grammar();

// One part of the work. The test part is empty where the protocol works on the whole set.
struct Split {
    Index repeat = 0;
    Index fold = 0;                  // of the repeat; 0 unless the protocol is cv
    Index clusters = 0;              // cluster: classes in this subset
    std::vector<Index> train, test;  // ascending samples
    std::uint64_t seed = 0;          // of everything random that is done with it
    NumpyRandom features{0};         // draws those of the baseline `random`
};

// All splits, in order of repeat. They depend on the labels and the seed alone, so every method sees the
// same. Repeat r is the same whatever the number of repeats, but for `cluster`: where there are no more
// subsets of classes than repeats asked for, it takes each of them once, in order. `name` is the data set's,
// for messages.
std::vector<Split> make_splits(const Protocol& protocol, const Labels& labels, std::uint64_t seed,
                               const std::string& name);

// A seed that has nothing to do with those of other numbers.
std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t number);

}  // namespace tamis
