/* A corridor map as bytes, without what corridor_finish derives. Events of edges follow each other,
 * so edges keep only how many they have. */
#include "map/save.h"
#include "map/corridor/corridor.h"

static void save_vertices(archive *ar, corridor *map, memory_arena *from) {
    map->vertices =
        archive_list(ar, map->vertices, &map->vertex_count, 12, sizeof *map->vertices, from);
    for (uint32_t i = 0; i < map->vertex_count; i++) {
        corridor_vertex vertex = map->vertices[i];
        archive_vec2(ar, &vertex.position);
        archive_u32(ar, &vertex.layer);
        if (ar->loading) {
            map->vertices[i] = vertex;
        }
    }
}

static void save_edges(archive *ar, corridor *map, memory_arena *from) {
    uint32_t first = 0;
    map->edges = archive_list(ar, map->edges, &map->edge_count, 16, sizeof *map->edges, from);
    for (uint32_t i = 0; i < map->edge_count; i++) {
        corridor_edge edge = map->edges[i];
        uint32_t marks = (uint32_t)edge.flags << 16 | edge.layer;
        archive_u32(ar, &edge.from);
        archive_u32(ar, &edge.to);
        archive_u32(ar, &edge.count);
        archive_u32(ar, &marks);
        if (ar->loading) {
            edge.first = first;
            edge.layer = (uint16_t)marks;
            edge.flags = (uint16_t)(marks >> 16);
            first += edge.count;
            map->edges[i] = edge;
        }
    }
}

static void save_events(archive *ar, corridor *map, memory_arena *from) {
    map->events = archive_list(ar, map->events, &map->event_count, 16, sizeof *map->events, from);
    for (uint32_t i = 0; i < map->event_count; i++) {
        corridor_event event = map->events[i];
        archive_vec2(ar, &event.position);
        archive_u32(ar, &event.left_site);
        archive_u32(ar, &event.right_site);
        if (ar->loading) {
            map->events[i] = event;
        }
    }
}

void corridor_archive(archive *ar, void *draft, memory_arena *from) {
    corridor *map = draft;
    archive_u32(ar, &map->layer_count);
    map->sites = save_array(ar, map->sites, &map->site_count, sizeof *map->sites, from);
    save_vertices(ar, map, from);
    save_edges(ar, map, from);
    save_events(ar, map, from);
    map->reaches = save_array(ar, map->reaches, &map->reach_count, sizeof *map->reaches, from);
    save_blocking(ar, &map->blocking, from);
}
