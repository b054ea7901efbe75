/* Archives a roadmap as bytes, without the members that roadmap_finish derives. */
#include "map/save.h"
#include "map/roadmap/roadmap.h"

static void save_vertex(archive *ar, void *record) {
    roadmap_vertex *vertex = record;
    archive_vec2(ar, &vertex->position);
    archive_u32(ar, &vertex->layer);
    archive_f32(ar, &vertex->clearance);
}

static void save_edge(archive *ar, void *record) {
    roadmap_edge *edge = record;
    archive_u32(ar, &edge->from);
    archive_u32(ar, &edge->to);
    archive_u32(ar, &edge->layer);
    archive_f32(ar, &edge->clearance);
}

void roadmap_archive(archive *ar, void *draft, memory_arena *arena) {
    roadmap *map = draft;
    archive_u32(ar, &map->layer_count);
    map->vertices = save_records(ar, map->vertices, &map->vertex_count, 16, sizeof *map->vertices,
                                 save_vertex, arena);
    map->edges =
        save_records(ar, map->edges, &map->edge_count, 16, sizeof *map->edges, save_edge, arena);
    save_blocking(ar, &map->blocking, arena);
}
