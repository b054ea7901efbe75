/* Fuzzes the loader of terrain maps (.wmap). The header and the checksum are made valid, so that
 * the loader reaches the contents. A map that loads must save to the same bytes, and searches along
 * its dual graph must be safe. */
/* runs: 100000 */
#include "map/terrain/terrain.h"
#include "plan/dual/dual.h"
#include "step/empty_view.h"
#include "support/fuzz_maps.h"

static const dual_options shortened = {.shorten = true};

/* Searches for a path from the first triangle of a level to the last. */
static void search_level(const wend_map *map, const navmesh_level *level, empty_view *empty) {
    if (level->polygon_count == 0) {
        return;
    }
    uint32_t last = level->polygon_count - 1;
    const wend_vec2 *end = &level->points[level->polygons[last].first];
    mesh_path path = {.ground = {.view = &empty->view, .mesh = terrain_map_of(map), .level = level},
                      .at = {level->points[level->polygons[0].first], 0},
                      .options = &shortened};
    target to = target_at(*end, level->polygons[last].layer, last);
    search_path out;
    dual_search(&path, &to, &out);
}

static void use_map(wend_map *map) {
    wend_space *space = NULL;
    wend_space_def def = wend_default_space_def();
    empty_view empty;
    fuzz_expect(wend_space_create(&def, &space, NULL) == WEND_OK && empty_view_init(&empty, NULL),
                "no space");
    empty_view_set_space(&empty, space, WEND_ALL_CLASSES);
    for (uint32_t i = 0; i < terrain_map_of(map)->level_count; i++) {
        search_level(map, &terrain_map_of(map)->levels[i], &empty);
    }
    empty_view_free(&empty);
    wend_space_release(space);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_map_load(data, size, &map_kind_terrain, NULL, use_map);
    return 0;
}
