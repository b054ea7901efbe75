/* The option --kernel of the commands that step a world. */
#ifndef CLI_KERNEL_H
#define CLI_KERNEL_H

#include "cli/options.h"
#include <wend/model.h>

#define KERNEL_OPTION                                                                              \
    {                                                                                              \
        "kernel", 0, OPTION_TEXT, "KERNEL", 0, 0,                                                  \
            "code to run: auto, scalar, sse2 or avx2 (default auto)"                               \
    }

/* The kernel that was asked for, WEND_KERNEL_AUTO if none was. On one that does not exist, or that
 * this machine cannot run, prints what is wrong and returns false. */
bool read_kernel(const char *command, const option_value *value, wend_kernel *out);

/* The one that `auto` stands for. */
wend_kernel fastest_kernel(void);

#endif
