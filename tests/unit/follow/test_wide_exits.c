/* A lone agent walks to a wide exit, on a wall or in the open. In a room without obstacles, the
 * shortest path is the straight line to the exit's nearest point. If an agent heads for the
 * preferred point, its path is no longer than the straight line to that point. In particular, it
 * never walks along one axis first and then along the exit. */
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

/* The planner `corridor` routes agents along the middle of the ground to one of a few points of the
 * exit. */
static const combination combinations[] = {
    {"navmesh", "waypoint"},  {"navmesh", "portal"},  {"navmesh", "attraction"},
    {"straight", "waypoint"}, {"straight", "portal"}, {"sight", "waypoint"},
};
enum { COMBINATIONS = sizeof combinations / sizeof *combinations, TRIALS = 40 };

static const double radius = 0.25, width = 30.0, height = 20.0; /* m */

static void put_mesh(wend_world *world, wend_space *space) {
    wend_navmesh_def mesh = wend_default_navmesh_def();
    wend_map *map = NULL;
    mesh.space = space;
    mesh.radii = &radius;
    mesh.radius_count = 1;
    ck_assert_int_eq(wend_navmesh_build(&mesh, &map, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_map(world, "mesh", map, NULL, NULL), WEND_OK);
    wend_map_release(map);
}

static wend_world *make(const combination *how, const char *aim) {
    wend_space *space = worlds_room(width, height);
    wend_world *world = worlds_make(space, NULL);
    put_mesh(world, space);
    wend_setting aims = {"aim", {.kind = WEND_VALUE_TEXT, .text = aim}};
    wend_profile_def def = wend_default_profile_def();
    def.plan.name = how->plan;
    def.follow = (wend_choice){how->follow, &aims, 1};
    def.steer.name = "orca";
    worlds_add_profile(world, &def);
    return world;
}

/* A vertical exit, on the right wall or in front of it. */
typedef struct exit_trial {
    wend_point from, ends[2];
} exit_trial;

static exit_trial trial_of(uint64_t seed) {
    double x = seed % 2 ? width : width - 0.3 - 3.0 * wend_random_uniform(seed, 1, 0, 1);
    double low = 1.0 + 8.0 * wend_random_uniform(seed, 1, 0, 2);
    double high = low + 2.0 + 7.0 * wend_random_uniform(seed, 1, 0, 3);
    return (exit_trial){{2.0 + 18.0 * wend_random_uniform(seed, 1, 0, 4),
                         1.0 + 18.0 * wend_random_uniform(seed, 1, 0, 5)},
                        {{x, low}, {x, high}}};
}

static double distance_to(wend_point from, wend_point to) {
    return sqrt((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y));
}

/* Returns the length of the agent's path until it leaves; fails the test if it does not leave. */
static double walk(const combination *how, const char *aim, const exit_trial *t, int seed) {
    wend_world *world = make(how, aim);
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_SEGMENT;
    def.points = t->ends;
    def.point_count = 2;
    def.tolerance = 0.02;
    wend_agent agent = worlds_agent(world, t->from.x, t->from.y, worlds_add_goal(world, &def));
    wend_point at = t->from;
    double length = 0.0;
    for (uint32_t i = 0; i < 600 && wend_world_get_stats(world).arrivals == 0; i++) {
        worlds_step(world, 1);
        wend_point next = worlds_state(world, agent).position;
        length += distance_to(at, next);
        at = next;
    }
    ck_assert_msg(wend_world_get_stats(world).arrivals == 1, "seed %d, %s, %s, %s: no arrival",
                  seed, how->plan, how->follow, aim);
    wend_world_destroy(world);
    return length;
}

/* An agent arrives at the end of a step, so its path may be too long by part of the last step,
 * which is 0.13 m. */
static const double last_step = 0.13;

START_TEST(aim_nearest_takes_shortest_path) {
    for (int seed = 1; seed <= (int)trials(TRIALS); seed++) {
        exit_trial t = trial_of((uint64_t)seed);
        double shortest = point_to_segment(t.from.x, t.from.y, t.ends[0].x, t.ends[0].y,
                                           t.ends[1].x, t.ends[1].y) -
                          radius;
        for (uint32_t c = 0; c < COMBINATIONS; c++) {
            double length = walk(&combinations[c], "nearest", &t, seed);
            ck_assert_msg(length <= 1.01 * shortest + last_step, "seed %d, %s, %s: %g m, not %g m",
                          seed, combinations[c].plan, combinations[c].follow, length, shortest);
        }
    }
}
END_TEST

START_TEST(aim_preferred_point_path_is_at_most_as_long_as_the_line_to_the_middle) {
    for (int seed = 1; seed <= (int)trials(TRIALS); seed++) {
        exit_trial t = trial_of((uint64_t)seed);
        wend_point middle = {t.ends[0].x, 0.5 * (t.ends[0].y + t.ends[1].y)};
        double straight = distance_to(t.from, middle);
        for (uint32_t c = 0; c < COMBINATIONS; c++) {
            double length = walk(&combinations[c], "preferred_point", &t, seed);
            ck_assert_msg(length <= 1.01 * straight, "seed %d, %s, %s: %g m, not %g m", seed,
                          combinations[c].plan, combinations[c].follow, length, straight);
        }
    }
}
END_TEST

int main(void) {
    SUITE("follow/wide_exits", aim_nearest_takes_shortest_path,
          aim_preferred_point_path_is_at_most_as_long_as_the_line_to_the_middle);
}
