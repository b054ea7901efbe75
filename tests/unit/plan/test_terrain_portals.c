/* Portals of paths over weighted ground: all straight lines between successive portals are on
 * ground of one weight, never on forbidden ground and never in walls; portals are as wide as the
 * ground allows where the weight does not change, and cut by cost where it does. */
/* cost: 6 */
#include "plan/terrain/portals.h"

#include <math.h>

#include "plan/dual/dual.h"
#include "plan/route/portals.h"
#include "support/suite.h"
#include "support/terrain_queries.h"
#include "support/trials.h"

enum { M = 1024, LINES = 12, MOST_TYPES = 32 };

static const double RADIUS = 0.25;
/* m: lines may touch other ground for this length. The ends of portals are rounded to single
 * precision (4e-6 m here), so a line that is almost parallel to a border, at 2e-4 rad, may begin
 * beside it for 2 cm: 17 mm in 1 of 3,000 worlds (seed 419). */
static const double TOUCH = 0.03;
static const double BESIDE = 0.002; /* m: how far beside a line its ground is measured too */
static const double ratios[3] = {2.0, 10.0, 80.0};

/* ---- Lines between portals ------------------------------------------------------------------- */

static wend_vec2 sample_on(dice *random, const wend_portal *portal) {
    uint32_t kind = dice_below(random, 4);
    float t = kind == 0 ? 0.0F : kind == 1 ? 1.0F : (float)dice_between(random, 0.0, 1.0);
    return (wend_vec2){portal->right.x + (portal->left.x - portal->right.x) * t,
                       portal->right.y + (portal->left.y - portal->right.y) * t};
}

/* Writes the length (m) of a line on each type, shifted to the left by `shift` (m). */
static void measure_types(const terrain_query *q, wend_vec2 a, wend_vec2 b, double shift,
                          double lengths[TERRAIN_TYPES]) {
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y, size = hypot(x, y);
    wend_vec2 side = {size > 0.0 ? (float)(-y / size * shift) : 0.0F,
                      size > 0.0 ? (float)(x / size * shift) : 0.0F};
    wend_terrain_length found[MOST_TYPES];
    wend_location from = {{a.x + side.x, a.y + side.y}, 0};
    wend_vec2 to = {b.x + side.x, b.y + side.y};
    uint32_t count = wend_space_segment_terrain(q->space, from, to, found, MOST_TYPES);
    ck_assert_uint_le(count, MOST_TYPES);
    for (uint32_t i = 0; i < TERRAIN_TYPES; i++) {
        lengths[i] = 0.0;
    }
    for (uint32_t i = 0; i < count; i++) {
        lengths[found[i].type] += (double)found[i].length;
    }
}

/* Widens the range of weights on a line. Rounding decides the ground of a line along a border, so
 * the lines just beside it have to agree. */
static void add_line(const terrain_query *q, wend_vec2 a, wend_vec2 b, double range[2]) {
    double lengths[3][TERRAIN_TYPES];
    for (uint32_t i = 0; i < 3; i++) {
        measure_types(q, a, b, BESIDE * ((double)i - 1.0), lengths[i]);
    }
    for (uint32_t i = 0; i < TERRAIN_TYPES; i++) {
        if (fmin(fmin(lengths[0][i], lengths[1][i]), lengths[2][i]) > TOUCH) {
            range[0] = fmin(range[0], (double)q->weights[i]);
            range[1] = fmax(range[1], (double)q->weights[i]);
        }
    }
}

/* Checks the lines between successive portals. */
static void check_lines(const terrain_query *q, const portal_query *found, wend_vec2 from,
                        wend_vec2 to, dice *random, uint64_t seed) {
    for (uint32_t i = 0; i <= found->portal_count; i++) {
        wend_portal start = {from, from, 0}, end = {to, to, 0};
        const wend_portal *a = i > 0 ? &found->portals[i - 1] : &start;
        const wend_portal *b = i < found->portal_count ? &found->portals[i] : &end;
        double range[2] = {(double)INFINITY, 0.0};
        for (uint32_t k = 0; k < LINES; k++) {
            wend_vec2 p = sample_on(random, a), r = sample_on(random, b);
            add_line(q, p, r, range);
            bool seen = wend_space_is_visible(q->space, (wend_location){p, 0},
                                              (wend_location){r, 0}, 0.0F, WEND_ALL_CLASSES);
            ck_assert_msg(seen, "seed %u: a wall between portals %u and %u", (unsigned)seed, i,
                          i + 1);
        }
        ck_assert_msg(range[1] < (double)INFINITY, "seed %u: forbidden ground before portal %u",
                      (unsigned)seed, i);
        ck_assert_msg(range[1] <= 1.0501 * range[0] || range[1] == 0.0,
                      "seed %u: weights %g and %g before portal %u of %u", (unsigned)seed, range[0],
                      range[1], i, found->portal_count);
    }
}

static portal_query query_of(const terrain_query *q, const search_path *leg) {
    return (portal_query){.ground = &q->path.ground,
                          .start = q->path.at,
                          .points = leg->points,
                          .point_count = leg->count,
                          .radius = RADIUS};
}

static bool is_forbidden(const terrain_query *q, wend_vec2 at) {
    uint32_t triangle = terrain_world_find(q->world, at);
    return !(q->world->weights[q->world->types[triangle]] < (double)INFINITY);
}

/* Makes some types forbidden, and in every third world all others equal. */
static void forbid(terrain_query *q, dice *random, uint64_t seed) {
    for (uint32_t i = 0; i < TERRAIN_TYPES && seed % 3 == 0; i++) {
        q->world->weights[i] = 1.5;
    }
    for (uint32_t i = 0; i < 2; i++) {
        q->world->weights[dice_below(random, TERRAIN_TYPES)] = (double)INFINITY;
    }
}

START_TEST(lines_between_portals_stay_on_ground_of_one_weight) {
    uint32_t paths = 0, portals = 0;
    for (uint64_t seed = 1; seed <= trials(300); seed++) {
        const terrain_world_def def = {seed + 2000, 80, ratios[seed % 3], 0.1};
        terrain_query q;
        search_path leg;
        dice random = {seed};
        terrain_query_begin(&q, terrain_world_make(&def));
        forbid(&q, &random, seed);
        wend_vec2 from = terrain_query_sample(&random, q.world);
        wend_vec2 to = terrain_query_sample(&random, q.world);
        if (!is_forbidden(&q, from) && !is_forbidden(&q, to) &&
            terrain_query_find(&q, from, to, &leg) < (double)INFINITY) {
            portal_query found = query_of(&q, &leg);
            ck_assert_msg(terrain_portals(&found) == SEARCH_FOUND, "seed %u: no portals",
                          (unsigned)seed);
            check_lines(&q, &found, q.path.at.position, to, &random, seed);
            portals += found.portal_count;
            paths++;
        }
        terrain_query_end(&q);
    }
    ck_assert_uint_ge(paths, trials_bound(90));
    ck_assert_uint_ge(portals, trials_bound(1000));
}
END_TEST

START_TEST(routes_along_the_dual_graph_have_such_portals_too) {
    uint32_t paths = 0;
    for (uint64_t seed = 1; seed <= trials(100); seed++) {
        const terrain_world_def def = {seed + 4000, 60, ratios[seed % 3], 0.1};
        terrain_query q;
        search_path leg;
        dice random = {seed};
        terrain_query_begin(&q, terrain_world_make(&def));
        forbid(&q, &random, 1);
        wend_vec2 from = terrain_query_sample(&random, q.world);
        wend_vec2 to = terrain_query_sample(&random, q.world);
        if (!is_forbidden(&q, from) && !is_forbidden(&q, to)) {
            const dual_options options = {.shorten = seed % 2 == 0};
            terrain_query_set(&q, from);
            q.path.options = &options;
            target at =
                target_at(to, 0, navmesh_locate(q.path.ground.level, (wend_location){to, 0}));
            if (dual_search(&q.path, &at, &leg) == SEARCH_FOUND) {
                portal_query found = query_of(&q, &leg);
                ck_assert_msg(terrain_portals(&found) == SEARCH_FOUND, "seed %u: no portals",
                              (unsigned)seed);
                check_lines(&q, &found, q.path.at.position, to, &random, seed);
                paths++;
            }
        }
        terrain_query_end(&q);
    }
    ck_assert_uint_ge(paths, trials_bound(30));
}
END_TEST

/* ---- Widths ---------------------------------------------------------------------------------- */

static double width_of(const wend_portal *p) {
    return hypot((double)p->left.x - (double)p->right.x, (double)p->left.y - (double)p->right.y);
}

/* A strip 32 m long and 4 m high, divided into two triangles whose common edge lies along it. */
static terrain_world *make_strip(void) {
    const grid_point points[4] = {{0, 0}, {32 * M, 0}, {32 * M, 4 * M}, {0, 4 * M}};
    uint32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    const uint32_t types[2] = {0, 0};
    return terrain_world_from(points, 4, triangles, types, 2);
}

START_TEST(portals_lie_across_the_path_and_use_the_width_of_the_ground) {
    terrain_query q;
    search_path leg;
    terrain_query_begin(&q, make_strip());
    for (uint32_t i = 0; i < TERRAIN_TYPES; i++) {
        q.world->weights[i] = 2.0;
    }
    ck_assert_double_eq_tol(terrain_query_find(&q, (wend_vec2){2, 2}, (wend_vec2){30, 2}, &leg),
                            56.0, 1e-4);
    portal_query found = query_of(&q, &leg);
    ck_assert_int_eq(terrain_portals(&found), SEARCH_FOUND);
    ck_assert_uint_eq(found.portal_count, 1);
    ck_assert_float_eq_tol(found.portals[0].left.x, 16.0F, 1e-3F);
    ck_assert_float_eq_tol(found.portals[0].right.x, 16.0F, 1e-3F);
    ck_assert_float_gt(found.portals[0].left.y, found.portals[0].right.y);
    ck_assert_double_ge(width_of(&found.portals[0]), 3.0);
    terrain_query_end(&q);
}
END_TEST

/* Two half-planes of weights 1 and 10, divided by y = 8: where the ground changes, each point of
 * the portal costs at most 5 % more than the path. */
START_TEST(portals_at_a_change_of_ground_are_cut_by_cost) {
    const grid_point points[6] = {{0, 0},           {16 * M, 0}, {16 * M, 8 * M},
                                  {16 * M, 16 * M}, {0, 16 * M}, {0, 8 * M}};
    uint32_t triangles[4][3] = {{0, 1, 2}, {0, 2, 5}, {5, 2, 3}, {5, 3, 4}};
    const uint32_t types[4] = {0, 0, 1, 1};
    terrain_query q;
    search_path leg;
    terrain_query_begin(&q, terrain_world_from(points, 6, triangles, types, 4));
    q.world->weights[1] = 10.0;
    double cost = terrain_query_find(&q, (wend_vec2){1, 2}, (wend_vec2){15, 14}, &leg);
    portal_query found = query_of(&q, &leg);
    ck_assert_int_eq(terrain_portals(&found), SEARCH_FOUND);
    uint32_t border = 0;
    for (uint32_t i = 0; i < found.portal_count; i++) {
        const wend_portal *p = &found.portals[i];
        if (fabsf(p->left.y - 8.0F) < 1e-4F && fabsf(p->right.y - 8.0F) < 1e-4F) {
            const double ends[2] = {(double)p->left.x, (double)p->right.x};
            for (uint32_t k = 0; k < 2; k++) {
                double by = hypot(ends[k] - 1.0, 6.0) + 10.0 * hypot(15.0 - ends[k], 6.0);
                ck_assert_double_le(by, 1.0501 * cost);
            }
            ck_assert_double_ge(width_of(p), 1.0);
            border++;
        }
    }
    ck_assert_uint_eq(border, 1);
    terrain_query_end(&q);
}
END_TEST

/* Squares of forbidden ground touch a straight path from both sides. */
START_TEST(paths_between_forbidden_squares_have_portals) {
    enum { COLUMNS = 6 };
    grid_point points[3 * (COLUMNS + 1)];
    uint32_t triangles[4 * COLUMNS][3], types[4 * COLUMNS];
    for (uint32_t x = 0; x <= COLUMNS; x++) {
        for (uint32_t y = 0; y < 3; y++) {
            points[3 * x + y] = (grid_point){(int32_t)(4 * x * M), (int32_t)(4 * y * M)};
        }
    }
    for (uint32_t i = 0; i < 2 * COLUMNS; i++) {
        uint32_t a = 3 * (i / 2) + i % 2, b = a + 3, c = b + 1, d = a + 1;
        /* The second column is forbidden above, the fourth one below. */
        uint32_t type = (i / 2 == 1 && i % 2 == 1) || (i / 2 == 3 && i % 2 == 0) ? 1 : 0;
        const uint32_t two[2][3] = {{a, b, c}, {a, c, d}};
        for (uint32_t k = 0; k < 6; k++) {
            triangles[2 * i + k / 3][k % 3] = two[k / 3][k % 3];
        }
        types[2 * i] = types[2 * i + 1] = type;
    }
    terrain_query q;
    search_path leg;
    dice random = {1};
    terrain_query_begin(
        &q, terrain_world_from(points, 3 * (COLUMNS + 1), triangles, types, 4 * COLUMNS));
    q.world->weights[1] = (double)INFINITY;
    const wend_vec2 from = {1, 4}, to = {23, 4};
    ck_assert_double_eq_tol(terrain_query_find(&q, from, to, &leg), 22.0, 1e-4);
    portal_query found = query_of(&q, &leg);
    ck_assert_int_eq(terrain_portals(&found), SEARCH_FOUND);
    check_lines(&q, &found, from, to, &random, 0);
    terrain_query_end(&q);
}
END_TEST

int main(void) {
    SUITE("plan/terrain_portals", lines_between_portals_stay_on_ground_of_one_weight,
          routes_along_the_dual_graph_have_such_portals_too,
          portals_lie_across_the_path_and_use_the_width_of_the_ground,
          portals_at_a_change_of_ground_are_cut_by_cost,
          paths_between_forbidden_squares_have_portals);
}
