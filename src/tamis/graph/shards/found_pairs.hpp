// Groups of samples that are compared with each other, and what is told of them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/threads/function_ref.hpp"
#include "tamis/graph/approximate/points.hpp"
#include "tamis/graph/cells/packing.hpp"

namespace tamis::detail {

// The fresh samples are compared with each other and with the old ones.
struct SampleGroup {
    std::span<const Small> fresh, old;
};

// `neighbors` that are of interest to `samples`, in the order of the groups.
struct FoundPairs {
    std::vector<Small> samples, neighbors;
    std::vector<double> distances;

    // Whether all are the same in number, and below `samples_in_all`: what has traveled may be damaged.
    bool is_sound(Index samples_in_all) const;

    template <class Archive>
    void fields(Archive& archive) {
        archive(samples, neighbors, distances);
    }
};

struct GroupComparison {
    const Points& points;
    const QuickSquares* quick;       // rules out most pairs, if there is one
    std::span<const double> limits;  // per sample: no farther one is of interest to it
    Index places;                    // of the list of a sample; 0: all that is found is told

    // Leaves out what a list of that many places would refuse after everything told before it.
    FoundPairs run(Index groups, FunctionRef<SampleGroup(Index)> group, const Context& context) const;
};

// The estimates that a request asks for. Throws Error if it does not go with the cells.
std::optional<QuickSquares> quick_squares_of(const MatrixView& cells,
                                             const std::optional<PackingScale>& scale,
                                             const Context& context);

}  // namespace tamis::detail
