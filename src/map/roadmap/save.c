/* A roadmap as bytes, without what roadmap_finish derives. */
#include "map/save.h"
#include "map/roadmap/roadmap.h"

static void save_vertices(archive *ar, roadmap *map, memory_arena *from) {
    map->vertices =
        archive_list(ar, map->vertices, &map->vertex_count, 16, sizeof *map->vertices, from);
    for (uint32_t i = 0; i < map->vertex_count; i++) {
        roadmap_vertex vertex = map->vertices[i];
        archive_vec2(ar, &vertex.position);
        archive_u32(ar, &vertex.layer);
        archive_f32(ar, &vertex.clearance);
        if (ar->loading) {
            map->vertices[i] = vertex;
        }
    }
}

static void save_edges(archive *ar, roadmap *map, memory_arena *from) {
    map->edges = archive_list(ar, map->edges, &map->edge_count, 16, sizeof *map->edges, from);
    for (uint32_t i = 0; i < map->edge_count; i++) {
        roadmap_edge edge = map->edges[i];
        archive_u32(ar, &edge.from);
        archive_u32(ar, &edge.to);
        archive_u32(ar, &edge.layer);
        archive_f32(ar, &edge.clearance);
        if (ar->loading) {
            map->edges[i] = edge;
        }
    }
}

void roadmap_archive(archive *ar, void *draft, memory_arena *from) {
    roadmap *map = draft;
    archive_u32(ar, &map->layer_count);
    save_vertices(ar, map, from);
    save_edges(ar, map, from);
    save_blocking(ar, &map->blocking, from);
}
