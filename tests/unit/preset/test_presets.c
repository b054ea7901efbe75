/* Presets fill profile defs, and suggest a name when there is no such preset. */
#include <math.h>
#include <string.h>

#include <wend/preset.h>

#include "support/suite.h"
#include "support/worlds.h"

START_TEST(every_preset_is_described_and_makes_a_profile) {
    ck_assert_uint_ge(wend_preset_count(), 1);
    for (uint32_t i = 0; i < wend_preset_count(); i++) {
        wend_preset_info preset = wend_preset_get(i);
        ck_assert(strlen(preset.name) > 0 && strlen(preset.summary) < 120);
        ck_assert(i == 0 || strcmp(wend_preset_get(i - 1).name, preset.name) < 0);
        wend_profile_def def = wend_default_profile_def();
        ck_assert_int_eq(wend_profile_def_preset(preset.name, &def, NULL), WEND_OK);
        wend_world *world = worlds_make(worlds_open(), NULL);
        wend_error error;
        ck_assert_msg(wend_world_add_profile(world, &def, NULL, &error) == WEND_OK, "%s: %s",
                      preset.name, error.message);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(refuses_unknown_names_with_a_suggestion) {
    wend_profile_def def = wend_default_profile_def(), before = def;
    wend_error error;
    ck_assert_int_eq(wend_profile_def_preset("pedestrians", &def, &error), WEND_ERROR_NAME);
    ck_assert_msg(strstr(error.message, "did you mean 'pedestrian'"), "%s", error.message);
    ck_assert(memcmp(&def, &before, sizeof def) == 0);
}
END_TEST

/* The fields that a preset does not decide keep their values. */
START_TEST(keeps_other_fields) {
    wend_profile_def def = wend_default_profile_def();
    def.name = "visitor";
    def.plan.name = "straight";
    def.slope_weight = 2.0;
    ck_assert_int_eq(wend_profile_def_preset("pedestrian", &def, NULL), WEND_OK);
    ck_assert_str_eq(def.name, "visitor");
    ck_assert_str_eq(def.plan.name, "straight");
    ck_assert_double_eq(def.slope_weight, 2.0);
    ck_assert_str_eq(def.steer.name, "collision_free_speed");
    ck_assert(def.modify_count == 1 && strcmp(def.modify[0].name, "fundamental_diagram") == 0);
}
END_TEST

/* Two streams of pedestrians pass each other in a corridor, where agents of equal models without
 * noise stop. Their speeds are those of the preset, and they do not overlap. */
START_TEST(pedestrians_pass_each_other_in_a_corridor) {
    wend_world_def world_def = wend_default_world_def();
    world_def.space = worlds_room(24, 3);
    world_def.dt = 0.05;
    wend_world *world = worlds_from(&world_def);
    wend_profile_def def = wend_default_profile_def();
    ck_assert_int_eq(wend_profile_def_preset("pedestrian", &def, NULL), WEND_OK);
    def.plan.name = "straight";
    worlds_add_profile(world, &def);
    for (int i = 0; i < 24; i++) {
        bool east = i % 2 == 0;
        double along = 1.0 + 0.9 * (i / 6), y = 0.4 + 0.4 * (i % 6);
        wend_point ends[] = {{east ? 23.0 : 1.0, 0.2}, {east ? 23.0 : 1.0, 2.8}};
        wend_goal_def goal = wend_default_goal_def();
        goal.shape = WEND_GOAL_SEGMENT;
        goal.points = ends;
        goal.point_count = 2;
        goal.on_arrival = WEND_ON_ARRIVAL_LEAVE;
        worlds_agent(world, east ? along : 24.0 - along, y, worlds_add_goal(world, &goal));
    }
    double nearest = INFINITY, fastest = 0.0;
    wend_agent_state all[24];
    for (int step = 0; step < 1600; step++) {
        worlds_step(world, 1);
        uint32_t count = wend_world_get_agents(world, all, 24);
        for (uint32_t i = 0; i < count; i++) {
            fastest = fmax(fastest, hypot((double)all[i].velocity.x, (double)all[i].velocity.y));
            for (uint32_t k = 0; k < i; k++) {
                nearest = fmin(nearest, hypot(all[i].position.x - all[k].position.x,
                                              all[i].position.y - all[k].position.y));
            }
        }
    }
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 24);
    ck_assert_double_ge(nearest, 0.9 * 2.0 * def.radius.a);
    ck_assert_double_le(fastest, 2.2 + 1e-5);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("preset", every_preset_is_described_and_makes_a_profile,
          refuses_unknown_names_with_a_suggestion, keeps_other_fields,
          pedestrians_pass_each_other_in_a_corridor);
}
