/* base/kernels.h: makes tables with one function for each kernel of the build. */
#ifndef BASE_KERNELS_H
#define BASE_KERNELS_H

#include <wend/model.h>

/* The kernels that process several agents at a time: name_quads, name_avx2 and name_avx512. */
#if defined __x86_64__
#define KERNELS_WIDE(name)                                                                         \
    [WEND_KERNEL_SSE2] = name##_quads, [WEND_KERNEL_AVX2] = name##_avx2,                           \
    [WEND_KERNEL_AVX512] = name##_avx512
#elif defined __wasm_simd128__
#define KERNELS_WIDE(name) [WEND_KERNEL_WASM] = name##_quads
#else
#define KERNELS_WIDE(name) [WEND_KERNEL_AUTO] = NULL
#endif

/* These, and name_scalar. */
#define KERNELS_ALL(name) [WEND_KERNEL_SCALAR] = name##_scalar, KERNELS_WIDE(name)

#endif
