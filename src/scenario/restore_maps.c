/* Restores the maps of a world that was loaded from a snapshot.
 *
 * The planners of the snapshot need not be those of the scenario: `wend run --plan` may have chosen
 * others. A map that only such a planner uses is not in the scenario. It was built with the default
 * settings of its kind and has the name of its kind, so it is built again in the same way. Its hash
 * proves that it is the same map. */
#include <string.h>
#include <wend/snapshot.h>

#include "scenario/needs.h"

static bool has_made_map(const scenario_maps *maps, const char *name) {
    for (uint32_t i = 0; i < maps->count; i++) {
        if (strcmp(maps->items[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_world_map(const wend_world *world, const char *name) {
    for (uint32_t i = 0; i < wend_world_map_count(world); i++) {
        const char *other = wend_world_map_name(world, wend_world_map_at(world, i));
        if (other != NULL && strcmp(other, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Makes the maps of a world that were made for planners which the scenario does not name. Such maps
 * have the name of their kind. */
static wend_result make_missing(const wend_scenario *s, const wend_registry *registry,
                                const watcher *progress, scenario_maps *maps,
                                const wend_world *world, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_MAP) && result == WEND_OK;
         i++) {
        const wend_map_builder *builder =
            (const wend_map_builder *)wend_registry_get(registry, WEND_KIND_MAP, i);
        const char *name = builder->entry.name;
        if (builder->required == NULL && has_world_map(world, name) && !has_made_map(maps, name)) {
            result =
                scenario_make_default_map(s, builder, watch_part(progress, 0.0, 1.0), maps, error);
        }
    }
    return result;
}

wend_result scenario_restore_maps(const wend_scenario *s, const wend_registry *registry,
                                  const watcher *progress, scenario_maps *maps, wend_world *world,
                                  wend_error *error) {
    wend_result result = make_missing(s, registry, progress, maps, world, error);
    for (uint32_t i = 0; i < maps->count && result == WEND_OK; i++) {
        const char *name = maps->items[i].name;
        wend_map *map = maps->items[i].map;
        /* The first maps are those that the scenario names; others may be of no use now. */
        if (i < s->map_count || has_world_map(world, name)) {
            result = wend_world_restore_map(world, name, wend_map_get_info(map).hash, map, error);
        }
    }
    return result;
}
