#include "build/kinds.h"

#define WEND_ENTRY(name) extern const wend_map_builder map_builder_##name;
#include "build/kinds.inl"
#undef WEND_ENTRY

wend_result map_builders_register(wend_registry *registry, wend_error *error) {
    static const wend_map_builder *const all[] = {
#define WEND_ENTRY(name) &map_builder_##name,
#include "build/kinds.inl"
#undef WEND_ENTRY
    };
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == WEND_OK; i++) {
        result = wend_registry_add(registry, WEND_KIND_MAP, &all[i]->entry, error);
    }
    return result;
}
