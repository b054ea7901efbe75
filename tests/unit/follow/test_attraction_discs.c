/* needs: kit */
/* Compares the follower `attraction` with Definition 1 of the paper, taken literally: "the point
 * B[t] on the backbone path B having the largest time index t such that Euclidean distance (x,
 * B[t]) < R[t] - r", over all samples of a control path. Corridors come from random walks along the
 * medial axis of random worlds. A scripted agent walks along them, at varying distances from the
 * axis. */
#include "support/kit/corridor_paths.h"
#include "support/kit/corridor_worlds.h"
#include "support/scripted.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>

static corridor_path walk; /* has a sample about every centimetre */
static wend_route_point points[WALK_SAMPLES];

/* ---- Control paths --------------------------------------------------------------------------- */

static double distance_between(wend_vec2 p, wend_vec2 q) {
    return hypot((double)p.x - (double)q.x, (double)p.y - (double)q.y);
}

static double least_clearance(void) {
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < walk.sample_count; i++) {
        least = fmin(least, (double)walk.samples[i].clearance);
    }
    return least;
}

/* Makes a route with a point every `spacing` metres of the walk. The last point is the end of the
 * walk. */
static void set_route(double spacing) {
    double since = spacing;
    uint32_t count = 0;
    for (uint32_t i = 0; i < walk.sample_count; i++) {
        const wend_corridor_sample *s = &walk.samples[i];
        since += i > 0 ? distance_between(s[-1].position, s->position) : 0.0;
        if (since >= spacing || i + 1 == walk.sample_count) {
            points[count++] = (wend_route_point){s->position, s->clearance, 0};
            since = 0.0;
        }
    }
    scripted_route = (wend_route){.status = WEND_ROUTE_STATUS_FOUND,
                                  .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_CORRIDOR,
                                  .map = WEND_NO_MAP,
                                  .points = points,
                                  .point_count = count,
                                  .discs = walk.discs,
                                  .disc_count = walk.disc_count};
}

/* ---- Definition 1 ---------------------------------------------------------------------------- */

/* Returns the margin, in metres, by which a path point satisfies Definition 1 for an agent at x. A
 * negative margin means that the point does not satisfy it. */
static double margin(wend_vec2 x, double radius, int index) {
    const wend_route_point *p = &points[index];
    return (double)p->clearance - radius - distance_between(x, p->position);
}

/* Returns the index of the attraction point, or -1 if there is none. Sets `doubtful` if rounding
 * may decide the result. */
static int attraction(wend_vec2 x, double radius, bool *doubtful) {
    int best = -1;
    *doubtful = false;
    for (int i = 0; i < (int)scripted_route.point_count; i++) {
        best = margin(x, radius, i) > 0.0 ? i : best;
        *doubtful |= fabs(margin(x, radius, i)) < 1e-5;
    }
    return best;
}

/* True if an agent at x has passed a point of the path or is on it (within 0.1 m). */
static bool is_past(wend_vec2 x, int index) {
    wend_vec2 p = points[index].position, before = points[index > 0 ? index - 1 : 0].position;
    return distance_between(x, p) < 0.1 + 1e-4 ||
           ((double)x.x - (double)p.x) * ((double)p.x - (double)before.x) +
                   ((double)x.y - (double)p.y) * ((double)p.y - (double)before.y) >
               -1e-4;
}

typedef struct tally {
    uint32_t asked, none, last, literal;
} tally;

static int index_of(wend_vec2 point) {
    for (int i = 0; i < (int)scripted_route.point_count; i++) {
        if (distance_between(points[i].position, point) < 1e-6) {
            return i;
        }
    }
    return -1;
}

/* Checks an attraction point that differs from the definition. There are three valid reasons: it
 * never moves back, it does not skip points that fail the definition, and an agent that is past a
 * point heads for the next one. */
static void check_departure(uint64_t seed, wend_vec2 x, double radius, int best, int before,
                            int got) {
    bool stays = got == before && best < before;
    bool passed = got > 0 && got > best && got > before && is_past(x, got - 1);
    bool gap = false;
    for (int i = got + 1; i < best; i++) {
        gap |= margin(x, radius, i) <= 0.0;
    }
    ck_assert_msg(
        stays || passed || (gap && got >= before),
        "seed %llu: from (%.9g, %.9g) with radius %g to point %d, before %d, not %d of %u",
        (unsigned long long)seed, (double)x.x, (double)x.y, radius, got, before, best,
        scripted_route.point_count);
}

/* Checks the intent and returns the index of the current point; `before` is the previous index. */
static int check_intent(uint64_t seed, wend_vec2 x, double radius, int before, tally *sums) {
    bool doubtful;
    int best = attraction(x, radius, &doubtful), got = index_of(scripted_intents[1].region.a);
    ck_assert_int_ge(got, 0);
    if (doubtful || best < 0) {
        sums->none += best < 0;
        return got;
    }
    sums->asked++;
    /* The last point, which is also the goal's position. */
    sums->last += best + 1 == (int)scripted_route.point_count;
    sums->literal += got == best;
    if (got != best) {
        check_departure(seed, x, radius, best, before, got);
    }
    if (got + 1 < (int)scripted_route.point_count) {
        ck_assert_uint_eq(scripted_intents[1].region.shape, WEND_SHAPE_POINT);
        ck_assert_float_eq(scripted_intents[1].region.b.x, points[got].clearance);
        ck_assert_uint_eq(scripted_intents[1].region.flags & WEND_REGION_STOP, 0);
    }
    return got;
}

/* ---- Walks ----------------------------------------------------------------------------------- */

static void go_along(corridor_world *w, wend_profile profile, double radius, dice *from,
                     tally *sums) {
    wend_agent agent = corridor_world_agent(w, profile, walk.samples[0].position,
                                            walk.samples[walk.sample_count - 1].position);
    double side = 0.0;
    wend_vec2 *put = &scripted_locations[1].position;
    *put = walk.samples[0].position;
    worlds_step(w->world, 1);
    int before = index_of(scripted_intents[1].region.a);
    for (uint32_t i = 0; i < walk.sample_count; i += 1 + dice_below(from, 25)) {
        const wend_corridor_sample *s = &walk.samples[i];
        side = fmax(-0.9, fmin(0.9, side + dice_between(from, -0.2, 0.2)));
        wend_vec2 to = side > 0.0 ? s->left : s->right;
        double share = fabs(side) * ((double)s->clearance - radius) / (double)s->clearance;
        put->x = (float)((double)s->position.x + share * ((double)to.x - (double)s->position.x));
        put->y = (float)((double)s->position.y + share * ((double)to.y - (double)s->position.y));
        worlds_step(w->world, 1); /* the agent moves to `put` */
        if ((worlds_state(w->world, agent).activity == WEND_ACTIVITY_ARRIVED) != 0) {
            break;
        }
        worlds_step(w->world, 1); /* the follower runs with the agent at `put` */
        before = check_intent(w->seed, *put, (double)(float)radius, before, sums);
    }
}

static void try_world(uint64_t seed, const wend_registry *registry, tally *sums) {
    dice from = {seed};
    corridor_world w;
    corridor_world_make(&w, seed, 0.1, registry);
    if (corridor_path_sample(&walk, w.map, 0.03, 0.02, &from)) {
        double radius = fmin(0.5, least_clearance() * dice_between(&from, 0.2, 0.9));
        if (radius > 0.02) {
            set_route(dice_between(&from, 0.2, 1.5));
            wend_profile_def profile = wend_default_profile_def();
            profile.radius = wend_constant(radius);
            profile.plan.name = "laid";
            profile.follow.name = "attraction";
            profile.steer.name = "puppet";
            go_along(&w, worlds_add_profile(w.world, &profile), radius, &from, sums);
        }
    }
    corridor_world_end(&w);
}

START_TEST(points_match_definition_1) {
    wend_registry *registry = scripted_registry();
    tally sums = {0};
    for (uint64_t seed = 900; seed < 900 + trials(80); seed++) {
        try_world(seed, registry, &sums);
    }
    wend_registry_destroy(registry);
    ck_assert_uint_ge(sums.asked, trials_bound(1501));
    ck_assert_uint_gt(sums.literal, sums.asked / 10 * 7);
    ck_assert_uint_ge(sums.asked - sums.last, trials_bound(1001));
    ck_assert_uint_lt(sums.none, sums.asked / 4);
}
END_TEST

int main(void) {
    SUITE("follow/attraction_discs", points_match_definition_1);
}
