/* needs: kit */
/* cost: 18 */
/* Agents walk on routes of the planner `corridor` in random worlds, with corridor forces or with
 * velocity models that use portals. At every step the agent's disc is clear of all walls, checked
 * by brute force. With forces, its centre is in the corridor of its route, checked with GEOS.
 * Agents that have a route reach its end. */
#include "support/kit/corridor_trace.h"
#include "support/kit/corridor_worlds.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wend/kit.h>

static const double SLACK = 1e-3;     /* m */
static const double LAST_END = 300.0; /* s: latest allowed arrival of any agent */

enum { MOST_AGENTS = 6, CHECK_INTERVAL = 7 /* steps between area checks */ };

typedef struct model {
    const char *follow, *steer, *variant, *avoidance; /* NULL if the model has no such parameter */
} model;

static const model forces[] = {{"attraction", "corridor_force", "original", "forces"},
                               {"attraction", "corridor_force", "improved", "forces"},
                               {"attraction", "corridor_force", "improved", "reciprocal"}};
static const model velocities[] = {{"portal", "orca", NULL, NULL},
                                   {"portal", "orca_segment", NULL, NULL},
                                   {"portal", "gvo", NULL, NULL}};

typedef struct walker {
    wend_agent agent;
    wend_vec2 last; /* previous position */
    GEOSGeometry *area;
    wend_corridor_disc first; /* first disc of the route for which `area` was made */
    uint32_t count;           /* number of discs of that route */
    double end;               /* s: latest allowed arrival */
    bool found;
} walker;

typedef struct run {
    corridor_world w;
    const model *by;
    bool keeps_corridor; /* false: velocity models, and agents that avoid each other by half-planes
                          */
    GEOSContextHandle_t geos;
    walker walkers[MOST_AGENTS];
    uint32_t count;
    double radius;
    char what[128];
} run;

typedef struct tally {
    uint32_t walkers, arrived, none, late;
    uint64_t shortened; /* number of feasible velocities that walls cut short */
    double least;       /* m: smallest clearance minus radius */
} tally;

/* ---- One step -------------------------------------------------------------------------------- */

static wend_vec2 local(const run *r, wend_point p) {
    return (wend_vec2){(float)(p.x - r->w.origin.x), (float)(p.y - r->w.origin.y)};
}

/* Reads the corridor of the agent's current route, which may have been planned again. */
static void read_route(run *r, walker *k) {
    const wend_route *route = worlds_route(r->w.world, k->agent);
    k->found = route != NULL && route->status == WEND_ROUTE_STATUS_FOUND;
    if (!k->found ||
        (k->count == route->disc_count && memcmp(&k->first, route->discs, sizeof k->first) == 0)) {
        return;
    }
    if (k->area != NULL) {
        GEOSGeom_destroy_r(r->geos, k->area);
    }
    double sum = 0.0;
    k->area = corridor_area_of_route(r->geos, route, &sum);
    k->first = route->discs[0];
    k->count = route->disc_count;
    k->end = fmin(LAST_END, wend_world_time(r->w.world) + 15.0 + 3.0 * (double)route->cost);
}

static void check_walker(run *r, walker *k, uint32_t step, tally *sums) {
    wend_agent_state state = worlds_state(r->w.world, k->agent);
    wend_vec2 at = local(r, state.position);
    double room = corridor_world_leg_clearance(&r->w, k->last, at) - r->radius;
    ck_assert_msg(
        room > -SLACK, "%s, step %u: %.9g m in a wall on the way from (%.9g, %.9g) to (%.9g, %.9g)",
        r->what, step, -room, (double)k->last.x, (double)k->last.y, (double)at.x, (double)at.y);
    sums->least = fmin(sums->least, room);
    if (k->found && r->keeps_corridor && step % CHECK_INTERVAL == 0) {
        double depth = corridor_area_depth(r->geos, k->area, at);
        ck_assert_msg(depth > -SLACK, "%s, step %u: %.9g m out of the corridor at (%.9g, %.9g)",
                      r->what, step, -depth, (double)at.x, (double)at.y);
    }
    k->last = at;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void begin(run *r, uint64_t seed, double dt, const model *by, uint32_t agents) {
    corridor_world_make(&r->w, seed, dt, NULL);
    r->by = by;
    r->keeps_corridor =
        by->variant != NULL && (agents == 1 || strcmp(by->avoidance, "forces") == 0);
    r->geos = GEOS_init_r();
    r->radius = (double)(float)r->w.sampled.radii[seed / DISC_KIND_COUNT % DISC_RADII];
    snprintf(r->what, sizeof r->what, "seed %llu, %s %s, dt %g, radius %g",
             (unsigned long long)seed, by->variant != NULL ? by->variant : by->steer,
             by->avoidance != NULL ? by->avoidance : "", dt, r->radius);
    wend_setting settings[] = {{"variant", {.kind = WEND_VALUE_TEXT, .text = by->variant}},
                               {"avoidance", {.kind = WEND_VALUE_TEXT, .text = by->avoidance}}};
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(r->radius);
    profile.preferred_speed = wend_constant(1.4);
    profile.plan.name = "corridor";
    profile.follow.name = by->follow;
    profile.steer = (wend_choice){by->steer, settings, by->variant != NULL ? 2 : 0};
    wend_profile number = worlds_add_profile(r->w.world, &profile);
    dice from = {seed + 31};
    r->count = 0;
    wend_vec2 to;
    while (r->count < agents &&
           corridor_world_sample_position(&r->w, &from, r->radius + 1e-3,
                                          &r->walkers[r->count].last) &&
           corridor_world_sample_position(&r->w, &from, r->radius + 1e-3, &to)) {
        walker *k = &r->walkers[r->count];
        bool apart = true;
        for (uint32_t i = 0; i < r->count; i++) {
            apart = apart && hypot((double)(k->last.x - r->walkers[i].last.x),
                                   (double)(k->last.y - r->walkers[i].last.y)) > 3.0 * r->radius;
        }
        if (!apart) {
            continue;
        }
        *k = (walker){.last = k->last};
        k->agent = corridor_world_agent(&r->w, number, k->last, to);
        r->count++;
    }
}

static void end(run *r, tally *sums) {
    for (uint32_t i = 0; i < r->count; i++) {
        walker *k = &r->walkers[i];
        bool arrived = (worlds_state(r->w.world, k->agent).activity == WEND_ACTIVITY_ARRIVED) != 0;
        sums->walkers++;
        sums->arrived += arrived;
        sums->none += !k->found && !arrived;
        sums->late += k->found && !arrived;
        if (k->area != NULL) {
            GEOSGeom_destroy_r(r->geos, k->area);
        }
    }
    GEOS_finish_r(r->geos);
    corridor_world_end(&r->w);
}

static void go(uint64_t seed, double dt, const model *by, uint32_t agents, tally *sums) {
    run r;
    begin(&r, seed, dt, by, agents);
    bool on_path = r.count > 0;
    for (uint32_t step = 0; on_path; step++) {
        worlds_step(r.w.world, 1);
        on_path = false;
        for (uint32_t i = 0; i < r.count; i++) {
            walker *k = &r.walkers[i];
            read_route(&r, k);
            check_walker(&r, k, step, sums);
            on_path |= k->found && wend_world_time(r.w.world) < k->end &&
                       (worlds_state(r.w.world, k->agent).activity == WEND_ACTIVITY_ARRIVED) == 0;
        }
    }
    if (agents == 1 && r.count == 1 && r.walkers[0].found) {
        wend_agent_state state = worlds_state(r.w.world, r.walkers[0].agent);
        ck_assert_msg(state.activity == WEND_ACTIVITY_ARRIVED,
                      "%s: has not come, at (%.9g, %.9g) after %g s", r.what, state.position.x,
                      state.position.y, wend_world_time(r.w.world));
    }
    sums->shortened += wend_world_get_stats(r.w.world).wall_interventions_while_feasible;
    end(&r, sums);
}

static const double steps[] = {0.0125, 0.05, 0.1};

START_TEST(single_agent_keeps_clear_of_walls) {
    tally sums = {.least = HUGE_VAL};
    for (uint64_t seed = 1000; seed < 1000 + trials_at_least(72, 3); seed++) {
        go(seed, steps[seed % 3], &forces[_i], 1, &sums);
    }
    ck_assert_uint_ge(sums.arrived, trials_bound(46));
    ck_assert_uint_eq(sums.late, 0);
    /* Some agents came near to walls. */
    ck_assert_double_lt(sums.least, trials_factor() < 1.0 ? 0.2 : 0.05);
}
END_TEST

/* Uses the corridor's portals instead of forces, with the time steps that these models are designed
 * for. */
START_TEST(velocity_models_keep_clear_of_walls) {
    tally sums = {.least = HUGE_VAL};
    for (uint64_t seed = 1200; seed < 1200 + trials(48); seed++) {
        go(seed, steps[1 + seed % 2], &velocities[_i], 1, &sums);
    }
    ck_assert_uint_ge(sums.arrived, trials_bound(31));
    ck_assert_uint_eq(sums.late, 0);
    ck_assert_uint_eq(sums.shortened, 0);
}
END_TEST

/* Neither the forces nor the half-planes make agents yield in a passage too narrow for both. So an
 * agent waits if it meets another agent, walking or arrived, in a passage too narrow for both. When
 * this test was written, 11 % of the agents ended up waiting. */
START_TEST(several_agents_keep_clear_of_walls) {
    tally sums = {.least = HUGE_VAL};
    for (uint64_t seed = 1100; seed < 1100 + trials_at_least(24, 4); seed++) {
        go(seed, steps[seed % 3], &forces[_i], MOST_AGENTS, &sums);
    }
    ck_assert_uint_ge(sums.walkers, trials_bound(101));
    ck_assert_uint_ge(sums.arrived, trials_bound(61));
    ck_assert_uint_eq(sums.arrived + sums.none + sums.late, sums.walkers);
    ck_assert_uint_le(sums.late, sums.walkers / 6);
}
END_TEST

/* ---- Goals at walls -------------------------------------------------------------------------- */

/* Makes an agent walk from (2, 5), in a room of 20 m by 10 m, to a point or a segment. Returns true
 * if it arrives. */
static bool reaches(const model *by, const wend_point *points, uint32_t count) {
    wend_world *world = worlds_make(worlds_room(20.0, 10.0), NULL);
    wend_corridor_def map = wend_default_corridor_def();
    wend_map *made = NULL;
    map.space = wend_world_space(world);
    ck_assert_int_eq(wend_corridor_build(&map, &made, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_map(world, "corridor", made, NULL, NULL), WEND_OK);
    wend_map_release(made);
    wend_setting settings[] = {{"variant", {.kind = WEND_VALUE_TEXT, .text = by->variant}},
                               {"avoidance", {.kind = WEND_VALUE_TEXT, .text = by->avoidance}}};
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(0.3);
    profile.plan.name = "corridor";
    profile.follow.name = by->follow;
    profile.steer = (wend_choice){by->steer, settings, 2};
    worlds_add_profile(world, &profile);
    wend_goal_def goal = wend_default_goal_def();
    goal.shape = count == 2 ? WEND_GOAL_SEGMENT : WEND_GOAL_POINT;
    goal.points = points;
    goal.point_count = count;
    wend_agent agent = worlds_agent(world, 2.0, 5.0, worlds_add_goal(world, &goal));
    bool arrived = false;
    for (int i = 0; i < 400 && !arrived; i++) { /* for 40 s */
        worlds_step(world, 1);
        arrived = (worlds_state(world, agent).activity == WEND_ACTIVITY_ARRIVED) != 0;
    }
    wend_world_destroy(world);
    return arrived;
}

/* The goals are closer to a wall than the forces let agents come, so an agent's disc can only just
 * touch them. */
START_TEST(reaches_goals_at_walls) {
    static const struct {
        wend_point points[2];
        uint32_t count;
    } goals[] = {{{{20, 5}, {0, 0}}, 1},   {{{10, 0}, {0, 0}}, 1},  {{{20, 9.8}, {0, 0}}, 1},
                 {{{19.75, 9.75}}, 1},     {{{20, 4}, {20, 6}}, 2}, {{{8, 10}, {12, 10}}, 2},
                 {{{2, 5.35}, {0, 0}}, 1}, {{{0.05, 5}, {0, 0}}, 1}};
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        ck_assert_msg(reaches(&forces[_i], goals[i].points, goals[i].count),
                      "%s: the goal at (%g, %g)", forces[_i].variant, goals[i].points[0].x,
                      goals[i].points[0].y);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/corridor_paths");
    TCase *cases = tcase_create("paths");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_loop_test(cases, single_agent_keeps_clear_of_walls, 0, 3);
    tcase_add_loop_test(cases, velocity_models_keep_clear_of_walls, 0, 3);
    tcase_add_loop_test(cases, reaches_goals_at_walls, 0, 3);
    tcase_add_loop_test(cases, several_agents_keep_clear_of_walls, 0, 3);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
