#include "tamis/graph/approximate/points.hpp"

#include <algorithm>

#include "tamis/graph/approximate/mixing.hpp"
#include "tamis/graph/approximate/search.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace points_loops {

TAMIS_SIMD double product(const double* a, const double* b, Index count) {
    PartialSums part{};
    Index j = 0;
    for (; j + 8 <= count; j += 8)
        for (Index l = 0; l < 8; ++l) part[at(l)] += a[j + l] * b[j + l];
    for (Index l = 0; j + l < count; ++l) part[at(l)] += a[j + l] * b[j + l];
    return total(part);
}

}  // namespace points_loops

namespace {

// What sparse rows are hashed to before they are projected: enough that few columns share a place.
constexpr Index most_places = 4096;

// Projections of rows of either kind. Cells are multiplied by `factors` (empty: 1) on both sides.
class Projector {
  public:
    Projector(const MatrixView& x, std::span<const double> factors, std::uint64_t seed)
        : x_(x), factors_(factors), seed_(seed) {}

    void add(Index i, double scale, double* out) const {
        if (!x_.is_sparse()) {
            const double* row = x_.dense().row(i);
            for (Index j = 0; j < x_.cols(); ++j) out[j] += scale * (factor(j) * factor(j)) * row[j];
            return;
        }
        for_each_place(i, [&](Index place, double value) { out[place] += scale * value; });
    }

    double project(Index i, const double* direction) const {
        if (!x_.is_sparse()) return points_loops::product(x_.dense().row(i), direction, x_.cols());
        double sum = 0.0;
        for_each_place(i, [&](Index place, double value) { sum += value * direction[place]; });
        return sum;
    }

  private:
    double factor(Index j) const { return factors_.empty() ? 1.0 : factors_[at(j)]; }

    // The cells of a sparse row with a random place and sign for each column, if there are too many columns.
    template <class Visit>
    void for_each_place(Index i, const Visit& visit) const {
        const SparseRow row = x_.sparse().row(i);
        const bool hashed = x_.cols() > most_places;
        for (std::size_t p = 0; p < row.columns.size(); ++p) {
            const Index j = row.columns[p];
            const double value = factor(j) * row.values[p];
            if (!hashed) {
                visit(j, value);
                continue;
            }
            const std::uint64_t bits = mixed(seed_, static_cast<std::uint64_t>(j));
            visit(static_cast<Index>(bits % most_places), (bits >> 63U) == 0 ? value : -value);
        }
    }

    MatrixView x_;
    std::span<const double> factors_;
    std::uint64_t seed_;
};

class MetricPoints : public Points {
  public:
    MetricPoints(const SampleRows& rows, std::uint64_t seed)
        : rows_(rows),
          projector_(rows.matrix(), {}, seed),
          shape_{rows.columns(), rows.matrix().is_sparse(), rows.is_scaled()} {}

    Index count() const override { return rows_.count(); }
    Index columns() const override { return rows_.columns(); }
    ForestSize forest(Index groups) const override { return shape_.forest(groups); }
    double distance(Index i, Index j) const override { return rows_.squared_distance(i, j); }
    std::unique_ptr<QuickSquares> quick(const Context& context) const override {
        if (!shape_.has_quick()) return nullptr;
        return std::make_unique<QuickSquares>(rows_.matrix().dense(), context);
    }
    std::unique_ptr<TileSource> tiles(const Context& context) const override {
        return make_tiles(rows_, context);
    }

    ClassNeighbors within(std::span<const Index> samples, std::span<const int> group_of, Index groups,
                          Index k, std::span<const double> caps, BufferPool& pool) const override {
        const Matrix some = take_rows(rows_.matrix(), samples);
        const SampleRows rows(some, rows_.is_scaled() ? Metric::cosine : Metric::euclidean, {.threads = 1});
        const std::unique_ptr<TileSource> tiles = make_tiles(rows, {.threads = 1});
        return capped_search(*tiles, squared_distances_of(rows), group_of, groups, k, caps, pool);
    }

    Index direction_size() const override { return shape_.direction_size(); }
    Index samples_per_end() const override { return shape_.samples_per_end(); }
    void add_to_direction(Index i, double sign, double* out) const override {
        projector_.add(i, sign / rows_.length(i), out);
    }
    double project(Index i, const double* direction) const override {
        return projector_.project(i, direction) / rows_.length(i);
    }

  private:
    const SampleRows& rows_;
    Projector projector_;
    PointsShape shape_;
};

class ManhattanPoints : public Points {
  public:
    ManhattanPoints(const MatrixView& x, std::span<const double> factors, std::uint64_t seed)
        : x_(x),
          factors_(factors),
          projector_(x, factors, seed),
          shape_{.columns = x.cols(), .sparse = x.is_sparse()} {}

    Index count() const override { return x_.rows(); }
    Index columns() const override { return x_.cols(); }
    // Without products a pair in a leaf costs nearly as much as one that a round of comparisons chooses.
    ForestSize forest(Index) const override { return {large_leaves.leaf / 4, large_leaves.trees}; }
    double distance(Index i, Index j) const override { return distance_in(x_, i, j); }
    std::unique_ptr<TileSource> tiles(const Context& context) const override {
        return make_manhattan_tiles(x_, factors_, context);
    }

    ClassNeighbors within(std::span<const Index> samples, std::span<const int> group_of, Index groups,
                          Index k, std::span<const double> caps, BufferPool& pool) const override {
        const Matrix some = take_rows(x_, samples);
        const MatrixView view = some.view();
        const std::unique_ptr<TileSource> tiles = make_manhattan_tiles(view, factors_, {.threads = 1});
        return capped_search(
            *tiles, [&](Index i, Index j) { return distance_in(view, i, j); }, group_of, groups, k, caps,
            pool);
    }

    Index direction_size() const override { return shape_.direction_size(); }
    Index samples_per_end() const override { return shape_.samples_per_end(); }
    void add_to_direction(Index i, double sign, double* out) const override { projector_.add(i, sign, out); }
    double project(Index i, const double* direction) const override {
        return projector_.project(i, direction);
    }

  private:
    double distance_in(const MatrixView& x, Index i, Index j) const {
        return x.is_sparse()
                   ? manhattan_distance(x.sparse().row(i), x.sparse().row(j), factors_.data())
                   : manhattan_distance(x.dense().row(i), x.dense().row(j), factors_.data(), x.cols());
    }

    MatrixView x_;
    std::span<const double> factors_;
    Projector projector_;
    PointsShape shape_;
};

}  // namespace

Index PointsShape::direction_size() const { return sparse ? std::min(columns, most_places) : columns; }

// Two texts have few words in common with a third, so the ends of a direction are means of several.
Index PointsShape::samples_per_end() const { return sparse ? 16 : 1; }

std::unique_ptr<Points> make_points(const SampleRows& rows, std::uint64_t seed) {
    return std::make_unique<MetricPoints>(rows, seed);
}

std::unique_ptr<Points> make_manhattan_points(const MatrixView& x, std::span<const double> factors,
                                              std::uint64_t seed) {
    return std::make_unique<ManhattanPoints>(x, factors, seed);
}

}  // namespace tamis::detail
