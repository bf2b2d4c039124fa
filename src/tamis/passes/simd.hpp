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

// Four neighboring numbers at any address. Always in a register of its own inside a function compiled for
// AVX, in two elsewhere.
using Four = double __attribute__((vector_size(32), aligned(8), may_alias));
using FourWhole = std::int64_t __attribute__((vector_size(32), aligned(8), may_alias));

}  // namespace tamis::detail
