/* Paths along the dual graph of a triangulation. Oracle: Dijkstra's algorithm on the graph that
 * section 4 of the paper defines, over the triangles of a random world, without code of the
 * planner. */
#include "plan/dual/dual.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "map/terrain/terrain.h"
#include "step/empty_view.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/terrain_worlds.h"
#include "support/trials.h"

static const dual_options as_published = {.shorten = false}, shortened = {.shorten = true};

/* A world with its map, and a query on it. */
typedef struct scene {
    terrain_world *world;
    wend_space *space;
    wend_map *map;
    uint32_t *triangles; /* by triangle of the map: its triangle in the world */
    empty_view empty;
    float weights[TERRAIN_TYPES];
    mesh_path path;
} scene;

/* Takes over a world. A NULL space stands for open ground. */
static void open_scene(scene *s, terrain_world *world, bool with_space) {
    static sketch open;
    s->world = world;
    sketch_start(&open);
    s->space = with_space ? terrain_world_space(world) : sketch_space(&open);
    s->map = terrain_world_map(world, wend_space_hash(s->space));
    s->triangles = calloc(world->triangle_count + 1, sizeof *s->triangles);
    ck_assert_ptr_nonnull(s->triangles);
    for (uint32_t i = 0, k = 0; i < world->triangle_count; i++) {
        s->triangles[k] = i;
        k += world->types[i] != TERRAIN_SOLID;
    }
    ck_assert(empty_view_init(&s->empty, NULL));
    empty_view_set_space(&s->empty, s->space, WEND_ALL_CLASSES);
    const navmesh *mesh = terrain_map_of(s->map);
    search_ground ground = {.view = &s->empty.view,
                            .mesh = mesh,
                            .level = &mesh->levels[0],
                            .weights = s->weights,
                            .weight_count = TERRAIN_TYPES,
                            .least_weight = INFINITY};
    for (uint32_t i = 0; i < TERRAIN_TYPES; i++) {
        s->weights[i] = (float)world->weights[i];
        world->weights[i] = (double)s->weights[i]; /* the library has weights in single precision */
        ground.least_weight = fminf(ground.least_weight, s->weights[i]);
    }
    ck_assert(search_find_blockers(&ground));
    s->path = (mesh_path){.ground = ground, .options = &as_published};
}

static void close_scene(scene *s) {
    empty_view_free(&s->empty);
    wend_map_release(s->map);
    wend_space_release(s->space);
    terrain_world_free(s->world);
    free(s->triangles);
}

/* Forgets the scratch memory of earlier queries. */
static void refresh(scene *s) {
    empty_view_set_space(&s->empty, s->space, WEND_ALL_CLASSES);
    ck_assert(search_find_blockers(&s->path.ground));
}

static search_outcome find(scene *s, wend_vec2 from, wend_vec2 to, search_path *out) {
    const navmesh_level *level = s->path.ground.level;
    refresh(s);
    s->path.at = (search_start){from, navmesh_locate(level, (wend_location){from, 0})};
    uint32_t end = navmesh_locate(level, (wend_location){to, 0});
    ck_assert(s->path.at.polygon != NAVMESH_NONE && end != NAVMESH_NONE);
    target goal = target_at(to, 0, end);
    return dual_search(&s->path, &goal, out);
}

/* ---- The oracle ------------------------------------------------------------------------------ */

typedef struct spot {
    double x, y;
} spot;

static spot spot_at(wend_vec2 p) {
    return (spot){(double)p.x, (double)p.y};
}

static double gap(spot a, spot b) {
    return hypot(a.x - b.x, a.y - b.y);
}

static spot centroid(const terrain_world *w, uint32_t t) {
    spot sum = {0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        sum.x += (double)w->points[w->triangles[t][k]].x / 3.0;
        sum.y += (double)w->points[w->triangles[t][k]].y / 3.0;
    }
    return sum;
}

/* Returns the point where the dual edge across edge k of triangle u changes triangles. The line of
 * the centroids is cut with that of the edge by Cramer's rule. If it misses the edge, the point is
 * the nearest one of a dense sample of the edge, both ends included. */
static spot crossing(const terrain_world *w, uint32_t u, uint32_t k, bool *misses) {
    spot a = spot_at(w->points[w->triangles[u][k]]);
    spot b = spot_at(w->points[w->triangles[u][(k + 1) % 3]]);
    spot c = centroid(w, u), d = centroid(w, w->neighbours[u][k]), best = a;
    double m00 = b.x - a.x, m01 = c.x - d.x, m10 = b.y - a.y, m11 = c.y - d.y;
    double t = ((c.x - a.x) * m11 - (c.y - a.y) * m01) / (m00 * m11 - m10 * m01);
    *misses = t < 0.0 || t > 1.0;
    if (!*misses) {
        return (spot){a.x + t * m00, a.y + t * m10};
    }
    for (int i = 1; i <= 64; i++) {
        spot p = {a.x + i / 64.0 * m00, a.y + i / 64.0 * m10};
        best = point_to_segment(p.x, p.y, c.x, c.y, d.x, d.y) <
                       point_to_segment(best.x, best.y, c.x, c.y, d.x, d.y)
                   ? p
                   : best;
    }
    return best;
}

static double weight_of(const terrain_world *w, uint32_t t) {
    return w->weights[w->types[t]];
}

/* Returns the cost of the cheapest path in the dual graph, or INFINITY. */
static double oracle(const terrain_world *w, wend_vec2 from, wend_vec2 to) {
    uint32_t count = w->triangle_count, first = terrain_world_find(w, from),
             last = terrain_world_find(w, to);
    double *costs = calloc(count, sizeof *costs),
           best = first == last ? weight_of(w, first) * gap(spot_at(from), spot_at(to)) : INFINITY;
    bool *done = calloc(count, sizeof *done), misses;
    for (uint32_t i = 0; i < count; i++) {
        costs[i] = i == first ? 0.0 : INFINITY;
    }
    for (uint32_t round = 0; round < count; round++) {
        uint32_t u = UINT32_MAX;
        for (uint32_t i = 0; i < count; i++) {
            u = !done[i] && isfinite(costs[i]) && (u == UINT32_MAX || costs[i] < costs[u]) ? i : u;
        }
        if (u == UINT32_MAX) {
            break;
        }
        done[u] = true;
        spot here = u == first ? spot_at(from) : centroid(w, u);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = w->neighbours[u][k];
            if (v == UINT32_MAX || isinf(weight_of(w, v))) {
                continue;
            }
            spot p = crossing(w, u, k, &misses);
            double cost = costs[u] + weight_of(w, u) * gap(here, p);
            costs[v] = fmin(costs[v], cost + weight_of(w, v) * gap(p, centroid(w, v)));
            if (v == last) {
                best = fmin(best, cost + weight_of(w, v) * gap(p, spot_at(to)));
            }
        }
    }
    free(costs);
    free(done);
    return best;
}

/* ---- The weight of one edge ------------------------------------------------------------------ */

/* Makes two triangles with the common edge 0-1: triangle u has point 2, triangle v point 3. */
static void open_pair(scene *s, const grid_point points[4], double u, double v) {
    uint32_t triangles[2][3] = {{0, 1, 2}, {1, 0, 3}};
    const uint32_t types[2] = {1, 2};
    terrain_world *world = terrain_world_from(points, 4, triangles, types, 2);
    world->weights[1] = u;
    world->weights[2] = v;
    open_scene(s, world, false);
}

/* As in Fig. 6 of the paper: the line of the centroids crosses the common edge.
 *
 *     u = (3, 6) (3, 0) ... with (0, 0): centroid ((3 + 3 + 0) / 3, (6 + 0 + 0) / 3) = (2, 2)
 *     v = (3, 0) (3, 6) ... with (9, 3): centroid ((3 + 3 + 9) / 3, (0 + 6 + 3) / 3) = (5, 3)
 *
 * The line from (2, 2) to (5, 3) has the slope 1/3, so it meets x = 3 in p = (3, 7/3).
 * |e_u| = sqrt(1 + 1/9) = sqrt(10) / 3 and |e_v| = 2 sqrt(10) / 3. With w(T_u) = 4 and w(T_v) = 1:
 * w(e_uv) = 4 sqrt(10) / 3 + 2 sqrt(10) / 3 = 2 sqrt(10) = 6.3245553. */
START_TEST(an_edge_is_split_where_it_crosses_the_common_edge) {
    const grid_point points[4] = {
        {3 * 1024, 0}, {3 * 1024, 6 * 1024}, {0, 0}, {9 * 1024, 3 * 1024}};
    scene s;
    open_pair(&s, points, 4.0, 1.0);
    search_path out;
    ck_assert_int_eq(find(&s, (wend_vec2){2, 2}, (wend_vec2){5, 3}, &out), SEARCH_FOUND);
    ck_assert_double_eq_tol(out.length, 2.0 * sqrt(10.0), 1e-12);
    ck_assert_uint_eq(out.count, 2);
    ck_assert_float_eq_tol(out.points[0].position.x, 3.0F, 1e-6F);
    ck_assert_float_eq_tol(out.points[0].position.y, 7.0F / 3.0F, 1e-6F);
    close_scene(&s);
}
END_TEST

/* The line of the centroids passes above the common edge from (3, 0) to (3, 1):
 *
 *     u = (3, 0) (3, 1) (0, 11): centroid (2, 4);  v = (3, 1) (3, 0) (6, 11): centroid (4, 4)
 *
 * It meets x = 3 at y = 4, so it bends at (3, 1). Both parts are sqrt(1 + 9) m long. With the
 * weights 4 and 1, the edge weighs 5 sqrt(10). */
START_TEST(an_edge_that_leaves_its_triangles_is_bent) {
    const grid_point points[4] = {
        {3 * 1024, 0}, {3 * 1024, 1024}, {0, 11 * 1024}, {6 * 1024, 11 * 1024}};
    scene s;
    open_pair(&s, points, 4.0, 1.0);
    search_path out;
    bool misses = false;
    uint32_t corner = 0;
    while (s.path.ground.level->neighbours[corner] == NAVMESH_NONE) {
        corner++;
    }
    dual_crossing(s.path.ground.level, corner, &misses);
    ck_assert(misses);
    ck_assert_int_eq(find(&s, (wend_vec2){2, 4}, (wend_vec2){4, 4}, &out), SEARCH_FOUND);
    ck_assert_double_eq_tol(out.length, 5.0 * sqrt(10.0), 1e-12);
    ck_assert_uint_eq(out.count, 2);
    ck_assert_float_eq(out.points[0].position.x, 3.0F);
    ck_assert_float_eq(out.points[0].position.y, 1.0F);
    close_scene(&s);
}
END_TEST

/* ---- Random worlds --------------------------------------------------------------------------- */

static wend_vec2 sample(const scene *s, dice *from) {
    wend_vec2 at;
    uint32_t t;
    do {
        at.x = (float)dice_between(from, 0.0, s->world->side);
        at.y = (float)dice_between(from, 0.0, s->world->side);
        t = terrain_world_find(s->world, at);
    } while (t == UINT32_MAX || isinf(weight_of(s->world, t)));
    return at;
}

/* Returns the weighted length of a segment that is moved to its left by `offset` (m). */
static double measure_segment(const scene *s, spot a, spot b, double offset) {
    double scale = gap(a, b) > 0.0 ? offset / gap(a, b) : 0.0, cost = 0.0;
    spot left = {(a.y - b.y) * scale, (b.x - a.x) * scale};
    wend_location from = {{(float)(a.x + left.x), (float)(a.y + left.y)}, 0};
    wend_vec2 to = {(float)(b.x + left.x), (float)(b.y + left.y)};
    wend_terrain_length parts[TERRAIN_TYPES];
    uint32_t count = wend_space_segment_terrain(s->space, from, to, parts, TERRAIN_TYPES);
    for (uint32_t k = 0; k < count; k++) { /* rounding moves points by micrometres */
        double weight = s->world->weights[parts[k].type];
        ck_assert(isfinite(weight) || offset != 0.0 || parts[k].length < 1e-3);
        cost += isfinite(weight) ? weight * parts[k].length : 0.0;
    }
    return cost;
}

/* Returns the weighted length of a path on the terrain of the space. */
static double measure(const scene *s, wend_vec2 from, const search_path *path) {
    double cost = 0.0;
    for (uint32_t i = 0; i < path->count; i++) {
        cost += measure_segment(s, spot_at(from), spot_at(path->points[i].position), 0.0);
        from = path->points[i].position;
    }
    return cost;
}

static void check_query(scene *s, wend_vec2 from, wend_vec2 to, uint64_t seed, uint32_t *missing) {
    search_path out;
    double least = oracle(s->world, from, to);
    search_outcome outcome = find(s, from, to, &out);
    if (isinf(least)) {
        ck_assert_msg(outcome == SEARCH_NONE, "seed %u", (unsigned)seed);
        ++*missing;
        return;
    }
    ck_assert_msg(outcome == SEARCH_FOUND, "seed %u", (unsigned)seed);
    ck_assert_msg(fabs(out.length - least) <= 1e-9 * (1.0 + least), "seed %u: %.12g, not %.12g",
                  (unsigned)seed, out.length, least);
    double cost = measure(s, from, &out);
    ck_assert_msg(fabs(out.length - cost) <= 1e-2 + 1e-4 * cost, "seed %u: %.12g measured as %.12g",
                  (unsigned)seed, out.length, cost);
    wend_vec2 end = out.points[out.count - 1].position;
    ck_assert(end.x == to.x && end.y == to.y);
    ck_assert(navmesh_contains(s->path.ground.level, out.polygon, to));
}

START_TEST(paths_cost_what_dijkstra_finds) {
    uint32_t missing = 0;
    for (uint64_t seed = 1; seed <= trials(60); seed++) {
        const double ratios[3] = {2.0, 10.0, 80.0};
        terrain_world_def def = {seed, 40 + (uint32_t)seed * 2, ratios[seed % 3], 0.2};
        terrain_world *world = terrain_world_make(&def);
        dice random = {seed};
        for (uint32_t k = 0; seed % 2 == 0 && k < 3; k++) { /* forbidden types */
            world->weights[dice_below(&random, TERRAIN_TYPES)] = INFINITY;
        }
        scene s;
        open_scene(&s, world, true);
        for (int i = 0; i < 5; i++) {
            wend_vec2 from = sample(&s, &random), to = sample(&s, &random);
            check_query(&s, from, to, seed, &missing);
        }
        close_scene(&s);
    }
    ck_assert_uint_ge(missing, trials_bound(5));
}
END_TEST

/* Prints how many dual edges have to be bent. */
START_TEST(few_lines_of_centroids_miss_the_common_edge) {
    uint32_t edges = 0, missed = 0;
    for (uint64_t seed = 1; seed <= trials(20); seed++) {
        terrain_world_def def = {seed, 1000, 2.0, 0.0};
        scene s;
        open_scene(&s, terrain_world_make(&def), false);
        const navmesh_level *level = s.path.ground.level;
        for (uint32_t i = 0; i < level->corner_count; i++) {
            bool misses, expected;
            if (level->neighbours[i] == NAVMESH_NONE) {
                continue;
            }
            wend_point p = dual_crossing(level, i, &misses);
            spot q = crossing(s.world, s.triangles[i / 3], i % 3, &expected);
            ck_assert_double_le(hypot(p.x - q.x, p.y - q.y), 1e-9);
            ck_assert(misses == expected);
            missed += misses;
            edges++;
        }
        close_scene(&s);
    }
    ck_assert_uint_gt(missed, 0);
    printf("%u of %u lines between centroids, %.2f %%, miss the common edge\n", missed, edges,
           100.0 * missed / edges);
}
END_TEST

/* ---- Degenerate geometry --------------------------------------------------------------------- */

/* Starts and ends at vertices, on edges and at centroids; equal ends. Which of several triangles a
 * point belongs to is not defined, so the cost may differ from the oracle's. */
START_TEST(paths_from_vertices_and_edges_are_valid) {
    for (uint64_t seed = 1; seed <= trials(10); seed++) {
        terrain_world_def def = {seed, 60, 10.0, 0.0};
        scene s;
        open_scene(&s, terrain_world_make(&def), true);
        dice random = {seed};
        for (int i = 0; i < 20; i++) {
            const uint32_t *t = s.world->triangles[dice_below(&random, s.world->triangle_count)];
            wend_vec2 a = s.world->points[t[0]], b = s.world->points[t[1]];
            wend_vec2 middle = {(a.x + b.x) / 2.0F, (a.y + b.y) / 2.0F};
            wend_vec2 from = i % 2 == 0 ? a : middle, to = sample(&s, &random);
            search_path out;
            ck_assert_int_eq(find(&s, from, to, &out), SEARCH_FOUND);
            /* A path may run along an edge, where the space counts either side. */
            ck_assert_double_ge(measure(&s, from, &out), 0.3 * out.length);
            ck_assert_double_le(measure(&s, from, &out), 10.0 * out.length);
            ck_assert_int_eq(find(&s, from, from, &out), SEARCH_FOUND);
            ck_assert_double_eq(out.length, 0.0);
        }
        close_scene(&s);
    }
}
END_TEST

/* A strip that is 100 m long and one grid unit wide. */
START_TEST(slender_triangles_have_paths) {
    enum { COLUMNS = 40 };
    grid_point points[2 * COLUMNS];
    uint32_t triangles[2 * COLUMNS - 2][3], types[2 * COLUMNS - 2];
    for (uint32_t i = 0; i < COLUMNS; i++) {
        points[2 * i] = (grid_point){(int32_t)(i * i * 64), 0};
        points[2 * i + 1] = (grid_point){(int32_t)(i * i * 64 + 31), 1};
    }
    for (uint32_t i = 0; i + 1 < COLUMNS; i++) {
        const uint32_t lower[3] = {2 * i, 2 * i + 2, 2 * i + 1};
        const uint32_t upper[3] = {2 * i + 2, 2 * i + 3, 2 * i + 1};
        for (uint32_t k = 0; k < 3; k++) {
            triangles[2 * i][k] = lower[k];
            triangles[2 * i + 1][k] = upper[k];
        }
        types[2 * i] = i % 3;
        types[2 * i + 1] = i % 2;
    }
    terrain_world *world =
        terrain_world_from(points, 2 * COLUMNS, triangles, types, 2 * COLUMNS - 2);
    world->weights[1] = 3.0;
    scene s;
    search_path out;
    open_scene(&s, world, false);
    wend_vec2 from = {0.02F, 0.0F}, to = {94.9F, 0x1p-11F};
    ck_assert_int_eq(find(&s, from, to, &out), SEARCH_FOUND);
    double least = oracle(s.world, from, to);
    ck_assert_double_le(fabs(out.length - least), 1e-9 * least);
    close_scene(&s);
}
END_TEST

/* The path to a disc costs no more than that to any of its points, and ends in the disc. */
START_TEST(paths_to_regions_end_at_a_near_point) {
    for (uint64_t seed = 1; seed <= trials(20); seed++) {
        terrain_world_def def = {seed, 100, 10.0, 0.1};
        scene s;
        open_scene(&s, terrain_world_make(&def), true);
        dice random = {seed};
        wend_vec2 from = sample(&s, &random), centre = sample(&s, &random);
        double radius = dice_between(&random, 0.5, 10.0);
        search_path out;
        ck_assert_int_eq(find(&s, from, centre, &out), SEARCH_FOUND); /* sets the start */
        double to_centre = out.length;
        const wend_region disc = {
            .shape = WEND_SHAPE_DISC, .a = centre, .b = {(float)radius, 0.0F}};
        target goal = target_of(&disc, 0, 0.0);
        ck_assert_int_eq(dual_search(&s.path, &goal, &out), SEARCH_FOUND);
        ck_assert_double_le(out.length, to_centre + 1e-9);
        wend_vec2 end = out.points[out.count - 1].position;
        ck_assert_double_le(gap(spot_at(end), spot_at(centre)), radius + 1e-4);
        ck_assert_double_le(fabs(measure(&s, from, &out) - out.length), 1e-2 + 1e-4 * out.length);
        close_scene(&s);
    }
}
END_TEST

/* ---- Shortening ------------------------------------------------------------------------------ */

/* Checks the cost of a path that may run along edges: it is that of one side or the other. */
static void check_sides(const scene *s, wend_vec2 from, const search_path *path) {
    double low = 0.0, high = 0.0, slack = 0.02 * (path->count + 1.0) + 1e-4 * path->length;
    for (uint32_t i = 0; i < path->count; i++) {
        spot a = spot_at(from), b = spot_at(path->points[i].position);
        double left = measure_segment(s, a, b, 1e-3), right = measure_segment(s, a, b, -1e-3);
        low += fmin(left, right);
        high += fmax(left, right);
        from = path->points[i].position;
    }
    ck_assert_double_ge(path->length, low - slack);
    ck_assert_double_le(path->length, high + slack);
}

/* A shortened path costs what its points cost, at most as much as the path as published, and with
 * equal weights no less than the straight line. */
START_TEST(shortened_paths_cost_no_more) {
    uint32_t shorter = 0, count = 0;
    for (uint64_t seed = 1; seed <= trials(40); seed++) {
        terrain_world_def def = {seed, 150, seed % 2 == 0 ? 1.0 : 10.0, 0.1};
        scene s;
        open_scene(&s, terrain_world_make(&def), true);
        dice random = {seed};
        for (int i = 0; i < 5; i++) {
            wend_vec2 from = sample(&s, &random), to = sample(&s, &random);
            search_path before, after;
            ck_assert_int_eq(find(&s, from, to, &before), SEARCH_FOUND);
            double cost = before.length;
            s.path.options = &shortened;
            ck_assert_int_eq(find(&s, from, to, &after), SEARCH_FOUND);
            s.path.options = &as_published;
            ck_assert_double_le(after.length, cost + 1e-6);
            ck_assert_double_ge(after.length, gap(spot_at(from), spot_at(to)) - 1e-3);
            check_sides(&s, from, &after);
            shorter += after.length < 0.98 * cost;
            count++;
        }
        close_scene(&s);
    }
    ck_assert_uint_ge(4 * shorter, count);
}
END_TEST

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* No path costs less than 0.999 of the best known path. With WEND_PRINT, prints a table of costs
 * divided by that of the best known path. */
START_TEST(paths_do_not_cost_less_than_the_best_known) {
    enum { MOST = 1000 };
    static double costs[2][MOST];
    const double ratios[3] = {2.0, 10.0, 80.0};
    for (int r = 0; r < 3; r++) {
        uint32_t count = 0, worlds = getenv("WEND_PRINT") != NULL ? 40 : trials(4);
        for (uint64_t seed = 1; seed <= worlds && count + 5 <= MOST; seed++) {
            terrain_world_def def = {seed, 200, ratios[r], 0.1};
            scene s;
            open_scene(&s, terrain_world_make(&def), false);
            dice random = {seed};
            for (int i = 0; i < 5; i++, count++) {
                wend_vec2 from = sample(&s, &random), to = sample(&s, &random);
                terrain_route best = terrain_brute_route(s.world, from, to, 1.0, 10);
                for (int k = 0; k < 2; k++) {
                    search_path path;
                    s.path.options = k == 0 ? &as_published : &shortened;
                    ck_assert_int_eq(find(&s, from, to, &path), SEARCH_FOUND);
                    costs[k][count] = path.length / best.cost;
                    ck_assert_double_ge(costs[k][count], 0.999);
                }
                terrain_route_free(&best);
            }
            close_scene(&s);
        }
        for (int k = 0; k < 2 && getenv("WEND_PRINT") != NULL; k++) {
            double sum = 0.0;
            qsort(costs[k], count, sizeof *costs[k], compare);
            for (uint32_t i = 0; i < count; i++) {
                sum += costs[k][i] / count;
            }
            printf("R %g, %s: %u paths, mean %.4f, median %.4f, p95 %.4f, max %.4f\n", ratios[r],
                   k == 0 ? "as published" : "shortened", count, sum, costs[k][count / 2],
                   costs[k][count * 95 / 100], costs[k][count - 1]);
        }
    }
}
END_TEST

int main(void) {
    SUITE("plan/dual", an_edge_is_split_where_it_crosses_the_common_edge,
          an_edge_that_leaves_its_triangles_is_bent, paths_cost_what_dijkstra_finds,
          few_lines_of_centroids_miss_the_common_edge, paths_from_vertices_and_edges_are_valid,
          slender_triangles_have_paths, paths_to_regions_end_at_a_near_point,
          shortened_paths_cost_no_more, paths_do_not_cost_less_than_the_best_known);
}
