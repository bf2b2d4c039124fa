// What a method costs on data of a given shape, as its algorithm says: an estimate, not a measurement.
#pragma once

#include <optional>

#include "tamis/graph/approximate/search.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/subspace/projector.hpp"

namespace tamis::detail {

struct DataShape {
    Index samples = 0, features = 0;
    Index stored = 0;  // cells: all of dense data
    bool sparse = false;
    std::optional<Index> classes = {};  // nothing: not known

    double bytes() const;        // in memory, as doubles
    double class_count() const;  // a usual one if it is not known
    DataShape part(double of_samples) const;
};

struct Work {
    double passes = 0.0;       // over the data
    double products = 0.0;     // multiply-adds of matrix products
    double steps = 0.0;        // multiply-adds of other loops
    double extra_bytes = 0.0;  // held besides the data

    Work& operator+=(const Work& other);
    Work times(double count) const;  // one after the other: what is held is held once
};

// The neighbor graph of the options, with its check.
Work graph_work(const DataShape& shape, const GraphOptions& options);

// Approximate lists of so many neighbors by trees.
Work forest_work(const DataShape& shape, const ForestSize& forest, double neighbors);

// Selecting k features, without the graph or the search of class_search.hpp. Every registered method has its
// formula.
Work method_work(const ConfiguredMethod& method, const DataShape& shape, Index neighbors, Index k);

// Learning a projection.
Work projector_work(const ConfiguredProjector& projector, const DataShape& shape);

}  // namespace tamis::detail
