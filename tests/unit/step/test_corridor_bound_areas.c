/* needs: kit */
/* Compares wend_route_bound with areas computed by GEOS. The corridors follow random walks along
 * the medial axis of random worlds, and their boundary is the one that wend/model.h defines. The
 * query points lie inside and slightly outside the corridors; the cursor advances, goes back, and
 * jumps. */
#include "support/kit/corridor_paths.h"
#include "support/kit/corridor_trace.h"
#include "support/kit/corridor_worlds.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>
#include <stdio.h>

/* m: allows for single precision, and for chords that approximate arcs (1e-5 of the radius). */
static const double TOLERANCE = 2e-4;

static const double BESIDE = 0.3;    /* m: how far outside a corridor a point may lie */
static const double MOST_OFF = 0.98; /* as a fraction of the radius: largest distance between a
                                        point and the centre of its disc */

enum { POINTS = 60 };

typedef struct trial {
    GEOSContextHandle_t geos;
    GEOSGeometry *area;
    wend_route route;
    char what[64];
    uint32_t inside, outside, elsewhere;
} trial;

static double apart(wend_vec2 p, wend_vec2 q) {
    return hypot((double)p.x - (double)q.x, (double)p.y - (double)q.y);
}

static void check_location(trial *t, wend_vec2 at, uint32_t *cursor, const char *how) {
    uint32_t was = *cursor;
    double depth = corridor_area_depth(t->geos, t->area, at);
    wend_corridor_bound bound = wend_route_bound(&t->route, (wend_location){at, 0}, cursor);
    double reported = (double)bound.distance, off = reported - depth;
    /* For a point outside the corridor, the cursor and the nearest boundary may be on different
     * sides of a wall. */
    bool right = fabs(off) < TOLERANCE || (depth < 0.0 && off < 0.0 && reported > -BESIDE - 0.2);
    ck_assert_msg(
        right, "%s, %s from cursor %u of %u: (%.9g, %.9g) is at %.9g m by (%.9g, %.9g), not %.9g",
        t->what, how, was, t->route.disc_count, (double)at.x, (double)at.y, reported,
        (double)bound.point.x, (double)bound.point.y, depth);
    ck_assert_msg(fabs(apart(at, bound.point) - fabs(reported)) < TOLERANCE,
                  "%s, %s: (%.9g, %.9g) is at %.9g m of its point, not %.9g", t->what, how,
                  (double)at.x, (double)at.y, apart(at, bound.point), fabs(reported));
    ck_assert_double_gt((double)bound.clearance, depth - TOLERANCE);
    t->inside += depth > 0.0;
    t->outside += depth < 0.0;
    t->elsewhere += fabs(off) >= TOLERANCE;
}

/* Samples a point in the disc that is at the fraction `along` of the corridor, or a point up to
 * `beyond` metres outside that disc. */
static wend_vec2 point_at(const trial *t, dice *from, double along, double beyond) {
    double where = along * (t->route.disc_count - 1);
    uint32_t i =
        (uint32_t)where < t->route.disc_count - 1 ? (uint32_t)where : t->route.disc_count - 2;
    const wend_corridor_disc *d = &t->route.discs[i];
    double u = where - i, angle = dice_between(from, 0.0, 6.2831853);
    double room = (double)d->clearance * (1.0 - u) + (double)d[1].clearance * u;
    double r = sqrt(dice_between(from, 0.0, 1.0)) * (MOST_OFF * room + beyond);
    return (wend_vec2){
        (float)((1.0 - u) * (double)d->position.x + u * (double)d[1].position.x + r * cos(angle)),
        (float)((1.0 - u) * (double)d->position.y + u * (double)d[1].position.y + r * sin(angle))};
}

static void walk_through(trial *t, dice *from) {
    uint32_t cursor = 0;
    for (int i = 0; i <= POINTS; i++) {
        check_location(t, point_at(t, from, i / (double)POINTS, 0.0), &cursor, "forwards");
    }
    for (int i = POINTS; i >= 0; i--) {
        check_location(t, point_at(t, from, i / (double)POINTS, 0.0), &cursor, "backwards");
    }
    for (int i = 0; i <= POINTS; i++) {
        check_location(t, point_at(t, from, dice_between(from, 0.0, 1.0), 0.0), &cursor,
                       "after a jump");
    }
    for (int i = 0; i <= POINTS; i++) {
        check_location(t, point_at(t, from, i / (double)POINTS, BESIDE), &cursor, "beside");
    }
}

static corridor_path walk;
static wend_route_point points[WALK_SAMPLES];

START_TEST(bounds_of_random_corridors_match_geos_areas) {
    trial t = {.geos = GEOS_init_r()};
    uint32_t walks = 0;
    for (uint64_t seed = 700; seed < 700 + trials(100); seed++) {
        dice from = {seed};
        corridor_world w;
        corridor_world_make(&w, seed, 0.1, NULL);
        if (corridor_path_sample(&walk, w.map, 1e-3, 0.5, &from) && walk.disc_count >= 2) {
            t.route = corridor_path_route(&walk, points);
            double sum = 0.0, area = 0.0;
            t.area = corridor_area_of_route(t.geos, &t.route, &sum);
            ck_assert_int_eq(GEOSArea_r(t.geos, t.area, &area), 1);
            snprintf(t.what, sizeof t.what, "seed %llu", (unsigned long long)seed);
            if (sum < area + 1e-4) { /* the corridor does not overlap itself */
                walk_through(&t, &from);
                walks++;
            }
            GEOSGeom_destroy_r(t.geos, t.area);
        }
        corridor_world_end(&w);
    }
    GEOS_finish_r(t.geos);
    ck_assert_uint_ge(walks, trials_bound(46));
    ck_assert_uint_ge(t.inside, trials_bound(7001));
    ck_assert_uint_ge(t.outside, trials_bound(301));
    ck_assert_uint_lt(t.elsewhere, t.outside / 10);
}
END_TEST

START_TEST(a_route_without_a_corridor_has_no_bound) {
    wend_route route = {.status = WEND_ROUTE_STATUS_FOUND};
    uint32_t cursor = 7;
    wend_corridor_bound bound = wend_route_bound(&route, (wend_location){{1, 2}, 0}, &cursor);
    ck_assert(isinf(bound.distance) && bound.distance > 0.0F);
}
END_TEST

int main(void) {
    SUITE("step/corridor_bound_areas", bounds_of_random_corridors_match_geos_areas,
          a_route_without_a_corridor_has_no_bound);
}
