/* Sharing maps, and facts about them. */
#include "map/map.h"

#include <string.h>

#include "base/error.h"
#include "geom/polygon.h"

const char *wend_map_kind_text(wend_map_kind kind) {
    static const char *const texts[WEND_MAP_KIND_COUNT] = {"none", "navmesh", "corridor",
                                                           "roadmap"};
    return (unsigned)kind < WEND_MAP_KIND_COUNT ? texts[kind] : "unknown";
}

void wend_map_retain(wend_map *map) {
    WEND_ASSERT(map != NULL);
    atomic_fetch_add_explicit(&map->references, 1U, memory_order_relaxed);
}

void wend_map_release(wend_map *map) {
    if (map == NULL ||
        atomic_fetch_sub_explicit(&map->references, 1U, memory_order_acq_rel) != 1U) {
        return;
    }
    arena_free(&map->arena);
    wend_allocator allocator = map->memory.allocator;
    memory_release(&allocator, map, sizeof *map);
}

static uint64_t count_portals(const navmesh_level *level) {
    uint64_t sides = 0;
    for (uint32_t i = 0; i < level->corner_count; i++) {
        sides += level->neighbours[i] != NAVMESH_NONE;
    }
    return sides / 2;
}

static double measure_area(const navmesh_level *level) {
    double area = 0.0;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        const navmesh_polygon *polygon = &level->polygons[i];
        area += polygon_area(&level->points[polygon->first], polygon->count);
    }
    return area;
}

wend_map_facts wend_map_read(const wend_map *map) {
    WEND_ASSERT(map != NULL);
    return map->facts;
}

static void count_mesh(const navmesh *mesh, wend_map_facts *facts) {
    facts->levels = mesh->level_count;
    facts->area = measure_area(&mesh->levels[0]);
    for (uint32_t i = 0; i < mesh->level_count; i++) {
        const navmesh_level *level = &mesh->levels[i];
        facts->vertices += level->vertex_count;
        facts->edges += count_portals(level);
        facts->faces += level->polygon_count;
    }
}

static void count_roadmap(const roadmap *map, wend_map_facts *facts) {
    facts->vertices = map->vertex_count;
    facts->edges = map->edge_count;
    facts->cycles = map->cycles;
    for (uint32_t i = 0; i < map->edge_count; i++) {
        facts->length += (double)map->edges[i].length;
    }
}

void map_set_facts(wend_map *map) {
    wend_map_facts facts = {.kind = map->kind,
                            .space_hash = map->space_hash,
                            .hash = map->hash,
                            .bytes = map->memory.held + sizeof *map};
    if (map->kind == WEND_MAP_NAVMESH) {
        count_mesh(&map->mesh, &facts);
    } else if (map->kind == WEND_MAP_CORRIDOR) {
        facts.vertices = map->corridor.vertex_count;
        facts.edges = map->corridor.edge_count;
        facts.faces = map->corridor.event_count - map->corridor.edge_count;
        facts.cycles = map->corridor.cycles;
    } else {
        count_roadmap(&map->roadmap, &facts);
    }
    map->facts = facts;
}

/* ---- Making ---------------------------------------------------------------------------------- */

wend_map *map_new(wend_map_kind kind, uint64_t space_hash, const wend_allocator *allocator) {
    wend_map *map = memory_allocate(allocator, sizeof *map);
    if (map != NULL) {
        memset(map, 0, sizeof *map);
        map->kind = kind;
        map->space_hash = space_hash;
        atomic_init(&map->references, 1U);
        memory_init(&map->memory, allocator);
        arena_init(&map->arena, &map->memory);
    }
    return map;
}

void *map_take(wend_map *map, size_t count, size_t size) {
    return arena_take(&map->arena, (count > 0 ? count : 1) * size, MEMORY_ALIGNMENT);
}

void *map_copy(wend_map *map, const void *from, size_t count, size_t size) {
    void *copy = map_take(map, count, size);
    if (copy != NULL && count > 0) {
        memcpy(copy, from, count * size);
    }
    return copy;
}

map_blocker *map_copy_blockers(wend_map *map, const map_blocker *from, uint32_t count) {
    map_blocker *copy = map_copy(map, from, count, sizeof *from);
    for (uint32_t i = 0; copy != NULL && i < count; i++) {
        copy[i].points = map_copy(map, from[i].points, from[i].point_count, sizeof *from->points);
        copy = copy[i].points != NULL ? copy : NULL;
    }
    return copy;
}

/* ---- Navigation meshes ----------------------------------------------------------------------- */

static const navmesh_level *level_at(const wend_map *map, uint32_t level) {
    WEND_ASSERT(map != NULL && level < map->mesh.level_count);
    return &map->mesh.levels[level];
}

uint32_t wend_navmesh_level_count(const wend_map *map) {
    WEND_ASSERT(map != NULL);
    return map->mesh.level_count;
}

float wend_navmesh_level_radius(const wend_map *map, uint32_t level) {
    return level_at(map, level)->radius;
}

uint32_t wend_navmesh_polygon_count(const wend_map *map, uint32_t level) {
    return level_at(map, level)->polygon_count;
}

wend_navmesh_polygon wend_navmesh_polygon_at(const wend_map *map, uint32_t level,
                                             uint32_t polygon) {
    const navmesh_level *from = level_at(map, level);
    WEND_ASSERT(polygon < from->polygon_count);
    const navmesh_polygon *at = &from->polygons[polygon];
    return (wend_navmesh_polygon){.points = &from->points[at->first],
                                  .neighbours = &from->neighbours[at->first],
                                  .clearances = level == 0 ? &from->clearances[at->first] : NULL,
                                  .count = at->count,
                                  .layer = at->layer,
                                  .blockable = map->mesh.sets[at->set].count > 0};
}

uint32_t wend_navmesh_locate(const wend_map *map, uint32_t level, wend_place place) {
    const navmesh_level *from = level_at(map, level);
    return place.layer < map->mesh.layer_count ? navmesh_locate(from, place) : WEND_NO_POLYGON;
}
