/* Includes: what is merged, joined or replaced, what is refused, and at which position. */
#include "scenario/scenario.h"
#include "unit/scenario/lab.h"
#include <sys/stat.h>

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

static wend_result load_file(const char *path, wend_scenario **out) {
    wend_scenario_def def = wend_default_scenario_def();
    def.path = path;
    def.registry = lab_registry;
    return wend_scenario_load(&def, out, &lab_error);
}

static wend_scenario *good_file(const char *path) {
    wend_scenario *s = NULL;
    ck_assert_msg(load_file(path, &s) == WEND_OK, "%s:%d: %s", lab_error.path, lab_error.line,
                  lab_error.message);
    return s;
}

START_TEST(including_file_takes_precedence) {
    mkdir("parts", 0777);
    write_text("parts/base.yaml", "seed: 5\ntime: {dt: 0.2, end: 9}\nsteer: {name: relax, "
                                  "relaxation_time: 3}\n"
                                  "profiles: {a: {radius: 0.3, speed: 1}, b: {speed: 0.5}}\n"
                                  "goals: {x: [1, 1], y: {point: [2, 2]}}\n"
                                  "measure: {collision: {overlap_depth: 0.5}}\n"
                                  "agents: [{at: [0, 0], goal: x}, {at: [2, 0]}]\n"
                                  "obstacles: [{door: [[5, 5], [6, 5]]}]\n");
    write_text("own.yaml", "include: parts/base.yaml\ntime: {end: 20}\nsteer: {name: direct}\n"
                           "profiles: {a: {speed: 2}}\n"
                           "goals: {y: {disc: {centre: [7, 7], radius: 1}}}\n"
                           "agents: [{at: [4, 0], goal: y}]\n");
    wend_scenario *s = good_file("own.yaml");
    ck_assert_str_eq(s->name, "own");
    ck_assert_uint_eq(s->seed, 5);
    ck_assert_double_eq(s->dt, 0.2);
    ck_assert_double_eq(s->end, 20);
    ck_assert_str_eq(s->steer, "direct");
    /* Profiles are merged key by key, goals name by name. */
    uint32_t a = read_names_find(&s->profile_names, "a");
    ck_assert_double_eq(s->profiles[a].def.radius.a, 0.3);
    ck_assert_double_eq(s->profiles[a].def.preferred_speed.a, 2);
    ck_assert_uint_ne(read_names_find(&s->profile_names, "b"), UINT32_MAX);
    uint32_t y = read_names_find(&s->goal_names, "y");
    ck_assert_int_eq(s->goals[y].def.shape, WEND_GOAL_DISC);
    ck_assert_uint_ne(read_names_find(&s->goal_names, "x"), UINT32_MAX);
    /* Lists are joined, with the included items first. */
    ck_assert_uint_eq(s->agent_count, 3);
    ck_assert_double_eq(s->agents[0].position.x, 0);
    ck_assert_double_eq(s->agents[2].position.x, 4);
    ck_assert_uint_eq(s->obstacle_count, 1);
    wend_scenario_destroy(s);
}
END_TEST

/* The file includes `one` and `parts/two`, and `parts/two` includes `three` from its own folder.
 * The last of several included files takes precedence, and file names are relative. */
START_TEST(merges_several_and_nested_files) {
    mkdir("parts", 0777);
    write_text("one.yaml", "seed: 1\nname: one\nagents: [{at: [1, 0]}]\n");
    write_text("parts/two.yaml", "include: three.yaml\nseed: 2\nagents: [{at: [3, 0]}]\n");
    write_text("parts/three.yaml", "seed: 3\ntime: {end: 33}\nagents: [{at: [2, 0]}]\n");
    write_text("own.yaml", "include: [one.yaml, parts/two.yaml]\nagents: [{at: [4, 0]}]\n");
    wend_scenario *s = good_file("./own.yaml");
    ck_assert_uint_eq(s->seed, 2);
    ck_assert_str_eq(s->name, "one");
    ck_assert_double_eq(s->end, 33);
    ck_assert_uint_eq(s->agent_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        ck_assert_double_eq(s->agents[i].position.x, i + 1);
    }
    wend_scenario_destroy(s);
}
END_TEST

static void refused(const char *path, int line, int column, const char *message) {
    wend_scenario *s = NULL;
    ck_assert_int_ne(load_file("own.yaml", &s), WEND_OK);
    ck_assert_msg(strstr(lab_error.message, message) != NULL, "%s", lab_error.message);
    ck_assert_str_eq(lab_error.path, path);
    ck_assert_int_eq(lab_error.line, line);
    ck_assert_int_eq(lab_error.column, column);
}

START_TEST(errors_name_their_file) {
    mkdir("parts", 0777);
    write_text("own.yaml", "name: a\ninclude: parts/bad.yaml\n");
    write_text("parts/bad.yaml", "time:\n  dt: 99\n");
    refused("parts/bad.yaml", 2, 7, "dt must be a number from 0.0001 to 10");
    write_text("parts/bad.yaml", "tme: {}\n");
    refused("parts/bad.yaml", 1, 1, "a scenario has no key 'tme'; did you mean 'time'?");
    write_text("parts/bad.yaml", "a: [\n");
    refused("parts/bad.yaml", 2, 1, "not YAML");
    write_text("parts/bad.yaml", "- 3\n");
    refused("parts/bad.yaml", 1, 1, "an included file must be a mapping");
    remove("parts/bad.yaml");
    refused("own.yaml", 2, 10, "cannot include 'parts/bad.yaml': cannot open: No such file");
    write_text("own.yaml", "include: {a: b}\n");
    refused("own.yaml", 1, 10, "include must be a file name or a list of file names");
}
END_TEST

START_TEST(refuses_cycles_and_excessive_nesting_depth) {
    write_text("own.yaml", "include: ring.yaml\n");
    write_text("ring.yaml", "include: ./own.yaml\n");
    refused("ring.yaml", 1, 10,
            "files include each other in a circle: own.yaml -> ring.yaml -> own.yaml");
    write_text("own.yaml", "include: own.yaml\n");
    refused("own.yaml", 1, 10, "files include each other in a circle: own.yaml -> own.yaml");
    for (int i = 0; i < 9; i++) {
        char path[40], text[60];
        snprintf(path, sizeof path, i == 0 ? "own.yaml" : "deep%d.yaml", i);
        snprintf(text, sizeof text, i == 8 ? "seed: 77\n" : "include: deep%d.yaml\n", i + 1);
        write_text(path, text);
    }
    wend_scenario *s = good_file("own.yaml");
    ck_assert_uint_eq(s->seed, 77);
    wend_scenario_destroy(s);
    write_text("deep8.yaml", "include: deep9.yaml\n");
    write_text("deep9.yaml", "seed: 1\n");
    refused("deep8.yaml", 1, 10, "files include each other more than 8 deep");
}
END_TEST

START_TEST(only_scenarios_from_files_can_include_others) {
    ck_assert_int_eq(lab_try("include: base.yaml"), WEND_ERROR_INVALID);
    ck_assert_str_eq(lab_error.message, "a scenario that is not a file cannot include others");
    write_text("own.yaml", "seed: 1\n");
    wend_scenario_def def = wend_default_scenario_def();
    const char *setting = "include=own.yaml";
    def.path = "own.yaml";
    def.registry = lab_registry;
    def.settings = &setting;
    def.setting_count = 1;
    wend_scenario *s = NULL;
    ck_assert_int_eq(wend_scenario_load(&def, &s, &lab_error), WEND_ERROR_INVALID);
    ck_assert_str_eq(lab_error.message, "include cannot be set from outside the file");
}
END_TEST

/* If each of a dozen files included the next one twice, the last would be read 4096 times. */
START_TEST(refuses_too_many_or_too_large_files) {
    for (int i = 0; i < 8; i++) {
        char path[40], text[400] = "include: [", name[60];
        snprintf(path, sizeof path, i == 0 ? "own.yaml" : "wide%d.yaml", i);
        for (int k = 0; k < 4; k++) {
            snprintf(name, sizeof name, "%swide%d.yaml", k > 0 ? ", " : "", i + 1);
            strcat(text, name);
        }
        strcat(text, "]\n");
        write_text(path, i == 7 ? "seed: 1\n" : text);
    }
    wend_scenario *s = NULL;
    ck_assert_int_eq(load_file("own.yaml", &s), WEND_ERROR_LIMIT);
    ck_assert_str_eq(lab_error.message, "more than 256 files are included");
}
END_TEST

LAB_MAIN("include", including_file_takes_precedence, merges_several_and_nested_files,
         errors_name_their_file, refuses_cycles_and_excessive_nesting_depth,
         only_scenarios_from_files_can_include_others, refuses_too_many_or_too_large_files)
