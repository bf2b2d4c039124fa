// How neighbors were found, and how many of them.
#pragma once

#include "tamis/core/index.hpp"

namespace tamis {

enum class Search {
    automatic,  // exact, unless that takes more than 5·10¹² products (samples² × features; sparse: samples ×
                // cells)
    exact,
    approximate,  // misses a few neighbors; how many is measured
};

// The recall is the share of the listed neighbors that are no farther than the last of the true ones:
// measured on random samples, with an interval that holds it with 95 % certainty. Exact searches have a
// recall of 1.
struct FoundBy {
    Search search = Search::exact;  // exact or approximate
    double recall = 1.0;
    double recall_low = 1.0, recall_high = 1.0;
    Index trees = 0, rounds = 0;  // of an approximate search

    friend bool operator==(const FoundBy&, const FoundBy&) = default;
};

}  // namespace tamis
