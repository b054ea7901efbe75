/* Compares shortest paths through meshes with a visibility graph of all vertices. */
/* cost: 13 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

#include "map/navmesh/navmesh.h"
#include "plan/polyanya/search.h"
#include "support/meshes.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { TRIALS = 200, QUERIES = 12 };

/* Makes a world that provides worker buffers. */
static wend_world *make_world(void) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    return world;
}

static wend_vec2 local(grid_point p) {
    return (wend_vec2){(float)p.x / (float)MESHES_GRID, (float)p.y / (float)MESHES_GRID};
}

/* Samples a free point: anywhere, at a vertex, or in the middle of an edge. */
static grid_point draw_point(const mesh_area *area, double side) {
    for (;;) {
        double length = meshes_random();
        uint32_t i = (uint32_t)(meshes_random() * area->point_count);
        grid_point p = area->points[i];
        if (length < 0.7) {
            p = (grid_point){(int32_t)(meshes_random() * side * MESHES_GRID),
                             (int32_t)(meshes_random() * side * MESHES_GRID)};
        } else if (length < 0.85) {
            grid_point q = area->points[i + 1 < area->point_count ? i + 1 : 0];
            p = (grid_point){(p.x + q.x) / 2, (p.y + q.y) / 2};
        }
        if (meshes_is_free(area, 2 * (int64_t)p.x, 2 * (int64_t)p.y)) {
            return p;
        }
    }
}

static double path_length(wend_vec2 from, const search_path *path) {
    double length = 0.0;
    for (uint32_t i = 0; i < path->count; i++) {
        double x = (double)path->points[i].position.x - (double)from.x;
        double y = (double)path->points[i].position.y - (double)from.y;
        length += sqrt(x * x + y * y);
        from = path->points[i].position;
    }
    return length;
}

static grid_point on_grid(wend_vec2 p) {
    return (grid_point){(int32_t)lroundf(p.x * MESHES_GRID), (int32_t)lroundf(p.y * MESHES_GRID)};
}

/* True if every leg of the path is free. The corners of the path are vertices, so they lie on the
 * grid. */
static bool is_free_path(const mesh_area *area, grid_point from, const search_path *path) {
    for (uint32_t i = 0; i < path->count; i++) {
        grid_point to = on_grid(path->points[i].position);
        if (!meshes_is_visible(area, from, to)) {
            return false;
        }
        from = to;
    }
    return true;
}

static void check_query(const search_ground *ground, const mesh_area *area, mesh_graph *graph,
                        grid_point from, grid_point to, int trial) {
    double expected = meshes_length(graph, from, to);
    uint32_t polygon = navmesh_locate(ground->level, (wend_location){local(from), 0});
    uint32_t end = navmesh_locate(ground->level, (wend_location){local(to), 0});
    ck_assert_msg(polygon != NAVMESH_NONE && end != NAVMESH_NONE,
                  "trial %d: (%g, %g) or (%g, %g) is not found", trial, from.x / 1024.0,
                  from.y / 1024.0, to.x / 1024.0, to.y / 1024.0);
    target goal = target_at(local(to), 0, NAVMESH_NONE);
    search_path path = {0};
    search_outcome outcome =
        search_shortest(ground, (search_start){local(from), polygon}, &goal, &path);
    ck_assert_msg((outcome == SEARCH_FOUND) == isfinite(expected),
                  "trial %d: from (%.10g, %.10g) to (%.10g, %.10g): outcome %d, length %g", trial,
                  from.x / 1024.0, from.y / 1024.0, to.x / 1024.0, to.y / 1024.0, (int)outcome,
                  expected);
    if (outcome != SEARCH_FOUND) {
        return;
    }
    double measured = path_length(local(from), &path);
    ck_assert_msg(fabs(path.length - expected) <= 1e-9 + 1e-7 * expected &&
                      fabs(measured - expected) <= 1e-4 * expected + 1e-6,
                  "trial %d: from (%.10g, %.10g) to (%.10g, %.10g): %.9g or %.9g, not %.9g", trial,
                  from.x / 1024.0, from.y / 1024.0, to.x / 1024.0, to.y / 1024.0, path.length,
                  measured, expected);
    ck_assert_msg(is_free_path(area, from, &path), "trial %d: a leg is not free", trial);
}

static void run_trials(bool even) {
    wend_world *world = make_world();
    for (int trial = 0; trial < (int)trials(TRIALS); trial++) {
        meshes_seed((uint64_t)trial * 2 + even);
        uint32_t cells = 2 + (uint32_t)(meshes_random() * 3.0);
        mesh_area *area = meshes_random_area(cells, 8.0, even);
        mesh_graph *graph = meshes_graph(area);
        wend_map *map = meshes_of(area, 0);
        search_ground ground = {.view = wend_world_view(world),
                                .mesh = navmesh_of(map),
                                .level = &navmesh_of(map)->levels[0]};
        for (int i = 0; i < QUERIES; i++) {
            grid_point from = draw_point(area, cells * 8.0), to = draw_point(area, cells * 8.0);
            check_query(&ground, area, graph, from, to, trial);
        }
        wend_map_release(map);
        meshes_free_graph(graph);
        meshes_free_area(area);
    }
    wend_world_destroy(world);
}

START_TEST(matches_visibility_graph_length) {
    run_trials(false);
}
END_TEST

START_TEST(matches_visibility_graph_among_aligned_squares) {
    run_trials(true);
}
END_TEST

/* ---- Regions --------------------------------------------------------------------------------- */

enum { SAMPLES = 24 /* number of samples on each side of the box */ };

/* Returns the length of the shortest path to any of the sample points along the sides of a box; the
 * sample points lie on the grid. */
static double sample_box(const mesh_area *area, mesh_graph *graph, grid_point from, grid_point low,
                         grid_point high) {
    double best = INFINITY;
    for (int i = 0; i < 4 * SAMPLES; i++) {
        int32_t x = low.x + (high.x - low.x) * (i % SAMPLES) / (SAMPLES - 1);
        int32_t y = low.y + (high.y - low.y) * (i % SAMPLES) / (SAMPLES - 1);
        grid_point p = i < SAMPLES       ? (grid_point){x, low.y}
                       : i < 2 * SAMPLES ? (grid_point){x, high.y}
                       : i < 3 * SAMPLES ? (grid_point){low.x, y}
                                         : (grid_point){high.x, y};
        if (meshes_is_free(area, 2 * (int64_t)p.x, 2 * (int64_t)p.y)) {
            best = fmin(best, meshes_length(graph, from, p));
        }
    }
    return best;
}

static void check_box(const search_ground *ground, const mesh_area *area, mesh_graph *graph,
                      int trial) {
    grid_point from = draw_point(area, 16.0), low = draw_point(area, 13.0);
    grid_point high = {low.x + 2 * MESHES_GRID, low.y + MESHES_GRID};
    wend_vec2 corners[] = {local(low), local((grid_point){high.x, low.y}), local(high),
                           local((grid_point){low.x, high.y})};
    wend_region region = {.shape = WEND_SHAPE_POLYGON, .count = 4, .points = corners};
    if (from.x >= low.x && from.x <= high.x && from.y >= low.y && from.y <= high.y) {
        return;
    }
    double sampled = sample_box(area, graph, from, low, high);
    uint32_t polygon = navmesh_locate(ground->level, (wend_location){local(from), 0});
    target goal = target_of(&region, 0, 0.0);
    search_path path = {0};
    search_outcome outcome =
        search_shortest(ground, (search_start){local(from), polygon}, &goal, &path);
    ck_assert_msg(outcome == SEARCH_FOUND || isinf(sampled), "trial %d: none, not %g", trial,
                  sampled);
    if (outcome == SEARCH_FOUND && isfinite(sampled)) {
        /* Samples are up to 9 cm apart. */
        ck_assert_msg(path.length <= sampled + 1e-6 && path.length >= sampled - 0.09,
                      "trial %d: %.9g, not %.9g", trial, path.length, sampled);
        wend_vec2 end = path.points[path.count - 1].position;
        ck_assert_float_le(wend_region_distance(&region, end), 1e-5F);
    }
}

START_TEST(ends_at_nearest_point_of_region) {
    wend_world *world = make_world();
    for (int trial = 0; trial < (int)trials(60); trial++) {
        meshes_seed((uint64_t)trial + 1000);
        mesh_area *area = meshes_random_area(2, 8.0, trial % 2);
        mesh_graph *graph = meshes_graph(area);
        wend_map *map = meshes_of(area, 0);
        search_ground ground = {.view = wend_world_view(world),
                                .mesh = navmesh_of(map),
                                .level = &navmesh_of(map)->levels[0]};
        for (int i = 0; i < 4; i++) {
            check_box(&ground, area, graph, trial);
        }
        wend_map_release(map);
        meshes_free_graph(graph);
        meshes_free_area(area);
    }
    wend_world_destroy(world);
}
END_TEST

/* ---- Narrowed levels ------------------------------------------------------------------------- */

enum { SOLIDS = 7, FINE = 1 << 20 /* grid units per metre: the finest grid of a mesh */ };

/* Samples rotated boxes, some of them close to each other, in a 12 m x 12 m hall. */
static wend_space *draw_space(void) {
    wend_point hall[] = {{0, 0}, {12, 0}, {12, 12}, {0, 12}}, corners[SOLIDS][4];
    wend_solid_def solids[SOLIDS];
    double points[SOLIDS][3];
    for (uint32_t n = 0; n < SOLIDS;) {
        double r = 0.4 + 1.3 * meshes_random(), x = 2 + 8 * meshes_random(),
               y = 2 + 8 * meshes_random();
        bool apart = true;
        for (uint32_t i = 0; i < n; i++) {
            apart &= hypot(x - points[i][0], y - points[i][1]) > r + points[i][2] + 0.05;
        }
        if (!apart) {
            continue;
        }
        points[n][0] = x;
        points[n][1] = y;
        points[n][2] = r;
        double angle = 6.3 * meshes_random(), flat = meshes_random() < 0.3 ? 0.1 : 1.5708;
        for (uint32_t k = 0; k < 4; k++) {
            double at = angle + (k % 2 ? flat : 0.0) + (k / 2 ? 3.1416 : 0.0);
            corners[n][k] = (wend_point){x + r * cos(at), y + r * sin(at)};
        }
        solids[n] = (wend_solid_def){{corners[n], 4}, 0};
        n++;
    }
    wend_ring boundary = {hall, 4};
    wend_layer_def layer = {
        .boundaries = &boundary, .boundary_count = 1, .solids = solids, .solid_count = SOLIDS};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

static wend_map *narrow_space(wend_space *space, double radius, uint32_t pieces) {
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = &radius;
    def.radius_count = 1;
    def.arc_pieces = pieces;
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_navmesh_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

static grid_point on_fine_grid(wend_vec2 p) {
    return (grid_point){(int32_t)((double)p.x * FINE), (int32_t)((double)p.y * FINE)};
}

/* Returns the walls of a level as rings, or NULL if more than two walls meet at a vertex. */
static mesh_area *walls_of(const navmesh_level *level) {
    mesh_area *area = meshes_area(0);
    uint32_t *after = malloc(level->vertex_count * sizeof *after);
    bool simple = true;
    memset(after, 0xff, level->vertex_count * sizeof *after);
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        const navmesh_polygon *p = &level->polygons[i];
        for (uint32_t k = 0; k < p->count; k++) {
            uint32_t from = level->corners[p->first + k];
            if (level->neighbours[p->first + k] == NAVMESH_NONE) {
                simple &= after[from] == NAVMESH_NONE;
                after[from] = level->corners[p->first + (k + 1) % p->count];
            }
        }
    }
    for (uint32_t i = 0; simple && i < level->vertex_count; i++) {
        uint32_t at = i, count = area->point_count;
        while (after[at] != NAVMESH_NONE) {
            uint32_t next = after[at];
            area->points[area->point_count++] = on_fine_grid(level->vertices[at]);
            after[at] = NAVMESH_NONE;
            at = next;
        }
        if (area->point_count > count) {
            area->ring_ends[area->ring_count++] = area->point_count;
        }
    }
    free(after);
    if (!simple) {
        meshes_free_area(area);
        return NULL;
    }
    return area;
}

/* Compares lengths on an inset level with the visibility graph of all vertices of its walls. */
static uint32_t check_narrowed(const search_ground *ground, const mesh_area *area, int trial) {
    mesh_graph *graph = meshes_graph(area);
    uint32_t found = 0;
    for (int i = 0; i < 40;) {
        wend_vec2 from = {(float)(12 * meshes_random()), (float)(12 * meshes_random())};
        wend_vec2 to = {(float)(12 * meshes_random()), (float)(12 * meshes_random())};
        uint32_t start = navmesh_locate(ground->level, (wend_location){from, 0});
        if (start == NAVMESH_NONE ||
            navmesh_locate(ground->level, (wend_location){to, 0}) == NAVMESH_NONE) {
            continue;
        }
        i++;
        double expected = meshes_length(graph, on_fine_grid(from), on_fine_grid(to));
        expected *= (double)MESHES_GRID / FINE;
        target goal = target_at(to, 0, NAVMESH_NONE);
        search_path path = {0};
        search_outcome outcome = search_shortest(ground, (search_start){from, start}, &goal, &path);
        ck_assert_msg((outcome == SEARCH_FOUND) == isfinite(expected), "trial %d: %d", trial,
                      (int)outcome);
        if (outcome == SEARCH_FOUND) {
            found++;
            /* For the visibility graph, points are rounded to the grid. */
            ck_assert_msg(fabs(path.length - expected) <= 1e-5 &&
                              fabs(path_length(from, &path) - expected) <= 1e-4,
                          "trial %d: from (%.9g, %.9g) to (%.9g, %.9g): %.9g or %.9g, not %.9g",
                          trial, (double)from.x, (double)from.y, (double)to.x, (double)to.y,
                          path.length, path_length(from, &path), expected);
        }
    }
    meshes_free_graph(graph);
    return found;
}

START_TEST(matches_visibility_graph_around_arcs) {
    wend_world *world = make_world();
    uint32_t corner_fans = 0, found = 0;
    for (int trial = 0; trial < (int)trials(24); trial++) {
        meshes_seed((uint64_t)trial + 5000);
        wend_space *space = draw_space();
        wend_map *map = narrow_space(space, trial % 3 ? 0.25 : 0.1, trial % 2 ? 4 : 0);
        search_ground ground = {.view = wend_world_view(world),
                                .mesh = navmesh_of(map),
                                .level = &navmesh_of(map)->levels[1]};
        mesh_area *area = walls_of(ground.level);
        if (area != NULL) {
            corner_fans += ground.level->fan_count;
            found += check_narrowed(&ground, area, trial);
            meshes_free_area(area);
        }
        wend_map_release(map);
        wend_space_release(space);
    }
    ck_assert_uint_ge(corner_fans, trials_bound(301));
    ck_assert_uint_ge(found, trials_bound(701));
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("plan/shortest", matches_visibility_graph_length,
          matches_visibility_graph_among_aligned_squares, ends_at_nearest_point_of_region,
          matches_visibility_graph_around_arcs);
}
