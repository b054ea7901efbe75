/* The descriptor of the map kind "corridor": the medial axis with clearance. */
#include <inttypes.h>
#include <stdio.h>

#include "map/corridor/corridor.h"
#include "map/coverage.h"
#include "map/map.h"

const corridor *corridor_of(const wend_map *map) {
    return map_is_kind(map, &map_kind_corridor) ? map->data : NULL;
}

wend_result corridor_create(const corridor *parts, uint64_t space_hash,
                            const wend_allocator *allocator, wend_map **out, wend_error *error) {
    return map_create(&map_kind_corridor, parts, space_hash, allocator, out, error);
}

static uint32_t count_dead_ends(const corridor *c) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->edge_count; i++) {
        count += (c->edges[i].flags & CORRIDOR_DEAD_END) != 0;
    }
    return count;
}

static void write_info(const void *data, wend_map_info *info) {
    const corridor *c = data;
    info->vertices = c->vertex_count;
    info->edges = c->edge_count;
    info->faces = c->breakpoint_count - c->edge_count;
    map_add_figure(info, "events", c->breakpoint_count, "1");
    map_add_figure(info, "cycles", c->cycles, "1");
    map_add_figure(info, "dead_ends", count_dead_ends(c), "1");
}

static void describe(const void *data, const wend_map_info *info, char *out, size_t size) {
    const corridor *c = data;
    snprintf(out, size,
             "%u vertices, %u edges (%u of them into corners), %u breakpoints, %u cycles; %" PRIu64
             " bytes",
             c->vertex_count, c->edge_count, count_dead_ends(c), c->breakpoint_count, c->cycles,
             info->bytes);
}

static uint32_t locate(const void *data, wend_location location) {
    wend_corridor_projection at;
    return corridor_retract(data, location, &at) ? at.edge : UINT32_MAX;
}

/* Adds the cell of each piece: the polygon formed by the two ends of the piece and the points on
 * walls that are nearest to these ends. */
static void add_cells(const void *data, uint32_t layer, coverage *c) {
    const corridor *map = data;
    for (uint32_t i = 0; i < map->edge_count; i++) {
        const corridor_edge *edge = &map->edges[i];
        for (uint32_t k = 0; k + 1 < edge->count && edge->layer == layer; k++) {
            const corridor_breakpoint *a = &map->breakpoints[edge->first + k], *b = a + 1;
            wend_vec2 cell[] = {a->left, a->position, a->right, b->right, b->position, b->left};
            coverage_add(c, cell, 6);
        }
    }
}

static wend_map_coverage cover(const void *data, const wend_space *space,
                               const wend_space_def *def) {
    return coverage_by_area(data, add_cells, space, def);
}

const map_kind map_kind_corridor = {
    .name = "corridor",
    .title = "corridor map",
    .tag = 3,
    .size = sizeof(corridor),
    .verify = corridor_verify,
    .copy = corridor_copy,
    .finish = corridor_finish,
    .archive = corridor_archive,
    .hash = corridor_hash,
    .info = write_info,
    .describe = describe,
    .locate = locate,
    .cover = cover,
};
