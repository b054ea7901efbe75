/* Finds the input format of a trajectory file by the file's extension. */
#include "replay/inputs.h"
#include "record/file/extensions.h"

static const char *extension_of(const wend_entry *entry) {
    return ((const wend_input *)entry)->extension;
}

const wend_input *inputs_find(const wend_registry *registry, const char *path, wend_error *error) {
    return (const wend_input *)extension_find(registry, WEND_KIND_INPUT, "trajectory format",
                                              extension_of, path, error);
}
