/* Weighted paths through triangulated terrain: Snell's law, random worlds against brute force and
 * a much finer net, exact shortest paths, forbidden terrain and degenerate geometry. The cost of
 * every path is measured again from its points, triangle by triangle. */
/* cost: 12 */
#include "plan/weighted/path.h"

#include <math.h>
#include <stdlib.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/terrain_queries.h"
#include "support/trials.h"

enum { M = 1024, MOST_BREAKS = 4096 };

static const double EPS = 0.01;
static const double ratios[3] = {2.0, 10.0, 80.0};

/* ---- Costs measured again -------------------------------------------------------------------- */

static double side_of(wend_vec2 a, wend_vec2 b, double x, double y) {
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    return (dx * (y - (double)a.y) - dy * (x - (double)a.x)) / sqrt(dx * dx + dy * dy);
}

/* Returns the least weight of the triangles that contain a point, or have it on their border up to
 * the rounding of points to single precision. */
static double weight_at(const terrain_world *w, double x, double y) {
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < w->triangle_count; i++) {
        const uint32_t *t = w->triangles[i];
        bool inside = w->types[i] != TERRAIN_SOLID;
        for (uint32_t k = 0; k < 3 && inside; k++) {
            inside = side_of(w->points[t[k]], w->points[t[(k + 1) % 3]], x, y) > -3e-5;
        }
        least = inside ? fmin(least, w->weights[w->types[i]]) : least;
    }
    return least;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the cost of a straight line: the line is divided where it crosses edges. */
static double line_cost(const terrain_world *w, wend_vec2 a, wend_vec2 b) {
    static double breaks[MOST_BREAKS];
    uint32_t count = 0;
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y, cost = 0.0;
    breaks[count++] = 0.0;
    breaks[count++] = 1.0;
    for (uint32_t i = 0; i < w->triangle_count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            wend_vec2 p = w->points[w->triangles[i][k]],
                      r = w->points[w->triangles[i][(k + 1) % 3]];
            double from = side_of(p, r, (double)a.x, (double)a.y);
            double to = side_of(p, r, (double)b.x, (double)b.y);
            double t = from != to ? from / (from - to) : -1.0;
            if (t > 0.0 && t < 1.0) {
                ck_assert_uint_lt(count, MOST_BREAKS);
                breaks[count++] = t;
            }
        }
    }
    qsort(breaks, count, sizeof *breaks, compare);
    for (uint32_t i = 0; i + 1 < count; i++) {
        double t = 0.5 * (breaks[i] + breaks[i + 1]), share = breaks[i + 1] - breaks[i];
        double length = share * sqrt(dx * dx + dy * dy);
        if (length > 1e-6) {
            cost += length * weight_at(w, (double)a.x + dx * t, (double)a.y + dy * t);
        }
    }
    return cost;
}

static double measure(const terrain_world *w, wend_vec2 from, const search_path *leg) {
    double cost = 0.0;
    for (uint32_t i = 0; i < leg->count; i++) {
        cost += line_cost(w, from, leg->points[i].position);
        from = leg->points[i].position;
    }
    return cost;
}

/* Checks that a path starts and ends where it should, and that it costs what it says. */
static void check_path(const terrain_query *q, wend_vec2 from, wend_vec2 to,
                       const search_path *leg) {
    wend_vec2 last = leg->points[leg->count - 1].position;
    ck_assert(last.x == to.x && last.y == to.y);
    double most = 0.0;
    for (uint32_t i = 0; i < TERRAIN_TYPES; i++) {
        most = q->world->weights[i] < (double)INFINITY ? fmax(most, q->world->weights[i]) : most;
    }
    double rounding = 1e-4 * most * leg->count;
    ck_assert_double_eq_tol(measure(q->world, from, leg), leg->length,
                            rounding + 1e-5 * leg->length);
}

/* ---- Known optima ---------------------------------------------------------------------------- */

/* Two half-planes of weights 1 and `ratio`, divided by y = 8. */
static terrain_world *make_halves(double ratio) {
    const grid_point points[6] = {{0, 0},           {16 * M, 0}, {16 * M, 8 * M},
                                  {16 * M, 16 * M}, {0, 16 * M}, {0, 8 * M}};
    uint32_t triangles[4][3] = {{0, 1, 2}, {0, 2, 5}, {5, 2, 3}, {5, 3, 4}};
    const uint32_t types[4] = {0, 0, 1, 1};
    terrain_world *w = terrain_world_from(points, 6, triangles, types, 4);
    w->weights[1] = ratio;
    return w;
}

/* Returns the least cost from (1, 2) to (15, 14), and where it crosses the border: by bisection of
 * the derivative. */
static double solve_snell(double ratio, double *x) {
    double low = 1.0, high = 15.0;
    for (uint32_t i = 0; i < 200; i++) {
        *x = 0.5 * (low + high);
        double slope = (*x - 1.0) / sqrt((*x - 1.0) * (*x - 1.0) + 36.0) -
                       ratio * (15.0 - *x) / sqrt((15.0 - *x) * (15.0 - *x) + 36.0);
        low = slope < 0.0 ? *x : low;
        high = slope < 0.0 ? high : *x;
    }
    return sqrt((*x - 1.0) * (*x - 1.0) + 36.0) + ratio * sqrt((15.0 - *x) * (15.0 - *x) + 36.0);
}

START_TEST(refraction_obeys_the_law_of_snell) {
    for (uint32_t i = 0; i < 3; i++) {
        terrain_query q;
        search_path leg;
        double x, best = solve_snell(ratios[i], &x);
        terrain_query_begin(&q, make_halves(ratios[i]));
        double cost = terrain_query_find(&q, (wend_vec2){1, 2}, (wend_vec2){15, 14}, &leg);
        check_path(&q, (wend_vec2){1, 2}, (wend_vec2){15, 14}, &leg);
        /* The edges are crossed where the optimum crosses them, so the result is nearly exact. */
        ck_assert_double_eq_tol(cost, best, 1e-6 * best);
        ck_assert_uint_eq(leg.count, 2);
        ck_assert_float_eq_tol(leg.points[0].position.x, (float)x, 2e-3F);
        ck_assert_float_eq_tol(leg.points[0].position.y, 8.0F, 1e-5F);
        double back = terrain_query_find(&q, (wend_vec2){15, 14}, (wend_vec2){1, 2}, &leg);
        ck_assert_double_eq_tol(cost, back, 1e-6 * best);
        terrain_query_end(&q);
    }
}
END_TEST

/* Between two points on the expensive side, close to the border, the best path goes to the border
 * at the critical angle, along it on the cheap side, and back: d = 14 m apart, e = 1 m from the
 * border, it costs 2 e sqrt(R^2 - 1) + d. */
START_TEST(paths_use_the_cheap_side_of_a_border) {
    for (uint32_t i = 0; i < 3; i++) {
        terrain_query q;
        search_path leg;
        terrain_query_begin(&q, make_halves(ratios[i]));
        double best = fmin(2.0 * sqrt(ratios[i] * ratios[i] - 1.0) + 14.0, ratios[i] * 14.0);
        double cost = terrain_query_find(&q, (wend_vec2){1, 9}, (wend_vec2){15, 9}, &leg);
        check_path(&q, (wend_vec2){1, 9}, (wend_vec2){15, 9}, &leg);
        ck_assert_double_ge(cost, best * (1.0 - 1e-6));
        ck_assert_double_le(cost, best * (1.0 + 1e-5));
        terrain_query_end(&q);
    }
}
END_TEST

/* ---- Random worlds --------------------------------------------------------------------------- */

START_TEST(costs_are_within_eps_of_a_much_finer_net) {
    double worst = 1.0;
    for (uint64_t seed = 1; seed <= trials(100); seed++) {
        const terrain_world_def def = {seed, 100, ratios[seed % 3], 0.1};
        terrain_query q;
        search_path leg;
        terrain_query_begin(&q, terrain_world_make(&def));
        dice random = {seed + 99};
        wend_vec2 from = terrain_query_sample(&random, q.world),
                  to = terrain_query_sample(&random, q.world);
        terrain_route route = terrain_brute_route(q.world, from, to, 0.4, 20);
        double cost = terrain_query_find(&q, from, to, &leg);
        ck_assert_msg(cost <= (1.0 + EPS) * route.cost + 1e-9,
                      "seed %u: cost %.9g, with brute force %.9g", (unsigned)seed, cost,
                      route.cost);
        check_path(&q, from, to, &leg);
        double back = terrain_query_find(&q, to, from, &leg);
        ck_assert_msg(fabs(back - cost) <= EPS * cost + 1e-9, "seed %u: cost %.9g, back %.9g",
                      (unsigned)seed, cost, back);
        worst = fmax(worst, cost / fmax(route.cost, 1e-9));
        terrain_route_free(&route);
        terrain_query_end(&q);
    }
    ck_assert_double_gt(worst, 0.5);
}
END_TEST

START_TEST(a_lower_eps_never_costs_more_than_eps) {
    for (uint64_t seed = 1; seed <= trials(20); seed++) {
        const terrain_world_def def = {seed, 60, ratios[seed % 3], 0.2};
        terrain_query q;
        search_path leg;
        terrain_query_begin(&q, terrain_world_make(&def));
        dice random = {seed};
        wend_vec2 from = terrain_query_sample(&random, q.world),
                  to = terrain_query_sample(&random, q.world);
        q.options.eps = 0.001;
        double fine = terrain_query_find(&q, from, to, &leg);
        static const double all[4] = {0.003, 0.01, 0.1, 1.0};
        for (uint32_t i = 0; i < 4; i++) {
            q.options.eps = all[i];
            double cost = terrain_query_find(&q, from, to, &leg);
            ck_assert_msg(cost <= (1.0 + all[i]) * fine + 1e-9 && fine <= 1.001 * cost + 1e-9,
                          "seed %u, eps %g: %.9g against %.9g", (unsigned)seed, all[i], cost, fine);
        }
        terrain_query_end(&q);
    }
}
END_TEST

/* ---- Equal weights --------------------------------------------------------------------------- */

/* Equal weights are searched exactly. Weights that are almost equal take the other method, and must
 * give almost the same. */
START_TEST(equal_weights_give_the_shortest_path) {
    for (uint64_t seed = 1; seed <= trials(60); seed++) {
        const terrain_world_def def = {seed, 80, 1.0, 1.0};
        terrain_query q;
        search_path leg;
        terrain_query_begin(&q, terrain_world_make(&def));
        dice random = {seed};
        wend_vec2 from = terrain_query_sample(&random, q.world),
                  to = terrain_query_sample(&random, q.world);
        double one = terrain_query_find(&q, from, to, &leg);
        terrain_route route = terrain_brute_route(q.world, from, to, 0.5, 30);
        ck_assert_double_le(one, route.cost * (1.0 + 1e-7) + 1e-6);
        for (uint32_t i = 0; i < TERRAIN_TYPES; i++) {
            q.world->weights[i] = 3.5;
        }
        ck_assert_double_eq_tol(terrain_query_find(&q, from, to, &leg), 3.5 * one, 1e-9 * one);
        for (uint32_t i = 0; i < TERRAIN_TYPES; i++) {
            q.world->weights[i] = 1.0 + 1e-6 * i;
        }
        double almost = terrain_query_find(&q, from, to, &leg);
        ck_assert_msg(almost >= one * (1.0 - 1e-6) - 1e-6 && almost <= one * (1.0 + EPS) + 1e-6,
                      "seed %u: %.9g, exact %.9g", (unsigned)seed, almost, one);
        terrain_route_free(&route);
        terrain_query_end(&q);
    }
}
END_TEST

/* ---- Forbidden terrain ----------------------------------------------------------------------- */

START_TEST(forbidden_terrain_is_never_crossed) {
    uint32_t found = 0, none = 0;
    for (uint64_t seed = 1; seed <= trials(80); seed++) {
        const terrain_world_def def = {seed, 60, 10.0, 0.1};
        terrain_query q;
        search_path leg;
        terrain_query_begin(&q, terrain_world_make(&def));
        dice random = {seed};
        for (uint32_t i = 0; i < 3; i++) {
            q.world->weights[dice_below(&random, TERRAIN_TYPES)] = (double)INFINITY;
        }
        wend_vec2 from = terrain_query_sample(&random, q.world),
                  to = terrain_query_sample(&random, q.world);
        if (!(weight_at(q.world, (double)from.x, (double)from.y) < (double)INFINITY) ||
            !(weight_at(q.world, (double)to.x, (double)to.y) < (double)INFINITY)) {
            terrain_query_end(&q);
            continue;
        }
        double cost = terrain_query_find(&q, from, to, &leg);
        found += cost < (double)INFINITY;
        none += !(cost < (double)INFINITY);
        if (cost < (double)INFINITY) {
            check_path(&q, from, to, &leg); /* a forbidden metre would cost infinity */
            terrain_route route = terrain_brute_route(q.world, from, to, 0.5, 20);
            ck_assert_double_le(route.cost, cost * (1.0 + EPS)); /* it may pass between corners */
            terrain_route_free(&route);
        }
        terrain_query_end(&q);
    }
    ck_assert_uint_gt(found, trials_bound(15));
    ck_assert_uint_gt(none, trials_bound(3));
}
END_TEST

/* ---- Degenerate geometry --------------------------------------------------------------------- */

/* A regular grid of n x n squares of 2 m, each divided in two; the type of a square is
 * `type(column, row)`. */
static terrain_world *make_squares(uint32_t n, uint32_t (*type)(uint32_t column, uint32_t row)) {
    uint32_t side = n + 1, count = 0;
    grid_point *points = calloc((size_t)side * side, sizeof *points);
    uint32_t(*triangles)[3] = calloc((size_t)2 * n * n, sizeof *triangles);
    uint32_t *types = calloc((size_t)2 * n * n, sizeof *types);
    ck_assert(points != NULL && triangles != NULL && types != NULL);
    for (uint32_t i = 0; i < side * side; i++) {
        points[i] = (grid_point){(int32_t)(i % side) * 2 * M, (int32_t)(i / side) * 2 * M};
    }
    for (uint32_t i = 0; i < n * n; i++) {
        uint32_t a = i / n * side + i % n, b = a + 1, c = b + side, d = a + side;
        const uint32_t both[2][3] = {{a, b, c}, {a, c, d}};
        for (uint32_t k = 0; k < 6; k++) {
            triangles[count + k / 3][k % 3] = both[k / 3][k % 3];
        }
        types[count] = types[count + 1] = type(i % n, i / n);
        count += 2;
    }
    terrain_world *w = terrain_world_from(points, side * side, triangles, types, count);
    free(points);
    free(triangles);
    free(types);
    return w;
}

static uint32_t as_chequered(uint32_t column, uint32_t row) {
    return (column + row) % 2;
}

static uint32_t as_uniform(uint32_t column, uint32_t row) {
    (void)column, (void)row;
    return 1;
}

static uint32_t as_striped(uint32_t column, uint32_t row) {
    (void)column;
    return row % 2;
}

START_TEST(regular_squares_work_from_all_vertices_and_edges) {
    terrain_query q;
    search_path leg;
    terrain_query_begin(&q, make_squares(4, as_chequered));
    for (uint32_t i = 0; i < 3; i++) {
        q.world->weights[1] = ratios[i];
        for (uint32_t k = 0; k < 17 * 17; k++) {
            /* Every metre, half a metre apart in steps: vertices, edges, diagonals, inner points.
             */
            wend_vec2 from = {0.5F * (float)(k % 17), 0.5F * (float)(k / 17)};
            wend_vec2 to = {6.0F, 5.0F};
            double cost = terrain_query_find(&q, from, to, &leg);
            check_path(&q, from, to, &leg);
            double back = terrain_query_find(&q, to, from, &leg);
            ck_assert_double_eq_tol(cost, back, EPS * cost + 1e-9);
        }
        wend_vec2 from = {0, 0}, to = {8, 8};
        terrain_route route = terrain_brute_route(q.world, from, to, 0.05, 20);
        ck_assert_double_le(terrain_query_find(&q, from, to, &leg), (1.0 + EPS) * route.cost);
        terrain_route_free(&route);
    }
    terrain_query_end(&q);
}
END_TEST

START_TEST(a_path_from_a_point_to_itself_costs_nothing) {
    const terrain_world_def def = {5, 50, 10.0, 0.0};
    terrain_query q;
    search_path leg;
    terrain_query_begin(&q, terrain_world_make(&def));
    dice random = {3};
    for (uint32_t i = 0; i < 50; i++) {
        wend_vec2 at = terrain_query_sample(&random, q.world);
        ck_assert_double_eq(terrain_query_find(&q, at, at, &leg), 0.0);
        ck_assert_uint_eq(leg.count, 1);
    }
    terrain_query_end(&q);
}
END_TEST

/* Weights of 1e6 beside 1e-6: the path follows the cheap stripes as far as it can. From (1, 1) to
 * (15, 1) within one cheap stripe, the cost is its length. To the next cheap stripe, the straight
 * line across the expensive one costs least. */
START_TEST(extreme_weights_work) {
    terrain_query q;
    search_path leg;
    terrain_query_begin(&q, make_squares(8, as_striped));
    q.world->weights[0] = 1e-6;
    q.world->weights[1] = 1e6;
    double along = terrain_query_find(&q, (wend_vec2){1, 1}, (wend_vec2){15, 1}, &leg);
    ck_assert_double_eq_tol(along, 14e-6, 1e-12);
    double across = terrain_query_find(&q, (wend_vec2){1, 1}, (wend_vec2){15, 5}, &leg);
    ck_assert_double_ge(across, 2e6);
    ck_assert_double_le(across, 2e6 * (1.0 + 1e-9) + 1e-3);
    double inside = terrain_query_find(&q, (wend_vec2){1, 3}, (wend_vec2){15, 3}, &leg);
    ck_assert_double_eq_tol(inside, 2e6, 2.0); /* out and in again, one metre each */
    terrain_query_end(&q);
}
END_TEST

/* A fan of slivers, a millimetre wide at one end, between two weights. */
START_TEST(slivers_work) {
    enum { SLIVERS = 40 };
    grid_point points[SLIVERS + 2];
    uint32_t triangles[SLIVERS][3], types[SLIVERS];
    points[0] = (grid_point){0, 0};
    for (uint32_t i = 0; i <= SLIVERS; i++) {
        points[i + 1] = (grid_point){100 * M, (int32_t)i};
    }
    for (uint32_t i = 0; i < SLIVERS; i++) {
        triangles[i][0] = 0;
        triangles[i][1] = i + 1;
        triangles[i][2] = i + 2;
        types[i] = i % 2;
    }
    terrain_query q;
    search_path leg;
    terrain_query_begin(&q, terrain_world_from(points, SLIVERS + 2, triangles, types, SLIVERS));
    q.world->weights[1] = 10.0;
    wend_vec2 from = {1.0F, 0.0F}, to = {100.0F, (float)SLIVERS / M};
    double cost = terrain_query_find(&q, from, to, &leg);
    /* It can run at weight 1 along edges, and must cross 39 mm at weights of 1 to 10. */
    ck_assert_double_ge(cost, 99.0);
    ck_assert_double_le(cost, 99.0 * (1.0 + EPS) + 0.4);
    ck_assert_double_eq_tol(terrain_query_find(&q, to, from, &leg), cost, EPS * cost);
    terrain_query_end(&q);
}
END_TEST

/* All of one type among thousands of triangles, but with other weights in the map's list of types
 * that no triangle has: searched exactly. */
START_TEST(thousands_of_triangles_of_one_type_give_a_straight_line) {
    terrain_query q;
    search_path leg;
    terrain_query_begin(&q, make_squares(50, as_uniform));
    q.world->weights[1] = 7.0;
    double cost = terrain_query_find(&q, (wend_vec2){0.3F, 0.7F}, (wend_vec2){99.1F, 63.4F}, &leg);
    double exact = 7.0 * hypot((double)99.1F - (double)0.3F, (double)63.4F - (double)0.7F);
    ck_assert_double_eq_tol(cost, exact, 1e-5 * exact);
    ck_assert_uint_eq(leg.count, 1);
    terrain_query_end(&q);
}
END_TEST

/* ---- Regions and limits ---------------------------------------------------------------------- */

/* The best path to a region is at most as long as the one to any of its points. */
START_TEST(regions_are_reached_at_their_cheapest_point) {
    for (uint64_t seed = 1; seed <= trials(40); seed++) {
        const terrain_world_def def = {seed, 60, ratios[seed % 3], 0.0};
        terrain_query q;
        search_path leg;
        terrain_query_begin(&q, terrain_world_make(&def));
        dice random = {seed};
        wend_vec2 from = terrain_query_sample(&random, q.world),
                  at = terrain_query_sample(&random, q.world);
        wend_region disc = {.shape = WEND_SHAPE_DISC, .a = at, .b = {3.0F, 0.0F}};
        target to = target_of(&disc, 0, 0.0);
        terrain_query_find(&q, from, at, &leg); /* sets the weights and the start */
        ck_assert_int_eq(weighted_find(&q.path, &to, &leg), SEARCH_FOUND);
        double cost = leg.length, best = (double)INFINITY;
        wend_vec2 last = leg.points[leg.count - 1].position;
        ck_assert_double_le(hypot((double)last.x - (double)at.x, (double)last.y - (double)at.y),
                            3.0 + 1e-5);
        for (uint32_t i = 0; i < to.count; i++) {
            wend_vec2 corner = {(float)to.points[i].x, (float)to.points[i].y};
            if (terrain_world_find(q.world, corner) != UINT32_MAX) {
                best = fmin(best, terrain_query_find(&q, from, corner, &leg));
            }
        }
        ck_assert_msg(cost <= (1.0 + EPS) * best + 1e-6, "seed %u: %g against %g", (unsigned)seed,
                      cost, best);
        ck_assert_double_le(cost, terrain_query_find(&q, from, last, &leg) * (1.0 + EPS) + 1e-6);
        terrain_query_end(&q);
    }
}
END_TEST

START_TEST(a_node_limit_ends_the_search) {
    const terrain_world_def def = {4, 300, 10.0, 0.0};
    terrain_query q;
    search_path leg;
    terrain_query_begin(&q, terrain_world_make(&def));
    wend_vec2 from = {1, 1}, to = {(float)q.world->side - 1.0F, (float)q.world->side - 1.0F};
    ck_assert_double_lt(terrain_query_find(&q, from, to, &leg), (double)INFINITY);
    target at = target_at(to, 0, navmesh_locate(q.path.ground.level, (wend_location){to, 0}));
    q.path.ground.node_limit = 100;
    ck_assert_int_eq(weighted_find(&q.path, &at, &leg), SEARCH_LIMIT);
    terrain_query_end(&q);
}
END_TEST

/* Half a megabyte is the goal for 1,000 vertices; the buffers of a worker are kept between queries.
 */
START_TEST(queries_take_half_a_megabyte_for_a_thousand_vertices) {
    for (uint32_t i = 0; i < 3; i++) {
        const terrain_world_def def = {i + 1, 1000, ratios[i], 0.1};
        terrain_query q;
        dice random = {i + 1};
        terrain_query_begin(&q, terrain_world_make(&def));
        for (uint32_t k = 0; k < trials(60); k++) {
            search_path leg;
            wend_vec2 from = terrain_query_sample(&random, q.world);
            terrain_query_find(&q, from, terrain_query_sample(&random, q.world), &leg);
            empty_view_set_space(&q.empty, q.space, WEND_ALL_CLASSES);
        }
        size_t sum = 0;
        for (uint32_t k = 0; k < BUFFER_COUNT; k++) {
            sum += worker_buffer_size(&q.empty.view, 0, k);
        }
        ck_assert_uint_gt(sum, 100000);
        ck_assert_msg(sum <= 500000, "R = %g: %zu bytes", ratios[i], sum);
        terrain_query_end(&q);
    }
}
END_TEST

int main(void) {
    SUITE("plan/weighted", refraction_obeys_the_law_of_snell, paths_use_the_cheap_side_of_a_border,
          costs_are_within_eps_of_a_much_finer_net, a_lower_eps_never_costs_more_than_eps,
          equal_weights_give_the_shortest_path, forbidden_terrain_is_never_crossed,
          regular_squares_work_from_all_vertices_and_edges,
          a_path_from_a_point_to_itself_costs_nothing, extreme_weights_work, slivers_work,
          thousands_of_triangles_of_one_type_give_a_straight_line,
          regions_are_reached_at_their_cheapest_point, a_node_limit_ends_the_search,
          queries_take_half_a_megabyte_for_a_thousand_vertices);
}
