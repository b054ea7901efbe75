#include "support/terrain_worlds.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geom/predicates.h"
#include "geom/triangulate.h"
#include "map/terrain/terrain.h"
#include "support/spaces.h"

static const double GRID = 1024.0; /* points per m */

static void *take(size_t count, size_t size) {
    void *block = calloc(count > 0 ? count : 1, size);
    ck_assert_ptr_nonnull(block);
    return block;
}

/* ---- Triangles ------------------------------------------------------------------------------- */

/* Returns whether triangle `t` has the edge from b to a. */
static bool has_edge(const uint32_t t[3], uint32_t a, uint32_t b) {
    for (uint32_t k = 0; k < 3; k++) {
        if (t[k] == b && t[(k + 1) % 3] == a) {
            return true;
        }
    }
    return false;
}

static uint32_t find_across(const terrain_world *w, uint32_t a, uint32_t b) {
    for (uint32_t i = 0; i < w->triangle_count; i++) {
        if (w->types[i] != TERRAIN_SOLID && has_edge(w->triangles[i], a, b)) {
            return i;
        }
    }
    return UINT32_MAX;
}

static void find_neighbours(terrain_world *w) {
    for (uint32_t i = 0; i < w->triangle_count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t a = w->triangles[i][k], b = w->triangles[i][(k + 1) % 3];
            w->neighbours[i][k] = w->types[i] == TERRAIN_SOLID ? UINT32_MAX : find_across(w, a, b);
        }
    }
}

terrain_world *terrain_world_from(const grid_point *points, uint32_t point_count,
                                  uint32_t (*triangles)[3], const uint32_t *types,
                                  uint32_t triangle_count) {
    terrain_world *w = take(1, sizeof *w);
    w->points = take(point_count, sizeof *w->points);
    w->grid_points = take(point_count, sizeof *w->grid_points);
    w->point_count = point_count;
    w->triangles = take(triangle_count, sizeof *w->triangles);
    w->neighbours = take(triangle_count, sizeof *w->neighbours);
    w->types = take(triangle_count, sizeof *w->types);
    w->triangle_count = triangle_count;
    for (uint32_t i = 0; i < point_count; i++) {
        w->grid_points[i] = points[i];
        w->points[i] =
            (wend_vec2){(float)points[i].x / (float)GRID, (float)points[i].y / (float)GRID};
        w->side = fmax(w->side, fmax((double)w->points[i].x, (double)w->points[i].y));
    }
    memcpy(w->triangles, triangles, triangle_count * sizeof *triangles);
    memcpy(w->types, types, triangle_count * sizeof *types);
    for (uint32_t k = 0; k < TERRAIN_TYPES; k++) {
        w->weights[k] = 1.0;
    }
    find_neighbours(w);
    return w;
}

void terrain_world_free(terrain_world *w) {
    if (w != NULL) {
        free(w->points);
        free(w->grid_points);
        free(w->triangles);
        free(w->neighbours);
        free(w->types);
        free(w);
    }
}

/* ---- Random worlds --------------------------------------------------------------------------- */

static bool is_taken(const grid_point *points, uint32_t count, grid_point p) {
    for (uint32_t i = 0; i < count; i++) {
        if (points[i].x == p.x && points[i].y == p.y) {
            return true;
        }
    }
    return false;
}

/* The corners of the square, some points on its sides, and points inside. */
static void sample_points(dice *random, grid_point *points, uint32_t count, int32_t side) {
    const grid_point corners[4] = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    uint32_t on_sides = (uint32_t)(2.0 * sqrt((double)count));
    for (uint32_t i = 0; i < count;) {
        grid_point p = {(int32_t)dice_between(random, 1.0, side),
                        (int32_t)dice_between(random, 1.0, side)};
        if (i < 4) {
            p = corners[i];
        } else if (i < on_sides) {
            p = i % 4 == 0   ? (grid_point){p.x, 0}
                : i % 4 == 1 ? (grid_point){side, p.y}
                : i % 4 == 2 ? (grid_point){p.x, side}
                             : (grid_point){0, p.y};
        }
        if (!is_taken(points, i, p)) {
            points[i++] = p;
        }
    }
}

/* Makes some triangles solid. None of them has a corner on the border or in common with another. */
static void sample_types(dice *random, const terrain_world_def *def, const grid_point *points,
                         int32_t side, const triangulation *made, uint32_t *types) {
    bool *used = take(def->vertex_count, sizeof *used);
    for (uint32_t i = 0; i < def->vertex_count; i++) {
        grid_point p = points[i];
        used[i] = p.x == 0 || p.y == 0 || p.x == side || p.y == side;
    }
    for (uint32_t i = 0; i < made->count; i++) {
        const uint32_t *t = made->triangles[i].vertex;
        types[i] = dice_below(random, TERRAIN_TYPES);
        bool solid = dice_between(random, 0.0, 1.0) < def->solid_share;
        if (solid && !used[t[0]] && !used[t[1]] && !used[t[2]]) {
            used[t[0]] = used[t[1]] = used[t[2]] = true;
            types[i] = TERRAIN_SOLID;
        }
    }
    free(used);
}

terrain_world *terrain_world_make(const terrain_world_def *def) {
    dice random = {def->seed};
    int32_t side = (int32_t)(200.0 * GRID * sqrt(def->vertex_count / 1000.0));
    grid_point *points = take(def->vertex_count, sizeof *points);
    sample_points(&random, points, def->vertex_count, side);
    memory heap;
    memory_arena arena;
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
    triangulation made;
    wend_error error = {.message = ""};
    ck_assert_msg(triangulate(points, def->vertex_count, NULL, 0, &heap, &arena, &made, &error) ==
                      WEND_OK,
                  "seed %u: %s", (unsigned)def->seed, error.message);
    uint32_t(*triangles)[3] = take(made.count, sizeof *triangles);
    uint32_t *types = take(made.count, sizeof *types);
    for (uint32_t i = 0; i < made.count; i++) {
        memcpy(triangles[i], made.triangles[i].vertex, sizeof *triangles);
    }
    sample_types(&random, def, points, side, &made, types);
    terrain_world *w = terrain_world_from(points, def->vertex_count, triangles, types, made.count);
    for (uint32_t k = 0; k < TERRAIN_TYPES; k++) {
        w->weights[k] = pow(def->ratio, k / (TERRAIN_TYPES - 1.0));
    }
    free(points);
    free(triangles);
    free(types);
    arena_free(&arena);
    return w;
}

bool terrain_world_contains(const terrain_world *w, uint32_t triangle, wend_vec2 at) {
    const uint32_t *t = w->triangles[triangle];
    return w->types[triangle] != TERRAIN_SOLID &&
           predicate_orient(w->points[t[0]], w->points[t[1]], at) >= 0 &&
           predicate_orient(w->points[t[1]], w->points[t[2]], at) >= 0 &&
           predicate_orient(w->points[t[2]], w->points[t[0]], at) >= 0;
}

uint32_t terrain_world_find(const terrain_world *w, wend_vec2 at) {
    for (uint32_t i = 0; i < w->triangle_count; i++) {
        if (terrain_world_contains(w, i, at)) {
            return i;
        }
    }
    return UINT32_MAX;
}

/* ---- Spaces, maps and files ------------------------------------------------------------------ */

wend_space *terrain_world_space(const terrain_world *w) {
    wend_point(*corners)[3] = take(w->triangle_count, sizeof *corners);
    wend_terrain_def *terrains = take(w->triangle_count, sizeof *terrains);
    wend_solid_def *solids = take(w->triangle_count, sizeof *solids);
    wend_layer_def layer = {.terrains = terrains, .solids = solids};
    for (uint32_t i = 0; i < w->triangle_count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            wend_vec2 p = w->points[w->triangles[i][k]];
            corners[i][k] = (wend_point){(double)p.x, (double)p.y};
        }
        if (w->types[i] == TERRAIN_SOLID) {
            solids[layer.solid_count++] = (wend_solid_def){.ring = {corners[i], 3}};
        } else if (w->types[i] != 0) {
            terrains[layer.terrain_count++] =
                (wend_terrain_def){.ring = {corners[i], 3}, .type = w->types[i]};
        }
    }
    const wend_point square[4] = {{0, 0}, {w->side, 0}, {w->side, w->side}, {0, w->side}};
    const wend_ring boundary = {square, 4};
    layer.boundaries = &boundary;
    layer.boundary_count = 1;
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    free(corners);
    free(terrains);
    free(solids);
    return space;
}

/* Fills in the corners of the triangles that are not solid. */
static void fill_level(const terrain_world *w, const uint32_t *index, navmesh_level *level) {
    for (uint32_t i = 0; i < w->triangle_count; i++) {
        if (w->types[i] == TERRAIN_SOLID) {
            continue;
        }
        uint32_t polygon = index[i];
        level->polygons[polygon] = (navmesh_polygon){3 * polygon, 3, 0, 0};
        level->types[polygon] = w->types[i];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t next = w->neighbours[i][k];
            level->corners[3 * polygon + k] = w->triangles[i][k];
            level->neighbours[3 * polygon + k] = next == UINT32_MAX ? NAVMESH_NONE : index[next];
        }
    }
}

wend_map *terrain_world_map(const terrain_world *w, uint64_t space_hash) {
    uint32_t count = 0, *index = take(w->triangle_count, sizeof *index);
    for (uint32_t i = 0; i < w->triangle_count; i++) {
        index[i] = count;
        count += w->types[i] != TERRAIN_SOLID;
    }
    navmesh_level level = {.vertices = w->points,
                           .vertex_count = w->point_count,
                           .polygon_count = count,
                           .corner_count = 3 * count};
    level.polygons = take(count, sizeof *level.polygons);
    level.corners = take(3 * (size_t)count, sizeof *level.corners);
    level.neighbours = take(3 * (size_t)count, sizeof *level.neighbours);
    level.clearances = take(3 * (size_t)count, sizeof *level.clearances);
    level.types = take(count, sizeof *level.types);
    fill_level(w, index, &level);
    for (uint32_t i = 0; i < 3 * count; i++) {
        level.clearances[i] = level.neighbours[i] == NAVMESH_NONE ? 0.0F : (float)w->side;
    }
    navmesh_set empty = {0, 0};
    navmesh parts = {
        .levels = &level, .level_count = 1, .layer_count = 1, .sets = &empty, .set_count = 1};
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(terrain_map_create(&parts, space_hash, NULL, NULL, &map, &error) == WEND_OK, "%s",
                  error.message);
    free(index);
    free(level.polygons);
    free(level.corners);
    free(level.neighbours);
    free(level.clearances);
    free(level.types);
    return map;
}

static void write_triangle(const terrain_world *w, uint32_t i, FILE *file) {
    fputs("[", file);
    for (uint32_t k = 0; k < 3; k++) {
        wend_vec2 p = w->points[w->triangles[i][k]];
        fprintf(file, "%s[%.10g, %.10g]", k > 0 ? ", " : "", (double)p.x, (double)p.y);
    }
    fputs("]", file);
}

/* Writes the list of solids or that of terrain, unless it is empty. */
static void write_triangles(const terrain_world *w, bool solids, FILE *file) {
    bool begun = false;
    for (uint32_t i = 0; i < w->triangle_count; i++) {
        if ((w->types[i] == TERRAIN_SOLID) != solids || w->types[i] == 0) {
            continue;
        }
        fputs(begun ? "" : solids ? "  obstacles:\n" : "  terrain:\n", file);
        begun = true;
        if (solids) {
            fputs("    - {polygon: ", file);
        } else {
            fprintf(file, "    - {type: t%u, polygon: ", w->types[i]);
        }
        write_triangle(w, i, file);
        fputs("}\n", file);
    }
}

void terrain_world_write(const terrain_world *w, wend_vec2 from, wend_vec2 to, const char *plan,
                         FILE *file) {
    fprintf(file, "name: terrain\nplan: %s\nspace:\n", plan);
    fprintf(file, "  walkable: [[0, 0], [%.10g, 0], [%.10g, %.10g], [0, %.10g]]\n", w->side,
            w->side, w->side, w->side);
    write_triangles(w, true, file);
    write_triangles(w, false, file);
    fputs("profiles:\n  walker:\n    terrain:\n", file);
    for (uint32_t k = 1; k < TERRAIN_TYPES; k++) {
        fprintf(file, "      t%u: {weight: %.17g}\n", k, w->weights[k]);
    }
    fprintf(file, "agents:\n  - {profile: walker, at: [%.10g, %.10g], goal: [%.10g, %.10g]}\n",
            (double)from.x, (double)from.y, (double)to.x, (double)to.y);
}
