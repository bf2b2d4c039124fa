// Approximate nearest neighbors by a navigable small-world graph (Malkov and Yashunin 2018, hnswlib): the
// only file that includes the library.
//
// Its own vector code is switched off: it is chosen at compile time, and its prefetching reads past the end
// of link lists.
#define NO_MANUAL_VECTORIZATION
#include <hnswlib/hnswlib.h>

#include <algorithm>
#include <cmath>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/search.hpp"
#include "tamis/graph/search_progress.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace approximate_search_loops {

// Σ(a-b)² in single precision; `count` points to the number of columns.
TAMIS_SIMD float squared_distance(const void* a, const void* b, const void* count) {
    constexpr std::size_t lanes = 16;
    const auto *left = static_cast<const float*>(a), *right = static_cast<const float*>(b);
    const std::size_t columns = *static_cast<const std::size_t*>(count);
    float part[lanes] = {};
    std::size_t j = 0;
    for (; j + lanes <= columns; j += lanes)
        for (std::size_t l = 0; l < lanes; ++l) {
            const float gap = left[j + l] - right[j + l];
            part[l] += gap * gap;
        }
    for (std::size_t l = 0; j + l < columns; ++l) {
        const float gap = left[j + l] - right[j + l];
        part[l] += gap * gap;
    }
    float sum = 0.0F;
    for (const float value : part) sum += value;
    return sum;
}

}  // namespace approximate_search_loops

namespace {

class EuclideanSpace : public hnswlib::SpaceInterface<float> {
  public:
    explicit EuclideanSpace(Index columns) : columns_(at(columns)) {}
    std::size_t get_data_size() override { return columns_ * sizeof(float); }
    hnswlib::DISTFUNC<float> get_dist_func() override { return approximate_search_loops::squared_distance; }
    void* get_dist_func_param() override { return &columns_; }

  private:
    std::size_t columns_;
};

constexpr std::size_t links_per_sample = 16;
constexpr std::size_t breadth_of_building = 200;

// Rows in single precision would lose a large mean and overflow beyond 1e38, so they are centered and scaled
// first; the order of distances does not change.
class FloatRows {
  public:
    explicit FloatRows(const SampleRows& rows) : rows_(rows), x_(rows.matrix().dense()) {
        std::vector<double> norms;
        for (Index i = 0; i < x_.rows; ++i) norms.push_back(squared_norm(x_.row(i), x_.cols));
        require_usable_norms(norms);
        mean_.resize(at(x_.cols));
        const auto count = static_cast<double>(x_.rows);
        for (Index i = 0; i < x_.rows; ++i)
            for (Index j = 0; j < x_.cols; ++j) mean_[at(j)] += x_(i, j) / rows.length(i) / count;
        double largest = 0.0;
        for (Index i = 0; i < x_.rows; ++i)
            for (Index j = 0; j < x_.cols; ++j) largest = std::max(largest, std::abs(centered(i, j)));
        scale_ = largest > 0.0 ? 1.0 / largest : 1.0;
        if (!std::isfinite(scale_)) scale_ = 1.0;
    }

    void copy(Index i, std::vector<float>& out) const {
        out.resize(at(x_.cols));
        for (Index j = 0; j < x_.cols; ++j) out[at(j)] = static_cast<float>(centered(i, j) * scale_);
    }

  private:
    double centered(Index i, Index j) const { return x_(i, j) / rows_.length(i) - mean_[at(j)]; }

    const SampleRows& rows_;
    DenseView x_;
    std::vector<double> mean_;
    double scale_ = 1.0;
};

using Found = std::vector<std::pair<double, Small>>;

// The k best of `found` by (distance, index) go to their place in `result`.
void write_best(Found& found, Index i, Neighbors& result) {
    const auto k = at(result.count);
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(k), found.end());
    for (std::size_t p = 0; p < k; ++p) {
        const std::size_t place = at(i) * k + p;
        result.squared_distances[place] = found[p].first;
        result.index[place] = found[p].second;
    }
}

}  // namespace

Neighbors approximate_search(const SampleRows& rows, Index k, const Context& context) {
    const Index samples = rows.count();
    const FloatRows floats(rows);
    SearchProgress progress(context, "neighbors", 2 * samples);

    EuclideanSpace space(rows.columns());
    hnswlib::HierarchicalNSW<float> index(&space, at(samples), links_per_sample, breadth_of_building,
                                          at(context.seed));
    // On one thread: the index depends on the order of insertion.
    std::vector<float> row;
    for (Index i = 0; i < samples; ++i) {
        if (i % 64 == 0) context.check_cancel();
        floats.copy(i, row);
        index.addPoint(row.data(), static_cast<hnswlib::labeltype>(i));
        progress.advance();
    }

    // Everything the search looks at is compared exactly, not only the k best by single precision.
    const auto breadth = at(std::min(std::max<Index>(64, 4 * k), samples));
    index.setEf(breadth);
    Neighbors result{samples, k, {}, {}};
    result.index.resize(at(samples * k));
    result.squared_distances.resize(at(samples * k));
    parallel_chunks(context, samples, 64, [&](const Chunk& chunk) {
        std::vector<float> query;
        Found found;
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            floats.copy(i, query);
            found.clear();
            auto nearest = index.searchKnn(query.data(), breadth);
            for (; !nearest.empty(); nearest.pop()) {
                const auto j = static_cast<Index>(nearest.top().second);
                if (j != i) found.emplace_back(rows.squared_distance(i, j), static_cast<Small>(j));
            }
            if (static_cast<Index>(found.size()) < k) {  // parts of the index can be out of reach
                found.clear();
                for (Index j = 0; j < samples; ++j)
                    if (j != i) found.emplace_back(rows.squared_distance(i, j), static_cast<Small>(j));
            }
            write_best(found, i, result);
        }
        progress.advance(chunk.end - chunk.begin);
    });
    return result;
}

}  // namespace tamis::detail
