#include "tamis/algebra/blas.hpp"

#include <cblas.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <atomic>
#include <limits>
#include <mutex>
#include <new>
#include <string>

#include "tamis/core/error.hpp"
#include "tamis/core/threads/parallel.hpp"

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

// OpenBLAS asks again and again for the buffer of a thread if the system does not give it. That happens if
// the address space is limited (ulimit -v), so there the room is asked for before the first product.
void require_room_for_buffers() {
    constexpr std::size_t buffer_bytes = std::size_t{128} << 20U;
    static std::atomic<bool> found{false};
    if (found) return;
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        // A thread besides the first also takes as much for what it allocates.
        const std::size_t bytes = buffer_bytes * at(2 * thread_count({}) - 1);
        void* room = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (room == MAP_FAILED) throw std::bad_alloc();
        ::munmap(room, bytes);
    }
    found = true;
}

CBLAS_TRANSPOSE cblas_form(Form form) { return form == Form::plain ? CblasNoTrans : CblasTrans; }

}  // namespace

int narrow(Index value) {
    if (value > std::numeric_limits<blasint>::max())
        throw Error("a matrix side of " + std::to_string(value) + " is too long for the BLAS library");
    return static_cast<int>(value);
}

SingleThreaded::SingleThreaded() {
    require_room_for_buffers();
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
    require_room_for_buffers();
    cblas_dgemm(CblasRowMajor, cblas_form(a.form), cblas_form(b.form), narrow(rows), narrow(cols),
                narrow(inner), scale, a.data, narrow(a.stride), b.data, narrow(b.stride), keep, out,
                narrow(out_stride));
}

void multiply_rows(Index rows, Index cols, Index inner, float scale, const FloatRowsOperand& a,
                   const FloatRowsOperand& b, float keep, float* out, Index out_stride) {
    require_room_for_buffers();
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, narrow(rows), narrow(cols), narrow(inner), scale,
                a.data, narrow(a.stride), b.data, narrow(b.stride), keep, out, narrow(out_stride));
}

}  // namespace tamis::detail::blas
