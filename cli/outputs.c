#include "cli/outputs.h"
#include <string.h>

bool outputs_check(const char *command_name, const option_value *outputs, const char *other,
                   const wend_registry *registry) {
    wend_error error;
    for (uint32_t i = 0; i < outputs->count; i++) {
        const char *path = outputs->list[i];
        if (wend_output_for(registry, path, &error) == NULL) {
            print_error(&error);
            return false;
        }
        bool twice = other != NULL && strcmp(other, path) == 0;
        for (uint32_t k = 0; k < i && !twice; k++) {
            twice = strcmp(outputs->list[k], path) == 0;
        }
        if (twice) {
            fprintf(stderr, "wend %s: %s is named twice\n", command_name, path);
            return false;
        }
    }
    return true;
}
