/* The key `preset` of a profile: what it sets, what overrides it, and its errors. */
#include "unit/scenario/lab.h"

#define AGENT "agents: [{at: [1, 1], goal: [9, 1], profile: p}]\n"

static void expect_models(const char *text, const char *steer_option, const char *expected) {
    wend_scenario_def def = lab_def(text);
    def.steer = steer_option;
    wend_scenario *s = lab_load_def(&def);
    wend_world_destroy(lab_world(s));
    wend_scenario_info info = wend_scenario_get_info(s);
    ck_assert_msg(strcmp(info.steer, expected) == 0, "%s\nfound %s, expected %s", text, info.steer,
                  expected);
    wend_scenario_destroy(s);
}

/* Returns the hash of the world after two seconds in which twelve agents meet. */
static uint64_t hash_of(const char *profile) {
    char text[1200];
    snprintf(text, sizeof text,
             "profiles: {p: {%s}}\nagents:\n"
             "  - {goal: [9, 1], profile: p, random: {box: [[0, 0], [3, 2]], count: 12}}\n",
             profile);
    wend_scenario *s = lab_load(text);
    wend_world *world = lab_world(s);
    ck_assert_int_eq(wend_world_step(world, 20, &lab_error), WEND_OK);
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
    return hash;
}

START_TEST(preset_chooses_the_models_of_a_profile) {
    expect_models("profiles: {p: {preset: pedestrian}}\n" AGENT, NULL, "collision_free_speed");
    expect_models("profiles: {p: {preset: none}}\n" AGENT, NULL, "orca_arc");
    expect_models("profiles: {p: {preset: pedestrian}, default: {}}\n" AGENT, NULL,
                  "collision_free_speed+orca_arc");
}
END_TEST

START_TEST(preset_comes_before_models_of_the_file) {
    expect_models("steer: orca\nprofiles: {p: {preset: pedestrian}}\n" AGENT, NULL,
                  "collision_free_speed");
    /* Settings for the default model do not concern that of the preset. */
    expect_models("steer: {neighbours: 4}\nprofiles: {p: {preset: pedestrian}}\n" AGENT, NULL,
                  "collision_free_speed");
}
END_TEST

START_TEST(profile_and_options_override_the_preset) {
    expect_models("profiles: {p: {preset: pedestrian, steer: orca}}\n" AGENT, NULL, "orca");
    expect_models("profiles: {p: {preset: pedestrian}}\n" AGENT, "hrvo", "hrvo");
    uint64_t plain = hash_of("preset: pedestrian");
    ck_assert_uint_eq(hash_of("preset: pedestrian"), plain);
    ck_assert_uint_ne(hash_of("preset: pedestrian, radius: 0.2"), plain);
    ck_assert_uint_ne(hash_of("preset: pedestrian, speed: 1.0"), plain);
    ck_assert_uint_ne(hash_of("preset: pedestrian, modify: [{name: scale, factor: 0.9}]"), plain);
}
END_TEST

/* A setting of the preset's model replaces only that setting, with and without its name. */
START_TEST(settings_override_single_settings_of_the_preset) {
    uint64_t plain = hash_of("preset: pedestrian");
    uint64_t slow = hash_of("preset: pedestrian, steer: {time_gap: 2}");
    ck_assert_uint_ne(slow, plain);
    ck_assert_uint_eq(
        hash_of("preset: pedestrian, steer: {name: collision_free_speed, time_gap: 2}"), slow);
    ck_assert_uint_eq(hash_of("preset: pedestrian, steer: collision_free_speed"), plain);
    ck_assert_uint_ne(hash_of("preset: pedestrian, steer: {time_gap: 2, strength: 5}"), slow);
}
END_TEST

START_TEST(reports_unknown_presets_with_their_position) {
    ck_assert_int_ne(lab_try("profiles: {p: {preset: pedestrain}}\n" AGENT), WEND_OK);
    ck_assert_msg(strstr(lab_error.message, "pedestrian"), "%s", lab_error.message);
    ck_assert_int_eq(lab_error.line, 1);
    ck_assert_int_eq(lab_error.column, 24);
    ck_assert_int_ne(lab_try("profiles: {p: {preset: pedestrian, steer: {neighbours: 3}}}\n" AGENT),
                     WEND_OK);
    ck_assert_msg(strstr(lab_error.message, "neighbours"), "%s", lab_error.message);
}
END_TEST

LAB_MAIN("scenario/presets", preset_chooses_the_models_of_a_profile,
         preset_comes_before_models_of_the_file, profile_and_options_override_the_preset,
         settings_override_single_settings_of_the_preset,
         reports_unknown_presets_with_their_position)
