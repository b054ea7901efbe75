/* MIRAN with forces and with velocity models, on random weighted worlds with random routes: every
 * character arrives. These models do not walk straight to the attraction point, so a character may
 * lose sight of its route, which is then planned again; this is counted. */
/* needs: kit */
#include <math.h>
#include <stdio.h>

#include <wend/kit.h>

#include "support/miran_worlds.h"
#include "support/suite.h"
#include "support/trials.h"

static void add_map(wend_world *world, wend_map *map, const wend_error *error) {
    ck_assert_msg(map != NULL, "%s", error->message);
    ck_assert_int_eq(wend_world_add_map(world, wend_map_kind(map), map, NULL, NULL), WEND_OK);
    wend_map_release(map);
}

/* Adds a navigation mesh, and a corridor map that gives its routes their corridor. */
static void add_maps(wend_world *world, wend_space *space, double radius) {
    wend_navmesh_def mesh = wend_default_navmesh_def();
    wend_corridor_def corridor = wend_default_corridor_def();
    wend_map *map = NULL;
    wend_error error;
    mesh.space = space;
    mesh.radii = &radius;
    mesh.radius_count = 1;
    corridor.space = space;
    wend_navmesh_build(&mesh, &map, &error);
    add_map(world, map, &error);
    map = NULL;
    wend_corridor_build(&corridor, &map, &error);
    add_map(world, map, &error);
}

static miran_trial_def def_of(uint64_t seed, const char *steer, double radius) {
    return (miran_trial_def){.seed = seed,
                             .radius = radius,
                             .sigma = seed % 2 ? 40.0 : 20.0,
                             .d = 5.0,
                             .steer = steer,
                             .plan = "navmesh",
                             .add_maps = add_maps,
                             .speed = 1.4,
                             .dt = 0.1};
}

static void run_trials(const char *steer, double radius) {
    uint32_t worlds = 0, arrived = 0, replanned = 0, hidden = 0;
    uint64_t plans = 0;
    double length = 0.0, walked = 0.0;
    for (uint64_t seed = 1; worlds < trials(60); seed++) {
        miran_trial trial;
        miran_trial_def def = def_of(seed, steer, radius);
        if (!miran_trial_run(&def, 6.0, &trial)) {
            continue;
        }
        worlds++;
        arrived += trial.arrived;
        hidden += trial.empty_sets > 0;
        replanned += trial.recomputations > 0;
        plans += trial.recomputations;
        length += trial.length;
        walked += (double)trial.steps * def.speed * def.dt;
        ck_assert_msg(trial.arrived, "%s, seed %u: did not arrive", steer, (unsigned)seed);
        ck_assert_double_ge(trial.least_clearance, radius - 5e-3);
    }
    printf("%s, r %.2f m: %u of %u arrived, %u saw no candidate at times, %u planned again, %llu "
           "recomputations; routes %.0f m, time * speed %.0f m\n",
           steer, radius, arrived, worlds, hidden, replanned, (unsigned long long)plans, length,
           walked);
}

START_TEST(every_character_arrives_by_forces) {
    run_trials("corridor_force", 0.3);
}
END_TEST

START_TEST(every_character_arrives_with_orca) {
    run_trials("orca", 0.3);
    run_trials("orca_arc", 0.3);
}
END_TEST

/* The attraction point moves ahead of the character on a long leg, so the distance to it does not
 * decrease. In this world, the character was rescued although it walked on, and each time its new
 * route began with a point that it had passed. */
START_TEST(character_behind_a_moving_attraction_point_is_not_rescued) {
    static const char *const models[] = {"orca", "orca_arc"};
    for (uint32_t i = 0; i < 2; i++) {
        miran_trial trial;
        miran_trial_def def = def_of(837, models[i], 0.3);
        ck_assert(miran_trial_run(&def, 6.0, &trial));
        ck_assert_msg(trial.arrived, "%s: did not arrive", models[i]);
    }
}
END_TEST

int main(void) {
    SUITE("follow/miran_motion", every_character_arrives_by_forces,
          every_character_arrives_with_orca,
          character_behind_a_moving_attraction_point_is_not_rescued);
}
