/* Navigation meshes: areas are compared with exact areas, points with brute force over walls, edges
 * with walls, and doors and classes with the ground that remains when they are closed. */
/* cost: 8 */
#include "clean/clean.h"
#include "support/kit/maps.h"
#include "support/mesh_checks.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 16, MOST_CORNERS = 12 };

static memory heap;
static memory_arena arena;
static wend_error error;

static void set_up(void) {
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
}

static wend_map *build_for(wend_space *space, const wend_space_def *space_def, const double *radii,
                           uint32_t count) {
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.space_def = space_def;
    def.radii = radii;
    def.radius_count = count;
    return maps_navmesh(&def);
}

/* ---- Random worlds --------------------------------------------------------------------------- */

typedef struct world {
    wend_point points[MOST][MOST_CORNERS];
    shapes_ring rings[MOST];
    shapes_polygon polygons[MOST];
    shapes_list list;
    clean_source source;
    wend_point outer[4];
    shapes_ring outer_ring;
    shapes_polygon outer_polygon;
    shapes_list outer_list;
    clean_source outer_source;
    wend_layer_def layer;
    wend_space_def def;
} world;

/* Adds a polygon that may cross itself and other polygons, touch them, repeat points, be a sliver,
 * have either orientation, or lie half outside. */
static void random_polygon(world *w, uint32_t index, uint64_t *state) {
    uint32_t count = 3 + (uint32_t)(mesh_random(state) * (MOST_CORNERS - 3));
    double x = mesh_random(state) * 20.0, y = mesh_random(state) * 20.0;
    double size = 0.2 + 4.0 * mesh_random(state), flat = mesh_random(state) < 0.2 ? 0.002 : 1.0;
    double grid = mesh_random(state) < 0.5 ? 0.5 : 0.001;
    bool wild = mesh_random(state) < 0.3;
    double length = mesh_random(state) < 0.5 ? 1.0 : -1.0;
    for (uint32_t i = 0; i < count; i++) {
        double angle = wild ? 6.28 * mesh_random(state) : length * 6.2831853 * i / count;
        double reach = size * (0.4 + 0.6 * mesh_random(state));
        w->points[index][i] = (wend_point){round((x + reach * cos(angle)) / grid) * grid,
                                           round((y + flat * reach * sin(angle)) / grid) * grid};
        if (i > 0 && mesh_random(state) < 0.1) {
            w->points[index][i] = w->points[index][i - 1];
        }
    }
    w->rings[index] = (shapes_ring){w->points[index], count};
    w->polygons[index] = (shapes_polygon){
        .rings = &w->rings[index], .ring_count = 1, .line = (int)index + 1, .column = 1};
}

static void make_world(world *w, uint64_t seed, double grid) {
    uint64_t state = seed * 77777 + 5;
    memset(w, 0, sizeof *w);
    uint32_t count = 1 + (uint32_t)(mesh_random(&state) * (MOST - 1));
    for (uint32_t i = 0; i < count; i++) {
        random_polygon(w, i, &state);
    }
    double low = -0.3 - mesh_random(&state), high = 20.3 + mesh_random(&state);
    w->outer[0] = (wend_point){low, low};
    w->outer[1] = (wend_point){high, low + 3.0 * mesh_random(&state)};
    w->outer[2] = (wend_point){high - 2.0 * mesh_random(&state), high};
    w->outer[3] = (wend_point){low, high};
    w->outer_ring = (shapes_ring){w->outer, 4};
    w->outer_polygon =
        (shapes_polygon){.rings = &w->outer_ring, .ring_count = 1, .line = 1, .column = 1};
    w->outer_list = (shapes_list){
        .source = "o", .polygons = &w->outer_polygon, .polygon_count = 1, .vertex_count = 4};
    w->outer_source = (clean_source){&w->outer_list, 0, 0.0};
    w->list = (shapes_list){.source = "f",
                            .polygons = w->polygons,
                            .polygon_count = count,
                            .vertex_count = count * MOST_CORNERS};
    w->source = (clean_source){&w->list, 0, 0.0};
    clean_layer in = {.margin = -1.0};
    in.walkable = (clean_sources){&w->outer_source, 1};
    in.obstacles = (clean_sources){&w->source, 1};
    clean_report report;
    wend_result result = clean_make_layer(&in, grid, &arena, &arena, &w->layer, &report, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    w->def = wend_default_space_def();
    w->def.layers = &w->layer;
    w->def.layer_count = 1;
}

static void check_random(uint64_t first, uint64_t last, bool narrowed) {
    static const double radii[] = {0.1, 0.25, 0.6};
    for (uint64_t seed = first; seed < last; seed++) {
        char what[40];
        snprintf(what, sizeof what, "seed %d", (int)seed);
        world *w = arena_take(&arena, sizeof *w, 16);
        make_world(w, seed, CLEAN_MILLIMETRE);
        wend_space *space = NULL;
        if (wend_space_create(&w->def, &space, &error) != WEND_OK) {
            make_world(w, seed, CLEAN_EXACT);
            space = maps_space(&w->def);
        }
        wend_map *map = build_for(space, &w->def, radii, narrowed ? 3 : 0);
        mesh_check_neighbours(map, what);
        mesh_check_ground(map, space, &w->def, seed, what);
        for (uint32_t level = 1; level < wend_navmesh_level_count(map); level++) {
            mesh_check_inset(map, level, space, seed, what);
        }
        wend_map_release(map);
        wend_space_release(space);
        arena_reset(&arena);
    }
}

START_TEST(mesh_covers_ground_of_random_worlds) {
    set_up();
    check_random(1, 1 + trials(1000), false);
    arena_free(&arena);
}
END_TEST

START_TEST(inset_levels_cover_ground_away_from_walls) {
    set_up();
    check_random(1, 1 + trials(150), true);
    arena_free(&arena);
}
END_TEST

int main(void) {
    SUITE("build/navmesh", mesh_covers_ground_of_random_worlds,
          inset_levels_cover_ground_away_from_walls);
}
