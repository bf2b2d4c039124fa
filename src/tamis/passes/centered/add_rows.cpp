#include "tamis/passes/centered/add_rows.hpp"

#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace add_rows_loops {

TAMIS_SIMD void add_four(const double* a, const double* b, const double* c, const double* d,
                         const double* coefficients, Index width, double* out) {
    const double wa = coefficients[0], wb = coefficients[1], wc = coefficients[2], wd = coefficients[3];
    for (Index j = 0; j < width; ++j) out[j] += (wa * a[j] + wb * b[j]) + (wc * c[j] + wd * d[j]);
}

TAMIS_SIMD void add_one(const double* a, double weight, Index width, double* out) {
    for (Index j = 0; j < width; ++j) out[j] += weight * a[j];
}

}  // namespace add_rows_loops

void add_rows(const double* const* rows, const double* coefficients, Index count, Index width, double* out) {
    Index r = 0;
    for (; r + 4 <= count; r += 4)
        add_rows_loops::add_four(rows[r], rows[r + 1], rows[r + 2], rows[r + 3], coefficients + r, width,
                                 out);
    for (; r < count; ++r) add_rows_loops::add_one(rows[r], coefficients[r], width, out);
}

void add_row(const double* row, double coefficient, Index width, double* out) {
    add_rows_loops::add_one(row, coefficient, width, out);
}

}  // namespace tamis::detail
