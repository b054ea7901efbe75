/* Names the SIMD kernels, and checks whether this machine can run them. */
#include <wend/model.h>

const char *wend_kernel_text(wend_kernel kernel) {
    static const char *const texts[WEND_KERNEL_COUNT] = {"auto", "scalar", "sse2",
                                                         "avx2", "avx512", "wasm"};
    return (unsigned)kernel < WEND_KERNEL_COUNT ? texts[kernel] : "unknown";
}

bool wend_kernel_is_available(wend_kernel kernel) {
#ifdef __x86_64__
    if (kernel == WEND_KERNEL_SSE2) {
        return true;
    }
    if (kernel == WEND_KERNEL_AVX2) {
        return __builtin_cpu_supports("avx2") != 0;
    }
    if (kernel == WEND_KERNEL_AVX512) {
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx2");
    }
#endif
#ifdef __wasm_simd128__
    if (kernel == WEND_KERNEL_WASM) {
        return true;
    }
#endif
    return kernel == WEND_KERNEL_AUTO || kernel == WEND_KERNEL_SCALAR;
}
