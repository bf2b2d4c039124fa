// Run-time choice of instruction set for a few hot loops: the build stays generic, the loop is compiled
// twice.
//
// AVX2 without FMA on purpose: both versions round alike, so results do not depend on the machine.
// The loader's indirect functions run before a sanitizer is ready, hence no clones under one.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define TAMIS_SIMD __attribute__((target_clones("avx2", "default")))
#else
#define TAMIS_SIMD
#endif
