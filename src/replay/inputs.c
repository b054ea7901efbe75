#include "replay/inputs.h"
#include "record/file/endings.h"

#define WEND_ENTRY(name) extern const wend_input input_##name;
#include "replay/inputs.inl"
#undef WEND_ENTRY

wend_result inputs_register(wend_registry *registry, wend_error *error) {
    static const wend_input *const all[] = {
#define WEND_ENTRY(name) &input_##name,
#include "replay/inputs.inl"
#undef WEND_ENTRY
        NULL};
    wend_result result = WEND_OK;
    for (size_t i = 0; all[i] != NULL && result == WEND_OK; i++) {
        result = wend_registry_add(registry, WEND_KIND_INPUT, &all[i]->entry, error);
    }
    return result;
}

static const char *extension_of(const wend_entry *entry) {
    return ((const wend_input *)entry)->extension;
}

const wend_input *inputs_find(const wend_registry *registry, const char *path, wend_error *error) {
    return (const wend_input *)ending_find(registry, WEND_KIND_INPUT, "trajectory format",
                                           extension_of, path, error);
}
