/* Parses the value of --kernel, and finds the fastest kernel of this machine. */
#include "cli/kernel.h"
#include <string.h>
#include <wend/kit.h>

bool read_kernel(const char *command, const option_value *value, wend_kernel *out) {
    *out = WEND_KERNEL_AUTO;
    if (!value->given) {
        return true;
    }
    const char *names[WEND_KERNEL_COUNT];
    for (int i = 0; i < WEND_KERNEL_COUNT; i++) {
        names[i] = wend_kernel_text((wend_kernel)i);
        if (strcmp(value->text, names[i]) == 0) {
            *out = (wend_kernel)i;
            if (wend_kernel_is_available(*out)) {
                return true;
            }
            fprintf(stderr, "wend %s: this machine cannot run the kernel '%s'\n", command,
                    names[i]);
            return false;
        }
    }
    char hint[200];
    fprintf(stderr, "wend %s: there is no kernel '%.60s'%s\n", command, value->text,
            wend_suggest_name(value->text, names, WEND_KERNEL_COUNT, hint, sizeof hint));
    return false;
}

wend_kernel find_fastest_kernel(void) {
    int kernel = WEND_KERNEL_COUNT - 1;
    while (kernel > WEND_KERNEL_SCALAR && !wend_kernel_is_available((wend_kernel)kernel)) {
        kernel--;
    }
    return (wend_kernel)kernel;
}
