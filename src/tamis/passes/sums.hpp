// Sums over rows that always round in the same way: eight partial sums, column j goes to number j mod 8.
// A sparse row gives the same bits as the same row stored densely, because zeros change no partial sum.
#pragma once

#include <array>

#include "tamis/core/index.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::detail {

using PartialSums = std::array<double, 8>;

inline double total(const PartialSums& part) {
    return ((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7]));
}

// Σ a².
double squared_norm(const double* a, Index count);
double squared_norm(const SparseRow& a);

// Σ (a - b)².
double squared_distance(const double* a, const double* b, Index count);
double squared_distance(const SparseRow& a, const SparseRow& b);

// Σ (a/a_length - b/b_length)².
double scaled_distance(const double* a, double a_length, const double* b, double b_length, Index count);
double scaled_distance(const SparseRow& a, double a_length, const SparseRow& b, double b_length);

// Σ (a/a_length)·(b/b_length).
double scaled_product(const double* a, double a_length, const double* b, double b_length, Index count);
double scaled_product(const SparseRow& a, double a_length, const SparseRow& b, double b_length);

// Σ f|a-b| and Σ f|a|.
double manhattan_distance(const double* a, const double* b, const double* factors, Index count);
double manhattan_distance(const SparseRow& a, const SparseRow& b, const double* factors);
double manhattan_norm(const double* a, const double* factors, Index count);
double manhattan_norm(const SparseRow& a, const double* factors);

// √Σa², also if the squares underflow.
double euclidean_length(const double* a, Index count);
double euclidean_length(const SparseRow& a);

}  // namespace tamis::detail
