/* The list of all map kinds. */
#include "map/kind.h"

#define WEND_ENTRY(name) extern const map_kind map_kind_##name;
#include "map/kinds.inl"
#undef WEND_ENTRY

const map_kind *const map_kinds[] = {
#define WEND_ENTRY(name) &map_kind_##name,
#include "map/kinds.inl"
#undef WEND_ENTRY
};
const uint32_t map_kind_count = sizeof map_kinds / sizeof map_kinds[0];

const map_kind *map_kind_of_tag(uint32_t tag) {
    for (uint32_t i = 0; i < map_kind_count; i++) {
        if (map_kinds[i]->tag == tag) {
            return map_kinds[i];
        }
    }
    return NULL;
}
