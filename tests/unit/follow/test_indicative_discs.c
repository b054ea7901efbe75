/* needs: kit */
/* Compares the follower `indicative` with the description of the method. The attraction point is
 * where the route last leaves the clearance disc around the character's projection, and it never
 * moves back. The test finds the expected point by following the whole route in small steps. A
 * scripted agent walks beside routes of the planner `corridor` in random worlds. */
#include "support/kit/corridor_worlds.h"
#include "support/scripted.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>

enum { MOST_POINTS = 4096 };

static const double STEP = 2e-3; /* m, measured along the route */

typedef struct line {
    wend_vec2 points[MOST_POINTS]; /* vertices from the start to the goal */
    uint32_t count;
} line;

typedef struct tally {
    uint32_t asked, at_goal, far, back, grazes;
} tally;

static double apart(wend_vec2 p, wend_vec2 q) {
    return hypot((double)p.x - (double)q.x, (double)p.y - (double)q.y);
}

static wend_vec2 between(wend_vec2 a, wend_vec2 b, double t) {
    return (wend_vec2){(float)((double)a.x + t * ((double)b.x - (double)a.x)),
                       (float)((double)a.y + t * ((double)b.y - (double)a.y))};
}

/* Returns the distance along a line to its last point in a disc, or -1 if there is none. Sets
 * `near` if the line later comes within one step of the disc again, so that rounding decides. */
static double last_inside(const line *l, wend_vec2 middle, double radius, bool *near) {
    double last = -1.0, before = 0.0;
    *near = false;
    for (uint32_t i = 0; i + 1 < l->count; i++) {
        double length = apart(l->points[i], l->points[i + 1]);
        uint32_t steps = 1 + (uint32_t)(length / STEP);
        for (uint32_t k = 0; k <= steps; k++) {
            double t = k / (double)steps, along = before + t * length;
            double off = apart(between(l->points[i], l->points[i + 1], t), middle) - radius;
            last = off <= 0.0 ? along : last;
            *near = off > 0.0 && (*near || (off < STEP && along > last + 20.0 * STEP));
        }
        before += length;
    }
    return last;
}

static wend_vec2 point_at(const line *l, double along) {
    for (uint32_t i = 0; i + 1 < l->count; i++) {
        double length = apart(l->points[i], l->points[i + 1]);
        if (along <= length && length > 0.0) {
            return between(l->points[i], l->points[i + 1], along / length);
        }
        along -= length;
    }
    return l->points[l->count - 1];
}

/* `reached` is the farthest distance along the route that the point has reached so far. */
static void check_intent(const corridor_world *w, const line *l, wend_vec2 x, double *reached,
                         tally *sums) {
    wend_corridor_projection retracted;
    ck_assert(wend_corridor_project(w->map, (wend_location){x, 0}, &retracted));
    wend_vec2 middle = retracted.sample.position;
    double radius = (double)retracted.sample.clearance;
    bool near;
    double last = last_inside(l, middle, radius, &near);
    *reached = fmax(*reached, last);
    wend_vec2 truth = point_at(l, *reached);
    sums->asked++;
    sums->back += *reached > last;
    sums->at_goal += apart(truth, l->points[l->count - 1]) < STEP;
    sums->far += apart(truth, x) > 1.0;
    double off = apart(scripted_intents[1].region.a, truth);
    /* A route that runs along the disc's edge may leave the disc anywhere. */
    bool grazes =
        near || (fabs(apart(scripted_intents[1].region.a, middle) - radius) < STEP && off < 0.3);
    ck_assert_msg(
        off < 3.0 * STEP || grazes,
        "seed %llu: from (%.9g, %.9g), disc of %.9g m about (%.9g, %.9g): to (%.9g, %.9g), "
        "not (%.9g, %.9g), %.9g m off",
        (unsigned long long)w->seed, (double)x.x, (double)x.y, radius, (double)middle.x,
        (double)middle.y, (double)scripted_intents[1].region.a.x,
        (double)scripted_intents[1].region.a.y, (double)truth.x, (double)truth.y, off);
    sums->grazes += !(off < 3.0 * STEP);
}

/* ---- Walks ----------------------------------------------------------------------------------- */

static bool read_line(const corridor_world *w, wend_agent agent, wend_vec2 from, wend_vec2 to,
                      line *l) {
    const wend_route *route = worlds_route(w->world, agent);
    if (route == NULL || route->status != WEND_ROUTE_STATUS_FOUND ||
        route->point_count + 2 > MOST_POINTS) {
        return false;
    }
    l->count = 0;
    l->points[l->count++] = from;
    for (uint32_t i = 0; i < route->point_count; i++) {
        l->points[l->count++] = route->points[i].position;
    }
    l->points[l->count++] = to;
    return true;
}

static void go_along(const corridor_world *w, wend_agent agent, const line *l, dice *from,
                     double radius, tally *sums) {
    double reached = 0.0;
    wend_vec2 *put = &scripted_locations[1].position;
    *put = l->points[0];
    worlds_step(w->world, 1);
    check_intent(w, l, *put, &reached, sums);
    for (uint32_t i = 0; i + 1 < l->count; i++) {
        double length = apart(l->points[i], l->points[i + 1]);
        for (double s = dice_between(from, 0.0, 0.3); s < length;
             s += dice_between(from, 0.1, 0.4)) {
            wend_vec2 at = between(l->points[i], l->points[i + 1], s / length);
            double room = corridor_world_clearance(w, at) - radius;
            *put = (wend_vec2){at.x + (float)(room * dice_between(from, -0.5, 0.5)),
                               at.y + (float)(room * dice_between(from, -0.5, 0.5))};
            worlds_step(w->world, 1); /* the agent moves to `put` */
            if ((worlds_state(w->world, agent).activity == WEND_ACTIVITY_ARRIVED) != 0) {
                return;
            }
            worlds_step(w->world, 1); /* the follower runs for an agent at `put` */
            check_intent(w, l, *put, &reached, sums);
        }
    }
}

static void try_world(uint64_t seed, const char *control, const wend_registry *registry,
                      tally *sums) {
    static line l;
    dice from = {seed + 5};
    corridor_world w;
    corridor_world_make(&w, seed, 0.1, registry);
    double radius = (double)(float)w.sampled.radii[0];
    wend_setting setting = {"control", {.kind = WEND_VALUE_TEXT, .text = control}};
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(radius);
    profile.plan = (wend_choice){"corridor", &setting, 1};
    profile.follow.name = "indicative";
    profile.steer.name = "puppet";
    /* Scripted agents do not follow their intents, and must not be rescued. */
    wend_setting patience = {"patience", {.number = wend_constant(0.0)}};
    profile.modify[0] = (wend_choice){"yield", &patience, 1};
    profile.modify_count = 1;
    wend_profile number = worlds_add_profile(w.world, &profile);
    wend_vec2 start, to;
    if (corridor_world_sample_position(&w, &from, radius + 1e-3, &start) &&
        corridor_world_sample_position(&w, &from, radius + 1e-3, &to)) {
        wend_agent agent = corridor_world_agent(&w, number, start, to);
        scripted_locations[1].position = start;
        worlds_step(w.world, 1);
        if (read_line(&w, agent, start, to, &l)) {
            go_along(&w, agent, &l, &from, radius, sums);
        }
    }
    corridor_world_end(&w);
}

START_TEST(points_match_last_exit_from_the_disc) {
    static const char *const controls[] = {"axis", "shortest"};
    wend_registry *registry = scripted_registry();
    tally sums = {0};
    for (uint64_t seed = 1600; seed < 1600 + trials(60); seed++) {
        try_world(seed, controls[seed % 2], registry, &sums);
    }
    wend_registry_destroy(registry);
    ck_assert_uint_ge(sums.asked, trials_bound(801));
    ck_assert_uint_ge(sums.far, trials_bound(501));
    ck_assert_uint_ge(sums.asked - sums.back, trials_bound(401));
    ck_assert_uint_lt(sums.grazes, sums.asked / 20);
    ck_assert_uint_ge(sums.at_goal, trials_bound(21));
}
END_TEST

int main(void) {
    SUITE("follow/indicative_discs", points_match_last_exit_from_the_disc);
}
