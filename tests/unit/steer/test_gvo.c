/* The behaviour of agents under gvo, observed from outside: single steps with a known result, and
 * complete paths. */
#include <math.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { MOST_SETTINGS = 4, MARKS = 64 };

/* Makes a world without walls. Agents of the first profile use gvo (radius 1 m, preferred speed 1.4
 * m/s, at most 2.5 m/s). Agents of the second profile stand still. */
static wend_world *make(const char *select, const wend_setting *settings, uint32_t count) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.dt = 0.25;
    def.reach = 15.0;
    wend_world *world = worlds_from(&def);
    wend_setting all[MOST_SETTINGS] = {
        {.name = "horizon", .value = {.number = wend_constant(INFINITY)}},
        {.name = "neighbour_distance", .value = {.number = wend_constant(15.0)}}};
    for (uint32_t i = 0; i < count; i++) {
        all[2 + i] = settings[i];
    }
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(1.0);
    profile.preferred_speed = wend_constant(1.4);
    profile.max_speed = wend_constant(2.5);
    profile.select.name = select;
    profile.steer = (wend_choice){"gvo", all, 2 + count};
    worlds_add_profile(world, &profile);
    profile.steer = (wend_choice){"external", NULL, 0};
    worlds_add_profile(world, &profile);
    return world;
}

static wend_setting number(const char *name, double value) {
    return (wend_setting){name, {.number = wend_constant(value)}};
}

static wend_setting word(const char *name, const char *value) {
    return (wend_setting){name, {.kind = WEND_VALUE_TEXT, .text = value}};
}

static wend_goal_def segment(const wend_point *ends) {
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_SEGMENT;
    def.points = ends;
    def.point_count = 2;
    return def;
}

static wend_agent add(wend_world *world, wend_point at, wend_point velocity, wend_goal goal) {
    wend_agent_def def = wend_default_agent_def();
    def.position = at;
    def.velocity = velocity;
    def.goal = goal;
    return worlds_add(world, &def);
}

static wend_agent add_chooser(wend_world *world, wend_point velocity, wend_goal_set goal_set) {
    wend_agent_def def = wend_default_agent_def();
    def.velocity = velocity;
    def.goal_set = goal_set;
    return worlds_add(world, &def);
}

static wend_agent add_standing(wend_world *world, double x, double y) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, y};
    def.profile = worlds_nth_profile(1);
    return worlds_add(world, &def);
}

static void check_velocity(const wend_world *world, wend_agent agent, double x, double y) {
    wend_agent_state state = worlds_state(world, agent);
    ck_assert_double_eq_tol((double)state.velocity.x, x, 1e-4);
    ck_assert_double_eq_tol((double)state.velocity.y, y, 1e-4);
}

static const wend_point north[] = {{-10.0, 30.0}, {10.0, 30.0}};
static const wend_point ahead = {0.0, 1.4};

/* ---- Rules ----------------------------------------------------------------------------------- */

START_TEST(keeps_velocity_that_reaches_goal) {
    wend_world *world = make("given", NULL, 0);
    wend_goal_def def = segment(north);
    wend_goal goal = worlds_add_goal(world, &def);
    wend_agent agent = add(world, (wend_point){0, 0}, (wend_point){0.392, 1.344}, goal);
    worlds_step(world, 40);
    check_velocity(world, agent, 0.392, 1.344);
    ck_assert_uint_eq(worlds_state(world, agent).solve_status, WEND_SOLVE_FREE);
    worlds_step(world, 60);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    wend_world_destroy(world);
}
END_TEST

START_TEST(turns_no_farther_than_needed_to_reach_goal) {
    wend_setting printed = number("speed_recovery", 0.0);
    for (int recovers = 0; recovers < 2; recovers++) {
        wend_world *world = make("given", &printed, recovers ? 0 : 1);
        wend_goal_def def = segment(north);
        wend_goal goal = worlds_add_goal(world, &def);
        wend_agent agent = add(world, (wend_point){0, 0}, (wend_point){1.4, 0.0}, goal);
        worlds_step(world, 1);
        /* The angle of the tangent to the disc of radius 0.9 m around the goal's end (10, 30). */
        double angle = atan2(30.0, 10.0) - asin(0.9 / sqrt(1000.0));
        double speed =
            recovers ? 1.4 - (1.4 - 1.4 * cos(angle)) * exp(-20.0 * 0.25) : 1.4 * cos(angle);
        check_velocity(world, agent, speed * cos(angle), speed * sin(angle));
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(intercepts_moving_goal) {
    static const wend_point ends[] = {{-40.0, 20.0}, {-36.0, 20.0}};
    wend_world *world = make("given", NULL, 0);
    wend_goal_def def = segment(ends);
    def.velocity = (wend_point){2.0, 0.0};
    wend_goal goal = worlds_add_goal(world, &def);
    wend_agent agent = add(world, (wend_point){-2, 0}, (wend_point){0.0, 1.0}, goal);
    /* After 19 s the goal is directly above the agent. A velocity straight up leads to it, so the
     * agent keeps its direction, though not its speed. */
    for (int i = 0; i < 60; i++) {
        worlds_step(world, 1);
        wend_agent_state state = worlds_state(world, agent);
        ck_assert_double_lt(fabs((double)state.velocity.x), 0.35);
    }
    worlds_step(world, 40);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    wend_world_destroy(world);
}
END_TEST

/* ---- High densities -------------------------------------------------------------------------- */

/* Makes a world in which an agent has a narrow goal straight ahead. An agent that stands `far` m
 * away hides the goal. */
static wend_world *hidden_goal(const char *relax, double far, wend_agent *agent) {
    wend_setting setting = word("relax", relax);
    wend_world *world = make("given", &setting, 1);
    *agent = add(world, (wend_point){0, 0}, ahead, worlds_point(world, 0.0, 30.0));
    add_standing(world, 0.0, far);
    return world;
}

START_TEST(relaxation_1_ignores_the_goal) {
    wend_agent agent;
    wend_world *world = hidden_goal("goal", 8.0, &agent);
    worlds_step(world, 1);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert_uint_eq(state.solve_status, WEND_SOLVE_RELAXED);
    double speed = hypot((double)state.velocity.x, (double)state.velocity.y);
    double miss = fabs((double)state.velocity.x) * 8.0 / speed;
    ck_assert_double_gt(speed, 0.5);
    ck_assert_double_ge(miss, 2.0 - 1e-3); /* at least the sum of the radii */
    wend_world_destroy(world);
}
END_TEST

START_TEST(relaxation_2_ignores_the_neighbour) {
    wend_agent agent;
    wend_world *world = hidden_goal("agents", 8.0, &agent);
    worlds_step(world, 1);
    check_velocity(world, agent, 0.0, 1.4);
    ck_assert_uint_eq(worlds_state(world, agent).solve_status, WEND_SOLVE_RELAXED);
    wend_world_destroy(world);
}
END_TEST

START_TEST(collision_avoidance_takes_precedence_over_goals) {
    wend_agent agent;
    wend_world *world = hidden_goal("agents", 8.0, &agent);
    bool went_round = false;
    for (int i = 0; i < 200; i++) {
        worlds_step(world, 1);
        wend_point at = worlds_state(world, agent).position;
        ck_assert_double_ge(hypot(at.x, at.y - 8.0), 2.0 - 1e-3);
        went_round = went_round || fabs(at.x) > 1.0;
    }
    ck_assert(went_round);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    wend_world_destroy(world);
}
END_TEST

/* ---- Several goals --------------------------------------------------------------------------- */

static const wend_point left_ends[] = {{-22.0, 30.0}, {-14.0, 30.0}};
static const wend_point right_ends[] = {{14.0, 30.0}, {22.0, 30.0}};

typedef struct choice_of_two {
    wend_world *world;
    wend_goal goals[2];
    wend_goal_set set;
} choice_of_two;

static choice_of_two two_goals(const wend_setting *settings, uint32_t count) {
    choice_of_two of = {.world = make("any", settings, count)};
    wend_goal_def left = segment(left_ends), right = segment(right_ends);
    of.goals[0] = worlds_add_goal(of.world, &left);
    of.goals[1] = worlds_add_goal(of.world, &right);
    of.set = worlds_goal_set(of.world, of.goals, 2);
    return of;
}

START_TEST(chooses_and_keeps_the_goal_ahead) {
    for (int side = 0; side < 2; side++) {
        choice_of_two of = two_goals(NULL, 0);
        double x = side == 0 ? -0.1 : 0.1;
        wend_agent agent = add_chooser(of.world, (wend_point){x, 1.39}, of.set);
        worlds_step(of.world, 8);
        double heading = (double)worlds_state(of.world, agent).velocity.x;
        ck_assert(side == 0 ? heading < -0.3 : heading > 0.3);
        worlds_step(of.world, 112);
        ck_assert_uint_eq(wend_world_get_stats(of.world).arrivals, 1);
        ck_assert_uint_eq(worlds_state(of.world, agent).goal.value, of.goals[side].value);
        wend_world_destroy(of.world);
    }
}
END_TEST

START_TEST(agent_diverts_from_blocked_goal_to_another) {
    choice_of_two of = two_goals(NULL, 0);
    for (int i = 0; i < 9; i++) { /* side by side in front of the left goal */
        add_standing(of.world, -26.0 + 2.0 * i, 24.0);
    }
    wend_agent agent = add_chooser(of.world, (wend_point){-0.75, 1.18}, of.set);
    worlds_step(of.world, 240);
    ck_assert_uint_eq(wend_world_get_stats(of.world).arrivals, 1);
    ck_assert_uint_eq(worlds_state(of.world, agent).goal.value, of.goals[1].value);
    wend_world_destroy(of.world);
}
END_TEST

/* An agent 8 m away hides the goal ahead; another goal is a little farther away. */
START_TEST(diverts_early_to_nearby_goal) {
    for (int may = 0; may < 2; may++) {
        wend_setting never = number("divert_factor", 1.0);
        wend_world *world = make("any", &never, may ? 0 : 1);
        wend_goal goals[] = {worlds_point(world, 0.0, 30.0), worlds_point(world, 25.0, 20.0)};
        wend_agent agent = add_chooser(world, ahead, worlds_goal_set(world, goals, 2));
        add_standing(world, 0.0, 8.0);
        worlds_step(world, 1);
        wend_agent_state state = worlds_state(world, agent);
        ck_assert_uint_eq(state.solve_status, may ? WEND_SOLVE_FREE : WEND_SOLVE_RELAXED);
        ck_assert_double_eq_tol((double)(state.velocity.x / state.velocity.y), may ? 1.25 : 0.0,
                                0.1);
        worlds_step(world, 1);
        ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[may].value);
        wend_world_destroy(world);
    }
}
END_TEST

/* An agent blocks the path to one goal; the other goal is far away. */
START_TEST(only_standing_agent_diverts_to_far_goal) {
    for (int stands = 0; stands < 2; stands++) {
        wend_world *world = make("any", NULL, 0);
        wend_goal goals[] = {worlds_point(world, 0.0, 8.0), worlds_point(world, 200.0, 0.0)};
        wend_point velocity = stands ? (wend_point){0.0, 0.0} : ahead;
        wend_agent agent = add_chooser(world, velocity, worlds_goal_set(world, goals, 2));
        add_standing(world, 0.0, 2.3);
        worlds_step(world, 2);
        ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[stands].value);
        wend_world_destroy(world);
    }
}
END_TEST

/* The agents that block one goal also stand in the path to the other. */
START_TEST(agent_leaves_a_blocked_goal_for_another) {
    choice_of_two of = two_goals(NULL, 0);
    for (int i = 0; i < 9; i++) {
        add_standing(of.world, -26.0 + 2.0 * i, 24.0);
    }
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){-14.0, 21.9};
    def.goal_set = of.set;
    wend_agent agent = worlds_add(of.world, &def);
    worlds_step(of.world, 200);
    ck_assert_uint_eq(wend_world_get_stats(of.world).arrivals, 1);
    ck_assert_uint_eq(worlds_state(of.world, agent).goal.value, of.goals[1].value);
    wend_world_destroy(of.world);
}
END_TEST

/* ---- Windows --------------------------------------------------------------------------------- */

START_TEST(reaches_goal_in_time_window) {
    wend_world *world = make("given", NULL, 0);
    wend_goal_def def = segment(north);
    def.opens = 30.0;
    def.closes = 40.0;
    wend_goal entrance = worlds_add_goal(world, &def);
    wend_agent early =
        add(world, (wend_point){-5, 10}, ahead, entrance); /* needs 14 s at its preferred speed */
    wend_agent late = add(world, (wend_point){5, -30}, ahead, entrance); /* needs 42 s */
    worlds_step(world, 119);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 0);
    ck_assert_double_gt(worlds_state(world, early).position.y, 24.0);
    ck_assert_double_gt((double)worlds_state(world, late).velocity.y, 1.42);
    worlds_step(world, 43);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 2);
    wend_world_destroy(world);
}
END_TEST

START_TEST(ignores_closed_goal) {
    wend_world *world = make("given", NULL, 0);
    wend_goal_def def = segment(north);
    def.closes = 5.0;
    wend_agent agent = add(world, (wend_point){0, -20}, ahead, worlds_add_goal(world, &def));
    worlds_step(world, 24);
    check_velocity(world, agent, 0.0, 0.0);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 0);
    wend_world_destroy(world);
}
END_TEST

/* ---- Out of reach, and the other kinds of intent --------------------------------------------- */

START_TEST(follows_a_goal_that_is_too_fast_to_reach) {
    wend_world *world = make("given", NULL, 0);
    wend_goal_def def = segment(north);
    def.velocity = (wend_point){0.0, 3.0};
    wend_agent agent =
        add(world, (wend_point){0, 0}, (wend_point){1.0, 0.0}, worlds_add_goal(world, &def));
    worlds_step(world, 1);
    check_velocity(world, agent, 0.0, 1.4);
    ck_assert_uint_eq(worlds_state(world, agent).solve_status, WEND_SOLVE_RELAXED);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agents_reach_goals_of_every_shape) {
    static const wend_point box[] = {{8.0, 8.0}, {11.0, 8.0}, {11.0, 10.0}, {8.0, 10.0}};
    wend_world *world = make("given", NULL, 0);
    wend_goal_def polygon = wend_default_goal_def(), inside = polygon;
    polygon.shape = WEND_GOAL_POLYGON;
    polygon.points = box;
    polygon.point_count = 4;
    static const wend_point point = {-12.0, 3.0};
    inside.points = &point;
    inside.arrive = WEND_ARRIVE_INSIDE;
    wend_point rest = {0.0, 0.0};
    add(world, (wend_point){0, 0}, rest, worlds_add_goal(world, &polygon));
    add(world, (wend_point){-4, 0}, rest, worlds_add_goal(world, &inside));
    add(world, (wend_point){4, 0}, rest, worlds_disc(world, 14.0, -6.0, 2.0));
    wend_agent walker = add(world, (wend_point){0, -9}, rest, worlds_direction(world, -1.5));
    worlds_step(world, 80);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 3);
    check_velocity(world, walker, 1.4 * cos(-1.5), 1.4 * sin(-1.5));
    wend_world_destroy(world);
}
END_TEST

START_TEST(standing_agent_yields) {
    wend_world *world = make("given", NULL, 0);
    wend_agent stands = add(world, (wend_point){0, 0}, (wend_point){0, 0}, (wend_goal){0});
    wend_agent walks = add(world, (wend_point){0.2, -8}, ahead, worlds_point(world, 0.2, 12.0));
    double nearest = INFINITY;
    for (int i = 0; i < 80; i++) {
        worlds_step(world, 1);
        wend_point a = worlds_state(world, stands).position;
        wend_point b = worlds_state(world, walks).position;
        nearest = fmin(nearest, hypot(a.x - b.x, a.y - b.y));
    }
    ck_assert_double_ge(nearest, 2.0 - 0.02);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    wend_world_destroy(world);
}
END_TEST

/* ---- Through a door -------------------------------------------------------------------------- */

START_TEST(portals_lead_through_a_door) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_gap();
    def.classes = 1; /* walls of class 1, which fill the gap, are off */
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "sight";
    profile.follow.name = "portal";
    profile.steer.name = "gvo";
    worlds_add_profile(world, &profile);
    for (int i = 0; i < 8; i++) {
        double y = 1.0 + 1.1 * i;
        worlds_agent(world, 2.0, y, worlds_point(world, 18.0, 10.0 - y));
    }
    worlds_step(world, 400);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 8);
    ck_assert_uint_eq(wend_world_get_stats(world).wall_interventions, 0);
    wend_world_destroy(world);
}
END_TEST

/* ---- Explanation ----------------------------------------------------------------------------- */

START_TEST(explains_velocity_sets) {
    choice_of_two of = two_goals(NULL, 0);
    wend_agent agent = add_chooser(of.world, (wend_point){-0.6, 1.2}, of.set);
    add_standing(of.world, -4.0, 9.0);
    worlds_step(of.world, 2);
    wend_mark marks[MARKS];
    uint32_t count = wend_world_explain(of.world, agent, marks, MARKS);
    uint32_t kinds[WEND_MARK_BOUNDARY_ARC + 1] = {0};
    ck_assert_uint_le(count, MARKS);
    for (uint32_t i = 0; i < count; i++) {
        kinds[marks[i].kind]++;
    }
    ck_assert_uint_eq(kinds[WEND_MARK_ALLOWED], 2);
    ck_assert_uint_eq(kinds[WEND_MARK_FORBIDDEN], 1);
    ck_assert_uint_eq(kinds[WEND_MARK_BOUNDARY_SEGMENT],
                      2 * 3 + 2); /* two cones with their apex cut off, and one with an apex */
    ck_assert_uint_eq(kinds[WEND_MARK_PREFERRED], 1);
    ck_assert_uint_eq(kinds[WEND_MARK_VELOCITY], 1);
    wend_world_destroy(of.world);
}
END_TEST

int main(void) {
    SUITE("steer/gvo", keeps_velocity_that_reaches_goal, turns_no_farther_than_needed_to_reach_goal,
          intercepts_moving_goal, relaxation_1_ignores_the_goal, relaxation_2_ignores_the_neighbour,
          collision_avoidance_takes_precedence_over_goals, chooses_and_keeps_the_goal_ahead,
          agent_diverts_from_blocked_goal_to_another, diverts_early_to_nearby_goal,
          only_standing_agent_diverts_to_far_goal, agent_leaves_a_blocked_goal_for_another,
          reaches_goal_in_time_window, ignores_closed_goal,
          follows_a_goal_that_is_too_fast_to_reach, agents_reach_goals_of_every_shape,
          standing_agent_yields, portals_lead_through_a_door, explains_velocity_sets);
}
