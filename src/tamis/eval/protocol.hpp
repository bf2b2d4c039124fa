// How a data set is repeatedly cut into training and test parts.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

enum class ProtocolKind {
    holdout,    // a part of every class for training
    random,     // a part of all samples for training, regardless of class
    per_class,  // the same number of every class for training
    cv,         // stratified folds
    nested,     // stratified folds, with more of them inside every training part to choose k and method
    loo,        // the whole set; leave-one-out of the classifier
    cluster,    // random classes, without training
};

struct Protocol {
    ProtocolKind kind = ProtocolKind::holdout;
    double fraction = 0.5;                   // holdout, random
    Index count = 0;                         // per_class: samples of a class; cv, nested: folds
    Index inner = 0;                         // nested: folds of every training part
    std::vector<Index> cluster_counts = {};  // cluster: how many classes, one experiment each
    Index repeats = 10;                      // one if it is nested

    bool in_folds() const { return kind == ProtocolKind::cv || kind == ProtocolKind::nested; }  // cv, nested

    // The selector sees all samples and no labels: there is no training part.
    bool whole_set() const { return kind == ProtocolKind::loo || kind == ProtocolKind::cluster; }
};

// Takes "holdout:0.5x20", "random:0.5x20", "per-class:5x20", "cv:5x5", "nested:5x5", "loo" or
// "cluster:5,10x20"; "cv:10" is one repeat, "cv:10x1". Throws UsageError, which shows the grammar, if the
// text is none of these or a number is out of range.
Protocol parse_protocol(const std::string& text);
// Throws UsageError if a number is out of range.
void check_protocol(const Protocol& protocol);
// The text that parse_protocol reads; throws nothing.
std::string to_text(const Protocol& protocol);

namespace detail {

// All forms of a protocol with an example each, as one sentence for messages.
std::string protocol_grammar();

}  // namespace detail

}  // namespace tamis
