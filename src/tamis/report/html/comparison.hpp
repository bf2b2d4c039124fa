// What a document of comparisons holds, sorted by data set and measure.
#pragma once

#include <string>
#include <vector>

#include "tamis/report/html/result.hpp"

namespace tamis::detail::html {

// A method with one number of features: the mean over the repeats.
struct Mean {
    std::string method, label;
    Index k = 0;
    double mean = 0.0, std = 0.0;
    Index repeats = 0;
    double seconds = 0.0;
    std::string k_rule = {};
};

struct PairTest {
    std::string a, b;
    Index k = 0;
    double p_holm = 1.0;
};

struct MeanRankOf {
    std::string label;
    double rank = 0.0;
};

struct Measured {
    std::string data, evaluator, metric;
    Index clusters = 0;
    std::string title;            // "1NN accuracy"
    bool is_description = false;  // of the features, such as their redundancy: no measure of quality
    std::vector<Mean> means;
    std::vector<PairTest> tests;
    std::vector<MeanRankOf> ranks;  // best first

    Index repeats() const;
};

struct StabilityOf {
    std::string data, label;
    Index k = 0, clusters = 0;
    double nogueira = 0.0, kuncheva = 0.0;
};

struct Comparison {
    std::vector<std::string> data, labels;  // in the order of the document
    std::vector<Measured> measures;
    std::vector<StabilityOf> stability;

    std::size_t series(const std::string& label) const;  // its number among the labels
};

Comparison comparison_of(const Result& result);

// Runs of methods, best first, that no test tells apart: first and last place of each. Runs inside others are
// left out, and so are single methods.
std::vector<std::pair<std::size_t, std::size_t>> groups_alike(const Measured& measured);

}  // namespace tamis::detail::html
