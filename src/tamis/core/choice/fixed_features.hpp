// Features that a selection must hold and features that it must not.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tamis/core/index.hpp"
#include "tamis/core/selection.hpp"

namespace tamis {

// Which features say how near two samples are to each other, where some are excluded.
enum class GraphFeatures {
    candidates,  // those that are not excluded
    all,
};

// "candidates", "all"
std::string to_text(GraphFeatures features);
// Throws UsageError for anything else.
GraphFeatures parse_graph_features(const std::string& text);

struct FixedFeatures {
    std::vector<Index> include = {};                  // chosen first, in this order; they count toward k
    std::vector<Index> exclude = {};                  // never chosen
    GraphFeatures graph = GraphFeatures::candidates;  // what graphs and neighbors are made of

    bool empty() const { return include.empty() && exclude.empty(); }
    bool operator==(const FixedFeatures&) const = default;
};

namespace detail {

// Throws UsageError on positions that are not features, on a feature that is named twice or both included and
// excluded (called by its name if there are `names`), on more included features than k, and if too few are
// left to choose k from.
void require_choice(Index k, const FixedFeatures& fixed, Index features,
                    std::span<const std::string> names = {});

// 1 for the features of the list, 0 for the others.
std::vector<char> marks(std::span<const Index> list, Index features);

// The first k of an order of all features: the included ones, then those that are not excluded.
std::vector<Index> taken_from(std::span<const Index> order, Index k, const FixedFeatures& fixed);

// Columns with the included ones first and without the excluded ones; the others keep their order.
std::vector<Index> arranged_columns(const FixedFeatures& fixed, Index features);

// What the included features, the first columns of arranged data, are there.
FixedFeatures leading(Index included);

// A result for arranged columns as one for all features. Excluded features get the score 0, which must be the
// worst one of the method.
Selection arranged_back(Selection found, std::span<const Index> columns, Index features);

}  // namespace detail

}  // namespace tamis
