// Dense products by OpenBLAS, kept behind this one header.
#pragma once

#include "tamis/core/index.hpp"

namespace tamis::detail::blas {

// While any of these is alive OpenBLAS works on the calling thread alone, so that our own parallel loops can
// call it; the previous number of threads comes back with the last one. Safe when nested and from several
// threads.
class SingleThreaded {
  public:
    SingleThreaded();
    ~SingleThreaded();
    SingleThreaded(const SingleThreaded&) = delete;
    SingleThreaded& operator=(const SingleThreaded&) = delete;
};

enum class Form { plain, transposed };

// A row-major matrix as it lies in memory; `form` says how it enters the product.
struct Operand {
    const double* data;
    Index stride;  // doubles from one stored row to the next
    Form form = Form::plain;
};

// out (rows × cols, row-major) = scale · a·b + keep · out, with `inner` the summed dimension.
void multiply(Index rows, Index cols, Index inner, double scale, const Operand& a, const Operand& b,
              double keep, double* out, Index out_stride);

// out (rows × cols, row-major) = scale · a·bᵀ + keep · out in single precision, for row-major a (rows ×
// inner) and b (cols × inner).
struct FloatRowsOperand {
    const float* data;
    Index stride;  // floats from one row to the next
};
void multiply_rows(Index rows, Index cols, Index inner, float scale, const FloatRowsOperand& a,
                   const FloatRowsOperand& b, float keep, float* out, Index out_stride);

// A length as the library's integer; throws Error if it does not fit.
int narrow(Index value);

}  // namespace tamis::detail::blas
