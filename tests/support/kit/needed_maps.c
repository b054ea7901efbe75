#include "support/kit/needed_maps.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <wend/snapshot.h>

#include "scenario/params.h"

enum { MOST_MAPS = 64 };

typedef struct kept_map {
    uint64_t space;
    const wend_map_builder *builder;
    wend_map *map;
} kept_map;

static kept_map kept[MOST_MAPS];
static uint32_t kept_count;

wend_registry *needed_maps_registry(void) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    ck_assert_int_eq(wend_kit_register(registry, NULL), WEND_OK);
    return registry;
}

static wend_map *build(wend_space *space, const wend_map_builder *builder) {
    static const double radii[] = {0.25, 0.5};
    const wend_choice none = {builder->entry.name, NULL, 0};
    void *params = calloc(1, builder->entry.params_size + 1);
    wend_map_build_input task = {.space = space,
                                 .radii = radii,
                                 .radius_count = sizeof radii / sizeof *radii,
                                 .low = {-20, -20},
                                 .high = {20, 20}};
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    scenario_fill_map_params(builder, &none, params);
    ck_assert_msg(builder->build(&task, params, builder->entry.user, &map, &error) == WEND_OK,
                  "%s: %s", builder->entry.name, error.message);
    free(params);
    return map;
}

static wend_map *map_of(wend_space *space, const wend_map_builder *builder) {
    uint64_t hash = wend_space_hash(space);
    for (uint32_t i = 0; i < kept_count; i++) {
        if (kept[i].space == hash && kept[i].builder == builder) {
            return kept[i].map;
        }
    }
    ck_assert_uint_lt(kept_count, MOST_MAPS);
    kept[kept_count] = (kept_map){hash, builder, build(space, builder)};
    return kept[kept_count++].map;
}

static void add_needed_map(wend_world *world, const wend_registry *registry, const char *planner,
                           bool restores) {
    const wend_entry *entry = wend_registry_find(registry, WEND_KIND_PLANNER, planner, NULL);
    const wend_planner *of = (const wend_planner *)(const void *)entry;
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_MAP); i++) {
        const wend_entry *kind = wend_registry_get(registry, WEND_KIND_MAP, i);
        const wend_map_builder *builder = (const wend_map_builder *)(const void *)kind;
        bool needed = of->choose != NULL && builder->required == NULL;
        for (uint32_t k = 0; k < of->map_count; k++) {
            needed =
                needed || (of->maps[k].when == NULL && strcmp(of->maps[k].kind, kind->name) == 0);
        }
        if (needed) {
            wend_map *map = map_of(wend_world_space(world), builder);
            wend_result result =
                restores ? wend_world_restore_map(world, kind->name, wend_map_get_info(map).hash,
                                                  map, NULL)
                         : wend_world_add_map(world, kind->name, map, NULL, NULL);
            ck_assert_int_eq(result, WEND_OK);
        }
    }
}

void needed_maps_add(wend_world *world, const wend_registry *registry, const char *planner) {
    add_needed_map(world, registry, planner, false);
}

void needed_maps_restore(wend_world *world, const wend_registry *registry, const char *planner) {
    add_needed_map(world, registry, planner, true);
}

void needed_maps_add_corridor(wend_world *world, const wend_registry *registry, const char *planner,
                              const char *follower, const char *steering) {
    const wend_planner *plan = (const wend_planner *)(const void *)wend_registry_find(
        registry, WEND_KIND_PLANNER, planner, NULL);
    const wend_follower *follow = (const wend_follower *)(const void *)wend_registry_find(
        registry, WEND_KIND_FOLLOWER, follower, NULL);
    const wend_steering *steer = (const wend_steering *)(const void *)wend_registry_find(
        registry, WEND_KIND_STEERING, steering, NULL);
    const wend_map_builder *builder = (const wend_map_builder *)(const void *)wend_registry_find(
        registry, WEND_KIND_MAP, "corridor", NULL);
    bool needs = (follow->needs & WEND_ROUTE_CORRIDOR) || (steer->needs & WEND_NEEDS_CORRIDOR);
    /* A planner that chooses another planner has got all maps. */
    if (needs && !(plan->gives & WEND_ROUTE_CORRIDOR) && plan->choose == NULL) {
        wend_map *map = map_of(wend_world_space(world), builder);
        ck_assert_int_eq(wend_world_add_map(world, "corridor", map, NULL, NULL), WEND_OK);
    }
}
