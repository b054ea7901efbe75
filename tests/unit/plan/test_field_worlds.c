/* needs: kit */
/* label: threads */
/* Agents that follow fields in worlds: doors, classes, obstacles, floors, points, radii, moving
 * goals, snapshots; and random rooms in which every agent with a route arrives. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

#include "support/kit/thin_walls.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

static wend_error error;

static wend_map *map; /* the grid of the last world */

static void add_grid(wend_world *world, double cell) {
    wend_grid_def def = wend_default_grid_def();
    wend_map_release(map);
    def.space = wend_world_space(world);
    def.cell = cell;
    ck_assert_msg(wend_grid_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    ck_assert_int_eq(wend_world_add_map(world, "squares", map, NULL, &error), WEND_OK);
}

static wend_profile_def profile_of(const char *follow, const char *steer) {
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "field";
    profile.follow.name = follow;
    profile.steer.name = steer;
    return profile;
}

/* Creates a world on a space with a grid and a profile; releases the space. */
static wend_world *make_world(wend_space *space, const char *follow, const char *steer,
                              uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.threads = threads;
    wend_world *world = worlds_from(&def);
    add_grid(world, 0.25);
    wend_profile_def profile = profile_of(follow, steer);
    worlds_add_profile(world, &profile);
    return world;
}

/* Returns the distance (m) of an agent's field at a point; INFINITY where it has no value. */
static double distance_at(wend_world *world, wend_agent agent, float x, float y) {
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    float distance = 0.0F;
    bool has = wend_view_field_sample(wend_world_view(world), route->field,
                                      (wend_location){{x, y}, 0}, &distance, NULL);
    return has ? (double)distance : (double)INFINITY;
}

/* ---- Doors, classes, obstacles --------------------------------------------------------------- */

/* The wide gap of the halls is at y = 4 .. 6; the narrow one, at y = 8 .. 8.8, has a solid of class
 * 1 in it. */
START_TEST(closed_doors_and_classes_change_the_field) {
    static const wend_point ends[] = {{10, 4}, {10, 6}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.points = ends;
    def.point_count = 2;
    def.closed = false;
    wend_world *world = make_world(worlds_halls(), "gradient", "direct", 1);
    wend_obstacle door;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, NULL), WEND_OK);
    wend_agent agent = worlds_agent(world, 5, 5, worlds_point(world, 15, 5));
    worlds_step(world, 1);
    ck_assert_double_eq_tol(distance_at(world, agent, 5, 5), 10.0, 0.1);
    /* The door closes, and the class blocks the other gap: no route. */
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, true, NULL), WEND_OK);
    worlds_step(world, 2);
    ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_STRANDED);
    /* The class is switched off: the field leads through the narrow gap. */
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
    worlds_step(world, 2);
    ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_WALKING);
    ck_assert_double_gt(distance_at(world, agent, 5, 5), 11.5);
    ck_assert_uint_eq(worlds_step_counting(world, 300, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
}
END_TEST

START_TEST(fields_lead_around_obstacles_that_stand_still) {
    static const char *const followers[] = {"gradient", "portal"};
    for (int i = 0; i < 2; i++) {
        wend_world *world = make_world(worlds_room(20, 10), followers[i], "direct", 1);
        const wend_point square[] = {{-1, -3}, {1, -3}, {1, 3}, {-1, 3}};
        wend_obstacle_def def = wend_default_obstacle_def();
        def.kind = WEND_OBSTACLE_MOVING;
        def.points = square;
        def.point_count = 4;
        def.position = (wend_point){10, 4};
        wend_obstacle block;
        wend_goal goal = worlds_point(world, 15, 5);
        wend_agent early = worlds_agent(world, 3, 5, goal);
        worlds_step(world, 1);
        ck_assert_double_eq_tol(distance_at(world, early, 3, 5), 12.0, 0.1);
        ck_assert_int_eq(wend_world_add_obstacle(world, &def, &block, NULL), WEND_OK);
        worlds_step(world, 60); /* it counts as standing after its rest time */
        /* Around the upper end: 2 hypot(4, 2.25) + 2 more or less, and at least hypot(...)s. */
        double around = hypot(4.0, 2.25) + 2.0 + hypot(4.0, 2.25);
        wend_agent agent = worlds_agent(world, 5, 5, goal);
        worlds_step(world, 1);
        double found = distance_at(world, agent, 5, 5);
        ck_assert_double_gt(found, around - 0.1);
        ck_assert_double_lt(found, around + 0.6);
        ck_assert_uint_eq(worlds_step_counting(world, 400, WEND_EVENT_ARRIVED), 2);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(agents_change_floors_and_pass_their_points) {
    static const char *const followers[] = {"gradient", "portal"};
    for (int i = 0; i < 2; i++) {
        wend_world *world = make_world(worlds_floors(), followers[i], "direct", 1);
        wend_goal_def goal = wend_default_goal_def();
        goal.points = &(wend_point){15, 14};
        goal.layer = 2;
        static const wend_point via[] = {{2, 8}, {8, 8}};
        wend_path path;
        ck_assert_int_eq(wend_world_add_path(world, via, NULL, 2, &path, NULL), WEND_OK);
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){3, 3};
        def.goal = worlds_add_goal(world, &goal);
        def.path = path;
        wend_agent agent = worlds_add(world, &def);
        double nearest[2] = {100, 100};
        uint32_t arrived = 0;
        for (int step = 0; step < 600 && arrived == 0; step++) {
            worlds_step(world, 1);
            arrived = worlds_events(world, WEND_EVENT_ARRIVED, NULL);
            wend_agent_state state = worlds_state(world, agent);
            for (int k = 0; k < 2; k++) {
                double away = hypot(state.position.x - via[k].x, state.position.y - via[k].y);
                nearest[k] = state.layer == 0 ? fmin(nearest[k], away) : nearest[k];
            }
        }
        ck_assert_msg(arrived == 1, "%s", followers[i]);
        for (int k = 0; k < 2; k++) { /* portals are as wide as the clearance of the points */
            ck_assert_double_lt(nearest[k], i == 0 ? 0.6 : 2.0);
        }
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Sharing --------------------------------------------------------------------------------- */

/* Radii are rounded up to multiples of 5 cm, so radii of 0.21 to 0.30 m need two fields. */
START_TEST(classes_of_radii_share_fields) {
    wend_world *world = make_world(worlds_pillars(), "gradient", "direct", 2);
    wend_goal goal = worlds_disc(world, 18, 6, 0.5);
    uint32_t fields[20], count = 0;
    wend_agent agents[20];
    for (uint32_t i = 0; i < 20; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){1.0 + 0.8 * (i % 5), 1.5 + 2.0 * (i / 5)};
        def.goal = goal;
        agents[i] = worlds_add(world, &def);
    }
    worlds_step(world, 1);
    for (uint32_t i = 0; i < 20; i++) {
        wend_world_set_agent_radius(world, agents[i], 0.211 + 0.089 / 19 * i, NULL);
        wend_world_set_agent_goal(world, agents[i], goal, NULL);
    }
    worlds_step(world, 2);
    for (uint32_t i = 0; i < 20; i++) {
        uint32_t id = worlds_route(world, agents[i])->field, k = 0;
        for (; k < count && fields[k] != id; k++) {
        }
        fields[count] = id;
        count += k == count;
    }
    ck_assert_uint_eq(count, 2);
    wend_world_destroy(world);
}
END_TEST

/* A goal that keeps moving: agents far away keep the field of an earlier position for a while. */
START_TEST(moving_goals_are_reached) {
    static const char *const followers[] = {"gradient", "portal"};
    for (int i = 0; i < 2; i++) {
        wend_world *world = make_world(worlds_pillars(), followers[i], "direct", 1);
        wend_goal goal = worlds_disc(world, 15, 2, 0.5);
        for (int k = 0; k < 10; k++) {
            worlds_agent(world, 1.0 + 0.3 * k, 1.0 + k, goal);
        }
        uint32_t arrived = 0;
        for (int step = 0; step < 600; step++) {
            worlds_step(world, 1);
            arrived += worlds_events(world, WEND_EVENT_ARRIVED, NULL);
            if (step == 0 || step == 80) { /* 8 m at 1 m/s, past the pillars at x = 13 */
                double speed = step == 0 ? 1.0 : 0.0;
                worlds_shift_goal(world, goal, (wend_point){0, 0}, (wend_point){0, speed});
            }
        }
        ck_assert_msg(arrived == 10, "%s: %u", followers[i], arrived);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Same results ---------------------------------------------------------------------------- */

static wend_world *make_crowd(const char *follow, uint32_t threads) {
    wend_world *world = make_world(worlds_pillars(), follow, "orca_arc", threads);
    wend_goal goals[3] = {worlds_disc(world, 18, 2, 0.5), worlds_disc(world, 18, 6, 0.5),
                          worlds_disc(world, 18, 10, 0.5)};
    for (int i = 0; i < 60; i++) {
        worlds_agent(world, 0.6 + 0.6 * (i % 8), 0.8 + 1.3 * (i / 8), goals[i % 3]);
    }
    return world;
}

START_TEST(threads_and_snapshots_do_not_change_the_run) {
    static const char *const followers[] = {"gradient", "portal"};
    for (int i = 0; i < 2; i++) {
        uint64_t hashes[3];
        for (uint32_t k = 0; k < 3; k++) {
            wend_world *world = make_crowd(followers[i], k == 0 ? 1 : 2 * k);
            worlds_step(world, 40);
            if (k == 2) {
                wend_world *loaded = worlds_reload(world, NULL);
                ck_assert_int_eq(wend_world_restore_map(loaded, "squares",
                                                        wend_map_get_info(map).hash, map, NULL),
                                 WEND_OK);
                worlds_step(loaded, 60);
                hashes[1] = wend_world_hash(loaded);
                wend_world_destroy(loaded);
            }
            worlds_step(world, 60);
            hashes[k == 2 ? 2 : 0] = k == 1 ? hashes[0] : wend_world_hash(world);
            if (k == 1) {
                ck_assert_uint_eq(wend_world_hash(world), hashes[0]);
            }
            wend_world_destroy(world);
        }
        ck_assert_uint_eq(hashes[1], hashes[0]);
        ck_assert_uint_eq(hashes[2], hashes[0]);
    }
}
END_TEST

/* ---- Random rooms ---------------------------------------------------------------------------- */

/* In a random room with thin walls, every agent that gets a route arrives, whether it starts in
 * the open or touches a wall. Returns the number of routes. */
static uint32_t run_room(uint64_t seed, const char *follow, const char *steer, uint32_t agents) {
    thin_walls room = thin_walls_make(seed, seed % 2 ? THIN_WALLS_LINES : THIN_WALLS_BOXES);
    wend_space_retain(room.space);
    wend_world *world = make_world(room.space, follow, steer, 1);
    dice from = {seed * 977};
    wend_point at = thin_walls_sample(&room, &from, 0.45, 5.0);
    wend_goal_def def_of_goal = wend_default_goal_def();
    def_of_goal.shape = WEND_GOAL_DISC;
    def_of_goal.points = &at;
    def_of_goal.radius = 0.3;
    def_of_goal.on_arrival = WEND_ON_ARRIVAL_LEAVE; /* an agent at the goal may block an alley */
    wend_goal goal = worlds_add_goal(world, &def_of_goal);
    wend_agent ids[8];
    wend_point starts[8];
    for (uint32_t i = 0; i < agents; i++) {
        bool apart;
        do {
            starts[i] = thin_walls_sample(&room, &from, i % 2 ? 0.2501 : 0.4, i % 2 ? 0.3 : 5.0);
            apart = true;
            for (uint32_t k = 0; k < i; k++) {
                apart = apart && hypot(starts[i].x - starts[k].x, starts[i].y - starts[k].y) > 0.55;
            }
        } while (!apart);
        wend_agent_def def = wend_default_agent_def();
        def.position = starts[i];
        def.goal = goal;
        ids[i] = worlds_add(world, &def);
    }
    worlds_step(world, 1);
    uint32_t routes = 0, arrived = 0;
    for (uint32_t i = 0; i < agents; i++) {
        wend_agent_state state;
        bool here = wend_world_get_agent(world, ids[i], &state);
        bool stranded = here && state.activity == WEND_ACTIVITY_STRANDED;
        routes += !stranded;
        if (stranded) {
            wend_world_remove_agent(world, ids[i], NULL);
        }
    }
    arrived = worlds_events(world, WEND_EVENT_ARRIVED, NULL);
    for (int step = 0; step < 900 && arrived < routes; step++) {
        worlds_step(world, 1);
        arrived += worlds_events(world, WEND_EVENT_ARRIVED, NULL);
    }
    for (uint32_t i = 0; i < agents && arrived < routes; i++) {
        wend_agent_state state;
        if (wend_world_get_agent(world, ids[i], &state) && state.activity < WEND_ACTIVITY_ARRIVED) {
            printf("seed %llu %s %s: agent at (%g, %g) from (%g, %g), goal (%g, %g)\n",
                   (unsigned long long)seed, follow, steer, state.position.x, state.position.y,
                   starts[i].x, starts[i].y, at.x, at.y);
        }
    }
    ck_assert_msg(arrived == routes, "seed %llu, %s, %s: %u of %u agents arrived",
                  (unsigned long long)seed, follow, steer, arrived, routes);
    wend_world_destroy(world);
    thin_walls_end(&room);
    return routes;
}

START_TEST(every_agent_with_a_route_arrives_in_random_rooms) {
    uint32_t rooms = trials(50), routes = 0;
    for (uint64_t seed = 1; seed <= rooms; seed++) {
        routes += run_room(seed, "gradient", "direct", 4);
        routes += run_room(seed, "portal", "direct", 4);
        routes += run_room(seed, "gradient", "orca_arc", 2);
        routes += run_room(seed, "portal", "orca_arc", 2);
    }
    if (getenv("WEND_PRINT")) {
        printf("%u rooms, %u routes, all arrived\n", rooms, routes);
    }
    ck_assert_uint_gt(routes, trials_bound(400));
}
END_TEST

int main(void) {
    SUITE("plan/field_worlds", closed_doors_and_classes_change_the_field,
          fields_lead_around_obstacles_that_stand_still, agents_change_floors_and_pass_their_points,
          classes_of_radii_share_fields, moving_goals_are_reached,
          threads_and_snapshots_do_not_change_the_run,
          every_agent_with_a_route_arrives_in_random_rooms);
}
