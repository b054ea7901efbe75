/* A lone agent walks through a narrow door in a thin wall, to goals on all sides behind it. An
 * agent beside a door post has line of sight to the goal from its centre, but its disc does not fit
 * through in that direction. If it headed straight for the goal from there, it would be led along
 * the wall. Every agent must arrive about as soon as the path through the middle of the door
 * allows, and without a rescue. */
/* needs: kit */
#include <math.h>

#include <wend/kit.h>

#include "support/kit/maps.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

typedef struct combination {
    const char *plan, *follow, *steer;
} combination;

static const combination combinations[] = {
    {"navmesh", "waypoint", "direct"},    {"navmesh", "waypoint", "orca"},
    {"navmesh", "waypoint", "rvo"},       {"navmesh", "attraction", "direct"},
    {"navmesh", "attraction", "orca"},    {"navmesh", "portal", "orca"},
    {"corridor", "waypoint", "orca"},     {"corridor", "portal", "orca"},
    {"corridor", "attraction", "direct"}, {"corridor", "indicative", "orca"},
};
enum { COMBINATIONS = sizeof combinations / sizeof *combinations, TRIALS = 60 };

static const double radius = 0.25, width = 20.0, height = 12.0; /* m */

typedef struct door_trial {
    wend_point from, to;
    double middle, gap; /* m: middle and width of the door, which is at half the room's width */
    wend_point ends[2]; /* ends of the goal */
} door_trial;

static door_trial trial_of(uint64_t seed) {
    dice from = {seed};
    door_trial t = {.gap = 2.0 * radius * dice_between(&from, 1.1, 1.6)};
    t.middle = dice_between(&from, 2.0, height - 2.0);
    t.from = (wend_point){dice_between(&from, 11.0, 19.0), dice_between(&from, 1.0, height - 1.0)};
    t.to = (wend_point){dice_between(&from, 2.0, 8.5), dice_between(&from, 1.0, height - 1.0)};
    double high = fmin(t.to.y + dice_between(&from, 0.1, 4.0), height - 0.5);
    t.ends[0] = t.to;
    t.ends[1] = (wend_point){t.to.x - dice_between(&from, 0.0, 1.5), high};
    return t;
}

static wend_space *space_of(const door_trial *t) {
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0.0, 0.0, width, height);
    sketch_line(&s, 0, 0, width / 2.0, 0.0, width / 2.0, t->middle - t->gap / 2.0);
    sketch_line(&s, 0, 0, width / 2.0, t->middle + t->gap / 2.0, width / 2.0, height);
    return sketch_space(&s);
}

static wend_world *world_of(const door_trial *t, const combination *how) {
    wend_space *space = space_of(t);
    wend_world *world = worlds_make(space, NULL);
    maps_add(world, space, how->plan[0] == 'n');
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = how->plan;
    profile.follow.name = how->follow;
    profile.steer.name = how->steer;
    worlds_add_profile(world, &profile);
    wend_goal_def goal = wend_default_goal_def();
    goal.shape = WEND_GOAL_SEGMENT;
    goal.points = t->ends;
    goal.point_count = 2;
    goal.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    worlds_agent(world, t->from.x, t->from.y, worlds_add_goal(world, &goal));
    return world;
}

static double distance_between(wend_point a, wend_point b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

static void check(const combination *how) {
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        door_trial t = trial_of(seed);
        wend_world *world = world_of(&t, how);
        wend_point door = {width / 2.0, t.middle};
        double far = fmax(distance_between(door, t.ends[0]), distance_between(door, t.ends[1]));
        double seconds = (distance_between(t.from, door) + far) / 1.3;
        /* The planner `corridor` routes agents along the middle of the rooms, so their paths are
         * longer. */
        int steps = (int)(10.0 * (how->plan[0] == 'n' ? 1.3 : 2.5) * seconds) + 30;
        for (int i = 0; i < steps && wend_world_get_stats(world).arrivals == 0; i++) {
            worlds_step(world, 1);
        }
        ck_assert_msg(wend_world_get_stats(world).arrivals == 1, "%s, %s, %s, seed %llu: %d steps",
                      how->plan, how->follow, how->steer, (unsigned long long)seed, steps);
        /* Along the axis of a room, the route may lead back and forth. This counts as oscillation,
         * so only the other planners must get by without rescues. */
        bool straight = how->plan[0] == 'n';
        ck_assert_msg(!straight || wend_world_get_stats(world).rescues == 0,
                      "%s, %s, %s, seed %llu: a rescue", how->plan, how->follow, how->steer,
                      (unsigned long long)seed);
        wend_world_destroy(world);
    }
}

START_TEST(agents_pass_narrow_doors_in_time) {
    for (int i = 0; i < COMBINATIONS; i++) {
        check(&combinations[i]);
    }
}
END_TEST

int main(void) {
    SUITE("follow/door_posts", agents_pass_narrow_doors_in_time);
}
