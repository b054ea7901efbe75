/* The option --kernel of the commands that step a world. It selects an implementation of the models
 * (scalar, SSE2, AVX2 or AVX-512). */
#ifndef CLI_KERNEL_H
#define CLI_KERNEL_H

#include "cli/options.h"
#include <wend/model.h>

#define KERNEL_OPTION                                                                              \
    {                                                                                              \
        "kernel", 0, OPTION_TEXT, "KERNEL", 0, 0,                                                  \
            "implementation to use: auto, scalar, sse2, avx2 or avx512 (default auto)"             \
    }

/* Parses the value of --kernel into `*out`, which becomes WEND_KERNEL_AUTO if the option was not
 * given. If the kernel does not exist or this machine cannot run it, prints the error and returns
 * false. */
bool read_kernel(const char *command, const option_value *value, wend_kernel *out);

/* Returns the kernel that `auto` selects. */
wend_kernel find_fastest_kernel(void);

#endif
