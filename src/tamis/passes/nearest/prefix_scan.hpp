// What the dense and the sparse search for the nearest sample share: products say which samples may be
// nearest on the first counts[0], counts[1], … columns, and those few are measured exactly.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

struct NearestSample {
    double distance = std::numeric_limits<double>::infinity();
    Index index = -1;

    void offer(double other, Index j) {
        if (other < distance || (other == distance && j < index) || index < 0) *this = {other, j};
    }
    // Nothing can be nearer, and of samples at the same place the lower index counts.
    bool final_for(Index j) const { return distance == 0.0 && index >= 0 && index < j; }
};

// ‖row‖² over the first counts[0], counts[1], … columns, one list per count.
std::vector<std::vector<double>> prefix_norms(const MatrixView& x, std::span<const Index> counts);

// The entries of a row in the columns begin … end-1.
SparseRow columns_between(const SparseRow& row, Index begin, Index end);

// Rounding moves d² = ‖a‖² + ‖b‖² - 2ab by no more than relative·(‖a‖² + ‖b‖²) + absolute.
struct Rounding {
    double relative, absolute;
};
Rounding rounding_in_double(Index terms, std::size_t counts);

class PrefixScan {
  public:
    // `others`: known and asked are the same rows, and no row is its own neighbor. Products come in units of
    // `unit`, a power of two.
    PrefixScan(const MatrixView& known, const MatrixView& asked, std::span<const Index> counts,
               const Rounding& rounding, bool others, double unit = 1.0);

    // products[j] = -2·product of the asked sample i and the known sample first + j over the columns of
    // counts[c]; measure(j) is the exact distance to the known sample j. The blocks of known samples come in
    // ascending order. `bounds` is memory for as many numbers as there are products. Returns how many were
    // measured.
    template <class Number, class Measure>
    Index look(Index i, Index first, std::size_t c, std::span<const Number> products,
               std::vector<double>& bounds, NearestSample& best, const Measure& measure) const {
        if (best.final_for(first)) return 0;
        const double least = lower_bounds(i, first, c, products, bounds);
        const double infinity = std::numeric_limits<double>::infinity();
        if (least == infinity || (best.index >= 0 && least > best.distance)) return 0;
        const auto end = bounds.begin() + static_cast<std::ptrdiff_t>(products.size());
        const Index promising = std::find(bounds.begin(), end, least) - bounds.begin();
        best.offer(measure(first + promising), first + promising);
        Index measured = 1;
        for (Index j = 0; j < static_cast<Index>(products.size()); ++j) {
            const double bound = bounds[at(j)];
            if (j != promising && bound <= best.distance && bound < infinity && !best.final_for(first + j)) {
                best.offer(measure(first + j), first + j);
                ++measured;
            }
        }
        return measured;
    }

  private:
    // Writes the lower bounds of the distances and returns the smallest of them; infinite for i itself.
    template <class Number>
    double lower_bounds(Index i, Index first, std::size_t c, std::span<const Number> products,
                        std::vector<double>& bounds) const;

    bool others_;
    std::vector<std::vector<double>> known_norms_, asked_norms_;  // per count, times 1 - error
    double underflow_;
    double unit_;
};

}  // namespace tamis::detail
