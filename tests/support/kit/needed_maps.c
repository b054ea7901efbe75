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

/* ---- A field along lines --------------------------------------------------------------------- */

enum { MOST_LINES = 1 << 14 };

static const float spacing = 1.0F; /* m: between parallel lines */

/* Adds the line between two points, if a disc of radius 0.3 m can move along it. */
static void add_line(const wend_space *space, wend_location from, wend_vec2 to, wend_line *lines,
                     uint32_t *count) {
    static wend_point points[2 * MOST_LINES];
    wend_location end = {to, wend_space_layer_after(space, from, to)};
    if (*count == MOST_LINES || !wend_space_is_walkable(space, from, 1) ||
        !wend_space_is_walkable(space, end, 1) ||
        !wend_space_is_visible(space, from, end, 0.3F, 1)) {
        return;
    }
    wend_point *of = &points[2 * *count];
    of[0] = wend_space_from_local(space, from.position);
    of[1] = wend_space_from_local(space, to);
    lines[(*count)++] = (wend_line){of, 2, from.layer, NULL, 0, 0};
}

/* Lists lines for a kind of map that needs them: a lattice over the whole ground, on all layers and
 * across links. */
static uint32_t list_lines(const wend_space *space, wend_line *lines) {
    uint32_t count = 0;
    for (uint32_t layer = 0; layer < wend_space_layer_count(space); layer++) {
        for (int i = 0; i < 41 * 41; i++) {
            wend_location at = {
                {-19.6F + spacing * (float)(i % 41), -19.6F + spacing * (float)(i / 41)}, layer};
            wend_vec2 east = {at.position.x + spacing, at.position.y};
            wend_vec2 north = {at.position.x, at.position.y + spacing};
            add_line(space, at, east, lines, &count);
            add_line(space, at, north, lines, &count);
        }
    }
    return count;
}

/* Builds a guidance field along some of the lines. */
static wend_map *build_guidance(wend_space *space) {
    static wend_line lines[MOST_LINES];
    const uint32_t most = 100;
    wend_guidance_def def = wend_default_guidance_def();
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    uint32_t count = list_lines(space, lines), kept_lines = count < most ? count : most;
    for (uint32_t i = 0; i < kept_lines; i++) { /* spread over all layers */
        lines[i] = lines[(uint64_t)i * count / kept_lines];
    }
    def.space = space;
    def.lines = lines;
    def.line_count = kept_lines;
    def.low = (wend_point){-20, -20};
    def.high = (wend_point){20, 20};
    ck_assert_msg(wend_guidance_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

/* ---- Maps ------------------------------------------------------------------------------------ */

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
    bool lines = builder->required != NULL && strcmp(builder->required, "lines") == 0;
    wend_map *map = lines ? build_guidance(space) : build(space, builder);
    kept[kept_count] = (kept_map){hash, builder, map};
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

static void add_corridor(wend_world *world, const wend_registry *registry, const char *planner,
                         const char *follower, const char *steering, bool restores) {
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
        wend_result result =
            restores
                ? wend_world_restore_map(world, "corridor", wend_map_get_info(map).hash, map, NULL)
                : wend_world_add_map(world, "corridor", map, NULL, NULL);
        ck_assert_int_eq(result, WEND_OK);
    }
}

void needed_maps_add_corridor(wend_world *world, const wend_registry *registry, const char *planner,
                              const char *follower, const char *steering) {
    add_corridor(world, registry, planner, follower, steering, false);
}

void needed_maps_restore_corridor(wend_world *world, const wend_registry *registry,
                                  const char *planner, const char *follower, const char *steering) {
    add_corridor(world, registry, planner, follower, steering, true);
}
