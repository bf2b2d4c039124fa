#include "tamis/passes/one_nearest.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/nearest.hpp"

namespace tamis::detail {

namespace {

std::vector<Index> count_correct(const std::vector<std::vector<Index>>& nearest, const Labels& known,
                                 const Labels& asked) {
    std::vector<Index> correct;
    for (const std::vector<Index>& of : nearest) {
        Index hits = 0;
        for (std::size_t i = 0; i < of.size(); ++i) hits += known.of[at(of[i])] == asked.of[i];
        correct.push_back(hits);
    }
    return correct;
}

// The squares of smaller values, and of their differences, may have lost digits.
constexpr double smallest_ordinary = 0x1p-390;

// The columns before the first one that holds an ordinary value, in either part. Reads hardly anything if the
// first column does.
Index small_columns(const MatrixView& known, const MatrixView& asked) {
    Index first = known.cols();
    for (const MatrixView* part : {&known, &asked})
        for (Index i = 0; i < part->rows() && first > 0; ++i)
            for_each_cell(*part, i, 0, first, [&](Index j, double value) {
                if (std::abs(value) >= smallest_ordinary) first = std::min(first, j);
            });
    return first;
}

double largest_magnitude_of(const Matrix& x) {
    double largest = 0.0;
    for (Index i = 0; i < x.rows(); ++i)
        for (const double value : stored_values(x, i)) largest = std::max(largest, std::abs(value));
    return largest;
}

// The first columns of both parts in a unit in which their squares are numbers.
struct Prefix {
    Matrix known, asked;
    double largest;  // magnitude, in the unit of the data

    Prefix(const MatrixView& all_known, const MatrixView& all_asked, Index count) {
        std::vector<Index> first(at(count));
        std::iota(first.begin(), first.end(), Index{0});
        known = take_columns(all_known, first);
        asked = take_columns(all_asked, first);
        largest = std::max(largest_magnitude_of(known), largest_magnitude_of(asked));
        if (largest == 0.0) return;
        for (Matrix* part : {&known, &asked})
            for (Index i = 0; i < part->rows(); ++i)
                change_cells(*part, i,
                             [&](Index, double& value) { value = std::ldexp(value, -std::ilogb(largest)); });
    }
};

// search(known, asked, counts) for all counts. Leading columns whose squares are too small for a number are
// searched in a unit of their own as long as no other column is with them: next to others they are nothing.
template <class Search>
std::vector<std::vector<Index>> in_units(const MatrixView& known, const MatrixView& asked,
                                         std::span<const Index> counts, Search&& search) {
    const Index small = small_columns(known, asked);
    if (small == 0 || Prefix(known, asked, small).largest == 0.0) return search(known, asked, counts);
    std::vector<std::vector<Index>> nearest;
    for (; !counts.empty() && counts.front() <= small; counts = counts.subspan(1)) {
        const Prefix prefix(known, asked, counts.front());
        nearest.push_back(search(prefix.known, prefix.asked, counts.first(1)).front());
    }
    if (counts.empty()) return nearest;
    for (std::vector<Index>& found : search(known, asked, counts)) nearest.push_back(std::move(found));
    return nearest;
}

}  // namespace

std::vector<Index> one_nearest_correct(const Samples& train, const Samples& test,
                                       std::span<const Index> counts, const Context& context) {
    const auto search = [&](const MatrixView& known, const MatrixView& asked, std::span<const Index> each) {
        return nearest_by_prefix(known, asked, each, context);
    };
    return count_correct(in_units(train.x, test.x, counts, search), train.labels, test.labels);
}

std::vector<Index> leave_one_out_correct(const Samples& samples, std::span<const Index> counts,
                                         const Context& context) {
    const auto search = [&](const MatrixView& known, const MatrixView&, std::span<const Index> each) {
        return nearest_others_by_prefix(known, each, context);
    };
    return count_correct(in_units(samples.x, samples.x, counts, search), samples.labels, samples.labels);
}

}  // namespace tamis::detail
