/* Archives a corridor map as bytes, without the members that corridor_finish derives. The
 * breakpoints of consecutive edges follow each other, so each edge stores only the number of its
 * breakpoints. */
#include "map/save.h"
#include "map/corridor/corridor.h"

static void save_vertex(archive *ar, void *record) {
    corridor_vertex *vertex = record;
    archive_vec2(ar, &vertex->position);
    archive_u32(ar, &vertex->layer);
}

static void save_edge(archive *ar, void *record) {
    corridor_edge *edge = record;
    uint32_t marks = (uint32_t)edge->flags << 16 | edge->layer;
    archive_u32(ar, &edge->from);
    archive_u32(ar, &edge->to);
    archive_u32(ar, &edge->count);
    archive_u32(ar, &marks);
    edge->layer = (uint16_t)marks;
    edge->flags = (uint16_t)(marks >> 16);
}

static void number_breakpoints(corridor *map) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < map->edge_count; i++) {
        map->edges[i].first = first;
        first += map->edges[i].count;
    }
}

static void save_breakpoint(archive *ar, void *record) {
    corridor_breakpoint *breakpoint = record;
    archive_vec2(ar, &breakpoint->position);
    archive_u32(ar, &breakpoint->left_site);
    archive_u32(ar, &breakpoint->right_site);
}

void corridor_archive(archive *ar, void *draft, memory_arena *arena) {
    corridor *map = draft;
    archive_u32(ar, &map->layer_count);
    map->sites = save_array(ar, map->sites, &map->site_count, sizeof *map->sites, arena);
    map->vertices = save_records(ar, map->vertices, &map->vertex_count, 12, sizeof *map->vertices,
                                 save_vertex, arena);
    map->edges =
        save_records(ar, map->edges, &map->edge_count, 16, sizeof *map->edges, save_edge, arena);
    if (ar->loading) {
        number_breakpoints(map);
    }
    map->breakpoints = save_records(ar, map->breakpoints, &map->breakpoint_count, 16,
                                    sizeof *map->breakpoints, save_breakpoint, arena);
    map->overlaps =
        save_array(ar, map->overlaps, &map->overlap_count, sizeof *map->overlaps, arena);
    save_blocking(ar, &map->blocking, arena);
}
