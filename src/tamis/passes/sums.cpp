#include "tamis/passes/sums.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/passes/merge_rows.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace {

constexpr Index lanes = 8;

// Squares below this lose digits to underflow.
constexpr double safe_square = 1e-280;

double rescaled_length(const double* a, std::size_t count) {
    double largest = 0.0;
    for (std::size_t j = 0; j < count; ++j) largest = std::max(largest, std::abs(a[j]));
    if (largest == 0.0) return 0.0;
    double sum = 0.0;
    for (std::size_t j = 0; j < count; ++j) sum += (a[j] / largest) * (a[j] / largest);
    return largest * std::sqrt(sum);
}

std::size_t lane(Small column) { return at(column % lanes); }

}  // namespace

TAMIS_SIMD double squared_norm(const double* a, Index count) {
    PartialSums part{};
    Index j = 0;
    for (; j + lanes <= count; j += lanes)
        for (Index l = 0; l < lanes; ++l) part[at(l)] += a[j + l] * a[j + l];
    for (Index l = 0; j + l < count; ++l) part[at(l)] += a[j + l] * a[j + l];
    return total(part);
}

TAMIS_SIMD double squared_distance(const double* a, const double* b, Index count) {
    PartialSums part{};
    Index j = 0;
    for (; j + lanes <= count; j += lanes)
        for (Index l = 0; l < lanes; ++l) {
            const double gap = a[j + l] - b[j + l];
            part[at(l)] += gap * gap;
        }
    for (Index l = 0; j + l < count; ++l) {
        const double gap = a[j + l] - b[j + l];
        part[at(l)] += gap * gap;
    }
    return total(part);
}

TAMIS_SIMD double scaled_distance(const double* a, double a_length, const double* b, double b_length,
                                  Index count) {
    PartialSums part{};
    Index j = 0;
    for (; j + lanes <= count; j += lanes)
        for (Index l = 0; l < lanes; ++l) {
            const double gap = a[j + l] / a_length - b[j + l] / b_length;
            part[at(l)] += gap * gap;
        }
    for (Index l = 0; j + l < count; ++l) {
        const double gap = a[j + l] / a_length - b[j + l] / b_length;
        part[at(l)] += gap * gap;
    }
    return total(part);
}

TAMIS_SIMD double scaled_product(const double* a, double a_length, const double* b, double b_length,
                                 Index count) {
    PartialSums part{};
    Index j = 0;
    for (; j + lanes <= count; j += lanes)
        for (Index l = 0; l < lanes; ++l) part[at(l)] += (a[j + l] / a_length) * (b[j + l] / b_length);
    for (Index l = 0; j + l < count; ++l) part[at(l)] += (a[j + l] / a_length) * (b[j + l] / b_length);
    return total(part);
}

TAMIS_SIMD double manhattan_distance(const double* a, const double* b, const double* factors, Index count) {
    PartialSums part{};
    Index j = 0;
    for (; j + lanes <= count; j += lanes)
        for (Index l = 0; l < lanes; ++l) part[at(l)] += factors[j + l] * std::abs(a[j + l] - b[j + l]);
    for (Index l = 0; j + l < count; ++l) part[at(l)] += factors[j + l] * std::abs(a[j + l] - b[j + l]);
    return total(part);
}

TAMIS_SIMD double manhattan_norm(const double* a, const double* factors, Index count) {
    PartialSums part{};
    Index j = 0;
    for (; j + lanes <= count; j += lanes)
        for (Index l = 0; l < lanes; ++l) part[at(l)] += factors[j + l] * std::abs(a[j + l]);
    for (Index l = 0; j + l < count; ++l) part[at(l)] += factors[j + l] * std::abs(a[j + l]);
    return total(part);
}

double squared_norm(const SparseRow& a) {
    PartialSums part{};
    for (std::size_t p = 0; p < a.columns.size(); ++p) part[lane(a.columns[p])] += a.values[p] * a.values[p];
    return total(part);
}

double squared_distance(const SparseRow& a, const SparseRow& b) {
    PartialSums part{};
    merge_rows(a, b, [&](Small column, double left, double right) {
        part[lane(column)] += (left - right) * (left - right);
    });
    return total(part);
}

double scaled_distance(const SparseRow& a, double a_length, const SparseRow& b, double b_length) {
    PartialSums part{};
    merge_rows(a, b, [&](Small column, double left, double right) {
        const double gap = left / a_length - right / b_length;
        part[lane(column)] += gap * gap;
    });
    return total(part);
}

double scaled_product(const SparseRow& a, double a_length, const SparseRow& b, double b_length) {
    PartialSums part{};
    merge_rows(a, b, [&](Small column, double left, double right) {
        part[lane(column)] += (left / a_length) * (right / b_length);
    });
    return total(part);
}

double manhattan_distance(const SparseRow& a, const SparseRow& b, const double* factors) {
    PartialSums part{};
    merge_rows(a, b, [&](Small column, double left, double right) {
        part[lane(column)] += factors[column] * std::abs(left - right);
    });
    return total(part);
}

double manhattan_norm(const SparseRow& a, const double* factors) {
    PartialSums part{};
    for (std::size_t p = 0; p < a.columns.size(); ++p)
        part[lane(a.columns[p])] += factors[a.columns[p]] * std::abs(a.values[p]);
    return total(part);
}

double euclidean_length(const double* a, Index count) {
    const double square = squared_norm(a, count);
    return square < safe_square ? rescaled_length(a, at(count)) : std::sqrt(square);
}

double euclidean_length(const SparseRow& a) {
    const double square = squared_norm(a);
    return square < safe_square ? rescaled_length(a.values.data(), a.values.size()) : std::sqrt(square);
}

}  // namespace tamis::detail
