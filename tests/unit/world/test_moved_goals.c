/* Goals that move while agents walk to them: agents arrive at a goal once it has stopped, with any
 * planner and follower and however the goal moved. Distant agents replan rarely; for agents whose
 * goal does not move, a route is planned only once. */
/* needs: kit */
#include <math.h>

#include <wend/kit.h>
#include <wend/random.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

typedef struct combination {
    const char *plan, *follow;
} combination;

static const combination combinations[] = {
    {"navmesh", "portal"},      {"navmesh", "waypoint"},  {"navmesh", "attraction"},
    {"corridor", "portal"},     {"corridor", "waypoint"}, {"corridor", "attraction"},
    {"corridor", "indicative"},
};
enum { COMBINATIONS = sizeof combinations / sizeof *combinations };

typedef enum motion { MOTION_JUMPS, MOTION_GLIDES, MOTION_PATH, MOTION_CARRIED, MOTIONS } motion;

static const double width = 30.0, height = 20.0; /* m: dimensions of the rooms */

/* Makes a room with up to six blocks, each rotated in its own cell. */
static wend_space *random_room(uint64_t seed) {
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0.0, 0.0, width, height);
    for (uint32_t i = 0; i < 6; i++) {
        double half = 0.5 + 3.2 * wend_random_uniform(seed, i, 0, 1);
        double thick = 0.2 + 1.0 * wend_random_uniform(seed, i, 0, 2);
        double angle = 3.14 * wend_random_uniform(seed, i, 0, 3);
        if (wend_random_uniform(seed, i, 0, 4) < 0.2) {
            continue;
        }
        sketch_set_transform(&s, angle, 4.8 + 9.2 * (i % 3), 5.0 + 10.0 * floor(i / 3.0));
        sketch_box(&s, 0, 0, -half, -thick, half, thick);
    }
    sketch_set_transform(&s, 0.0, 0.0, 0.0);
    return sketch_space(&s);
}

/* Samples a point at least 0.6 m from all walls. */
static wend_point random_point(const wend_space *space, uint64_t seed, uint32_t purpose) {
    for (uint64_t i = 0;; i++) {
        wend_point at = {width * wend_random_uniform(seed, i, 1, purpose),
                         height * wend_random_uniform(seed, i, 2, purpose)};
        wend_location location = {wend_space_to_local(space, at), 0};
        if (wend_space_is_walkable(space, location, UINT32_MAX) &&
            wend_space_clearance(space, location, 1.0F, UINT32_MAX) >= 0.6F) {
            return at;
        }
    }
}

static void put_map(wend_world *world, wend_space *space, const char *plan) {
    wend_navmesh_def mesh = wend_default_navmesh_def();
    wend_corridor_def axis = wend_default_corridor_def();
    const double radius = 0.25;
    wend_map *map = NULL;
    mesh.space = axis.space = space;
    mesh.radii = &radius;
    mesh.radius_count = 1;
    ck_assert_int_eq(plan[0] == 'n' ? wend_navmesh_build(&mesh, &map, NULL)
                                    : wend_corridor_build(&axis, &map, NULL),
                     WEND_OK);
    ck_assert_int_eq(wend_world_add_map(world, plan, map, NULL, NULL), WEND_OK);
    wend_map_release(map);
}

static wend_world *make(wend_space *space, const combination *how, uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.threads = threads;
    wend_world *world = worlds_from(&def);
    put_map(world, space, how->plan);
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = how->plan;
    profile.follow.name = how->follow;
    profile.steer.name = "hrvo";
    worlds_add_profile(world, &profile);
    return world;
}

enum { STOPS = 4 }; /* number of points that a goal reaches, one after another */

typedef struct trial {
    wend_world *world;
    wend_goal goal;
    wend_point stops[STOPS];
} trial;

/* Adds a goal at stops[0] that will move to the last stop. */
static void add_goal(trial *t, motion kind) {
    wend_goal_def def = wend_default_goal_def();
    wend_point centre = t->stops[0];
    def.shape = WEND_GOAL_DISC;
    def.points = &centre;
    def.point_count = 1;
    def.radius = 0.3;
    if (kind == MOTION_PATH) {
        def.path = t->stops;
        def.path_count = STOPS;
        def.path_speed = 3.0;
    } else if (kind == MOTION_CARRIED) {
        wend_agent_def carrier = wend_default_agent_def();
        carrier.position = t->stops[0];
        carrier.key = 77;
        carrier.goal = worlds_point(t->world, t->stops[1].x, t->stops[1].y);
        worlds_add(t->world, &carrier);
        centre = (wend_point){0.0, 0.0};
        def.radius = 0.6;
        def.carrier = 77;
    }
    t->goal = worlds_add_goal(t->world, &def);
}

static void move_goal(trial *t, wend_point shift, wend_point velocity) {
    ck_assert_int_eq(worlds_shift_goal(t->world, t->goal, shift, velocity), WEND_OK);
}

/* Moves the goal until it stops for good: this takes 12 s, or the duration of its path. */
static void move_and_stop(trial *t, motion kind) {
    static const wend_point still = {0.0, 0.0};
    for (uint32_t i = 0; i + 1 < STOPS && kind <= MOTION_GLIDES; i++) {
        wend_point shift = {t->stops[i + 1].x - t->stops[i].x, t->stops[i + 1].y - t->stops[i].y};
        bool jumps = kind == MOTION_JUMPS;
        move_goal(t, jumps ? shift : still,
                  jumps ? still : (wend_point){shift.x / 4.0, shift.y / 4.0});
        worlds_step(t->world, 40);
        move_goal(t, still, still);
    }
    worlds_step(t->world, kind == MOTION_PATH ? 400 : kind == MOTION_CARRIED ? 450 : 0);
}

/* Runs one agent between random points. Returns whether it arrived within `limit` seconds after the
 * goal stopped for the last time. No path in such a room is longer than 60 m, which takes 46 s to
 * walk. */
static bool arrives(uint64_t seed, const combination *how, motion kind) {
    const uint32_t limit = 600;
    wend_space *space = random_room(seed);
    trial t = {.world = make(space, how, 1)};
    for (uint32_t i = 0; i < STOPS; i++) {
        t.stops[i] = random_point(space, seed, 10 + i);
    }
    add_goal(&t, kind);
    wend_point from = random_point(space, seed, 30);
    worlds_agent(t.world, from.x, from.y, t.goal);
    uint64_t wanted = kind == MOTION_CARRIED ? 2 : 1;
    move_and_stop(&t, kind);
    for (uint32_t i = 0; i < limit && wend_world_get_stats(t.world).arrivals < wanted; i++) {
        worlds_step(t.world, 1);
    }
    bool arrived = wend_world_get_stats(t.world).arrivals == wanted;
    wend_world_destroy(t.world);
    return arrived;
}

static void check_all(motion kind, const char *name) {
    enum { ROOMS = 20 };
    for (uint64_t seed = 1; seed <= trials(ROOMS); seed++) {
        for (uint32_t c = 0; c < COMBINATIONS; c++) {
            ck_assert_msg(arrives(seed, &combinations[c], kind), "%s: seed %d, %s, %s", name,
                          (int)seed, combinations[c].plan, combinations[c].follow);
        }
    }
}

START_TEST(arrives_at_goal_that_jumped) {
    check_all(MOTION_JUMPS, "jumps");
}
END_TEST

START_TEST(arrives_at_goal_that_moved_gradually) {
    check_all(MOTION_GLIDES, "glides");
}
END_TEST

START_TEST(arrives_at_end_of_goal_path) {
    check_all(MOTION_PATH, "path");
}
END_TEST

START_TEST(arrives_at_carried_goal) {
    check_all(MOTION_CARRIED, "carried");
}
END_TEST

/* ---- Cost ------------------------------------------------------------------------------------ */

enum { BLOCKS = 14 };

/* Makes a hall of 600 x 12 m with a block every 40 m that leaves room on only one side, alternately
 * left and right; `line` leads past all of them. */
static wend_space *long_hall(wend_point line[2 * BLOCKS]) {
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0.0, 0.0, 600.0, 12.0);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        double x = 20.0 + 40.0 * i, low = i % 2 ? 3.0 : 0.3, beside = i % 2 ? 1.5 : 10.5;
        sketch_box(&s, 0, 0, x, low, x + 1.0, low + 8.7);
        line[2 * i] = (wend_point){x - 1.0, beside};
        line[2 * i + 1] = (wend_point){x + 2.0, beside};
    }
    return sketch_space(&s);
}

/* The goal moves away at 3 m/s from an agent that walks at 1.3 m/s. By the time the goal has moved
 * by a quarter of the distance between them, that distance has grown by at least 14 % (1.7 / 3 of a
 * quarter, ignoring corners). The distance grows from 14 m to 320 m, by a factor of 23. Therefore
 * log(23) / log(1.14) = 24 plans suffice, plus one at the start. */
START_TEST(number_of_plans_grows_logarithmically_with_distance) {
    for (uint32_t c = 0; c < 4; c += 3) {
        wend_point line[2 * BLOCKS];
        wend_world *world = make(long_hall(line), &combinations[c], 1);
        wend_goal_def def = wend_default_goal_def();
        def.points = def.path = line;
        def.point_count = 1;
        def.path_count = 2 * BLOCKS;
        def.path_speed = 3.0;
        wend_goal goal = worlds_add_goal(world, &def);
        worlds_agent(world, 5.0, 10.5, goal);
        worlds_step(world, 1800);
        uint64_t plans = wend_world_get_stats(world).plans;
        ck_assert_msg(plans >= 10 && plans <= 25, "%s: %d plans", combinations[c].plan, (int)plans);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(plans_only_once_for_a_goal_at_rest) {
    for (uint32_t c = 0; c < COMBINATIONS; c++) {
        wend_point line[2 * BLOCKS];
        wend_world *world = make(long_hall(line), &combinations[c], 1);
        worlds_agent(world, 5.0, 1.0, worlds_point(world, 70.0, 6.0));
        worlds_step(world, 900);
        ck_assert_uint_eq(wend_world_get_stats(world).plans, 1);
        ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- The same everywhere --------------------------------------------------------------------- */

static uint64_t hash_with(uint32_t threads) {
    wend_space *space = random_room(3);
    trial t = {.world = make(space, &combinations[0], threads)};
    for (uint32_t i = 0; i < STOPS; i++) {
        t.stops[i] = random_point(space, 3, 10 + i);
    }
    add_goal(&t, MOTION_PATH);
    for (uint32_t i = 0; i < 40; i++) {
        wend_point from = random_point(space, 3, 100 + i);
        worlds_agent(t.world, from.x, from.y, t.goal);
    }
    worlds_step(t.world, 300);
    uint64_t hash = wend_world_hash(t.world);
    wend_world_destroy(t.world);
    return hash;
}

START_TEST(result_is_the_same_on_any_number_of_threads) {
    ck_assert_uint_eq(hash_with(1), hash_with(4));
}
END_TEST

/* The planner `sight` has no route to a goal behind a wall, so the agent stops as soon as its route
 * is checked. The snapshot is made after the goal has jumped and before that check. */
START_TEST(snapshot_keeps_the_goal_positions_of_routes) {
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0.0, 0.0, 20.0, 20.0);
    sketch_box(&s, 0, 0, 8.0, 0.5, 9.0, 18.0);
    wend_world *world = worlds_make(sketch_space(&s), NULL);
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "sight";
    profile.follow.name = "waypoint";
    worlds_add_profile(world, &profile);
    wend_goal goal = worlds_point(world, 7.0, 2.0);
    for (uint32_t i = 0; i < 10; i++) {
        worlds_agent(world, 2.0 + 0.1 * i, 4.0 + i, goal);
    }
    worlds_step(world, 10);
    ck_assert_int_eq(worlds_shift_goal(world, goal, (wend_point){6.0, 0.0}, (wend_point){0.0, 0.0}),
                     WEND_OK);
    worlds_step(world, 1);
    wend_world *loaded = worlds_reload(world, NULL);
    worlds_step(world, 10);
    worlds_step(loaded, 10);
    ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
    ck_assert_uint_eq(wend_world_get_stats(world).plans, 20);
    ck_assert_uint_eq(wend_world_get_stats(loaded).plans, 20);
    wend_world_destroy(loaded);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/moved_goals", arrives_at_goal_that_jumped, arrives_at_goal_that_moved_gradually,
          arrives_at_end_of_goal_path, arrives_at_carried_goal,
          number_of_plans_grows_logarithmically_with_distance, plans_only_once_for_a_goal_at_rest,
          result_is_the_same_on_any_number_of_threads, snapshot_keeps_the_goal_positions_of_routes);
}
