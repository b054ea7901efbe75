/* Selectors that measure routes: `nearest`, `farthest` and `quickest` with maps, doors and
 * connections. The oracle asks the map for paths, without a world. */
/* needs: kit */
#include <math.h>
#include <string.h>

#include <wend/kit.h>

#include "support/kit/maps.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

static wend_setting word(const char *name, const char *text) {
    return (wend_setting){name, {.kind = WEND_VALUE_TEXT, .text = text}};
}

static wend_setting number(const char *name, double value) {
    return (wend_setting){name, {.kind = WEND_VALUE_NUMBER, .number = wend_constant(value)}};
}

static wend_world *make_world(wend_space *space, const char *plan, wend_choice select) {
    wend_world *world = worlds_make(space, NULL);
    wend_profile_def profile = wend_default_profile_def();
    if (strcmp(plan, "straight") != 0 && strcmp(plan, "sight") != 0) {
        maps_add(world, space, strcmp(plan, "navmesh") == 0);
    }
    profile.select = select;
    profile.plan.name = plan;
    profile.follow.name = strcmp(plan, "straight") == 0 ? "waypoint" : "portal";
    worlds_add_profile(world, &profile);
    return world;
}

/* ---- Random rooms ---------------------------------------------------------------------------- */

enum { GOALS = 6, AGENTS = 12, SIDE = 24 };

/* A square room with random walls in it. */
static wend_space *random_room(dice *d) {
    sketch s;
    wend_space *space = NULL;
    while (!space) {
        sketch_start(&s);
        sketch_box_boundary(&s, 0, 0, 0, SIDE, SIDE);
        for (int i = 0; i < 7; i++) {
            double x = dice_between(d, 2, SIDE - 8), y = dice_between(d, 2, SIDE - 8);
            bool across = dice_below(d, 2);
            double length = dice_between(d, 3, 6);
            sketch_box(&s, 0, 0, x, y, x + (across ? length : 0.3), y + (across ? 0.3 : length));
        }
        space = sketch_try(&s);
    }
    return space;
}

static wend_point random_free(dice *d, const wend_space *space) {
    for (;;) {
        wend_point p = {dice_between(d, 1, SIDE - 1), dice_between(d, 1, SIDE - 1)};
        wend_location at = {wend_space_to_local(space, p), 0};
        if (wend_space_clearance(space, at, 0.6F, 1) >= 0.6F) {
            return p;
        }
    }
}

/* Returns the length of the shortest path for an agent's disc; INFINITY if there is none. */
static double path_length(const wend_map *map, const wend_space *space, wend_point from,
                          wend_point to) {
    wend_path_def def = wend_default_path_def();
    def.from = (wend_location){wend_space_to_local(space, from), 0};
    def.to = (wend_location){wend_space_to_local(space, to), 0};
    wend_path_result result;
    ck_assert_int_eq(wend_map_find_path(map, space, &def, NULL, NULL, 0, &result, NULL), WEND_OK);
    return result.status == WEND_PATH_FOUND ? result.length : (double)INFINITY;
}

/* Returns how much worse the chosen goal is than the best one. */
static double loss_of(const double *lengths, uint32_t chosen, bool farthest) {
    double best = farthest ? -1 : (double)INFINITY;
    for (uint32_t i = 0; i < GOALS; i++) {
        best = farthest ? (isfinite(lengths[i]) ? fmax(best, lengths[i]) : best)
                        : fmin(best, lengths[i]);
    }
    return farthest ? best - lengths[chosen] : lengths[chosen] - best;
}

static void check_room(uint64_t seed, const char *select) {
    dice d = {seed};
    wend_space *space = random_room(&d);
    wend_point points[GOALS];
    wend_goal goals[GOALS];
    wend_agent agents[AGENTS];
    wend_point at[AGENTS];
    wend_navmesh_def mesh = wend_default_navmesh_def();
    const double radius = 0.25;
    mesh.space = space;
    mesh.radii = &radius;
    mesh.radius_count = 1;
    wend_map *map = maps_navmesh(&mesh);
    wend_space_retain(space);
    wend_world *world = make_world(space, "navmesh", (wend_choice){select, NULL, 0});
    for (uint32_t i = 0; i < GOALS; i++) {
        points[i] = random_free(&d, space);
        goals[i] = worlds_point(world, points[i].x, points[i].y);
    }
    wend_goal_set set = worlds_goal_set(world, goals, GOALS);
    for (uint32_t i = 0; i < AGENTS; i++) {
        at[i] = random_free(&d, space);
        wend_agent_def def = wend_default_agent_def();
        def.position = at[i];
        def.goal_set = set;
        agents[i] = worlds_add(world, &def);
    }
    worlds_step(world, 1);
    for (uint32_t i = 0; i < AGENTS; i++) {
        double lengths[GOALS];
        uint32_t chosen = GOALS;
        for (uint32_t k = 0; k < GOALS; k++) {
            lengths[k] = path_length(map, space, at[i], points[k]);
            chosen = worlds_state(world, agents[i]).goal.value == goals[k].value ? k : chosen;
        }
        ck_assert_uint_lt(chosen, GOALS);
        double loss = loss_of(lengths, chosen, strcmp(select, "farthest") == 0);
        ck_assert_msg(loss < 0.02, "%s, seed %llu, agent %u: %g m worse", select,
                      (unsigned long long)seed, i, loss);
    }
    wend_world_destroy(world);
    wend_map_release(map);
    wend_space_release(space);
}

START_TEST(paths_match_those_of_the_map) {
    for (uint64_t seed = 1; seed <= 25; seed++) {
        check_room(seed, "nearest");
        check_room(seed, "farthest");
    }
}
END_TEST

/* ---- Two exits ------------------------------------------------------------------------------- */

/* A room with a wall at x = 10 from y = 0 to y = 10: the goal behind it is near, but the path to it
 * is long. */
static wend_space *wall_room(void) {
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 20, 12);
    sketch_box(&s, 0, 0, 10, 0.05, 10.2, 10);
    return sketch_space(&s);
}

static uint32_t choice_of(const char *plan, const char *select, const char *by) {
    wend_setting setting = word("by", by);
    wend_world *world = make_world(wall_room(), plan, (wend_choice){select, &setting, by ? 1 : 0});
    wend_goal goals[2] = {worlds_point(world, 11, 1), worlds_point(world, 3, 9)};
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){9, 1};
    def.goal_set = worlds_goal_set(world, goals, 2);
    wend_agent agent = worlds_add(world, &def);
    worlds_step(world, 1);
    wend_goal goal = worlds_state(world, agent).goal;
    wend_world_destroy(world);
    return goal.value == goals[0].value ? 0 : 1;
}

/* The straight line leads through the wall. By path, which is the default, the goal behind it is
 * the farther one, for every planner that measures routes. */
START_TEST(paths_go_around_walls_and_lines_do_not) {
    static const char *const planners[] = {"navmesh", "corridor", "sight"};
    for (int i = 0; i < 3; i++) {
        ck_assert_msg(choice_of(planners[i], "nearest", NULL) == 1, "%s", planners[i]);
        ck_assert_uint_eq(choice_of(planners[i], "nearest", "path"), 1);
        ck_assert_uint_eq(choice_of(planners[i], "quickest", NULL), 1);
    }
    ck_assert_uint_eq(choice_of("navmesh", "nearest", "line"), 0);
    ck_assert_uint_eq(choice_of("navmesh", "farthest", NULL), 0);
    ck_assert_uint_eq(choice_of("navmesh", "farthest", "line"), 1);
    ck_assert_uint_eq(choice_of("straight", "nearest", NULL), 0); /* measures no routes */
}
END_TEST

/* ---- Connections ----------------------------------------------------------------------------- */

/* Two rooms without a door, and a connection between them. The near end of the other room's goal
 * can be reached only through the connection. */
static wend_agent cross_agent(wend_world **out, double cost, wend_goal goals[2]) {
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 10, 10);
    sketch_box_boundary(&s, 0, 12, 0, 22, 10);
    wend_connection_def ladder = wend_default_connection_def();
    ladder.from = (wend_point){9, 5};
    ladder.to = (wend_point){13, 5};
    ladder.cost = cost;
    s.def.connections = &ladder;
    s.def.connection_count = 1;
    wend_world *world = make_world(sketch_space(&s), "navmesh", (wend_choice){"nearest", NULL, 0});
    goals[0] = worlds_point(world, 14, 5);
    goals[1] = worlds_point(world, 2, 2);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){8, 5};
    def.goal_set = worlds_goal_set(world, goals, 2);
    *out = world;
    return worlds_add(world, &def);
}

/* On foot 1 m, the connection, and 1 m again; the other goal is 6.7 m away. */
START_TEST(connections_count_with_their_cost) {
    static const double costs[] = {4.0, 4.6, 4.8, 50.0};
    for (int i = 0; i < 4; i++) {
        wend_goal goals[2];
        wend_world *world;
        wend_agent agent = cross_agent(&world, costs[i], goals);
        worlds_step(world, 1);
        uint64_t chosen = worlds_state(world, agent).goal.value;
        ck_assert_msg(chosen == goals[i < 2 ? 0 : 1].value, "cost %g", costs[i]);
        worlds_step(world, 200);
        ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Choosing again -------------------------------------------------------------------------- */

enum { CROWD = 30 };

/* A hall with two exits, each behind a door: the left one at x = 0 and the right one at x = 30. */
typedef struct hall {
    wend_world *world;
    wend_goal exits[2];
    wend_obstacle doors[2];
    uint32_t changes;
} hall;

static hall make_hall(wend_choice select, bool left_is_closed, double left_closes) {
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 30, 10);
    for (int i = 0; i < 2; i++) {
        double x = i == 0 ? 2.0 : 27.8;
        sketch_box(&s, 0, 0, x, 0.05, x + 0.2, 4);
        sketch_box(&s, 0, 0, x, 6, x + 0.2, 9.95);
    }
    hall h = {.world = make_world(sketch_space(&s), "navmesh", select)};
    for (int i = 0; i < 2; i++) {
        double x = i == 0 ? 2.1 : 27.9;
        wend_point ends[2] = {{x, 3.9}, {x, 6.1}};
        wend_point exit[2] = {{i == 0 ? 0.5 : 29.5, 3}, {i == 0 ? 0.5 : 29.5, 7}};
        wend_obstacle_def door = sketch_door(ends, 2);
        door.closed = i == 0 && left_is_closed;
        ck_assert_int_eq(wend_world_add_obstacle(h.world, &door, &h.doors[i], NULL), WEND_OK);
        wend_goal_def goal = wend_default_goal_def();
        goal.shape = WEND_GOAL_SEGMENT;
        goal.points = exit;
        goal.point_count = 2;
        goal.on_arrival = WEND_ON_ARRIVAL_LEAVE;
        goal.closes = i == 0 ? left_closes : INFINITY;
        h.exits[i] = worlds_add_goal(h.world, &goal);
    }
    wend_goal_set set = worlds_goal_set(h.world, h.exits, 2);
    for (int i = 0; i < CROWD; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){6 + 0.9 * (i % 15), 3 + 2 * (double)(i / 15)};
        def.goal_set = set;
        worlds_add(h.world, &def);
    }
    return h;
}

/* Steps until everybody has left. Counts the goals that agents took, apart from their first ones,
 * and the arrivals at each exit. */
static void empty_hall(hall *h, uint32_t left[2]) {
    uint32_t steps = 0, taken = 0;
    left[0] = left[1] = 0;
    while (wend_world_agent_count(h->world) > 0 || steps == 0) {
        worlds_step(h->world, 1);
        const wend_event *events;
        uint32_t count = wend_world_get_events(h->world, &events);
        for (uint32_t i = 0; i < count; i++) {
            taken += events[i].kind == WEND_EVENT_GOAL;
            for (int k = 0; k < 2; k++) {
                left[k] += events[i].kind == WEND_EVENT_ARRIVED &&
                           events[i].goal.value == h->exits[k].value;
            }
        }
        ck_assert_msg(steps++ < 2000, "%u agents stay", wend_world_agent_count(h->world));
    }
    h->changes = taken - CROWD;
}

static const wend_setting again[] = {{"reconsider", {.number = {.a = 1.0}}}};
static const wend_choice reconsidering[] = {
    {"nearest", NULL, 0}, {"nearest", again, 1}, {"quickest", NULL, 0}, {"quickest", again, 1}};

START_TEST(all_leave_by_the_other_exit_if_one_is_locked) {
    for (int i = 0; i < 4; i++) {
        hall h = make_hall(reconsidering[i], true, INFINITY);
        uint32_t left[2];
        empty_hall(&h, left);
        ck_assert_uint_eq(left[0], 0);
        ck_assert_uint_eq(left[1], CROWD);
        ck_assert_msg(h.changes <= CROWD, "%s: %u changes", reconsidering[i].name, h.changes);
        wend_world_destroy(h.world);
    }
}
END_TEST

START_TEST(all_leave_by_the_other_exit_if_one_closes) {
    for (int i = 0; i < 8; i++) {
        bool by_door = i & 1;
        /* At first, all agents are kept from the right exit. */
        hall h = make_hall(reconsidering[i / 2], false, by_door ? INFINITY : 5.0);
        uint32_t left[2];
        worlds_step(h.world, 1);
        for (uint64_t step = 1; step < 50; step++) {
            worlds_step(h.world, 1);
        }
        uint32_t gone = CROWD - wend_world_agent_count(h.world);
        if (by_door) {
            ck_assert_int_eq(wend_world_set_obstacle_closed(h.world, h.doors[0], true, NULL),
                             WEND_OK);
        }
        uint32_t behind = 0; /* agents that have passed the door already */
        wend_agent_state states[CROWD];
        uint32_t count = wend_world_get_agents(h.world, states, CROWD);
        for (uint32_t k = 0; k < count; k++) {
            behind += states[k].position.x < 2.4;
        }
        empty_hall(&h, left);
        ck_assert_uint_eq(gone + left[0] + left[1], CROWD);
        ck_assert_uint_le(left[0], behind);
        ck_assert_uint_gt(left[1], CROWD / 2);
        wend_world_destroy(h.world);
    }
}
END_TEST

/* All agents stand nearer to the left exit. With `nearest` all go there. With `quickest` they
 * spread, and none goes to and fro: with hysteresis, an agent changes its mind at most twice. */
START_TEST(quickest_spreads_agents_over_exits) {
    for (int i = 0; i < 2; i++) {
        wend_setting settings[2] = {number("service_time", 2.0), number("reconsider", i)};
        wend_choice select = {"quickest", settings, 2};
        hall h = make_hall(select, false, INFINITY);
        uint32_t left[2];
        empty_hall(&h, left);
        ck_assert_uint_ge(left[0], 10);
        ck_assert_uint_ge(left[1], 8);
        ck_assert_msg(h.changes <= 2 * CROWD, "%u changes", h.changes);
        wend_world_destroy(h.world);
    }
}
END_TEST

/* An agent walks to the left exit while the right exit becomes nearer, because the way to the left
 * one is blocked by a detour. It changes only if it gains enough. */
START_TEST(walking_agents_change_only_for_a_gain) {
    static const double gains[] = {0.0, 0.1, 0.5};
    for (int i = 0; i < 3; i++) {
        wend_setting settings[3] = {number("reconsider", 0.5), number("gain", gains[i]),
                                    word("by", "line")};
        wend_world *world = worlds_make(worlds_open(), NULL);
        wend_profile_def profile = worlds_profile_def();
        profile.select = (wend_choice){"nearest", settings, 3};
        worlds_add_profile(world, &profile);
        wend_goal goals[2] = {worlds_point(world, -20, 0), worlds_point(world, 30, 0)};
        wend_agent_def def = wend_default_agent_def();
        def.goal_set = worlds_goal_set(world, goals, 2);
        wend_agent agent = worlds_add(world, &def);
        worlds_step(world, 5);
        ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[0].value);
        /* The other goal is now about 25 % nearer. */
        ck_assert_int_eq(
            worlds_shift_goal(world, goals[1], (wend_point){-15, 0}, (wend_point){0, 0}), WEND_OK);
        worlds_step(world, 20);
        ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[i < 2 ? 1 : 0].value);
        wend_world_destroy(world);
    }
}
END_TEST

/* A goal that the caller set is kept, although the agent has a goal set and chooses again. */
START_TEST(goals_that_the_caller_set_are_not_reconsidered) {
    wend_setting setting = number("reconsider", 0.2);
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def profile = worlds_profile_def();
    profile.select = (wend_choice){"nearest", &setting, 1};
    worlds_add_profile(world, &profile);
    wend_goal goals[2] = {worlds_point(world, 5, 5), worlds_point(world, -5, 5)};
    wend_agent_def def = wend_default_agent_def();
    def.goal_set = worlds_goal_set(world, goals, 2);
    def.goal = worlds_point(world, 30, 0);
    wend_agent agent = worlds_add(world, &def);
    worlds_step(world, 50);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, def.goal.value);
    wend_world_destroy(world);
}
END_TEST

/* An agent that would rather go to a goal that is full keeps its own. */
START_TEST(agents_keep_their_goal_if_a_better_one_is_taken) {
    wend_setting settings[2] = {number("reconsider", 0.2), number("gain", 0)};
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def profile = worlds_profile_def();
    profile.select = (wend_choice){"nearest", settings, 2};
    worlds_add_profile(world, &profile);
    wend_goal goals[2] = {worlds_limited(world, 100, 0, 1, WEND_ON_ARRIVAL_STOP),
                          worlds_limited(world, 0, 30, 4, WEND_ON_ARRIVAL_STOP)};
    wend_goal_set set = worlds_goal_set(world, goals, 2);
    wend_agent agents[4];
    for (int i = 0; i < 4; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.key = 3 * ((uint64_t)i + 1); /* they reconsider every three steps, all at once */
        def.position = (wend_point){i, 0};
        def.goal_set = set;
        agents[i] = worlds_add(world, &def);
    }
    worlds_step(world, 5);
    /* All want the first goal now, but only one gets it. */
    ck_assert_int_eq(worlds_shift_goal(world, goals[0], (wend_point){-95, 0}, (wend_point){0, 0}),
                     WEND_OK);
    uint32_t waits = 0, first = 0;
    for (int step = 0; step < 12; step++) {
        worlds_step(world, 1);
        for (int i = 0; i < 4; i++) {
            waits += worlds_state(world, agents[i]).activity == WEND_ACTIVITY_WAITING;
        }
    }
    for (int i = 0; i < 4; i++) {
        first += worlds_state(world, agents[i]).goal.value == goals[0].value;
    }
    ck_assert_uint_eq(waits, 0);
    ck_assert_uint_eq(first, 1);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("behave/route_choice", paths_match_those_of_the_map,
          paths_go_around_walls_and_lines_do_not, connections_count_with_their_cost,
          all_leave_by_the_other_exit_if_one_is_locked, all_leave_by_the_other_exit_if_one_closes,
          quickest_spreads_agents_over_exits, walking_agents_change_only_for_a_gain,
          goals_that_the_caller_set_are_not_reconsidered,
          agents_keep_their_goal_if_a_better_one_is_taken);
}
