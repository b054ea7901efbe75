/* needs: kit */
/* cost: 29 */
/* Control paths of the planner `corridor` in random worlds. The shortest control path is compared
 * with the shortest of all paths in the corridor as GEOS builds it, with and without preferred
 * clearance. The agents' own paths are compared with the corridors built for them. */
#include "support/kit/corridor_trace.h"
#include "support/kit/corridor_worlds.h"
#include "support/kit/disc_oracle.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUERIES = 6, VIA = 3, TRIES = 200 };

static const double PRECISION = 1e-3; /* tolerance for lengths: both in m and relative to the length
                                       */

typedef struct query {
    wend_vec2 from, to;
    wend_agent agent;
} query;

static char what[96];

static double apart(wend_vec2 p, wend_vec2 q) {
    return hypot((double)p.x - (double)q.x, (double)p.y - (double)q.y);
}

static wend_profile add_profile(const corridor_world *w, double radius, const char *control,
                                double clearance, double spacing) {
    wend_setting settings[] = {
        {"control", {.kind = WEND_VALUE_TEXT, .text = control}},
        {"clearance", {.kind = WEND_VALUE_NUMBER, .number = wend_constant(clearance)}},
        {"spacing", {.kind = WEND_VALUE_NUMBER, .number = wend_constant(spacing)}}};
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(radius);
    profile.plan = (wend_choice){"corridor", settings, 3};
    return worlds_add_profile(w->world, &profile);
}

static uint32_t add_queries(corridor_world *w, wend_profile profile, double room, query *queries) {
    dice from = {w->seed + 7000};
    uint32_t count = 0;
    while (count < QUERIES &&
           corridor_world_sample_position(w, &from, room, &queries[count].from) &&
           corridor_world_sample_position(w, &from, room, &queries[count].to)) {
        query *q = &queries[count++];
        q->agent = corridor_world_agent(w, profile, q->from, q->to);
    }
    return count;
}

static double length_of(const query *q, const wend_route *route) {
    double length = 0.0;
    wend_vec2 last = q->from;
    for (uint32_t i = 0; i <= route->point_count; i++) {
        wend_vec2 at = i < route->point_count ? route->points[i].position : q->to;
        length += apart(last, at);
        last = at;
    }
    return length;
}

/* ---- The shortest path in a corridor --------------------------------------------------------- */

static wend_ring ring_of(GEOSContextHandle_t geos, const GEOSGeometry *line) {
    const GEOSCoordSequence *points = GEOSGeom_getCoordSeq_r(geos, line);
    unsigned int count = 0;
    ck_assert(points != NULL && GEOSCoordSeq_getSize_r(geos, points, &count) == 1 && count > 3);
    wend_point *out = calloc(count, sizeof *out);
    ck_assert_ptr_nonnull(out);
    for (unsigned int i = 0; i + 1 < count; i++) {
        ck_assert(GEOSCoordSeq_getXY_r(geos, points, i, &out[i].x, &out[i].y) == 1);
    }
    return (wend_ring){out, count - 1};
}

/* Returns the length in m of the shortest path in the corridor inset by a radius; NAN if the
 * corridor goes around something and therefore has a hole. */
static double shortest_in(const wend_route *route, const query *q, double radius) {
    GEOSContextHandle_t geos = GEOS_init_r();
    double sum = 0.0, length = NAN;
    GEOSGeometry *area = corridor_area_of_route(geos, route, &sum);
    if (GEOSGeomTypeId_r(geos, area) == GEOS_POLYGON &&
        GEOSGetNumInteriorRings_r(geos, area) == 0) {
        wend_ring ring = ring_of(geos, GEOSGetExteriorRing_r(geos, area));
        wend_layer_def layer = {.boundaries = &ring, .boundary_count = 1};
        disc_oracle *oracle = disc_oracle_make(&layer, (wend_point){0.0, 0.0}, radius);
        length = disc_oracle_find(oracle, q->from, q->to).length;
        disc_oracle_free(oracle);
        free((void *)ring.points);
    }
    GEOSGeom_destroy_r(geos, area);
    GEOS_finish_r(geos);
    return length;
}

static double least_disc(const wend_route *route) {
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < route->disc_count; i++) {
        least = fmin(least, (double)route->discs[i].clearance);
    }
    return least;
}

static void check_legs(const corridor_world *w, const query *q, const wend_route *route,
                       double room) {
    wend_vec2 last = q->from;
    for (uint32_t i = 0; i <= route->point_count; i++) {
        wend_vec2 at = i < route->point_count ? route->points[i].position : q->to;
        double leg = corridor_world_leg_clearance(w, last, at);
        ck_assert_msg(leg > room - 1e-3, "%s: leg %u comes to %.9g m of a wall", what, i, leg);
        if (i < route->point_count) {
            ck_assert_double_eq_tol((double)route->points[i].clearance,
                                    corridor_world_clearance(w, at), 1e-4);
        }
        last = at;
    }
}

/* Compares the paths for one radius and one preferred clearance. Returns the number of paths
 * compared. */
static uint32_t compare_shortest(uint64_t seed, const char *control, double clearance) {
    corridor_world w;
    query queries[QUERIES];
    uint32_t compared = 0;
    corridor_world_make(&w, seed, 0.1, NULL);
    double radius = w.sampled.radii[seed % DISC_RADII], room = radius + clearance;
    wend_profile profile = add_profile(&w, radius, control, clearance, 1.0);
    uint32_t count = add_queries(&w, profile, room + 1e-3, queries);
    worlds_step(w.world, 1);
    for (uint32_t i = 0; i < count; i++) {
        const wend_route *route = worlds_route(w.world, queries[i].agent);
        snprintf(what, sizeof what, "seed %llu, radius %g, query %u", (unsigned long long)seed,
                 radius, i);
        if (route == NULL || route->status != WEND_ROUTE_STATUS_FOUND ||
            least_disc(route) < room + 2e-3) {
            continue;
        }
        check_legs(&w, &queries[i], route, room);
        double ours = length_of(&queries[i], route), best = shortest_in(route, &queries[i], room);
        if (isnan(best)) {
            continue;
        }
        ck_assert_msg(fabs(ours - best) < PRECISION * (1.0 + best),
                      "%s: (%.9g, %.9g) to (%.9g, %.9g): %.9g m, not %.9g", what,
                      (double)queries[i].from.x, (double)queries[i].from.y, (double)queries[i].to.x,
                      (double)queries[i].to.y, ours, best);
        ck_assert_double_eq_tol((double)route->cost, ours, 1e-3);
        compared++;
    }
    corridor_world_end(&w);
    return compared;
}

START_TEST(finds_shortest_path_in_corridor) {
    uint32_t compared = 0;
    for (uint64_t seed = 100; seed < 100 + trials(12); seed++) {
        compared += compare_shortest(seed, "shortest", 0.0);
    }
    ck_assert_uint_ge(compared, trials_bound(25));
}
END_TEST

START_TEST(finds_shortest_path_with_clearance) {
    uint32_t compared = 0;
    for (uint64_t seed = 200; seed < 200 + trials(12); seed++) {
        compared += compare_shortest(seed, "visibility_voronoi", 0.15);
    }
    ck_assert_uint_ge(compared, trials_bound(12));
}
END_TEST

/* ---- Clearance where there is room ----------------------------------------------------------- */

/* Checks that each point of the path either has the preferred clearance, or lies on the axis where
 * the axis has less. */
static uint32_t check_clearance(const corridor_world *w, const query *q, const wend_route *route,
                                double room) {
    uint32_t narrow = 0;
    wend_vec2 last = q->from;
    for (uint32_t i = 0; i <= route->point_count; i++) {
        wend_vec2 to = i < route->point_count ? route->points[i].position : q->to;
        for (int k = 0; k < 8; k++) {
            float t = (float)k / 8.0F;
            wend_vec2 at = {last.x + (to.x - last.x) * t, last.y + (to.y - last.y) * t};
            double clearance = corridor_world_clearance(w, at);
            wend_corridor_projection axis;
            ck_assert(wend_corridor_project(w->map, (wend_location){at, 0}, &axis));
            double most = fmin(room, (double)axis.sample.clearance);
            ck_assert_msg(clearance > most - 5e-3,
                          "%s: (%.9g, %.9g) has %.9g m, where there is %.9g", what, (double)at.x,
                          (double)at.y, clearance, most);
            narrow += (double)axis.sample.clearance < room - 0.02;
        }
        last = to;
    }
    return narrow;
}

START_TEST(clearance_is_kept_where_there_is_room) {
    uint32_t found = 0, narrow = 0;
    for (uint64_t seed = 300; seed < 300 + trials_at_least(24, 4); seed++) {
        corridor_world w;
        query queries[QUERIES];
        corridor_world_make(&w, seed, 0.1, NULL);
        double radius = w.sampled.radii[0], room = radius + 0.5;
        wend_profile profile = add_profile(&w, radius, "visibility_voronoi", 0.5, 1.0);
        uint32_t count = add_queries(&w, profile, room + 1e-3, queries);
        worlds_step(w.world, 1);
        for (uint32_t i = 0; i < count; i++) {
            const wend_route *route = worlds_route(w.world, queries[i].agent);
            snprintf(what, sizeof what, "seed %llu, query %u", (unsigned long long)seed, i);
            if (route != NULL && route->status == WEND_ROUTE_STATUS_FOUND) {
                check_legs(&w, &queries[i], route, radius);
                narrow += check_clearance(&w, &queries[i], route, room);
                found++;
            }
        }
        corridor_world_end(&w);
    }
    ck_assert_uint_ge(found, trials_bound(40));
    ck_assert_uint_ge(narrow, trials_bound(300));
}
END_TEST

/* ---- The agent's own paths ------------------------------------------------------------------- */

/* Samples points each of which sees the next one. Returns the number of points. */
static uint32_t draw_path(const corridor_world *w, dice *from, double room, wend_vec2 *out) {
    uint32_t count = 0;
    for (int i = 0; i < TRIES && count < VIA + 2; i++) {
        wend_vec2 at;
        if (corridor_world_sample_position(w, from, room, &at) &&
            (count == 0 || (apart(out[count - 1], at) > 1.0 &&
                            corridor_world_leg_clearance(w, out[count - 1], at) > room))) {
            out[count++] = at;
        }
    }
    return count;
}

static wend_agent add_walker(const corridor_world *w, wend_profile profile, const wend_vec2 *path) {
    wend_point via[VIA];
    wend_path number = {0};
    for (uint32_t i = 0; i < VIA; i++) {
        via[i] = wend_space_from_local(w->sampled.space, path[i + 1]);
    }
    ck_assert_int_eq(wend_world_add_path(w->world, via, NULL, VIA, &number, NULL), WEND_OK);
    wend_point to = wend_space_from_local(w->sampled.space, path[VIA + 1]);
    wend_agent_def def = wend_default_agent_def();
    def.position = wend_space_from_local(w->sampled.space, path[0]);
    def.profile = profile;
    def.path = number;
    def.goal = worlds_point(w->world, to.x, to.y);
    return worlds_add(w->world, &def);
}

/* Checks that the control path equals the given path, and that its corridor leads along the axis
 * and contains the whole path. */
static void check_path(const corridor_world *w, const wend_vec2 *path, const wend_route *route) {
    ck_assert_msg(route != NULL && route->status == WEND_ROUTE_STATUS_FOUND, "%s", what);
    double length = 0.0;
    uint32_t at = 0;
    for (uint32_t i = 1; i < VIA + 2; i++) {
        length += apart(path[i - 1], path[i]);
        while (i <= VIA && at < route->point_count &&
               apart(route->points[at].position, path[i]) > 0.0) {
            at++;
        }
        ck_assert_msg(at < route->point_count || i == VIA + 1, "%s: point %u", what, i);
    }
    query q = {path[0], path[VIA + 1], {0}};
    ck_assert_double_eq_tol(length_of(&q, route), length, 1e-3);
    corridor_trace trace = corridor_trace_make(w->map, route, what);
    corridor_trace_free(&trace);
    GEOSContextHandle_t geos = GEOS_init_r();
    double sum;
    GEOSGeometry *area = corridor_area_of_route(geos, route, &sum);
    for (uint32_t i = 0; i < 40 * (VIA + 1); i++) {
        const wend_vec2 *leg = &path[i / 40];
        float t = (float)(i % 40) / 40.0F;
        wend_vec2 point = {leg[0].x + (leg[1].x - leg[0].x) * t,
                           leg[0].y + (leg[1].y - leg[0].y) * t};
        double depth = corridor_area_depth(geos, area, point);
        ck_assert_msg(depth > -5e-3, "%s: (%.9g, %.9g) lies %.9g m outside the corridor", what,
                      (double)point.x, (double)point.y, -depth);
    }
    GEOSGeom_destroy_r(geos, area);
    GEOS_finish_r(geos);
}

START_TEST(agents_own_path_lies_in_its_corridor) {
    uint32_t checked = 0;
    for (uint64_t seed = 400; seed < 400 + trials(30); seed++) {
        corridor_world w;
        wend_vec2 path[VIA + 2];
        dice from = {seed};
        corridor_world_make(&w, seed, 0.1, NULL);
        double radius = w.sampled.radii[0];
        wend_profile profile = add_profile(&w, radius, "path", 0.0, 1.0);
        if (draw_path(&w, &from, radius + 1e-3, path) == VIA + 2) {
            wend_agent agent = add_walker(&w, profile, path);
            worlds_step(w.world, 1);
            snprintf(what, sizeof what, "seed %llu", (unsigned long long)seed);
            check_path(&w, path, worlds_route(w.world, agent));
            checked++;
        }
        corridor_world_end(&w);
    }
    ck_assert_uint_ge(checked, trials_bound(15));
}
END_TEST

int main(void) {
    SUITE("plan/corridor_control", finds_shortest_path_in_corridor,
          finds_shortest_path_with_clearance, clearance_is_kept_where_there_is_room,
          agents_own_path_lies_in_its_corridor);
}
