#include "tamis/passes/nearest/prefix_scan.hpp"

#include <array>

#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// bounds = unit · products + norms + own; the smallest of them. Eight partial minima, so that it can be
// vectorized.
template <class Number>
double smallest_bound(std::span<const Number> products, double unit, const double* norms, double own,
                      double* bounds) {
    const auto count = static_cast<Index>(products.size());
    std::array<double, 8> least;
    least.fill(infinity);
    Index c = 0;
    for (; c + 8 <= count; c += 8)
        for (Index lane = 0; lane < 8; ++lane) {
            const double bound = unit * static_cast<double>(products[at(c + lane)]) + (own + norms[c + lane]);
            bounds[c + lane] = bound;
            least[at(lane)] = bound < least[at(lane)] ? bound : least[at(lane)];
        }
    for (; c < count; ++c) {
        bounds[c] = unit * static_cast<double>(products[at(c)]) + (own + norms[c]);
        least[0] = std::min(least[0], bounds[c]);
    }
    return *std::min_element(least.begin(), least.end());
}

double norm_between(const MatrixView& x, Index i, Index begin, Index end) {
    if (x.is_sparse()) return squared_norm(columns_between(x.sparse().row(i), begin, end));
    return squared_norm(x.dense().row(i) + begin, end - begin);
}

}  // namespace

SparseRow columns_between(const SparseRow& row, Index begin, Index end) {
    const auto from = std::lower_bound(row.columns.begin(), row.columns.end(), begin);
    const auto to = std::lower_bound(from, row.columns.end(), end);
    const auto first = at(from - row.columns.begin());
    const auto length = at(to - from);
    return {row.columns.subspan(first, length), row.values.subspan(first, length)};
}

std::vector<std::vector<double>> prefix_norms(const MatrixView& x, std::span<const Index> counts) {
    std::vector<std::vector<double>> norms(counts.size(), std::vector<double>(at(x.rows())));
    for (Index i = 0; i < x.rows(); ++i) {
        double norm = 0.0;
        Index begin = 0;
        for (std::size_t c = 0; c < counts.size(); ++c) {
            norm += norm_between(x, i, begin, counts[c]);
            norms[c][at(i)] = norm;
            begin = counts[c];
        }
    }
    return norms;
}

Rounding rounding_in_double(Index terms, std::size_t counts) {
    const auto summands = static_cast<double>(terms + 8 + 2 * static_cast<Index>(counts));
    return {4.0 * summands * std::numeric_limits<double>::epsilon(),
            4.0 * summands * std::numeric_limits<double>::min()};
}

PrefixScan::PrefixScan(const MatrixView& known, const MatrixView& asked, std::span<const Index> counts,
                       const Rounding& rounding, bool others, double unit)
    : others_(others),
      known_norms_(prefix_norms(known, counts)),
      asked_norms_(prefix_norms(asked, counts)),
      underflow_(rounding.absolute),
      unit_(unit) {
    // From here on they give lower bounds of the distances.
    for (auto* all : {&known_norms_, &asked_norms_})
        for (std::vector<double>& norms : *all)
            for (double& norm : norms) norm *= 1.0 - rounding.relative;
}

template <class Number>
double PrefixScan::lower_bounds(Index i, Index first, std::size_t c, std::span<const Number> products,
                                std::vector<double>& bounds) const {
    const auto count = static_cast<Index>(products.size());
    const double own = asked_norms_[c][at(i)] - underflow_;
    const double least = smallest_bound(products, unit_, known_norms_[c].data() + first, own, bounds.data());
    if (!others_ || i < first || i >= first + count) return least;
    bounds[at(i - first)] = infinity;
    return *std::min_element(bounds.begin(), bounds.begin() + count);
}

template double PrefixScan::lower_bounds(Index, Index, std::size_t, std::span<const double>,
                                         std::vector<double>&) const;
template double PrefixScan::lower_bounds(Index, Index, std::size_t, std::span<const float>,
                                         std::vector<double>&) const;

}  // namespace tamis::detail
