/* What all fuzzers share. */
#ifndef SUPPORT_FUZZ_H
#define SUPPORT_FUZZ_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/wend.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program, which libFuzzer reports with the input, unless a condition holds. */
static inline void fuzz_expect(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

/* A copy of the input that can be changed; NULL if it is shorter than `least` or longer than `most`
 * bytes. Freed by the caller. */
static inline uint8_t *fuzz_copy(const uint8_t *data, size_t size, size_t least, size_t most) {
    uint8_t *bytes = size >= least && size <= most ? malloc(size) : NULL;
    if (bytes != NULL) {
        memcpy(bytes, data, size);
    }
    return bytes;
}

#endif
