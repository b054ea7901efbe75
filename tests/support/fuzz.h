/* Helpers that all fuzzers share. */
#ifndef SUPPORT_FUZZ_H
#define SUPPORT_FUZZ_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/wend.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts the program unless a condition holds; libFuzzer then reports the input. */
static inline void fuzz_expect(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

/* Returns a copy of the input that can be changed, or NULL if the input is shorter than `least` or
 * longer than `most` bytes. The caller frees it. */
static inline uint8_t *fuzz_copy(const uint8_t *data, size_t size, size_t least, size_t most) {
    uint8_t *bytes = size >= least && size <= most ? malloc(size) : NULL;
    if (bytes != NULL) {
        memcpy(bytes, data, size);
    }
    return bytes;
}

#endif
