#include "tamis/algebra/blas.hpp"

#include <cblas.h>

#include <limits>
#include <mutex>
#include <string>

#include "tamis/core/error.hpp"

namespace tamis::detail::blas {

namespace {

// OpenBLAS has one number of threads for the whole process, so its guard has to be shared as well.
struct SharedGuard {
    std::mutex mutex;
    int holders = 0;
    int threads_before = 0;
};

SharedGuard& shared_guard() {
    static SharedGuard guard;
    return guard;
}

CBLAS_TRANSPOSE cblas_form(Form form) { return form == Form::plain ? CblasNoTrans : CblasTrans; }

}  // namespace

int narrow(Index value) {
    if (value > std::numeric_limits<blasint>::max())
        throw Error("a matrix side of " + std::to_string(value) + " is too long for the BLAS library");
    return static_cast<int>(value);
}

SingleThreaded::SingleThreaded() {
    SharedGuard& guard = shared_guard();
    const std::lock_guard lock(guard.mutex);
    if (guard.holders++ > 0) return;
    guard.threads_before = openblas_get_num_threads();
    openblas_set_num_threads(1);
}

SingleThreaded::~SingleThreaded() {
    SharedGuard& guard = shared_guard();
    const std::lock_guard lock(guard.mutex);
    if (--guard.holders == 0) openblas_set_num_threads(guard.threads_before);
}

void multiply(Index rows, Index cols, Index inner, double scale, const Operand& a, const Operand& b,
              double keep, double* out, Index out_stride) {
    cblas_dgemm(CblasRowMajor, cblas_form(a.form), cblas_form(b.form), narrow(rows), narrow(cols),
                narrow(inner), scale, a.data, narrow(a.stride), b.data, narrow(b.stride), keep, out,
                narrow(out_stride));
}

}  // namespace tamis::detail::blas
