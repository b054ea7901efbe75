/* needs: kit */
/* cost: 12 */
/* Checks the control paths `shortest` and `visibility_voronoi` of the planner `corridor` in random
 * worlds. They are clear of walls (checked by brute force), inside their corridor (checked with
 * GEOS), and no longer than its axis. Their length lies between two bounds
 * (support/kit/disc_oracle.h): that of the disc's shortest path through the whole ground, and that
 * of the shortest path that keeps the disc inside the corridor. */
#include "support/kit/corridor_trace.h"
#include "support/kit/corridor_worlds.h"
#include "support/kit/disc_oracle.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double SLACK = 1e-3;    /* m */
static const double RELATIVE = 0.01; /* relative error of lengths, from arcs sampled at a spacing of
                                        one metre */

typedef struct query {
    wend_vec2 from, to;
    wend_agent axis, control;
} query;

typedef struct tally {
    uint32_t routes, shorter, bounded;
} tally;

static char what[96];

static double length_of(const query *q, const wend_route *route) {
    double length = 0.0;
    wend_vec2 a = q->from;
    for (uint32_t i = 0; i <= route->point_count; i++) {
        wend_vec2 b = i < route->point_count ? route->points[i].position : q->to;
        length += hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
        a = b;
    }
    return length;
}

static void check_legs(const corridor_world *w, const query *q, const wend_route *route,
                       double radius, GEOSContextHandle_t geos, const GEOSGeometry *area) {
    wend_vec2 a = q->from;
    for (uint32_t i = 0; i <= route->point_count; i++) {
        wend_vec2 b = i < route->point_count ? route->points[i].position : q->to;
        double room = corridor_world_leg_clearance(w, a, b);
        ck_assert_msg(room > radius - SLACK,
                      "%s: leg %u of %u, (%.9g, %.9g) to (%.9g, %.9g), at %.9g m", what, i,
                      route->point_count, (double)a.x, (double)a.y, (double)b.x, (double)b.y, room);
        wend_vec2 middle = {0.5F * (a.x + b.x), 0.5F * (a.y + b.y)};
        double depth =
            fmin(corridor_area_depth(geos, area, b), corridor_area_depth(geos, area, middle));
        ck_assert_msg(depth > -SLACK, "%s: leg %u to (%.9g, %.9g) is %.9g m out of the corridor",
                      what, i, (double)b.x, (double)b.y, -depth);
        a = b;
    }
}

/* ---- The corridor as ground ------------------------------------------------------------------ */

static wend_ring ring_of(GEOSContextHandle_t geos, const GEOSGeometry *ring) {
    const GEOSCoordSequence *points = GEOSGeom_getCoordSeq_r(geos, ring);
    unsigned count = 0;
    GEOSCoordSeq_getSize_r(geos, points, &count);
    wend_point *out = calloc(count, sizeof *out);
    ck_assert_ptr_nonnull(out);
    for (unsigned i = 0; i + 1 < count; i++) {
        GEOSCoordSeq_getXY_r(geos, points, i, &out[i].x, &out[i].y);
    }
    return (wend_ring){out, count - 1};
}

/* Returns the length in m of the shortest path that keeps the disc inside an area; INFINITY if the
 * disc does not fit. */
static double shortest_inside(GEOSContextHandle_t geos, const GEOSGeometry *area, const query *q,
                              double radius) {
    GEOSGeometry *simple = GEOSTopologyPreserveSimplify_r(geos, area, 1e-3);
    ck_assert(simple != NULL);
    double length = HUGE_VAL;
    if (GEOSGeomTypeId_r(geos, simple) == GEOS_POLYGON) {
        int holes = GEOSGetNumInteriorRings_r(geos, simple);
        wend_ring outer = ring_of(geos, GEOSGetExteriorRing_r(geos, simple));
        wend_solid_def *solids = calloc((size_t)holes + 1, sizeof *solids);
        ck_assert_ptr_nonnull(solids);
        for (int i = 0; i < holes; i++) {
            solids[i].ring = ring_of(geos, GEOSGetInteriorRingN_r(geos, simple, i));
        }
        wend_layer_def layer = {.boundaries = &outer,
                                .boundary_count = 1,
                                .solids = solids,
                                .solid_count = (uint32_t)holes};
        disc_oracle *oracle = disc_oracle_make(&layer, (wend_point){0.0, 0.0}, radius);
        if (disc_oracle_contains(oracle, q->from) && disc_oracle_contains(oracle, q->to)) {
            length = disc_oracle_find(oracle, q->from, q->to).length;
        }
        disc_oracle_free(oracle);
        for (int i = 0; i < holes; i++) {
            free((void *)(uintptr_t)solids[i].ring.points);
        }
        free(solids);
        free((void *)(uintptr_t)outer.points);
    }
    GEOSGeom_destroy_r(geos, simple);
    return length;
}

/* ---- Trials ---------------------------------------------------------------------------------- */

static bool found(const wend_route *route) {
    return route != NULL && route->status == WEND_ROUTE_STATUS_FOUND;
}

static void check_query(const corridor_world *w, const query *q, double radius, disc_oracle *ground,
                        tally *sums) {
    const wend_route *axis = worlds_route(w->world, q->axis);
    const wend_route *route = worlds_route(w->world, q->control);
    ck_assert_int_eq(found(axis), found(route));
    if (!found(route)) {
        return;
    }
    GEOSContextHandle_t geos = GEOS_init_r();
    double sum = 0.0, ours = length_of(q, route), most = length_of(q, axis);
    GEOSGeometry *area = corridor_area_of_route(geos, axis, &sum);
    check_legs(w, q, route, radius, geos, area);
    ck_assert_msg(ours < most * (1.0 + 1e-4) + SLACK, "%s: %.9g m, but its axis %.9g", what, ours,
                  most);
    double least = disc_oracle_find(ground, q->from, q->to).length;
    ck_assert_msg(ours > least - SLACK, "%s: %.9g m, but no way under %.9g", what, ours, least);
    double inside = shortest_inside(geos, area, q, radius);
    ck_assert_msg(ours < inside * (1.0 + RELATIVE) + 0.02,
                  "%s: (%.9g, %.9g) to (%.9g, %.9g): %.9g m, but %.9g inside the corridor", what,
                  (double)q->from.x, (double)q->from.y, (double)q->to.x, (double)q->to.y, ours,
                  inside);
    sums->routes++;
    sums->shorter += ours < 0.98 * most;
    sums->bounded += isfinite(inside) ? 1 : 0;
    GEOSGeom_destroy_r(geos, area);
    GEOS_finish_r(geos);
}

static wend_profile add_profile(const corridor_world *w, double radius, const char *control) {
    wend_setting setting = {"control", {.kind = WEND_VALUE_TEXT, .text = control}};
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(radius);
    profile.plan = (wend_choice){"corridor", &setting, 1};
    return worlds_add_profile(w->world, &profile);
}

static void try_world(uint64_t seed, const char *control, tally *sums) {
    enum { QUERIES = 4 };
    corridor_world w;
    query queries[QUERIES];
    uint32_t count = 0;
    dice from = {seed + 3};
    corridor_world_make(&w, seed, 0.1, NULL);
    double radius = w.sampled.radii[seed % DISC_RADII];
    wend_profile axis = add_profile(&w, radius, "axis"), other = add_profile(&w, radius, control);
    while (count < QUERIES &&
           corridor_world_sample_position(&w, &from, radius + 2e-3, &queries[count].from) &&
           corridor_world_sample_position(&w, &from, radius + 2e-3, &queries[count].to)) {
        query *q = &queries[count++];
        q->axis = corridor_world_agent(&w, axis, q->from, q->to);
        q->control = corridor_world_agent(&w, other, q->from, q->to);
    }
    worlds_step(w.world, 1);
    disc_oracle *ground = disc_oracle_make(&w.sampled.layer, w.origin, radius - SLACK);
    for (uint32_t i = 0; i < count; i++) {
        snprintf(what, sizeof what, "seed %llu, %s, radius %g, query %u", (unsigned long long)seed,
                 control, radius, i);
        check_query(&w, &queries[i], radius, ground, sums);
    }
    disc_oracle_free(ground);
    corridor_world_end(&w);
}

START_TEST(control_path_shortest_is_clear_of_walls_and_as_short_as_possible) {
    tally sums = {0};
    for (uint64_t seed = 1900; seed < 1900 + trials(12); seed++) {
        try_world(seed, "shortest", &sums);
    }
    ck_assert_uint_ge(sums.routes, trials_bound(26));
    ck_assert_uint_ge(sums.shorter, trials_bound(11));
    ck_assert_uint_ge(sums.bounded, trials_bound(9));
}
END_TEST

START_TEST(control_path_visibility_voronoi_is_clear_of_walls_and_as_short_as_possible) {
    tally sums = {0};
    for (uint64_t seed = 1930; seed < 1930 + trials(12); seed++) {
        try_world(seed, "visibility_voronoi", &sums);
    }
    ck_assert_uint_ge(sums.routes, trials_bound(26));
    ck_assert_uint_ge(sums.shorter, trials_bound(11));
    ck_assert_uint_ge(sums.bounded, trials_bound(9));
}
END_TEST

int main(void) {
    SUITE("plan/corridor_controls",
          control_path_shortest_is_clear_of_walls_and_as_short_as_possible,
          control_path_visibility_voronoi_is_clear_of_walls_and_as_short_as_possible);
}
