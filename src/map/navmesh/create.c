/* Creates a navigation mesh: copies and verifies what a builder or a loader provides, and derives
 * the twins of edges, the islands, the vertices where paths can turn, the corner fans and the
 * cells. O(n log n). */
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "geom/point.h"
#include "geom/predicates.h"
#include "geom/vec.h"
#include "map/cells.h"
#include "map/map.h"
#include "map/navmesh/corner_fans.h"
#include "map/navmesh/verify.h"

/* ---- Copying --------------------------------------------------------------------------------- */

/* Sets the clearance limits: any active blocker of a set closes the polygons of that set
 * completely. */
static void make_limits(navmesh *mesh) {
    map_blocking *blocking = &mesh->blocking;
    blocking->limit_count = 0;
    for (uint32_t i = 0; i < mesh->set_count; i++) {
        const navmesh_set *set = &mesh->sets[i];
        for (uint32_t k = 0; k < set->count; k++) {
            blocking->limits[blocking->limit_count++] =
                (map_clearance_limit){i, mesh->members[set->first + k], 0.0F};
        }
    }
}

static bool copy_blockers(wend_map *map, const navmesh *parts) {
    navmesh *mesh = map->data;
    map_blocking *blocking = &mesh->blocking;
    blocking->blockers =
        map_copy_blockers(map, parts->blocking.blockers, parts->blocking.blocker_count);
    blocking->limits = map_take(map, parts->member_count, sizeof *blocking->limits);
    mesh->sets = map_copy(map, parts->sets, parts->set_count, sizeof *mesh->sets);
    mesh->members = map_copy(map, parts->members, parts->member_count, sizeof *mesh->members);
    bool good = blocking->blockers != NULL && blocking->limits != NULL && mesh->sets != NULL &&
                mesh->members != NULL;
    if (good) {
        make_limits(mesh);
    }
    return good;
}

static bool copy_level(wend_map *map, uint32_t layer_count, const navmesh_level *from,
                       navmesh_level *level) {
    size_t corners = from->corner_count;
    *level = (navmesh_level){.radius = from->radius,
                             .vertex_count = from->vertex_count,
                             .polygon_count = from->polygon_count,
                             .corner_count = from->corner_count};
    level->vertices = map_copy(map, from->vertices, from->vertex_count, sizeof *level->vertices);
    level->polygons = map_copy(map, from->polygons, from->polygon_count, sizeof *level->polygons);
    level->corners = map_copy(map, from->corners, corners, sizeof *level->corners);
    level->neighbours = map_copy(map, from->neighbours, corners, sizeof *level->neighbours);
    level->points = map_take(map, corners, sizeof *level->points);
    level->twins = map_take(map, corners, sizeof *level->twins);
    level->islands = map_take(map, from->polygon_count, sizeof *level->islands);
    level->turning = map_take(map, from->vertex_count, sizeof *level->turning);
    level->cells = map_take(map, layer_count, sizeof *level->cells);
    if (from->radius == 0.0F) {
        level->clearances = map_copy(map, from->clearances, corners, sizeof *level->clearances);
    }
    bool good = level->vertices && level->polygons && level->corners && level->neighbours &&
                level->points && level->twins && level->islands && level->turning && level->cells &&
                (from->radius > 0.0F || level->clearances);
    for (uint32_t i = 0; good && i < level->corner_count; i++) {
        level->points[i] = level->vertices[level->corners[i]];
    }
    return good;
}

bool navmesh_copy(wend_map *map, const void *draft) {
    const navmesh *parts = draft;
    navmesh *mesh = map->data;
    mesh->levels = map_take(map, parts->level_count, sizeof *parts->levels);
    bool good = mesh->levels != NULL && copy_blockers(map, parts);
    for (uint32_t i = 0; good && i < parts->level_count; i++) {
        good = copy_level(map, parts->layer_count, &parts->levels[i], &mesh->levels[i]);
    }
    return good;
}

/* ---- Islands --------------------------------------------------------------------------------- */

static void mark_island(const navmesh_level *level, uint32_t from, uint32_t island,
                        uint32_t *stack) {
    uint32_t count = 1;
    stack[0] = from;
    level->islands[from] = island;
    while (count > 0) {
        const navmesh_polygon *polygon = &level->polygons[stack[--count]];
        for (uint32_t i = 0; i < polygon->count; i++) {
            uint32_t next = level->neighbours[polygon->first + i];
            if (next != NAVMESH_NONE && level->islands[next] == NAVMESH_NONE) {
                level->islands[next] = island;
                stack[count++] = next;
            }
        }
    }
}

/* Numbers the islands. `stack` has room for one entry per polygon. */
static void number_islands(const navmesh_level *level, uint32_t *stack) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        level->islands[i] = NAVMESH_NONE;
    }
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        if (level->islands[i] == NAVMESH_NONE) {
            mark_island(level, i, count++, stack);
        }
    }
}

/* ---- Turning vertices ------------------------------------------------------------------------ */

static uint32_t next_corner(const navmesh_polygon *polygon, uint32_t i) {
    return polygon->first + (i + 1 == polygon->count ? 0 : i + 1);
}

static void record_walls(const navmesh_level *level, const navmesh_polygon *polygon,
                         wall_ends *ends) {
    for (uint32_t i = 0; i < polygon->count; i++) {
        uint32_t a = level->corners[polygon->first + i];
        uint32_t b = level->corners[next_corner(polygon, i)];
        if (level->neighbours[polygon->first + i] == NAVMESH_NONE) {
            ends[a].after = b;
            ends[a].out++;
            ends[b].before = a;
            ends[b].in++;
        }
        level->turning[a] |= polygon->set != 0;
    }
}

/* Terrain may be forbidden for an agent, so a path may turn where two types meet. */
static void record_borders(const navmesh_level *level, uint32_t index) {
    const navmesh_polygon *polygon = &level->polygons[index];
    for (uint32_t i = 0; i < polygon->count; i++) {
        uint32_t beyond = level->neighbours[polygon->first + i];
        if (beyond != NAVMESH_NONE && level->types[beyond] != level->types[index]) {
            level->turning[level->corners[polygon->first + i]] = true;
            level->turning[level->corners[next_corner(polygon, i)]] = true;
        }
    }
}

/* True if a path may turn at a vertex: the free ground, which lies to the left of walls, has a
 * reflex corner there. Also true for vertices where more than two walls meet or where a wall ends
 * at a link. */
static bool is_reflex(const navmesh_level *level, uint32_t vertex, const wall_ends *ends) {
    if (ends->in == 0 && ends->out == 0) {
        return false;
    }
    if (ends->in != 1 || ends->out != 1) {
        return true;
    }
    wend_vec2 a = level->vertices[ends->before], b = level->vertices[vertex];
    wend_vec2 c = level->vertices[ends->after];
    int side = predicate_orient(a, b, c);
    return side < 0 || (side == 0 && predicate_ahead(c, b, a));
}

static void find_turning(const navmesh_level *level, wall_ends *ends) {
    memset(ends, 0, level->vertex_count * sizeof *ends);
    memset(level->turning, 0, level->vertex_count * sizeof *level->turning);
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        record_walls(level, &level->polygons[i], ends);
        if (level->types != NULL) {
            record_borders(level, i);
        }
    }
    for (uint32_t i = 0; i < level->vertex_count; i++) {
        level->turning[i] |= is_reflex(level, i, &ends[i]);
    }
}

/* ---- Content hash ---------------------------------------------------------------------------- */

static uint64_t hash_level(const navmesh_level *level, uint64_t hash) {
    hash = hash_bytes(&level->radius, sizeof level->radius, hash);
    hash = hash_bytes(level->vertices, level->vertex_count * sizeof *level->vertices, hash);
    hash = hash_bytes(level->polygons, level->polygon_count * sizeof *level->polygons, hash);
    hash = hash_bytes(level->corners, level->corner_count * sizeof *level->corners, hash);
    hash = hash_bytes(level->neighbours, level->corner_count * sizeof *level->neighbours, hash);
    if (level->clearances != NULL) {
        hash = hash_bytes(level->clearances, level->corner_count * sizeof *level->clearances, hash);
    }
    return hash;
}

uint64_t navmesh_hash(const void *data, uint64_t hash) {
    const navmesh *mesh = data;
    hash = hash_combine(hash, mesh->layer_count);
    hash = blocking_hash_blockers(&mesh->blocking, hash);
    hash = hash_bytes(mesh->sets, mesh->set_count * sizeof *mesh->sets, hash);
    hash = hash_bytes(mesh->members, mesh->member_count * sizeof *mesh->members, hash);
    for (uint32_t i = 0; i < mesh->level_count; i++) {
        hash = hash_level(&mesh->levels[i], hash);
    }
    return hash;
}

/* ---- Creation -------------------------------------------------------------------------------- */

/* Temporary arrays with room for the largest level, reused for each level. */
typedef struct workspace {
    memory_arena arena;
    verify_portal *portals, *sorting;
    uint32_t *stack;
    wall_ends *ends;
} workspace;

static bool allocate_workspace(workspace *work, const navmesh *mesh) {
    size_t sorted = 1, polygons = 1, vertices = 1;
    for (uint32_t i = 0; i < mesh->level_count; i++) {
        const navmesh_level *level = &mesh->levels[i];
        size_t portals = verify_count_sorted(level);
        sorted = portals > sorted ? portals : sorted;
        polygons = level->polygon_count > polygons ? level->polygon_count : polygons;
        vertices = level->vertex_count > vertices ? level->vertex_count : vertices;
    }
    work->portals = arena_take(&work->arena, sorted * sizeof *work->portals, 64);
    work->sorting = arena_take(&work->arena, sorted * sizeof *work->sorting, 64);
    work->stack = arena_take(&work->arena, polygons * sizeof *work->stack, 64);
    work->ends = arena_take(&work->arena, vertices * sizeof *work->ends, 64);
    return work->portals && work->sorting && work->stack && work->ends;
}

static double measure_edges(const navmesh_level *level) {
    double sum = 0.0;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        const navmesh_polygon *polygon = &level->polygons[i];
        const wend_vec2 *points = &level->points[polygon->first];
        for (uint32_t k = 0; k < polygon->count; k++) {
            sum += wide_distance(points[k], points[k + 1 < polygon->count ? k + 1 : 0]);
        }
    }
    return level->corner_count > 0 ? sum / level->corner_count : 0.0;
}

static wend_result finish_level(wend_map *map, navmesh_level *level, workspace *work,
                                const watcher *progress, wend_error *error) {
    const char *wrong = verify_twins(level, work->portals, work->sorting);
    if (wrong != NULL) {
        return map_refuse(map->kind, wrong, error);
    }
    if (!watch_report(progress, 0.4)) {
        return map_fail_cancelled(error);
    }
    level->mean_edge = measure_edges(level);
    number_islands(level, work->stack);
    find_turning(level, work->ends);
    if (!watch_report(progress, 0.5)) {
        return map_fail_cancelled(error);
    }
    bool good = corner_fans_find(level, work->ends, &map->arena);
    if (good && !watch_report(progress, 0.7)) {
        return map_fail_cancelled(error);
    }
    cells_polygons all = {level->points, level->polygons, level->polygon_count};
    uint32_t layer_count = ((const navmesh *)map->data)->layer_count;
    for (uint32_t layer = 0; good && layer < layer_count; layer++) {
        good = cells_build(&all, layer, &level->cells[layer], &map->arena, &work->arena);
    }
    return good ? WEND_OK : error_no_memory(error, "the map");
}

wend_result navmesh_finish(wend_map *map, wend_error *error) {
    navmesh *mesh = map->data;
    workspace work = {0};
    memory heap;
    memory_init(&heap, &map->memory.allocator);
    arena_init(&work.arena, &heap);
    wend_result result =
        allocate_workspace(&work, mesh) ? WEND_OK : error_no_memory(error, "the map");
    uint64_t total = 1, done = 0;
    for (uint32_t i = 0; i < mesh->level_count; i++) {
        total += mesh->levels[i].corner_count;
    }
    for (uint32_t i = 0; i < mesh->level_count && result == WEND_OK; i++) {
        double from = 0.25 + 0.75 * (double)done / (double)total;
        done += mesh->levels[i].corner_count;
        watcher part = watch_part(map->progress, from, 0.25 + 0.75 * (double)done / (double)total);
        result = watch_report(&part, 0.0) ? finish_level(map, &mesh->levels[i], &work, &part, error)
                                          : map_fail_cancelled(error);
    }
    arena_free(&work.arena);
    return result;
}
