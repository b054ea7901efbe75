/* The descriptor of the map kind "grid": cells with clearance and terrain. */
#include <inttypes.h>
#include <math.h>
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

static const char *const cell_names[] = {"squares", "rectangles", "hexagons", "squares"};
static const char *const state_names[] = {"free", "blocked", "mixed"}; /* wend_grid_state */

enum { STATES = 3 };

/* Counts the cells in each state. */
static void count_states(const grid *g, uint32_t counts[STATES]) {
    for (uint32_t i = 0; i < STATES; i++) {
        counts[i] = 0;
    }
    for (uint32_t i = 0; i < g->square_count; i++) {
        counts[grid_state(g, i)]++;
    }
}

/* Returns the longest side of a cell that the map has, m. */
static double find_largest(const grid *g) {
    double largest = grid_side(g, GRID_NONE);
    for (uint32_t i = 0; i < g->leaf_count; i++) {
        largest = fmax(largest, grid_side(g, i));
    }
    return largest;
}

/* Counts the moves of a quadtree that lead to another layer. */
static uint32_t count_crossings(const grid *g) {
    uint32_t count = g->crossing_count;
    for (uint32_t i = 0; i < g->leaf_count; i++) {
        uint32_t layer = grid_layer_of(g, i);
        for (uint32_t k = g->first_moves[i]; k < g->first_moves[i + 1]; k++) {
            count += grid_layer_of(g, g->targets[k]) != layer;
        }
    }
    return count;
}

static void write_info(const void *data, wend_map_info *info) {
    const grid *g = data;
    uint32_t counts[STATES];
    count_states(g, counts);
    info->vertices = g->walkable_count;
    info->edges = g->move_count;
    info->faces = g->square_count;
    map_add_figure(info, "cell_m", g->cell, "m");
    map_add_figure(info, "cell_height_m", g->cell_height, "m");
    map_add_figure(info, "largest_cell_m", find_largest(g), "m");
    map_add_figure(info, "squares", g->square_count, "1");
    map_add_figure(info, "walkable", g->walkable_count, "1");
    for (uint32_t i = 0; i < STATES; i++) {
        map_add_figure(info, state_names[i], counts[i], "1");
    }
    map_add_figure(info, "moves", (double)g->move_count, "1");
    map_add_figure(info, "crossings", count_crossings(g), "1");
    map_add_figure(info, "terrain_types", g->terrain_count, "1");
}

/* Writes the size of the cells, such as "0.5 m x 0.25 m". */
static void write_size(const grid *g, char *out, size_t size) {
    if (g->shape == WEND_GRID_RECTANGLES) {
        snprintf(out, size, "%g m x %g m", g->cell, g->cell_height);
    } else if (g->shape == WEND_GRID_QUADTREE) {
        snprintf(out, size, "%g m to %g m", g->cell, find_largest(g));
    } else {
        snprintf(out, size, "%g m", g->cell);
    }
}

static void describe(const void *data, const wend_map_info *info, char *out, size_t size) {
    const grid *g = data;
    uint32_t blockable = 0, counts[STATES];
    char cells[64];
    for (uint32_t i = 0; i < g->square_count; i++) {
        blockable += (g->squares[i].flags & GRID_BLOCKABLE) != 0;
    }
    count_states(g, counts);
    write_size(g, cells, sizeof cells);
    snprintf(out, size,
             "%u %s of %s (%u free, %u blocked, %u mixed), %u with a walkable centre (%u of them "
             "narrowed by doors or switched obstacles), %" PRIu64 " moves, %u terrain type%s; "
             "%" PRIu64 " bytes",
             g->square_count, cell_names[g->shape], cells, counts[0], counts[1], counts[2],
             g->walkable_count, blockable, g->move_count, g->terrain_count,
             g->terrain_count == 1 ? "" : "s", info->bytes);
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
