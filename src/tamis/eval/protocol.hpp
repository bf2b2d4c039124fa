// How a data set is cut into training and test parts, again and again.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/index.hpp"

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

// "holdout:0.5x20", "random:0.5x20", "per-class:5x20", "cv:5x5", "loo", "cluster:5,10x20"; "cv:10" is one
// repeat, "cv:10x1". The error shows the grammar.
Protocol parse_protocol(const std::string& text);
std::string to_text(const Protocol& protocol);
std::string protocol_grammar();

}  // namespace tamis
