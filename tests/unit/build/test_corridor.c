/* Corridor maps against brute force: every point of the axis has its two nearest places on walls at
 * its clearance, and no wall is nearer; every place retracts onto a point whose clearance disc
 * holds it; there are as many cycles as holes. */
#include "support/kit/disc_worlds.h"
#include "support/suite.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <wend/kit.h>

/* m: in worlds of 20 m single precision keeps places to 1e-6. */
static const double TOLERANCE = 1e-5;

static wend_error error;

static wend_map *build(wend_space *space) {
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    wend_map *map = NULL;
    wend_result result = wend_corridor_build(&def, &map, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    return map;
}

/* ---- By brute force -------------------------------------------------------------------------- */

static double distance_to_walls(const wend_space *space, uint32_t layer, wend_vec2 p) {
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        if (wall.obstacle_class == 0 && wall.layer == layer) {
            least = fmin(least, plain_distance(p, wall.a, wall.b));
        }
    }
    return least;
}

static double apart(wend_vec2 p, wend_vec2 q) {
    return hypot((double)p.x - (double)q.x, (double)p.y - (double)q.y);
}

static void check_sample(const wend_space *space, uint32_t layer, wend_corridor_sample s,
                         const char *where) {
    double clearance = (double)s.clearance;
    double truth = distance_to_walls(space, layer, s.position);
    ck_assert_msg(fabs(truth - clearance) < TOLERANCE,
                  "%s: clearance %.9g, but the nearest wall is at %.9g", where, clearance, truth);
    ck_assert_msg(fabs(apart(s.position, s.left) - clearance) < TOLERANCE,
                  "%s: the place on the left is at %.9g, not %.9g", where,
                  apart(s.position, s.left), clearance);
    ck_assert_msg(fabs(apart(s.position, s.right) - clearance) < TOLERANCE,
                  "%s: the place on the right is at %.9g, not %.9g", where,
                  apart(s.position, s.right), clearance);
    ck_assert_double_lt(distance_to_walls(space, layer, s.left), TOLERANCE);
    ck_assert_double_lt(distance_to_walls(space, layer, s.right), TOLERANCE);
}

/* On which side of the way from a to b a place lies, in m. */
static double side_of(wend_vec2 a, wend_vec2 b, wend_vec2 p) {
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    return (x * ((double)p.y - (double)a.y) - y * ((double)p.x - (double)a.x)) / hypot(x, y);
}

enum { STEPS = 8 };

/* Samples follow each other, with their nearest places on the hands that they are on; the length
 * is between that of chords and a little more. */
static double check_piece(const wend_space *space, const wend_map *map, uint32_t edge,
                          uint32_t piece, const char *world) {
    wend_corridor_edge e = wend_corridor_edge_at(map, edge);
    wend_corridor_sample last = wend_corridor_event_at(map, edge, piece);
    double length = 0.0;
    for (int i = 0; i <= STEPS; i++) {
        char where[128];
        snprintf(where, sizeof where, "%s, edge %u, piece %u, t %d/%d", world, edge, piece, i,
                 STEPS);
        wend_corridor_sample s = wend_corridor_sample_at(map, edge, piece, i / (double)STEPS);
        check_sample(space, e.layer, s, where);
        ck_assert_double_ge((double)s.clearance, (double)e.least - TOLERANCE);
        double step = apart(last.position, s.position);
        ck_assert_msg(i > 0 || step < TOLERANCE, "%s: begins %g m off", where, step);
        if (step > 1e-3) {
            ck_assert_msg(side_of(last.position, s.position, s.left) > -TOLERANCE, "%s: left",
                          where);
            ck_assert_msg(side_of(last.position, s.position, s.right) < TOLERANCE, "%s: right",
                          where);
        }
        length += i > 0 ? step : 0.0;
        last = s;
    }
    ck_assert_double_lt(apart(last.position, wend_corridor_event_at(map, edge, piece + 1).position),
                        TOLERANCE);
    return length;
}

static void check_edge(const wend_space *space, const wend_map *map, uint32_t edge,
                       const char *world) {
    wend_corridor_edge e = wend_corridor_edge_at(map, edge);
    double length = 0.0;
    for (uint32_t i = 0; i + 1 < e.events; i++) {
        length += check_piece(space, map, edge, i, world);
    }
    ck_assert_msg(length <= (double)e.length * 1.000001 + TOLERANCE &&
                      length >= (double)e.length * 0.99 - TOLERANCE,
                  "%s, edge %u: length %g, chords %g", world, edge, (double)e.length, length);
    wend_corridor_vertex from = wend_corridor_vertex_at(map, e.from);
    wend_corridor_vertex to = wend_corridor_vertex_at(map, e.to);
    ck_assert(from.degree != 2 || e.from == e.to);
    ck_assert_int_eq(e.dead_end, to.clearance == 0.0F);
    wend_corridor_sample last = wend_corridor_event_at(map, edge, e.events - 1);
    ck_assert_double_eq_tol((double)to.clearance, (double)last.clearance, TOLERANCE);
    ck_assert(!e.dead_end || to.degree == 1);
}

/* ---- Places ---------------------------------------------------------------------------------- */

static void check_place(const wend_space *space, const wend_map *map, wend_place place,
                        const char *world) {
    wend_corridor_place found;
    double clearance = distance_to_walls(space, place.layer, place.position);
    bool walkable = wend_space_walkable(space, place, 1);
    bool retracts = wend_corridor_retract(map, place, &found);
    if (clearance < 5e-3) {
        return;
    }
    ck_assert_msg(retracts == walkable, "%s: (%.9g, %.9g) retracts: %d, walkable: %d", world,
                  (double)place.position.x, (double)place.position.y, retracts, walkable);
    if (!retracts) {
        return;
    }
    double moved = apart(found.sample.position, place.position);
    ck_assert_double_eq_tol((double)found.clearance, clearance, TOLERANCE);
    ck_assert_msg(fabs((double)found.sample.clearance - clearance - moved) < 1e-4,
                  "%s: (%.9g, %.9g), clearance %.9g, goes %.9g m to a clearance of %.9g", world,
                  (double)place.position.x, (double)place.position.y, clearance, moved,
                  (double)found.sample.clearance);
    char where[96];
    snprintf(where, sizeof where, "%s, retracted", world);
    check_sample(space, place.layer, found.sample, where);
}

START_TEST(test_random_worlds_are_exact) {
    for (uint64_t seed = 0; seed < 120; seed++) {
        disc_world world;
        disc_world_draw(&world, seed);
        wend_map *map = build(world.space);
        char name[64];
        snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
        for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
            check_edge(world.space, map, i, name);
        }
        dice from = {seed + 77};
        for (int i = 0; i < 400; i++) {
            wend_vec2 at = {(float)dice_between(&from, -1.0, world.side + 1.0),
                            (float)dice_between(&from, -1.0, world.side + 1.0)};
            check_place(world.space, map, (wend_place){at, 0}, name);
        }
        wend_map_release(map);
        disc_world_end(&world);
    }
}
END_TEST

int main(void) {
    SUITE("build/corridor", test_random_worlds_are_exact);
}
