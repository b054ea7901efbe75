/* Fuzzes the loader of navigation meshes (.wmap). The header and the checksum are made valid, so
 * that the loader reaches the contents. A mesh that loads must save to the same bytes, and searches
 * on it must be safe. */
/* runs: 200000 */
#include "map/navmesh/navmesh.h"
#include "plan/polyanya/search.h"
#include "support/fuzz_maps.h"

/* Returns the world that provides the memory for searches. It is created once. */
static wend_world *shared_search_world(void) {
    static wend_world *world;
    wend_space *space = NULL;
    wend_space_def space_def = wend_default_space_def();
    wend_world_def def = wend_default_world_def();
    if (world == NULL && wend_space_create(&space_def, &space, NULL) == WEND_OK) {
        def.space = space;
        fuzz_expect(wend_world_create(&def, &world, NULL) == WEND_OK, "no world");
    }
    return world;
}

static wend_vec2 middle_of(const navmesh_level *level, uint32_t polygon) {
    const navmesh_polygon *p = &level->polygons[polygon];
    wend_vec2 a = level->points[p->first], b = level->points[p->first + 1];
    wend_vec2 c = level->points[p->first + 2];
    return (wend_vec2){(a.x + b.x + c.x) / 3.0F, (a.y + b.y + c.y) / 3.0F};
}

/* Searches for a path from the first polygon of a level to the last. */
static void search_level(const wend_map *map, uint32_t index) {
    const navmesh_level *level = &navmesh_of(map)->levels[index];
    if (level->polygon_count > 0) {
        uint32_t last = level->polygon_count - 1;
        search_ground ground = {.view = wend_world_view(shared_search_world()),
                                .mesh = navmesh_of(map),
                                .level = level};
        search_start from = {middle_of(level, 0), 0};
        target to = target_at(middle_of(level, last), level->polygons[last].layer, NAVMESH_NONE);
        search_path path;
        wend_vec2 near = from.position;
        uint32_t polygon = 0;
        wend_location goal = {middle_of(level, last), level->polygons[last].layer};
        search_shortest(&ground, from, &to, &path);
        search_nearest(&ground, from, goal, &near, &polygon);
        navmesh_nearest(level, NULL, goal, 5.0F, &near);
    }
}

static void use_map(wend_map *map) {
    for (uint32_t i = 0; i < navmesh_of(map)->level_count; i++) {
        search_level(map, i);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_map_load(data, size, &map_kind_navmesh, NULL, use_map);
    return 0;
}
