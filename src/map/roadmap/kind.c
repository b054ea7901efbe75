/* The descriptor of the map kind "roadmap": a network of straight edges. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "map/map.h"
#include "map/roadmap/roadmap.h"

const roadmap *roadmap_of(const wend_map *map) {
    return map_is_kind(map, &map_kind_roadmap) ? map->data : NULL;
}

wend_result roadmap_create(const roadmap *parts, uint64_t space_hash,
                           const wend_allocator *allocator, wend_map **out, wend_error *error) {
    return map_create(&map_kind_roadmap, parts, space_hash, allocator, out, error);
}

static double measure_length(const roadmap *r) {
    double length = 0.0;
    for (uint32_t i = 0; i < r->edge_count; i++) {
        length += (double)r->edges[i].length;
    }
    return length;
}

static uint32_t count_pieces(const roadmap *r) {
    return r->vertex_count + r->cycles - r->edge_count;
}

static void write_info(const void *data, wend_map_info *info) {
    const roadmap *r = data;
    info->vertices = r->vertex_count;
    info->edges = r->edge_count;
    map_add_figure(info, "cycles", r->cycles, "1");
    map_add_figure(info, "pieces", count_pieces(r), "1");
    map_add_figure(info, "length_m", measure_length(r), "m");
    double share = r->vertex_count > 0 ? (double)r->largest / (double)r->vertex_count : 0.0;
    map_add_figure(info, "largest_piece", share, "1");
}

static void describe(const void *data, const wend_map_info *info, char *out, size_t size) {
    const roadmap *r = data;
    uint32_t blockable = 0, pieces = count_pieces(r);
    for (uint32_t i = 0; i < r->edge_count; i++) {
        blockable += (r->edges[i].flags & ROADMAP_BLOCKABLE) != 0;
    }
    char largest[64] = "";
    if (pieces > 1) {
        snprintf(largest, sizeof largest, " (%.1f %% of the vertices in the largest)",
                 100.0 * (double)r->largest / (double)r->vertex_count);
    }
    snprintf(out, size,
             "%u vertices, %u edges (%u of them narrowed by doors or switched obstacles), %.1f m, "
             "%u cycles, in %u piece%s%s; %" PRIu64 " bytes",
             r->vertex_count, r->edge_count, blockable, measure_length(r), r->cycles, pieces,
             pieces == 1 ? "" : "s", largest, info->bytes);
}

static uint32_t locate(const void *data, wend_location location) {
    wend_roadmap_projection nearest;
    return roadmap_find_edges(data, location, HUGE_VALF, &nearest, 1) == 1 ? nearest.edge
                                                                           : UINT32_MAX;
}

const map_kind map_kind_roadmap = {
    .name = "roadmap",
    .title = "roadmap",
    .tag = 4,
    .size = sizeof(roadmap),
    .verify = roadmap_verify,
    .copy = roadmap_copy,
    .finish = roadmap_finish,
    .archive = roadmap_archive,
    .hash = roadmap_hash,
    .info = write_info,
    .describe = describe,
    .locate = locate,
    .cover = roadmap_cover,
};
