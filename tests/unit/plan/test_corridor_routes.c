/* needs: kit */
/* cost: 19 */
/* Compares the planner `corridor` with independent methods. A disc gets through if and only if its
 * start and goal are connected on the ground that GEOS insets by the radius. The length of the
 * backbone is compared with a search over the map's public getters, and the area bounded by the
 * corridor's discs with the union of many clearance discs. */
#include "support/kit/corridor_trace.h"
#include "support/kit/corridor_worlds.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>
#include <stdio.h>

enum { QUERIES = 6 };

/* m: the result is uncertain if it changes when the radius changes by this much, that is, if the
 * width of a gap is within 1 mm of the diameter. */
static const double IN_DOUBT = 0.5e-3;
static const double TOLERANCE = 1e-4; /* m */

typedef struct query {
    wend_vec2 from, to;
    wend_agent agent;
} query;

typedef struct tally {
    uint32_t open, blocked, unsure;
    uint32_t corridors; /* number of corridors whose area was compared */
} tally;

static char what[96];

/* ---- Queries --------------------------------------------------------------------------------- */

static uint32_t add_queries(corridor_world *w, uint32_t index, query *queries) {
    double radius = w->sampled.radii[index];
    dice from = {w->seed * DISC_RADII + index + 1000};
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(radius);
    profile.plan.name = "corridor";
    wend_profile number = worlds_add_profile(w->world, &profile);
    uint32_t count = 0;
    while (
        count < QUERIES &&
        corridor_world_sample_position(w, &from, radius + 2.0 * IN_DOUBT, &queries[count].from) &&
        corridor_world_sample_position(w, &from, radius + 2.0 * IN_DOUBT, &queries[count].to)) {
        query *q = &queries[count++];
        q->agent = corridor_world_agent(w, number, q->from, q->to);
    }
    return count;
}

/* ---- Connections ----------------------------------------------------------------------------- */

/* Returns 1 if the ground connects the two points, and 0 if it does not. Returns -1 if the answer
 * changes when the radius changes by half a millimetre. */
static int connected(inset_ground *const rests[2], const query *q) {
    int small = inset_ground_part(rests[0], q->from), large = inset_ground_part(rests[1], q->from);
    if (large >= 0 && large == inset_ground_part(rests[1], q->to)) {
        return 1;
    }
    return small >= 0 && small == inset_ground_part(rests[0], q->to) ? -1 : 0;
}

static bool found(const wend_route *route) {
    return route != NULL && route->status == WEND_ROUTE_STATUS_FOUND;
}

static double shortest(const corridor_world *w, const query *q, double radius) {
    wend_corridor_projection from, to;
    ck_assert(wend_corridor_project(w->map, (wend_location){q->from, 0}, &from));
    ck_assert(wend_corridor_project(w->map, (wend_location){q->to, 0}, &to));
    return corridor_shortest(w->map, &from, &to, radius);
}

/* Checks that the backbone is as long as the shortest path on the axis. */
static void check_length(const corridor_world *w, const query *q, const wend_route *route,
                         double radius) {
    corridor_trace trace = corridor_trace_make(w->map, route, what);
    double ours = corridor_trace_length(&trace), best = shortest(w, q, radius);
    ck_assert_msg(fabs(ours - best) < 1e-4 * best + 1e-3, "%s: a backbone of %.9g m, not %.9g",
                  what, ours, best);
    corridor_trace_free(&trace);
}

/* ---- Properties of a route ------------------------------------------------------------------- */

static double apart(wend_vec2 p, wend_vec2 q) {
    return hypot((double)p.x - (double)q.x, (double)p.y - (double)q.y);
}

static void check_disc(const corridor_world *w, const wend_corridor_disc *d, double radius) {
    double truth = corridor_world_clearance(w, d->position), reported = (double)d->clearance;
    ck_assert_msg(
        fabs(truth - reported) < TOLERANCE &&
            fabs(apart(d->position, d->left) - reported) < TOLERANCE &&
            fabs(apart(d->position, d->right) - reported) < TOLERANCE,
        "%s: a disc of %.9g m at (%.9g, %.9g): walls at %.9g, left at %.9g, right at %.9g", what,
        reported, (double)d->position.x, (double)d->position.y, truth, apart(d->position, d->left),
        apart(d->position, d->right));
    ck_assert_double_lt(corridor_world_clearance(w, d->left), TOLERANCE);
    ck_assert_double_lt(corridor_world_clearance(w, d->right), TOLERANCE);
    ck_assert_msg(reported > radius - TOLERANCE, "%s: a disc of %.9g m", what, reported);
}

/* Checks the first and last disc, the discs between them, and the change from each disc to the
 * next. */
static void check_discs(const corridor_world *w, const query *q, const wend_route *route,
                        double radius) {
    wend_corridor_projection from, to;
    ck_assert(wend_corridor_project(w->map, (wend_location){q->from, 0}, &from));
    ck_assert(wend_corridor_project(w->map, (wend_location){q->to, 0}, &to));
    ck_assert_msg(route->disc_count >= 2, "%s: %u discs", what, route->disc_count);
    const wend_corridor_disc *first = route->discs, *last = first + route->disc_count - 1;
    ck_assert_msg(apart(first->position, from.sample.position) < TOLERANCE &&
                      apart(last->position, to.sample.position) < TOLERANCE,
                  "%s: the ends of the corridor", what);
    for (const wend_corridor_disc *d = first; d <= last; d++) {
        check_disc(w, d, radius);
        bool stays =
            d < last && d->position.x == d[1].position.x && d->position.y == d[1].position.y;
        bool left = d < last && (d->left.x != d[1].left.x || d->left.y != d[1].left.y);
        bool right = d < last && (d->right.x != d[1].right.x || d->right.y != d[1].right.y);
        ck_assert_msg(!stays || !(left && right), "%s: both places differ at one position", what);
    }
}

/* Checks the control path: its points have the reported clearance and room for the disc, and its
 * legs are free. */
static void check_points(const corridor_world *w, const query *q, const wend_route *route,
                         double radius) {
    wend_vec2 last = q->from;
    for (uint32_t i = 0; i <= route->point_count; i++) {
        wend_vec2 at = i < route->point_count ? route->points[i].position : q->to;
        double truth = corridor_world_clearance(w, at);
        ck_assert_msg(i == route->point_count ||
                          fabs((double)route->points[i].clearance - truth) < TOLERANCE,
                      "%s: point %u has %.9g m, not %.9g", what, i, truth,
                      (double)route->points[i].clearance);
        ck_assert_msg(truth > radius - TOLERANCE, "%s: point %u at %.9g m of a wall", what, i,
                      truth);
        double leg = corridor_world_leg_clearance(w, last, at);
        ck_assert_msg(leg > radius - 1e-3,
                      "%s: the leg from (%.9g, %.9g) to point %u (%.9g, %.9g) of %u comes to %.9g "
                      "m of a wall",
                      what, (double)last.x, (double)last.y, i, (double)at.x, (double)at.y,
                      route->point_count, leg);
        last = at;
    }
}

/* Checks that the disc has room along each portal. */
static void check_portals(const corridor_world *w, const query *q, const wend_route *route,
                          double radius) {
    uint32_t count = wend_route_portal_count(route);
    ck_assert_double_ge((double)route->inset, radius - TOLERANCE);
    for (uint32_t i = 0; i < count; i++) {
        wend_portal p = wend_route_portal(route, i, q->from);
        double room = corridor_world_leg_clearance(w, p.left, p.right);
        ck_assert_msg(room > radius - TOLERANCE,
                      "%s: portal %u from (%.9g, %.9g) to (%.9g, %.9g) comes to %.9g m of a wall",
                      what, i, (double)p.left.x, (double)p.left.y, (double)p.right.x,
                      (double)p.right.y, room);
    }
}

/* Compares two areas: the union of many clearance discs, and the area that the route's discs bound.
 */
static void check_area(const corridor_world *w, const wend_route *route) {
    GEOSContextHandle_t geos = GEOS_init_r();
    corridor_trace trace = corridor_trace_make(w->map, route, what);
    GEOSGeometry *discs = corridor_area_of_discs(geos, &trace, 0.06);
    double sum = 0.0;
    GEOSGeometry *bounded = corridor_area_of_route(geos, route, &sum);
    GEOSGeometry *between = GEOSSymDifference_r(geos, discs, bounded);
    double all = 0.0, off = 0.0;
    ck_assert(GEOSArea_r(geos, discs, &all) == 1 && GEOSArea_r(geos, between, &off) == 1);
    ck_assert_msg(off < 4e-3 * all, "%s: %.9g m2 of %.9g differ", what, off, all);
    for (uint32_t i = 0; i < route->point_count; i++) {
        double depth = corridor_area_depth(geos, bounded, route->points[i].position);
        ck_assert_msg(depth > -TOLERANCE, "%s: point %u is %.9g m outside", what, i, -depth);
    }
    GEOSGeom_destroy_r(geos, discs);
    GEOSGeom_destroy_r(geos, bounded);
    GEOSGeom_destroy_r(geos, between);
    GEOS_finish_r(geos);
    corridor_trace_free(&trace);
}

/* ---- Trials ---------------------------------------------------------------------------------- */

static void check_query(const corridor_world *w, const query *q, inset_ground *const rests[2],
                        double radius, tally *sums) {
    const wend_route *route = worlds_route(w->world, q->agent);
    int truth = connected(rests, q);
    sums->open += truth == 1;
    sums->blocked += truth == 0;
    sums->unsure += truth == -1;
    ck_assert_msg(truth == -1 || found(route) == (truth == 1),
                  "%s: (%.9g, %.9g) to (%.9g, %.9g): connected %d, found %d", what,
                  (double)q->from.x, (double)q->from.y, (double)q->to.x, (double)q->to.y, truth,
                  found(route));
    if (!found(route)) {
        return;
    }
    ck_assert_uint_eq(route->gives & WEND_ROUTE_CORRIDOR, WEND_ROUTE_CORRIDOR);
    check_discs(w, q, route, radius);
    check_length(w, q, route, radius);
    check_points(w, q, route, radius);
    check_portals(w, q, route, radius);
    if (sums->open % 16 == 1) {
        check_area(w, route);
        sums->corridors++;
    }
}

static void try_world(uint64_t seed, tally *sums) {
    corridor_world w;
    query queries[DISC_RADII][QUERIES];
    uint32_t counts[DISC_RADII];
    corridor_world_make(&w, seed, 0.1, NULL);
    for (uint32_t i = 0; i < DISC_RADII; i++) {
        counts[i] = add_queries(&w, i, queries[i]);
    }
    worlds_step(w.world, 1);
    for (uint32_t i = 0; i < DISC_RADII; i++) {
        double radius = w.sampled.radii[i];
        inset_ground *rests[2] = {inset_ground_make(&w, radius - IN_DOUBT),
                                  inset_ground_make(&w, radius + IN_DOUBT)};
        for (uint32_t k = 0; k < counts[i]; k++) {
            snprintf(what, sizeof what, "seed %llu, radius %g, query %u", (unsigned long long)seed,
                     radius, k);
            check_query(&w, &queries[i][k], rests, radius, sums);
        }
        inset_ground_free(rests[0]);
        inset_ground_free(rests[1]);
    }
    corridor_world_end(&w);
}

enum { PARTS = 6, WORLDS = 10 };

/* Uses 60 worlds with 18 queries each. For most of these queries, positions with enough room are
 * found. */
START_TEST(routes_exist_where_the_ground_is_connected) {
    tally sums = {0};
    uint32_t worlds = trials(WORLDS);
    for (uint64_t i = 0; i < worlds; i++) {
        uint64_t block = i / WORLDS * PARTS + (uint64_t)_i;
        try_world(500 + WORLDS * block + i % WORLDS, &sums);
    }
    ck_assert_uint_ge(sums.open + sums.blocked, 16 * worlds);
    ck_assert_uint_ge(sums.blocked, trials_bound(WORLDS));
    ck_assert_uint_ge(sums.corridors, trials_bound(WORLDS / 2));
    ck_assert_uint_le(sums.unsure, worlds);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plan/corridor_ways");
    TCase *cases = tcase_create("ways");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_loop_test(cases, routes_exist_where_the_ground_is_connected, 0, PARTS);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
