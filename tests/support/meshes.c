#include "support/meshes.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/math.h>

/* ---- Areas ----------------------------------------------------------------------------------- */

static uint64_t state;

void meshes_seed(uint64_t seed) {
    state = seed * 2862933555777941757ULL + 3037000493ULL;
}

double meshes_random(void) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    uint64_t x = state;
    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdULL;
    return (double)((x ^ (x >> 29)) >> 11) / 9007199254740992.0;
}

mesh_area *meshes_area(uint32_t layer) {
    mesh_area *area = calloc(1, sizeof *area);
    ck_assert_ptr_nonnull(area);
    area->points = calloc(MESHES_POINTS, sizeof *area->points);
    ck_assert_ptr_nonnull(area->points);
    area->layer = layer;
    return area;
}

void meshes_free_area(mesh_area *area) {
    free(area->points);
    free(area);
}

static void put_ring(mesh_area *area, const double (*points)[2], uint32_t count, uint32_t set) {
    ck_assert(area->ring_count < MESHES_RINGS && area->point_count + count <= MESHES_POINTS);
    for (uint32_t i = 0; i < count; i++) {
        area->points[area->point_count++] =
            (grid_point){(int32_t)lround(points[i][0] * MESHES_GRID),
                         (int32_t)lround(points[i][1] * MESHES_GRID)};
    }
    area->sets[area->ring_count] = set;
    area->ring_ends[area->ring_count++] = area->point_count;
}

void meshes_ring(mesh_area *area, const double (*points)[2], uint32_t count) {
    put_ring(area, points, count, 0);
}

void meshes_zone(mesh_area *area, double left, double bottom, double right, double top,
                 uint32_t set) {
    const double box[][2] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    put_ring(area, box, 4, set);
}

void meshes_box(mesh_area *area, double left, double bottom, double right, double top) {
    meshes_zone(area, left, bottom, right, top, 0);
}

void meshes_star(mesh_area *area, double x, double y, double radius, uint32_t count) {
    double points[16][2];
    double start = meshes_random() * 6.283185307179586;
    for (uint32_t i = 0; i < count; i++) {
        double angle = start + 6.283185307179586 * (double)i / count;
        double reach = radius * (0.35 + 0.65 * meshes_random());
        points[i][0] = x + reach * wend_cos(angle);
        points[i][1] = y + reach * wend_sin(angle);
    }
    meshes_ring(area, points, count);
}

mesh_area *meshes_random_area(uint32_t cells, double size, bool even) {
    mesh_area *area = meshes_area(0);
    double side = cells * size;
    meshes_box(area, 0.0, 0.0, side, side);
    for (uint32_t i = 0; i < cells * cells; i++) {
        double x = (i % cells + 0.5) * size, y = (double)(i / cells) * size + 0.5 * size;
        if (even && meshes_random() < 0.8) {
            double half = size * 0.125 * (1.0 + floor(meshes_random() * 3.0));
            meshes_box(area, x - half, y - half, x + half, y + half);
        } else if (!even && meshes_random() < 0.8) {
            uint32_t corners = 3 + (uint32_t)(meshes_random() * 7.0);
            meshes_star(area, x, y, 0.49 * size, corners);
            if (corners > 7) { /* such a star contains a disc of radius 0.1 * size */
                meshes_star(area, x, y, 0.05 * size, 3);
            }
        }
    }
    return area;
}

/* ---- Drafts ---------------------------------------------------------------------------------- */

enum { BLOCKERS = 64 };

struct mesh_draft {
    navmesh mesh;
    navmesh_level levels[MESHES_LEVELS];
    map_blocker blockers[BLOCKERS];
    wend_vec2 doors[BLOCKERS][2];
    navmesh_set sets[BLOCKERS + 1];
    uint32_t members[BLOCKERS];
    memory heap;
    memory_arena arena;
};

mesh_draft *meshes_draft(uint32_t layer_count) {
    mesh_draft *draft = calloc(1, sizeof *draft);
    ck_assert_ptr_nonnull(draft);
    draft->mesh = (navmesh){.levels = draft->levels,
                            .layer_count = layer_count,
                            .blocking.blockers = draft->blockers,
                            .sets = draft->sets,
                            .set_count = 1,
                            .members = draft->members};
    memory_init(&draft->heap, NULL);
    arena_init(&draft->arena, &draft->heap);
    return draft;
}

void meshes_free_draft(mesh_draft *draft) {
    for (uint32_t i = 0; i < draft->mesh.level_count; i++) {
        free(draft->levels[i].vertices);
        free(draft->levels[i].polygons);
        free(draft->levels[i].corners);
        free(draft->levels[i].neighbours);
        free(draft->levels[i].clearances);
    }
    arena_free(&draft->arena);
    free(draft);
}

void meshes_level(mesh_draft *draft, float radius) {
    ck_assert(draft->mesh.level_count < MESHES_LEVELS);
    draft->levels[draft->mesh.level_count++] = (navmesh_level){.radius = radius};
}

static uint32_t add_blocker(mesh_draft *draft, map_blocker blocker) {
    uint32_t index = draft->mesh.blocking.blocker_count++;
    ck_assert(index < BLOCKERS);
    draft->blockers[index] = blocker;
    draft->members[index] = index;
    draft->mesh.member_count++;
    draft->sets[index + 1] = (navmesh_set){index, 1};
    draft->mesh.set_count++;
    return index + 1;
}

uint32_t meshes_class_set(mesh_draft *draft, uint32_t obstacle_class) {
    return add_blocker(draft, (map_blocker){.obstacle_class = obstacle_class});
}

uint32_t meshes_door_set(mesh_draft *draft, uint32_t layer, wend_vec2 a, wend_vec2 b) {
    wend_vec2 *points = draft->doors[draft->mesh.blocking.blocker_count];
    points[0] = a;
    points[1] = b;
    return add_blocker(draft, (map_blocker){.layer = layer, .points = points, .point_count = 2});
}

navmesh *meshes_parts(mesh_draft *draft) {
    return &draft->mesh;
}

/* Returns the number of points of a ring; `first` receives the index of its first point. */
static uint32_t ring_of(const mesh_area *area, uint32_t ring, uint32_t *first) {
    *first = ring ? area->ring_ends[ring - 1] : 0;
    return area->ring_ends[ring] - *first;
}

static bool in_ring(const mesh_area *area, uint32_t ring, double x, double y) {
    uint32_t first = 0, count = ring_of(area, ring, &first);
    bool inside = false;
    for (uint32_t i = 0; i < count; i++) {
        grid_point a = area->points[first + i], b = area->points[first + (i + 1) % count];
        if ((a.y > y) != (b.y > y) && x < a.x + (y - a.y) / ((double)b.y - a.y) * (b.x - a.x)) {
            inside = !inside;
        }
    }
    return inside;
}

/* Returns the blocker set of the ground at a point, or TRIANGULATE_NONE where the ground is not
 * free. */
static uint32_t set_at(const mesh_area *area, double x, double y) {
    uint32_t set = 0, holders = 0;
    for (uint32_t i = 0; i < area->ring_count; i++) {
        bool inside = in_ring(area, i, x, y);
        holders += inside && area->sets[i] == 0;
        set = inside && area->sets[i] != 0 ? area->sets[i] : set;
    }
    return holders % 2 ? set : TRIANGULATE_NONE;
}

/* Collects the distinct points of an area and the edges between them. */
static uint32_t collect_edges(const mesh_area *area, grid_point *points, grid_edge *edges,
                              uint32_t *edge_count) {
    uint32_t *index = calloc(area->point_count, sizeof *index), count = 0;
    ck_assert_ptr_nonnull(index);
    for (uint32_t i = 0; i < area->point_count; i++) {
        uint32_t k = 0;
        /* Only zones share points. Areas with more than 600 rings have no zones, so the slow linear
         * search is skipped for them. */
        uint32_t from = area->ring_count > 600 ? count : 0;
        for (k = from; k < count; k++) {
            if (points[k].x == area->points[i].x && points[k].y == area->points[i].y) {
                break;
            }
        }
        index[i] = k;
        if (k == count) {
            points[count++] = area->points[i];
        }
    }
    *edge_count = 0;
    for (uint32_t r = 0; r < area->ring_count; r++) {
        uint32_t first = 0, size = ring_of(area, r, &first);
        for (uint32_t i = 0; i < size; i++) {
            edges[(*edge_count)++] = (grid_edge){index[first + i], index[first + (i + 1) % size]};
        }
    }
    free(index);
    return count;
}

static void *enlarge(void *block, size_t count, size_t size) {
    void *larger = realloc(block, (count ? count : 1) * size);
    ck_assert_ptr_nonnull(larger);
    return larger;
}

static double wall_distance(const mesh_area *area, double x, double y) {
    double best = INFINITY;
    for (uint32_t r = 0; r < area->ring_count; r++) {
        uint32_t first = 0, count = ring_of(area, r, &first);
        for (uint32_t i = 0; area->sets[r] == 0 && i < count; i++) {
            grid_point a = area->points[first + i], b = area->points[first + (i + 1) % count];
            double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
            double t = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy);
            t = fmin(fmax(t, 0.0), 1.0);
            double ex = a.x + t * dx - x, ey = a.y + t * dy - y;
            best = fmin(best, sqrt(ex * ex + ey * ey));
        }
    }
    return best / MESHES_GRID;
}

static float clearance(const mesh_area *area, wend_vec2 a, wend_vec2 b) {
    double best = 0.0;
    for (uint32_t i = 0; i <= 16; i++) {
        double t = i / 16.0;
        double x = (double)a.x + ((double)b.x - (double)a.x) * t;
        double y = (double)a.y + ((double)b.y - (double)a.y) * t;
        best = fmax(best, wall_distance(area, x * MESHES_GRID, y * MESHES_GRID));
    }
    return (float)best;
}

/* Appends convex parts to the last level. */
static void append(mesh_draft *draft, const mesh_area *area, const grid_point *points,
                   uint32_t count, const convex_parts *parts) {
    navmesh_level *level = &draft->levels[draft->mesh.level_count - 1];
    uint32_t vertices = level->vertex_count, polygons = level->polygon_count;
    uint32_t corners = level->corner_count, more = parts->starts[parts->part_count];
    level->vertices = enlarge(level->vertices, vertices + count, sizeof(wend_vec2));
    level->polygons =
        enlarge(level->polygons, polygons + parts->part_count, sizeof(navmesh_polygon));
    level->corners = enlarge(level->corners, corners + more, sizeof(uint32_t));
    level->neighbours = enlarge(level->neighbours, corners + more, sizeof(uint32_t));
    level->clearances = enlarge(level->clearances, corners + more, sizeof(float));
    for (uint32_t i = 0; i < count; i++) {
        level->vertices[vertices + i] = (wend_vec2){(float)points[i].x / (float)MESHES_GRID,
                                                    (float)points[i].y / (float)MESHES_GRID};
    }
    for (uint32_t i = 0; i < parts->part_count; i++) {
        uint32_t first = parts->starts[i], size = parts->starts[i + 1] - first;
        level->polygons[polygons + i] = (navmesh_polygon){
            corners + first, size, (uint16_t)area->layer, (uint16_t)parts->regions[i]};
        for (uint32_t k = first; k < first + size; k++) {
            uint32_t neighbour = parts->neighbours[k];
            uint32_t next = k + 1 == first + size ? first : k + 1;
            level->corners[corners + k] = vertices + parts->corners[k];
            level->neighbours[corners + k] =
                neighbour == TRIANGULATE_NONE ? NAVMESH_NONE : polygons + neighbour;
            bool portal =
                neighbour != TRIANGULATE_NONE && level->radius == 0.0F && area->point_count < 1000;
            level->clearances[corners + k] =
                portal ? clearance(area, level->vertices[vertices + parts->corners[k]],
                                   level->vertices[vertices + parts->corners[next]])
                       : 0.0F;
        }
    }
    level->vertex_count += count;
    level->polygon_count += parts->part_count;
    level->corner_count += more;
}

void meshes_add(mesh_draft *draft, const mesh_area *area) {
    grid_point *points = calloc(area->point_count, sizeof *points);
    grid_edge *edges = calloc(area->point_count, sizeof *edges);
    ck_assert(points != NULL && edges != NULL);
    uint32_t edge_count = 0, count = collect_edges(area, points, edges, &edge_count);
    wend_error error = {.message = ""};
    triangulation made;
    convex_parts parts;
    ck_assert_msg(triangulate(points, count, edges, edge_count, &draft->heap, &draft->arena, &made,
                              &error) == WEND_OK,
                  "%s", error.message);
    uint32_t *regions = calloc(made.count, sizeof *regions);
    bool *passable = calloc(3 * (size_t)made.count, sizeof *passable);
    ck_assert(regions != NULL && passable != NULL);
    for (uint32_t i = 0; i < made.count; i++) {
        double x = 0.0, y = 0.0;
        for (uint32_t k = 0; k < 3; k++) {
            x += points[made.triangles[i].vertex[k]].x / 3.0;
            y += points[made.triangles[i].vertex[k]].y / 3.0;
        }
        regions[i] = set_at(area, x, y);
    }
    memset(passable, 1, 3 * (size_t)made.count); /* all edges are passable, because rings separate
                                                    free ground from other ground */
    ck_assert_msg(convex_merge(points, &made, regions, passable, &draft->heap, &draft->arena,
                               &parts, &error) == WEND_OK,
                  "%s", error.message);
    append(draft, area, points, count, &parts);
    free(points);
    free(edges);
    free(regions);
    free(passable);
}

static bool is_on(wend_vec2 p, wend_vec2 a, wend_vec2 b) {
    double abx = (double)b.x - (double)a.x, aby = (double)b.y - (double)a.y;
    double apx = (double)p.x - (double)a.x, apy = (double)p.y - (double)a.y;
    double along = abx * apx + aby * apy;
    return abx * apy - aby * apx == 0.0 && along >= 0.0 && along <= abx * abx + aby * aby;
}

void meshes_link(mesh_draft *draft, wend_vec2 a, wend_vec2 b) {
    navmesh_level *level = &draft->levels[draft->mesh.level_count - 1];
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        for (uint32_t j = 0; j < level->polygon_count; j++) {
            const navmesh_polygon *p = &level->polygons[i], *q = &level->polygons[j];
            for (uint32_t k = 0; p->layer != q->layer && k < p->count * q->count; k++) {
                uint32_t pa = p->first + k % p->count, qa = q->first + k / p->count;
                uint32_t pb = p->first + (k % p->count + 1) % p->count;
                uint32_t qb = q->first + (k / p->count + 1) % q->count;
                wend_vec2 from = level->vertices[level->corners[pa]];
                wend_vec2 to = level->vertices[level->corners[pb]];
                wend_vec2 other_from = level->vertices[level->corners[qa]];
                wend_vec2 other_to = level->vertices[level->corners[qb]];
                if (is_on(from, a, b) && is_on(to, a, b) && from.x == other_to.x &&
                    from.y == other_to.y && to.x == other_from.x && to.y == other_from.y) {
                    level->neighbours[pa] = j;
                    level->clearances[pa] = 1.0F;
                }
            }
        }
    }
}

wend_map *meshes_map(mesh_draft *draft, uint64_t space_hash) {
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    wend_result result = navmesh_create(&draft->mesh, space_hash, NULL, &map, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    meshes_free_draft(draft);
    return map;
}

wend_map *meshes_of(const mesh_area *area, uint64_t space_hash) {
    mesh_draft *draft = meshes_draft(1);
    meshes_level(draft, 0.0F);
    meshes_add(draft, area);
    return meshes_map(draft, space_hash);
}
