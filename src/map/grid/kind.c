/* The descriptor of the map kind "grid": squares with clearance and terrain. */
#include <inttypes.h>
#include <stdio.h>

#include "map/grid/grid.h"
#include "map/map.h"

const grid *grid_of(const wend_map *map) {
    return map_is_kind(map, &map_kind_grid) ? map->data : NULL;
}

wend_result grid_create(const grid *parts, uint64_t space_hash, const wend_allocator *allocator,
                        wend_map **out, wend_error *error) {
    return map_create(&map_kind_grid, parts, space_hash, allocator, out, error);
}

static void write_info(const void *data, wend_map_info *info) {
    const grid *g = data;
    info->vertices = g->walkable_count;
    info->edges = g->move_count;
    info->faces = g->square_count;
    map_add_figure(info, "cell_m", g->cell, "m");
    map_add_figure(info, "squares", g->square_count, "1");
    map_add_figure(info, "walkable", g->walkable_count, "1");
    map_add_figure(info, "moves", (double)g->move_count, "1");
    map_add_figure(info, "crossings", g->crossing_count, "1");
    map_add_figure(info, "terrain_types", g->terrain_count, "1");
}

static void describe(const void *data, const wend_map_info *info, char *out, size_t size) {
    const grid *g = data;
    uint32_t blockable = 0;
    for (uint32_t i = 0; i < g->square_count; i++) {
        blockable += (g->squares[i].flags & GRID_BLOCKABLE) != 0;
    }
    snprintf(out, size,
             "%u squares of %g m, %u with a walkable centre (%u of them narrowed by doors or "
             "switched obstacles), %" PRIu64 " moves, %u terrain type%s; %" PRIu64 " bytes",
             g->square_count, g->cell, g->walkable_count, blockable, g->move_count,
             g->terrain_count, g->terrain_count == 1 ? "" : "s", info->bytes);
}

static uint32_t locate(const void *data, wend_location location) {
    const grid *g = data;
    uint32_t square = grid_locate(g, location);
    bool walkable = square != GRID_NONE && (g->squares[square].flags & GRID_WALKABLE);
    return walkable ? square : UINT32_MAX;
}

const map_kind map_kind_grid = {
    .name = "grid",
    .title = "grid",
    .tag = 5,
    .size = sizeof(grid),
    .verify = grid_verify,
    .copy = grid_copy,
    .finish = grid_finish,
    .archive = grid_archive,
    .hash = grid_hash,
    .info = write_info,
    .describe = describe,
    .locate = locate,
    .cover = grid_cover,
};
