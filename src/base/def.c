/* Definition structs: writes their defaults, and copies callers' structs over the defaults. */
#include "base/def.h"

#include <string.h>

#include "base/error.h"

static uint32_t size_of(const void *def) {
    uint32_t size;
    memcpy(&size, def, sizeof size);
    return size;
}

void def_fill(void *out, size_t size, const void *defaults, size_t known_size) {
    uint32_t own_size = (uint32_t)size;
    size_t filled = size < known_size ? size : known_size;
    WEND_ASSERT(out != NULL && size >= sizeof own_size && size <= UINT32_MAX);
    memcpy(out, defaults, filled);
    memset((char *)out + filled, 0, size - filled);
    memcpy(out, &own_size, sizeof own_size);
}

wend_result def_read(const void *given, void *out, size_t known_size, const char *name,
                     wend_error *error) {
    uint32_t size = size_of(given), own_size = (uint32_t)known_size;
    if (size < sizeof size) {
        return error_set(error, WEND_ERROR_INVALID,
                         "a wend_%s_def has size %u: initialise it with wend_default_%s_def()",
                         name, size, name);
    }
    if (size > known_size) {
        return error_set(error, WEND_ERROR_INVALID,
                         "a wend_%s_def has %u bytes, but the linked library (%s) expects at most "
                         "%zu: the program was compiled with newer headers, or the def was not "
                         "initialised with wend_default_%s_def()",
                         name, size, wend_version(), known_size, name);
    }
    memcpy(out, given, size);
    memcpy(out, &own_size, sizeof own_size);
    return WEND_OK;
}

wend_result def_read_item(const void *first, uint32_t index, void *out, size_t known_size,
                          const char *name, wend_error *error) {
    uint32_t stride = size_of(first);
    bool has_items = stride >= sizeof stride && stride <= known_size;
    const void *item = has_items ? wend_def_at(first, index) : first;
    if (has_items && size_of(item) != stride) {
        return error_set(error, WEND_ERROR_INVALID,
                         "wend_%s_def %u of a list has size %u, but the first one has %u: "
                         "initialise each with wend_default_%s_def()",
                         name, index, size_of(item), stride, name);
    }
    return def_read(item, out, known_size, name, error);
}
