// Run-time choice of instruction set for a few hot loops: the build stays generic, the loop is compiled
// twice.
//
// TAMIS_SIMD: AVX2 without FMA on purpose: both versions round alike, so results do not depend on the
// machine. TAMIS_FUSED: with FMA, for products that would otherwise be left to BLAS, which rounds as the
// machine does. The loader's indirect functions run before a sanitizer is ready, hence no clones under one.
#pragma once

#include <cstdint>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define TAMIS_SIMD __attribute__((target_clones("avx2", "default")))
#define TAMIS_FUSED __attribute__((target_clones("fma", "default")))
#else
#define TAMIS_SIMD
#define TAMIS_FUSED
#endif

namespace tamis::detail {

// Four numbers. Always in a register of its own inside a function compiled for AVX, in two elsewhere.
using Four = double __attribute__((vector_size(32)));
using FourWhole = std::int64_t __attribute__((vector_size(32)));

// A vector at any address. A struct, because clang, and templates everywhere, forget that a name for a vector
// type asks for less alignment than the type.
template <class Vector>
struct __attribute__((packed, may_alias)) At {
    Vector numbers;
};

inline const At<Four>& four_at(const double* first) { return *reinterpret_cast<const At<Four>*>(first); }
inline At<Four>& four_at(double* first) { return *reinterpret_cast<At<Four>*>(first); }
inline const At<FourWhole>& four_at(const std::uint64_t* first) {
    return *reinterpret_cast<const At<FourWhole>*>(first);
}
inline At<FourWhole>& four_at(std::uint64_t* first) { return *reinterpret_cast<At<FourWhole>*>(first); }

}  // namespace tamis::detail
