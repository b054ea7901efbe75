/* The model `corridor_force` with the printed forces of other characters: how agents walk, what
 * must never happen, and what the model reports. test_corridor_avoidance.c has its reciprocal
 * avoidance.
 */
/* needs: kit */
#include <math.h>
#include <string.h>

#include <wend/kit.h>

#include "support/kit/disc_worlds.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

/* ---- Worlds ---------------------------------------------------------------------------------- */

static const char *const variants[] = {"original", "improved"};

static wend_setting choice(const char *name, const char *text) {
    return (wend_setting){name, {.kind = WEND_VALUE_TEXT, .text = text}};
}

/* Makes a world with two profiles. Profile 0 is for walkers with a radius of 0.3 m and has the
 * given settings. Profile 1 is for standing agents with a radius of 0.4 m. */
static wend_world *make_with(wend_space *space, double dt, const wend_setting *settings,
                             uint32_t count) {
    wend_corridor_def corridor = wend_default_corridor_def();
    corridor.space = space;
    wend_map *map = NULL;
    wend_error error;
    ck_assert_msg(wend_corridor_build(&corridor, &map, &error) == WEND_OK, "%s", error.message);
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.dt = dt;
    wend_world *world = NULL;
    ck_assert_int_eq(wend_world_create(&def, &world, &error), WEND_OK);
    ck_assert_int_eq(wend_world_add_map(world, "corridor", map, NULL, &error), WEND_OK);
    wend_map_release(map);
    wend_profile_def walker = worlds_profile_def();
    walker.radius = wend_constant(0.3);
    walker.preferred_speed = wend_constant(1.4);
    walker.max_speed = wend_constant(1.4);
    walker.plan.name = "corridor";
    walker.follow.name = "attraction";
    walker.steer = (wend_choice){"corridor_force", settings, count};
    worlds_add_profile(world, &walker);
    wend_profile_def standing = worlds_profile_def();
    standing.radius = wend_constant(0.4);
    standing.max_speed = wend_constant(0.0);
    worlds_add_profile(world, &standing);
    return world;
}

static wend_world *make(wend_space *space, const char *variant, double dt) {
    wend_setting settings[] = {choice("variant", variant), choice("avoidance", "forces")};
    return make_with(space, dt, settings, 2);
}

static wend_agent add_standing(wend_world *world, double x, double y) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, y};
    def.profile = worlds_nth_profile(1);
    return worlds_add(world, &def);
}

static wend_agent add_walker(wend_world *world, wend_point from, wend_point to) {
    return worlds_agent(world, from.x, from.y, worlds_point(world, to.x, to.y));
}

static bool has_arrived(const wend_world *world, wend_agent agent) {
    return worlds_state(world, agent).activity == WEND_ACTIVITY_ARRIVED;
}

static double apart(wend_point a, wend_point b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/* ---- A single agent on a street -------------------------------------------------------------- */

/* Returns the largest deviation from v(t) = v_pref * (1 - exp(-t / tau)) and from its integral. The
 * agent starts from rest on the axis of a street, where only F_s and damping act. */
static double deviation(double dt) {
    wend_space *street = worlds_room(60, 6);
    wend_world *world = make(street, "improved", dt);
    wend_agent agent = add_walker(world, (wend_point){5, 3}, (wend_point){55, 3});
    double most = 0;
    for (int i = 1; i <= (int)(5 / dt); i++) {
        worlds_step(world, 1);
        wend_agent_state state = worlds_state(world, agent);
        double t = dt * i, rest = exp(-t / 0.5);
        most = fmax(most, fabs((double)state.velocity.x - 1.4 * (1 - rest)));
        most = fmax(most, fabs(state.position.x - 5 - 1.4 * (t - 0.5 * (1 - rest))));
        ck_assert_double_eq_tol(state.position.y, 3, 1e-3);
    }
    wend_world_destroy(world);
    wend_space_release(street);
    return most;
}

START_TEST(improved_variant_reaches_preferred_speed) {
    double coarse = deviation(0.05), fine = deviation(0.025);
    ck_assert_double_lt(coarse, 5e-3);
    ck_assert_double_gt(coarse / fine, 3); /* the integration is of second order */
}
END_TEST

START_TEST(speed_and_acceleration_stay_within_limits) {
    for (uint32_t v = 0; v < 2; v++) {
        wend_space *space = worlds_pillars();
        wend_world *world = make(space, variants[v], 0.05);
        wend_agent agent = add_walker(world, (wend_point){2, 4.3}, (wend_point){18, 8.3});
        wend_vec2 before = {0, 0};
        for (int i = 0; i < 800; i++) {
            worlds_step(world, 1);
            wend_agent_state state = worlds_state(world, agent);
            wend_vec2 now = state.velocity;
            ck_assert_double_le((double)hypotf(now.x, now.y), 1.4 + 1e-5);
            double change = (double)hypotf(now.x - before.x, now.y - before.y);
            ck_assert_msg(change <= 5 * 0.05 + 1e-4, "%s: %g m/s2", variants[v], change / 0.05);
            before = now;
        }
        ck_assert(has_arrived(world, agent));
        ck_assert_float_eq(before.x, 0);
        wend_world_destroy(world);
        wend_space_release(space);
    }
}
END_TEST

/* The agent's centre must come within a centimetre of the goal. Within a metre of the goal, the
 * distance only decreases. */
START_TEST(does_not_orbit_goal) {
    for (uint32_t v = 0; v < 2; v++) {
        wend_space *street = worlds_room(30, 6);
        wend_world *world = make(street, variants[v], 0.1);
        wend_goal_def def = wend_default_goal_def();
        wend_point point = {20.3, 3.9};
        def.points = &point;
        def.arrive = WEND_ARRIVE_INSIDE;
        def.tolerance = 0.01;
        wend_agent agent = worlds_agent(world, 5, 2, worlds_add_goal(world, &def));
        double last = INFINITY;
        worlds_step(world, 1);
        for (int i = 0; i < 400 && !has_arrived(world, agent); i++) {
            worlds_step(world, 1);
            double now = apart(worlds_state(world, agent).position, point);
            ck_assert_msg(last > 1 || now < last + 1e-4, "%s: from %g to %g m", variants[v], last,
                          now);
            last = now;
        }
        ck_assert_msg(has_arrived(world, agent), "%s", variants[v]);
        wend_world_destroy(world);
        wend_space_release(street);
    }
}
END_TEST

/* Agents still reach goals on walls and in corners. */
START_TEST(agents_reach_goals_at_walls) {
    static const wend_point goals[][2] = {{{20, 5}, {20, 5}},
                                          {{10, 0}, {10, 0}},
                                          {{19.75, 9.75}, {19.75, 9.75}},
                                          {{20, 9.8}, {20, 9.8}},
                                          {{20, 4}, {20, 6}}};
    for (uint32_t i = 0; i < 2 * sizeof goals / sizeof *goals; i++) {
        wend_space *room = worlds_room(20, 10);
        wend_world *world = make(room, variants[i % 2], 0.05);
        wend_goal_def def = wend_default_goal_def();
        bool wide = goals[i / 2][0].y != goals[i / 2][1].y;
        def.shape = wide ? WEND_GOAL_SEGMENT : WEND_GOAL_POINT;
        def.points = goals[i / 2];
        def.point_count = wide ? 2 : 1;
        wend_agent agent = worlds_agent(world, 2, 5, worlds_add_goal(world, &def));
        worlds_step(world, 800);
        wend_point at = worlds_state(world, agent).position;
        ck_assert_msg(has_arrived(world, agent), "%s: stays at (%g, %g) before (%g, %g)",
                      variants[i % 2], at.x, at.y, def.points->x, def.points->y);
        wend_world_destroy(world);
        wend_space_release(room);
    }
}
END_TEST

/* ---- Others ---------------------------------------------------------------------------------- */

/* Another agent stands directly in the path, where all forces are collinear. */
START_TEST(passes_standing_agent) {
    for (uint32_t v = 0; v < 2; v++) {
        wend_space *street = worlds_room(40, 6);
        wend_world *world = make(street, variants[v], 0.05);
        wend_agent agent = add_walker(world, (wend_point){5, 3}, (wend_point){35, 3});
        wend_agent other = add_standing(world, 20, 3);
        double nearest = INFINITY;
        for (int i = 0; i < 1600; i++) {
            worlds_step(world, 1);
            nearest = fmin(nearest, apart(worlds_state(world, agent).position,
                                          worlds_state(world, other).position));
        }
        ck_assert_msg(has_arrived(world, agent), "%s stays at %g", variants[v],
                      worlds_state(world, agent).position.x);
        ck_assert_msg(nearest >= 0.7 - 1e-3, "%s: %g m", variants[v], nearest);
        wend_world_destroy(world);
        wend_space_release(street);
    }
}
END_TEST

/* An agent that overlaps another at the start is moved out, no faster than its walking speed. */
START_TEST(overlapping_agents_separate_at_walking_speed) {
    wend_space *street = worlds_room(40, 6);
    wend_world *world = make(street, "improved", 0.05);
    wend_agent agent = add_walker(world, (wend_point){20, 3.1}, (wend_point){35, 3});
    wend_agent other = add_standing(world, 20.1, 3);
    wend_point last = {20, 3.1};
    for (int i = 0; i < 60; i++) {
        worlds_step(world, 1);
        wend_point now = worlds_state(world, agent).position;
        ck_assert_double_le(apart(now, last), 1.4 * 0.05 + 1e-5);
        last = now;
    }
    ck_assert_double_ge(apart(last, worlds_state(world, other).position), 0.7 - 1e-3);
    wend_world_destroy(world);
    wend_space_release(street);
}
END_TEST

/* Two agents start at exactly the same position, with the same goal. */
START_TEST(coincident_agents_separate) {
    wend_space *street = worlds_room(40, 6);
    wend_world *world = make(street, "improved", 0.05);
    wend_agent one = add_walker(world, (wend_point){5, 3}, (wend_point){35, 3});
    wend_agent two = add_walker(world, (wend_point){5, 3}, (wend_point){35, 3});
    worlds_step(world, 60);
    wend_point a = worlds_state(world, one).position, b = worlds_state(world, two).position;
    ck_assert_double_ge(apart(a, b), 0.6 - 1e-3);
    wend_world_destroy(world);
    wend_space_release(street);
}
END_TEST

/* A standing agent fills an alley. There is no path past it, and the walker never pushes into it.
 */
START_TEST(agent_never_pushes_into_a_blocked_passage) {
    wend_space *alley = worlds_room(40, 1.2);
    wend_world *world = make(alley, "improved", 0.05);
    wend_agent agent = add_walker(world, (wend_point){5, 0.6}, (wend_point){35, 0.6});
    wend_agent other = add_standing(world, 20, 0.6);
    double farthest = 0;
    for (int i = 0; i < 1000; i++) {
        worlds_step(world, 1);
        wend_point now = worlds_state(world, agent).position;
        ck_assert_double_ge(apart(now, worlds_state(world, other).position), 0.7 - 1e-3);
        ck_assert(now.y >= 0.3 - 1e-3 && now.y <= 0.9 + 1e-3);
        farthest = fmax(farthest, now.x);
    }
    ck_assert_double_gt(farthest, 19); /* the walker did try to pass */
    wend_world_destroy(world);
    wend_space_release(alley);
}
END_TEST

enum { CROWD = 16 };

static void add_to_crowd(wend_world *world, int i) {
    wend_goal_def goal = wend_default_goal_def();
    double x = i % 2 ? 18.5 : 1.5, y = 2 + i / 2 % 4 * 2.5;
    wend_point to = {20 - x, 11 - y * 0.9};
    goal.points = &to;
    goal.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    worlds_agent(world, i < CROWD / 2 ? x : x + (i % 2 ? -1 : 1), y, worlds_add_goal(world, &goal));
}

/* Two groups walk through each other between pillars without collisions. */
START_TEST(agents_in_a_crowd_do_not_overlap) {
    wend_space *space = worlds_pillars();
    wend_world *world = make(space, "improved", 0.1);
    wend_agent_state now[CROWD];
    for (int i = 0; i < CROWD; i++) {
        add_to_crowd(world, i);
    }
    for (int step = 0; step < 1000; step++) {
        worlds_step(world, 1);
        uint32_t count = wend_world_get_agents(world, now, CROWD);
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t k = 0; k < i; k++) {
                double distance = apart(now[i].position, now[k].position);
                ck_assert_msg(distance >= 0.6 - 1e-3, "step %d: %g m", step, distance);
            }
        }
    }
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, CROWD);
    wend_world_destroy(world);
    wend_space_release(space);
}
END_TEST

/* Strong damping causes no oscillation, because the parts of a step are shortened. */
START_TEST(stiff_damping_is_stable) {
    wend_setting stiff = {"relaxation_time", {.number = {.a = 0.02}}};
    wend_space *street = worlds_room(60, 6);
    wend_world *world = make_with(street, 0.1, &stiff, 1);
    wend_agent agent = add_walker(world, (wend_point){5, 3}, (wend_point){55, 3});
    float last = 0;
    for (int i = 0; i < 50; i++) {
        worlds_step(world, 1);
        float now = worlds_state(world, agent).velocity.x;
        ck_assert_msg(now >= last - 1e-4F, "%g after %g m/s", (double)now, (double)last);
        last = now;
    }
    ck_assert_float_eq_tol(last, 1.4F, 0.01F);
    wend_world_destroy(world);
    wend_space_release(street);
}
END_TEST

/* ---- Random worlds --------------------------------------------------------------------------- */

static bool is_free(const disc_world *world, wend_vec2 at, float room) {
    wend_location location = {at, 0};
    return wend_space_is_walkable(world->space, location, 1) &&
           wend_space_clearance(world->space, location, 9.0F, 1) > room;
}

static wend_vec2 sample_point(const disc_world *world, dice *from, float room) {
    for (int i = 0; i < 1000; i++) {
        wend_vec2 at = {(float)dice_between(from, 0, world->side),
                        (float)dice_between(from, 0, world->side)};
        if (is_free(world, at, room)) {
            return at;
        }
    }
    return (wend_vec2){-1, -1};
}

enum { STANDING = 6 };

typedef struct walk_trial {
    wend_world *world;
    wend_agent walker, standing[STANDING];
    int count;
} walk_trial;

/* Starts the walk of an agent. Returns false if there is no room for it. */
static bool start_walk(walk_trial *out, disc_world *ground, const char *variant, dice *from) {
    wend_vec2 start = sample_point(ground, from, 0.31F), goal = sample_point(ground, from, 0.31F);
    if (start.x < 0 || goal.x < 0) {
        return false;
    }
    out->world = make(ground->space, variant, 0.05);
    out->walker = add_walker(out->world, wend_space_from_local(ground->space, start),
                             wend_space_from_local(ground->space, goal));
    out->count = 0;
    for (int i = 0; i < STANDING; i++) {
        wend_vec2 at = sample_point(ground, from, 0.41F);
        if (at.x >= 0 && hypotf(at.x - start.x, at.y - start.y) > 0.8F) {
            wend_point point = wend_space_from_local(ground->space, at);
            out->standing[out->count++] = add_standing(out->world, point.x, point.y);
        }
    }
    return true;
}

static void check_outing(const walk_trial *out, const disc_world *ground, uint64_t seed) {
    uint32_t cursor = 0;
    worlds_step(out->world, 1);
    for (int i = 0; i < 800 && !has_arrived(out->world, out->walker); i++) {
        worlds_step(out->world, 1);
        wend_agent_state state = worlds_state(out->world, out->walker);
        const wend_route *route = worlds_route(out->world, out->walker);
        wend_vec2 x = wend_space_to_local(ground->space, state.position);
        if (!route) {
            return;
        }
        wend_corridor_bound bound = wend_route_bound(route, (wend_location){x, 0}, &cursor);
        ck_assert_msg(bound.distance >= 0.3F - 1e-3F, "seed %llu, step %d: %g m from the boundary",
                      (unsigned long long)seed, i, (double)bound.distance);
        ck_assert_float_ge(wend_space_clearance(ground->space, (wend_location){x, 0}, 9.0F, 1),
                           0.3F - 1e-3F);
        for (int k = 0; k < out->count; k++) {
            wend_point other = worlds_state(out->world, out->standing[k]).position;
            ck_assert_msg(apart(other, state.position) >= 0.7 - 1e-3, "seed %llu, step %d: %g m",
                          (unsigned long long)seed, i, apart(other, state.position));
        }
    }
}

START_TEST(paths_stay_in_corridor_without_collisions) {
    uint32_t outings = 0, arrived = 0;
    for (uint64_t seed = 0; seed < trials(60); seed++) {
        disc_world ground;
        walk_trial out;
        dice from = {seed};
        disc_world_make(&ground, seed);
        if (start_walk(&out, &ground, variants[seed / DISC_KIND_COUNT % 2], &from)) {
            check_outing(&out, &ground, seed);
            outings++;
            arrived += has_arrived(out.world, out.walker);
            wend_world_destroy(out.world);
        }
        disc_world_end(&ground);
    }
    ck_assert_uint_ge(outings, trials_bound(51));
    ck_assert_msg(arrived > outings / 2, "%u of %u arrived", arrived, outings);
}
END_TEST

/* ---- Reports --------------------------------------------------------------------------------- */

static uint32_t count_marks(const wend_mark *marks, uint32_t count, wend_mark_kind kind,
                            const char *label) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool named = !label || (marks[i].label && strcmp(marks[i].label, label) == 0);
        found += marks[i].kind == kind && named;
    }
    return found;
}

START_TEST(reports_every_force_by_name) {
    for (uint32_t v = 0; v < 2; v++) {
        wend_space *street = worlds_room(40, 6);
        wend_world *world = make(street, variants[v], 0.05);
        wend_agent agent = add_walker(world, (wend_point){5, 0.5}, (wend_point){35, 3});
        add_standing(world, 7, 3);
        worlds_step(world, 2);
        wend_mark marks[64];
        uint32_t count = wend_world_explain(world, agent, marks, 64);
        ck_assert_uint_eq(count_marks(marks, count, WEND_MARK_VELOCITY, NULL), 1);
        ck_assert_uint_eq(
            count_marks(marks, count, WEND_MARK_FORCE, v ? "steering force" : "attraction force"),
            1);
        ck_assert_uint_eq(count_marks(marks, count, WEND_MARK_FORCE, "boundary force"), v);
        ck_assert_uint_eq(count_marks(marks, count, WEND_MARK_FORCE, "obstacle force"), 1);
        ck_assert_uint_eq(count_marks(marks, count, WEND_MARK_FORCE, "damping"), 1);
        ck_assert_uint_eq(count_marks(marks, count, WEND_MARK_REGION, "closest boundary point"), 1);
        ck_assert_uint_eq(count_marks(marks, count, WEND_MARK_DISC, NULL), 1);
        wend_world_destroy(world);
        wend_space_release(street);
    }
}
END_TEST

/* A standing agent is behind the walker, but inside the attraction point's disc. It repels the
 * walker, except with the setting `obstacles: ahead`. */
START_TEST(agents_behind_may_be_ignored) {
    for (uint32_t ahead = 0; ahead < 2; ahead++) {
        wend_setting settings[] = {choice("obstacles", ahead ? "ahead" : "disc"),
                                   choice("avoidance", "forces")};
        wend_space *street = worlds_room(40, 12);
        wend_world *world = make_with(street, 0.05, settings, 2);
        wend_agent agent = add_walker(world, (wend_point){8, 6}, (wend_point){35, 6});
        add_standing(world, 7.8, 6.9);
        worlds_step(world, 2);
        wend_mark marks[64];
        uint32_t count = wend_world_explain(world, agent, marks, 64);
        ck_assert_uint_eq(count_marks(marks, count, WEND_MARK_FORCE, "obstacle force"), 1 - ahead);
        wend_world_destroy(world);
        wend_space_release(street);
    }
}
END_TEST

int main(void) {
    SUITE("steer/corridor_force", improved_variant_reaches_preferred_speed,
          speed_and_acceleration_stay_within_limits, does_not_orbit_goal,
          agents_reach_goals_at_walls, passes_standing_agent,
          overlapping_agents_separate_at_walking_speed, coincident_agents_separate,
          agent_never_pushes_into_a_blocked_passage, agents_in_a_crowd_do_not_overlap,
          paths_stay_in_corridor_without_collisions, reports_every_force_by_name,
          agents_behind_may_be_ignored, stiff_damping_is_stable);
}
