/* needs: kit */
/* The planner `corridor` and doors: its routes keep the disc away from all closed doors, checked by
 * brute force. Once the doors open, the planner finds the same routes as in a world without doors.
 */
#include "support/kit/corridor_worlds.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>
#include <string.h>

enum { QUERIES = 8 };

static const double TOLERANCE = 0.5; /* m: the default tolerance of the planner */

typedef struct tally {
    uint32_t blocked, kept, replanned; /* agents without a route while doors are closed, with the
                                          same route, and with a new route */
} tally;

static bool found(const wend_route *route) {
    return route != NULL && route->status == WEND_ROUTE_STATUS_FOUND;
}

/* Samples random segments about as long as doors. Returns the number of segments. */
static uint32_t draw_doors(dice *from, double side, wend_point (*out)[2]) {
    uint32_t count = 1 + dice_below(from, CORRIDOR_DOORS);
    for (uint32_t i = 0; i < count; i++) {
        double x = dice_between(from, 0.0, side), y = dice_between(from, 0.0, side);
        double angle = dice_between(from, 0.0, 6.2831853), half = dice_between(from, 0.3, 3.0);
        out[i][0] = (wend_point){x - half * cos(angle), y - half * sin(angle)};
        out[i][1] = (wend_point){x + half * cos(angle), y + half * sin(angle)};
    }
    return count;
}

static wend_vec2 local(const corridor_world *w, wend_point p) {
    return (wend_vec2){(float)(p.x - w->origin.x), (float)(p.y - w->origin.y)};
}

/* Checks that no leg of a route comes nearer to a door than the radius. */
static void check_clear(const corridor_world *w, const wend_route *route, double radius,
                        wend_point (*doors)[2], uint32_t count) {
    for (uint32_t i = 0; i + 1 < route->point_count; i++) {
        wend_vec2 a = route->points[i].position, b = route->points[i + 1].position;
        for (uint32_t k = 0; k < count; k++) {
            double gap = plain_gap(a, b, local(w, doors[k][0]), local(w, doors[k][1]));
            ck_assert_msg(
                gap > radius - 1e-3,
                "seed %llu, radius %g: from (%.9g, %.9g) to (%.9g, %.9g), %.9g m from door "
                "%u that is shut",
                (unsigned long long)w->seed, radius, (double)a.x, (double)a.y, (double)b.x,
                (double)b.y, gap, k);
        }
    }
}

static void try_world(uint64_t seed, tally *sums) {
    dice from = {seed + 9};
    wend_point doors[CORRIDOR_DOORS][2];
    uint32_t door_count = draw_doors(&from, 20.0, doors), count = 0;
    corridor_world w, open;
    corridor_world_make_doors(&w, seed, 0.1, doors, door_count);
    corridor_world_make(&open, seed, 0.1, NULL);
    double radius = (double)(float)w.sampled.radii[seed % DISC_RADII];
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(radius);
    profile.preferred_speed = wend_constant(0.0);
    profile.plan.name = "corridor";
    wend_profile number = worlds_add_profile(w.world, &profile);
    worlds_add_profile(open.world, &profile);
    wend_agent agents[2][QUERIES];
    wend_vec2 a, b;
    while (count < QUERIES && corridor_world_sample_position(&w, &from, radius + 1e-3, &a) &&
           corridor_world_sample_position(&w, &from, radius + 1e-3, &b)) {
        agents[0][count] = corridor_world_agent(&w, number, a, b);
        agents[1][count++] = corridor_world_agent(&open, number, a, b);
    }
    worlds_step(w.world, 1);
    worlds_step(open.world, 1);
    for (uint32_t i = 0; i < count; i++) {
        const wend_route *blocked = worlds_route(w.world, agents[0][i]);
        const wend_route *open_route = worlds_route(open.world, agents[1][i]);
        ck_assert(!found(blocked) || found(open_route));
        if (found(blocked)) {
            check_clear(&w, blocked, radius, doors, door_count);
            /* Costs are computed from samples, so they are too small by up to the sagitta of the
             * chords. An agent that starts too near to a door may join the axis farther along its
             * route, by up to the tolerance. */
            ck_assert_double_ge((double)blocked->cost,
                                (double)open_route->cost * 0.98 - radius - TOLERANCE);
            sums->kept += blocked->cost < open_route->cost * 1.0001F;
            sums->replanned += !(blocked->cost < open_route->cost * 1.0001F);
        }
        sums->blocked += !found(blocked) && found(open_route);
    }
    for (uint32_t i = 0; i < door_count; i++) {
        ck_assert_int_eq(wend_world_set_obstacle_closed(w.world, w.doors[i], false, NULL), WEND_OK);
    }
    worlds_step(w.world, 2);
    for (uint32_t i = 0; i < count; i++) {
        const wend_route *open_route = worlds_route(open.world, agents[1][i]);
        ck_assert_int_eq(found(worlds_route(w.world, agents[0][i])), found(open_route));
    }
    corridor_world_end(&w);
    corridor_world_end(&open);
}

START_TEST(routes_stay_clear_of_closed_doors) {
    tally sums = {0};
    for (uint64_t seed = 1700; seed < 1700 + trials(90); seed++) {
        try_world(seed, &sums);
    }
    ck_assert_uint_ge(sums.blocked, trials_bound(21));
    ck_assert_uint_ge(sums.kept, trials_bound(151));
    ck_assert_uint_ge(sums.replanned, trials_bound(21));
}
END_TEST

int main(void) {
    SUITE("plan/corridor_doors", routes_stay_clear_of_closed_doors);
}
