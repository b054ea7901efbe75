#include "record/endings.h"
#include "base/error.h"
#include <stdio.h>
#include <string.h>

static bool ends_with(const char *path, const char *extension) {
    size_t length = strlen(path), ending = strlen(extension);
    return length > ending && strcmp(path + length - ending, extension) == 0;
}

const wend_entry *ending_find(const wend_registry *registry, wend_kind kind, const char *what,
                              const char *(*extension_of)(const wend_entry *entry),
                              const char *path, wend_error *error) {
    uint32_t count = wend_registry_count(registry, kind);
    for (uint32_t i = 0; i < count; i++) {
        const wend_entry *entry = wend_registry_at(registry, kind, i);
        if (ends_with(path, extension_of(entry))) {
            return entry;
        }
    }
    char endings[200] = "";
    for (uint32_t i = 0; i < count; i++) {
        size_t used = strlen(endings);
        snprintf(endings + used, sizeof endings - used, "%s%s", i > 0 ? ", " : "",
                 extension_of(wend_registry_at(registry, kind, i)));
    }
    error_set(error, WEND_ERROR_NAME, "no %s belongs to the ending of '%.200s'; there are: %s",
              what, path, endings);
    return NULL;
}
