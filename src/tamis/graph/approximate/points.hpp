// The samples as the approximate search sees them: distances, projections for the trees, exact searches
// within a few.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/graph/approximate/quick_squares.hpp"
#include "tamis/graph/search.hpp"

namespace tamis::detail {

struct ForestSize {
    Index leaf;   // samples that are compared all with all, at most
    Index trees;  // at a time
};
constexpr ForestSize large_leaves{1000, 4};
// Enough for a beginning where estimates of distances make rounds cheap.
constexpr ForestSize small_leaves{300, 6};

class Points {
  public:
    virtual ~Points() = default;

    virtual Index count() const = 0;
    virtual Index columns() const = 0;  // as a measure of what a distance costs
    // The trees that a search for the nearest of so many groups begins with.
    virtual ForestSize forest(Index groups) const = 0;
    // The distance that decides.
    virtual double distance(Index i, Index j) const = 0;
    // Estimates of the distances, if there is anything quicker than the distances themselves.
    virtual std::unique_ptr<QuickSquares> quick(const Context&) const { return nullptr; }
    // Tiles of all samples.
    virtual std::unique_ptr<TileSource> tiles(const Context& context) const = 0;
    // Exact neighbors of the given samples among themselves, numbered by their place in `samples`; nothing
    // farther than `caps`.
    virtual ClassNeighbors within(std::span<const Index> samples, std::span<const int> group_of, Index groups,
                                  Index k, std::span<const double> caps, BufferPool& pool) const = 0;

    // Trees split samples by their projection on a direction of this many numbers.
    virtual Index direction_size() const = 0;
    // How many samples each of the two ends of a direction is the mean of.
    virtual Index samples_per_end() const = 0;
    // out += sign · sample i.
    virtual void add_to_direction(Index i, double sign, double* out) const = 0;
    virtual double project(Index i, const double* direction) const = 0;
};

// What is known of Euclidean or cosine points without their cells.
struct PointsShape {
    Index columns = 0;
    bool sparse = false;
    bool scaled = false;  // to unit length

    // Whether there are estimates of distances.
    bool has_quick() const { return !sparse && !scaled; }
    // Small leaves hold too few members of a class.
    ForestSize forest(Index groups) const { return groups == 1 && has_quick() ? small_leaves : large_leaves; }
    Index direction_size() const;
    Index samples_per_end() const;
};

// Euclidean or cosine.
std::unique_ptr<Points> make_points(const SampleRows& rows, std::uint64_t seed);

// Σ f|a-b|. Both must outlive the points.
std::unique_ptr<Points> make_manhattan_points(const MatrixView& x, std::span<const double> factors,
                                              std::uint64_t seed);

}  // namespace tamis::detail
