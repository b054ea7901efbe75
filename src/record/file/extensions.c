/* Finds the registry entry of an output or input format by the extension of a file name. */
#include "record/file/extensions.h"
#include "base/error.h"
#include "base/text.h"
#include <stdio.h>
#include <string.h>

/* True if a path is the unfinished file of a format, such as "run.csv.part". */
static bool is_part_of(const char *path, const char *extension) {
    static const char part[] = ".part";
    size_t length = strlen(path), tail = strlen(extension) + sizeof part - 1;
    return length > tail && text_ends_with(path, part) &&
           memcmp(path + length - tail, extension, strlen(extension)) == 0;
}

const wend_entry *extension_find(const wend_registry *registry, wend_kind kind, const char *what,
                                 const char *(*extension_of)(const wend_entry *entry),
                                 const char *path, wend_error *error) {
    uint32_t count = wend_registry_count(registry, kind);
    for (uint32_t i = 0; i < count; i++) {
        const wend_entry *entry = wend_registry_get(registry, kind, i);
        const char *extension = extension_of(entry);
        if (text_ends_with(path, extension) ||
            (kind == WEND_KIND_INPUT && is_part_of(path, extension))) {
            return entry;
        }
    }
    char endings[200] = "";
    for (uint32_t i = 0; i < count; i++) {
        size_t used = strlen(endings);
        snprintf(endings + used, sizeof endings - used, "%s%s", i > 0 ? ", " : "",
                 extension_of(wend_registry_get(registry, kind, i)));
    }
    error_set(error, WEND_ERROR_NAME, "no %s has the ending of '%.200s'; available: %s", what, path,
              endings);
    return NULL;
}
