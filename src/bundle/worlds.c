/* What a loaded bundle holds, and the worlds made from it. */
#include <stdio.h>
#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "bundle/bundle.h"
#include "world/world.h"

wend_bundle_info wend_bundle_get_info(const wend_bundle *bundle) {
    WEND_ASSERT(bundle != NULL);
    return bundle->info;
}

wend_space *wend_bundle_space(const wend_bundle *bundle) {
    WEND_ASSERT(bundle != NULL);
    return bundle->space;
}

const wend_space_def *wend_bundle_space_def(const wend_bundle *bundle) {
    WEND_ASSERT(bundle != NULL);
    return bundle->def;
}

wend_map *wend_bundle_map(const wend_bundle *bundle, uint32_t index, const char **name) {
    WEND_ASSERT(bundle != NULL && index < bundle->info.map_count);
    if (name != NULL) {
        *name = bundle->maps[index].name;
    }
    return bundle->maps[index].map;
}

static const bundle_map *find_map(const wend_bundle *bundle, const char *name) {
    for (uint32_t i = 0; i < bundle->info.map_count; i++) {
        if (strcmp(bundle->maps[i].name, name) == 0) {
            return &bundle->maps[i];
        }
    }
    return NULL;
}

/* Restores the maps that a loaded world holds. A map that its program had removed stays removed. */
static wend_result restore_maps(const wend_bundle *bundle, wend_world *world, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < world->map_count && result == WEND_OK; i++) {
        const map_record *record = &world->maps[i];
        if (record->name == NULL || !record->is_held) {
            continue;
        }
        const bundle_map *map = find_map(bundle, record->name);
        result =
            map != NULL
                ? wend_world_restore_map(world, map->name, wend_map_get_info(map->map).hash,
                                         map->map, error)
                : error_set(error, WEND_ERROR_NAME, "the bundle has no map '%s'", record->name);
    }
    return result;
}

wend_result wend_bundle_load_world(const wend_bundle *bundle, const wend_world_def *def,
                                   const void *bytes, size_t size, wend_world **out,
                                   wend_error *error) {
    WEND_ASSERT(bundle != NULL && def != NULL && out != NULL);
    wend_world_def own;
    wend_world *world = NULL;
    wend_result result = DEF_READ(world, def, &own, error);
    if (result == WEND_OK) {
        own.space = bundle->space;
        result = wend_world_load(&own, bytes, size, &world, error);
    }
    if (result == WEND_OK) {
        result = restore_maps(bundle, world, error);
    }
    if (result != WEND_OK) {
        wend_world_destroy(world);
        return result;
    }
    *out = world;
    return WEND_OK;
}

wend_result wend_bundle_create_world(const wend_bundle *bundle, const wend_world_def *def,
                                     uint32_t start, wend_world **out, wend_error *error) {
    WEND_ASSERT(bundle != NULL && start < bundle->info.start_count);
    const bundle_section *section = &bundle->starts[start];
    wend_result result =
        wend_bundle_load_world(bundle, def, section->bytes, section->size, out, error);
    if (result == WEND_OK || result == WEND_ERROR_MEMORY) {
        return result;
    }
    char what[40];
    snprintf(what, sizeof what, "start %u", start);
    return bundle_report_section(what, "", section, result, error);
}
