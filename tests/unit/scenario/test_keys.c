/* The meaning of each valid key of a scenario: forms, defaults and overrides. */
#include "scenario/scenario.h"
#include "unit/scenario/lab.h"
#include <math.h>

START_TEST(an_empty_scenario_has_the_defaults) {
    wend_scenario *s = lab_load("{}");
    wend_scenario_info f = wend_scenario_get_info(s);
    ck_assert_str_eq(f.name, "sample");
    ck_assert_str_eq(f.plan, "straight");
    ck_assert_str_eq(f.follow, "portal");
    ck_assert_str_eq(f.steer, "orca_arc");
    ck_assert_uint_eq(f.seed, 1);
    ck_assert_double_eq(f.dt, 0.1);
    ck_assert_double_eq(f.end, 300.0);
    ck_assert_uint_eq(f.agents + f.groups + f.goals + f.obstacles, 0);
    ck_assert_uint_eq(f.layers, 1);
    wend_world_def def = scenario_world_def(s, lab_registry, 3, NULL);
    ck_assert_float_eq(def.reach, 10.0F);
    ck_assert_uint_eq(def.steer_every, 1);
    ck_assert_uint_eq(def.threads, 3);
    ck_assert_ptr_eq(def.space, wend_scenario_space(s));
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(reads_top_level_keys) {
    wend_scenario *s = lab_load("wend: 1\nname: 7\nseed: 9223372036854775807\n"
                                "time: {dt: 0.0001, end: 1e9, steer_every: 1000}\n"
                                "near: {reach: 1000}\nallow_overlap: true\n");
    wend_scenario_info f = wend_scenario_get_info(s);
    ck_assert_str_eq(f.name, "7");
    ck_assert_uint_eq(f.seed, INT64_MAX);
    ck_assert_double_eq(f.dt, 0.0001);
    ck_assert_double_eq(f.end, 1e9);
    ck_assert_uint_eq(s->steer_every, 1000);
    ck_assert(s->allow_overlap);
    ck_assert_float_eq(scenario_world_def(s, lab_registry, 1, NULL).reach, 1000.0F);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(name_defaults_to_the_file_name) {
    static const char *const paths[][2] = {{"a.yaml", "a"},        {"x/y.z/b.c.yaml", "b.c"},
                                           {"plain", "plain"},     {"dir.d/plain", "plain"},
                                           {".hidden", ".hidden"}, {"/abs/e.json", "e"}};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        wend_scenario_def def = lab_def("{}");
        def.path = paths[i][0];
        wend_scenario *s = lab_load_def(&def);
        ck_assert_str_eq(wend_scenario_get_info(s).name, paths[i][1]);
        wend_scenario_destroy(s);
    }
}
END_TEST

/* The smallest reach that a radius allows is accepted, even if radii are sampled. */
START_TEST(reach_must_be_at_least_the_diameter) {
    static const char *const good[] = {
        "near: {reach: 0.5}",
        "near: {reach: 0.7}\nprofiles: {a: {radius: 0.35}}",
        "near: {reach: 1.2}\nprofiles: {a: {radius: {uniform: [0.1, 0.6]}}}",
        "near: {reach: 2}\nprofiles: {a: {radius: {normal: [0.5, 0.2], max: 1}}}",
        "near: {reach: 200}\nprofiles: {a: {radius: 100}}",
        "profiles: {a: {radius: 5}}",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        ck_assert_msg(lab_try(good[i]) == WEND_OK, "%s: %s", good[i], lab_error.message);
    }
    static const char *const bad[] = {
        "near: {reach: 0.49}",
        "near: {reach: 0.69}\nprofiles: {a: {radius: 0.35}}",
        "near: {reach: 1.19}\nprofiles: {a: {radius: {uniform: [0.1, 0.6]}}}",
        "near: {reach: 2}\nprofiles: {a: {radius: {normal: [0.5, 0.2], max: 1.01}}}",
        "profiles: {a: {radius: 5.001}}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(lab_try(bad[i]) == WEND_ERROR_INVALID, "%s", bad[i]);
        ck_assert_msg(strstr(lab_error.message, "needs a reach of at least") != NULL, "%s",
                      lab_error.message);
    }
}
END_TEST

START_TEST(reads_every_shape_of_a_goal) {
    wend_scenario *s =
        lab_load("goals:\n"
                 "  list: [1, 2]\n"
                 "  point: {point: [3, 4]}\n"
                 "  disc: {disc: {centre: [5, 6], radius: 0.5}}\n"
                 "  segment: {segment: [[0, 1], [2, 3]]}\n"
                 "  box: {box: [[4, 5], [1, 2]]}\n"
                 "  turned: {oriented_box: {centre: [1, 1], half_size: [2, 3]}}\n"
                 "  turned_more: {oriented_box: {centre: [1, 1], half_size: [2, 3],\n"
                 "                angle: -0.5}}\n"
                 "  polygon: {polygon: [[0, 0], [2, 0], [2, 2], [0, 2]]}\n"
                 "  direction: {direction: [-1, 0]}\n"
                 "  angle: {direction: 2.5}\n");
    static const struct {
        wend_goal_shape shape;
        uint32_t count;
        double radius, angle;
    } expected[] = {{WEND_GOAL_POINT, 1, 0, 0},
                    {WEND_GOAL_POINT, 1, 0, 0},
                    {WEND_GOAL_DISC, 1, 0.5, 0},
                    {WEND_GOAL_SEGMENT, 2, 0, 0},
                    {WEND_GOAL_BOX, 2, 0, 0},
                    {WEND_GOAL_ORIENTED_BOX, 2, 0, 0},
                    {WEND_GOAL_ORIENTED_BOX, 2, 0, -0.5},
                    {WEND_GOAL_POLYGON, 4, 0, 0},
                    {WEND_GOAL_DIRECTION, 0, 0, 3.141592653589793},
                    {WEND_GOAL_DIRECTION, 0, 0, 2.5}};
    ck_assert_uint_eq(s->goal_count, 10);
    for (uint32_t i = 0; i < s->goal_count; i++) {
        const wend_goal_def *def = &s->goals[i].def;
        ck_assert_int_eq(def->shape, expected[i].shape);
        ck_assert_uint_eq(def->point_count, expected[i].count);
        ck_assert_double_eq(def->radius, expected[i].radius);
        ck_assert_double_eq_tol(def->angle, expected[i].angle, 1e-15);
    }
    ck_assert_double_eq(s->goals[0].def.points[0].y, 2);
    ck_assert_double_eq(s->goals[2].def.points[0].x, 5);
    ck_assert_double_eq(s->goals[4].def.points[1].x, 1);
    ck_assert_double_eq(s->goals[6].def.points[1].y, 3);
    ck_assert_str_eq(s->goals[8].def.name, "direction");
    wend_world_destroy(lab_world(s));
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(reads_other_goal_keys) {
    wend_scenario *s = lab_load(
        "goals:\n"
        "  plain: {point: [0, 0]}\n"
        "  all: {point: [0, 0], velocity: [1, -1], window: [2, 3], bias: 0.25, capacity: 7,\n"
        "        arrive: inside, on_arrival: leave, tolerance: 0.5, weight: 2.5}\n"
        "  more: {point: [0, 0], arrive: touch, on_arrival: continue}\n"
        "goal_sets: {one: [all], three: [more, plain, all]}\n");
    wend_goal_def defaults = wend_default_goal_def();
    const wend_goal_def *plain = &s->goals[0].def, *all = &s->goals[1].def;
    ck_assert_double_eq(plain->opens, defaults.opens);
    ck_assert_double_eq(plain->closes, defaults.closes);
    ck_assert_double_eq(plain->bias, defaults.bias);
    ck_assert_uint_eq(plain->capacity, 0);
    ck_assert(plain->arrive == WEND_ARRIVE_TOUCH && plain->on_arrival == WEND_ON_ARRIVAL_STOP);
    ck_assert_double_eq(plain->tolerance, defaults.tolerance);
    ck_assert(all->velocity.x == 1 && all->velocity.y == -1);
    ck_assert(all->opens == 2 && all->closes == 3);
    ck_assert_double_eq(all->bias, 0.25);
    ck_assert(plain->weight == 1 && all->weight == 2.5);
    ck_assert_uint_eq(all->capacity, 7);
    ck_assert(all->arrive == WEND_ARRIVE_INSIDE && all->on_arrival == WEND_ON_ARRIVAL_LEAVE);
    ck_assert_double_eq(all->tolerance, 0.5);
    ck_assert(s->goals[2].def.on_arrival == WEND_ON_ARRIVAL_CONTINUE);
    ck_assert_uint_eq(s->goal_sets[0].count, 1);
    ck_assert_uint_eq(s->goal_sets[1].goals[0], 2);
    ck_assert_uint_eq(s->goal_sets[1].goals[2], 1);
    wend_scenario_destroy(s);
}
END_TEST

/* If a profile gives a speed but no maximum speed, the maximum is raised to that speed. Entries
 * that are named at the top level of the scenario apply to every profile that does not name its
 * own. */
START_TEST(reads_profiles) {
    wend_scenario *s =
        lab_load("follow: {name: waypoint, aim: nearest}\n"
                 "profiles:\n"
                 "  plain: {}\n"
                 "  fast: {speed: 3.5}\n"
                 "  slow: {speed: 3.5, max_speed: 1}\n"
                 "  drawn: {radius: {uniform: [0.2, 0.4]}, max_acceleration: 2.5,\n"
                 "          speed: {normal: [1.3, 0.1], min: 1.1, max: 1.4}}\n"
                 "  own: {follow: waypoint, modify: [{name: scale, factor: 0.5}, scale]}\n");
    wend_profile_def defaults = wend_default_profile_def();
    ck_assert_uint_eq(s->profile_count, 6);
    ck_assert_uint_eq(s->default_profile, 5);
    ck_assert_double_eq(s->profiles[0].def.max_speed.a, defaults.max_speed.a);
    ck_assert_double_eq(s->profiles[1].def.max_speed.a, 3.5);
    ck_assert_double_eq(s->profiles[2].def.max_speed.a, 1);
    ck_assert_double_eq(s->profiles[2].def.preferred_speed.a, 3.5);
    const wend_profile_def *sampled = &s->profiles[3].def;
    ck_assert(sampled->radius.kind == WEND_DISTRIBUTION_UNIFORM && sampled->radius.b == 0.4);
    ck_assert(sampled->preferred_speed.kind == WEND_DISTRIBUTION_NORMAL &&
              sampled->preferred_speed.low == 1.1 && sampled->preferred_speed.high == 1.4);
    ck_assert_double_eq(sampled->max_acceleration.a, 2.5);
    ck_assert_uint_eq(s->profiles[0].def.follow.setting_count, 1);
    ck_assert_uint_eq(s->profiles[4].def.follow.setting_count, 0);
    ck_assert_uint_eq(s->profiles[4].def.modify_count, 2);
    ck_assert_double_eq(s->profiles[4].def.modify[0].settings[0].value.number.a, 0.5);
    ck_assert_uint_eq(s->profiles[4].def.modify[1].setting_count, 0);
    wend_world_destroy(lab_world(s));
    wend_scenario_destroy(s);
}
END_TEST

/* Degenerate distributions are equivalent to a constant, and the world accepts them. */
START_TEST(degenerate_distributions_are_constant) {
    static const char *const forms[] = {"0.3", "{uniform: [0.3, 0.3]}", "{normal: [0.3, 0]}",
                                        "{normal: [0.3, 0], min: 0.3, max: 0.3}"};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, "profiles: {p: {radius: %s}}\nagents: [{at: [0, 0]}]",
                 forms[i]);
        wend_scenario *s = lab_load(text);
        ck_assert_double_eq_tol(s->agents[0].radius, 0.3, 1e-12);
        wend_world *world = lab_world(s);
        ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
        wend_agent_state state;
        ck_assert(wend_world_get_agent(world, wend_world_find_agent(world, 1), &state));
        ck_assert_float_eq(state.radius, 0.3F);
        wend_world_destroy(world);
        wend_scenario_destroy(s);
    }
}
END_TEST

START_TEST(reads_parameters_of_entries) {
    wend_scenario *s = lab_load("measure: {collision: {overlap_depth: 0.5}, path: {}}\n"
                                "output: {png: {width: 300}, csv: {}}\n");
    ck_assert_uint_eq(s->entries.count, 4);
    ck_assert_int_eq(s->entries.entries[0].kind, WEND_KIND_METRIC);
    ck_assert_str_eq(s->entries.entries[0].choice.name, "collision");
    ck_assert_str_eq(s->entries.entries[0].choice.settings[0].name, "overlap_depth");
    ck_assert_double_eq(s->entries.entries[0].choice.settings[0].value.number.a, 0.5);
    ck_assert_uint_eq(s->entries.entries[1].choice.setting_count, 0);
    ck_assert_int_eq(s->entries.entries[2].kind, WEND_KIND_OUTPUT);
    ck_assert_double_eq(s->entries.entries[2].choice.settings[0].value.number.a, 300);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(options_override_choices) {
    static const char text[] = "follow: {name: waypoint, aim: nearest}\n"
                               "profiles: {a: {follow: {name: waypoint, intercept: off}}, b: {}}\n";
    wend_scenario_def def = lab_def(text);
    def.plan = "straight";
    def.follow = "waypoint";
    def.steer = "direct";
    wend_scenario *s = lab_load_def(&def);
    /* An option that names the entry already in use does not change the entry's parameters. */
    ck_assert_str_eq(s->profiles[0].def.follow.settings[0].name, "intercept");
    ck_assert_str_eq(s->profiles[1].def.follow.settings[0].name, "aim");
    ck_assert_str_eq(wend_scenario_get_info(s).plan, "straight");
    wend_scenario_destroy(s);
    def.plan = "strait";
    s = NULL;
    ck_assert_int_eq(wend_scenario_load(&def, &s, &lab_error), WEND_ERROR_NAME);
    ck_assert_str_eq(lab_error.path, "setting plan");
    ck_assert_int_eq(lab_error.line, 0);
    ck_assert_ptr_null(s);
}
END_TEST

START_TEST(settings_change_what_is_read) {
    static const char *const settings[] = {"time.dt=0.25",   "seed=77",
                                           "goals.g=[5, 5]", "agents.0.at=[[0, 0], [3, 3]]",
                                           "near.reach=42",  "profiles.p.speed={uniform: [1, 2]}",
                                           "time.end=9",     "name=other"};
    wend_scenario_def def =
        lab_def("time: {dt: 0.5}\nprofiles: {p: {radius: 0.5}}\nagents: [{at: [9, 9]}]\n");
    def.settings = settings;
    def.setting_count = sizeof settings / sizeof settings[0];
    wend_scenario *s = lab_load_def(&def);
    wend_scenario_info f = wend_scenario_get_info(s);
    ck_assert(f.dt == 0.25 && f.seed == 77 && f.end == 9 && f.goals == 1 && f.agents == 2);
    ck_assert_str_eq(f.name, "other");
    ck_assert_float_eq(s->reach, 42.0F);
    ck_assert_double_eq(s->profiles[0].def.radius.a, 0.5);
    ck_assert_int_eq(s->profiles[0].def.preferred_speed.kind, WEND_DISTRIBUTION_UNIFORM);
    wend_scenario_destroy(s);
    /* A later setting overrides an earlier one; a wrong value is reported with the setting. */
    static const char *const twice[] = {"seed=1", "seed=2"};
    def.settings = twice;
    def.setting_count = 2;
    s = lab_load_def(&def);
    ck_assert_uint_eq(s->seed, 2);
    wend_scenario_destroy(s);
    static const char *const wrong[] = {"agents.0.at=[x, 0]"};
    def.settings = wrong;
    def.setting_count = 1;
    s = NULL;
    ck_assert_int_eq(wend_scenario_load(&def, &s, &lab_error), WEND_ERROR_INVALID);
    ck_assert_str_eq(lab_error.path, "setting agents.0.at=[x, 0]");
}
END_TEST

START_TEST(reads_files_and_reports_positions_in_them) {
    wend_scenario_def def = wend_default_scenario_def();
    def.registry = lab_registry;
    def.path = "made.yaml";
    FILE *file = fopen(def.path, "w");
    ck_assert_ptr_nonnull(file);
    /* The text exceeds the first buffer, so the reader must continue in another. */
    for (int i = 0; i < 3000; i++) {
        fprintf(file, "# line %d\n", i);
    }
    fputs("seed: 5\nsaed: 6\n", file);
    fclose(file);
    wend_scenario *s = NULL;
    ck_assert_int_eq(wend_scenario_load(&def, &s, &lab_error), WEND_ERROR_NAME);
    ck_assert_str_eq(lab_error.path, "made.yaml");
    ck_assert_int_eq(lab_error.line, 3002);
    remove(def.path);
    ck_assert_int_eq(wend_scenario_load(&def, &s, &lab_error), WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.message, "cannot open: No such file or directory");
    def.path = ".";
    ck_assert_int_eq(wend_scenario_load(&def, &s, &lab_error), WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.message, "cannot read: Is a directory");
    def.path = "/dev/zero";
    ck_assert_int_eq(wend_scenario_load(&def, &s, &lab_error), WEND_ERROR_IO);
    ck_assert_ptr_nonnull(strstr(lab_error.message, "not a regular file"));
    file = fopen("made.yaml", "w");
    ck_assert_int_eq(fseek(file, 64L << 20, SEEK_SET),
                     0); /* a sparse file with one byte at the end */
    fputc('\n', file);
    fclose(file);
    def.path = "made.yaml";
    ck_assert_int_eq(wend_scenario_load(&def, &s, &lab_error), WEND_ERROR_LIMIT);
    ck_assert_str_eq(lab_error.message, "the file is larger than 64 MB");
    remove("made.yaml");
    ck_assert_ptr_null(s);
}
END_TEST

START_TEST(a_polygon_may_repeat_its_first_point) {
    wend_scenario *s = lab_load(
        "space: {walkable: [[0, 0], [9, 0], [9, 9], [0, 9], [0.0, 0]],\n"
        "        obstacles: [[[1, 1], [2, 1], [2, 2], [1, 1]], [[4, 4], [5, 4], [5, 5]]]}\n"
        "goals: {g: {polygon: [[6, 6], [7, 6], [7, 7], [6, 6]]}}\n"
        "obstacles: [{moving: [[-1, -1], [1, -1], [0, 1], [-1, -1]], position: [3, 7]}]");
    const wend_layer_def *layer = &s->space_def.layers[0];
    ck_assert_uint_eq(layer->boundaries[0].count, 4);
    ck_assert_uint_eq(layer->solids[0].ring.count, 3);
    ck_assert_uint_eq(layer->solids[1].ring.count, 3);
    ck_assert_uint_eq(s->goals[0].def.point_count, 3);
    ck_assert_uint_eq(s->obstacles[0].def.point_count, 3);
    wend_world_destroy(lab_world(s));
    wend_scenario_destroy(s);
    /* The remaining points must form a polygon. */
    ck_assert_int_ne(lab_try("space: {walkable: [[0, 0], [9, 0], [0, 0]]}"), WEND_OK);
}
END_TEST

START_TEST(a_single_modifier_needs_no_list) {
    static const char *const forms[] = {"modify: scale", "modify: {name: scale, factor: 0.5}",
                                        "profiles: {p: {modify: scale}}", "modify: [scale]"};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        wend_scenario *s = lab_load(forms[i]);
        ck_assert_uint_eq(s->profiles[0].def.modify_count, 1);
        ck_assert_str_eq(s->profiles[0].def.modify[0].name, "scale");
        ck_assert_uint_eq(s->profiles[0].def.modify[0].setting_count, i == 1 ? 1 : 0);
        wend_scenario_destroy(s);
    }
}
END_TEST

START_TEST(a_time_window_may_have_open_ends) {
    static const struct {
        const char *form;
        double opens, closes;
    } all[] = {{"[5, .inf]", 5, INFINITY},   {"[5, +.inf]", 5, INFINITY},
               {"[-.inf, 5]", -INFINITY, 5}, {"[null, 5]", -INFINITY, 5},
               {"[5, ~]", 5, INFINITY},      {"[~, null]", -INFINITY, INFINITY}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[120];
        snprintf(text, sizeof text, "goals: {g: {point: [1, 1], window: %s}}", all[i].form);
        wend_scenario *s = lab_load(text);
        ck_assert_double_eq(s->goals[0].def.opens, all[i].opens);
        ck_assert_double_eq(s->goals[0].def.closes, all[i].closes);
        wend_scenario_destroy(s);
    }
    ck_assert_int_ne(lab_try("goals: {g: {point: [1, 1], window: [.inf, 5]}}"), WEND_OK);
    ck_assert_str_eq(lab_error.message, "opens must be a number, found '.inf'");
    ck_assert_int_ne(lab_try("goals: {g: {point: [1, 1], window: [5, '.inf']}}"), WEND_OK);
}
END_TEST

START_TEST(class_may_start_disabled) {
    wend_scenario *s =
        lab_load("space:\n  walkable: [[0, 0], [20, 0], [20, 6], [0, 6]]\n"
                 "  classes: [{name: crates, on: false}, bins, {name: tubs}]\n"
                 "  obstacles: [{class: crates, polygon: [[9, 0], [10, 0], [10, 6], [9, 6]]}]\n"
                 "switch: [{class: crates, at: 2, on: true}]\n"
                 "agents: [{at: [1, 3], goal: [18, 3]},\n"
                 "  {random: {box: [[9.2, 1], [9.8, 5]], count: 1}, goal: [18, 3]}]");
    ck_assert_uint_eq(s->classes, WEND_ALL_CLASSES & ~2u);
    ck_assert_str_eq(s->class_names.names[1], "crates");
    ck_assert_str_eq(s->class_names.names[3], "tubs");
    s->agent_count = 1;
    s->group_count = 1;
    wend_world *world = lab_world(s);
    ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
    ck_assert_uint_eq(wend_world_view(world)->classes & 15u, 13u);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
    ck_assert_int_ne(lab_try("space: {classes: [{name: a, off: true}]}"), WEND_OK);
    ck_assert_str_eq(lab_error.message, "an obstacle class has no key 'off'; available: name, on");
    ck_assert_int_ne(lab_try("space: {classes: [{on: true}]}"), WEND_OK);
    ck_assert_str_eq(lab_error.message, "an obstacle class needs the key 'name'");
}
END_TEST

START_TEST(suggests_the_shorter_form_of_a_key) {
    ck_assert_int_ne(lab_try("profiles: {p: {preferred_speed: 1}}"), WEND_OK);
    ck_assert_str_eq(lab_error.message,
                     "a profile has no key 'preferred_speed'; did you mean 'speed'?");
}
END_TEST

START_TEST(suggests_the_nearest_name) {
    static const char *const names[] = {"run", "check"};
    char out[60];
    ck_assert_str_eq(wend_suggest_name("chekc", names, 2, out, sizeof out),
                     "; did you mean 'check'?");
    ck_assert_str_eq(wend_suggest_name("fly", names, 2, out, sizeof out),
                     "; available: run, check");
    ck_assert_str_eq(wend_suggest_name("fly", NULL, 0, out, sizeof out), "");
}
END_TEST

START_TEST(warnings_report_their_position) {
    wend_scenario *s = lab_load("space: {walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]}\n"
                                "agents: [{at: [0.1, 5]}]");
    ck_assert_uint_eq(wend_scenario_warning_count(s), 2);
    wend_warning first = wend_scenario_warning(s, 0), second = wend_scenario_warning(s, 1);
    ck_assert_str_eq(first.message, "this group has no goal: its agents stay where they are");
    ck_assert_str_eq(second.message, "1 agent of this group starts overlapping a wall");
    ck_assert_str_eq(first.path, "folder/sample.yaml");
    ck_assert_int_eq(first.line, 2);
    ck_assert_int_eq(first.column, 10);
    wend_scenario_destroy(s);
}
END_TEST

LAB_MAIN("keys", an_empty_scenario_has_the_defaults, reads_top_level_keys,
         name_defaults_to_the_file_name, reach_must_be_at_least_the_diameter,
         reads_every_shape_of_a_goal, reads_other_goal_keys, reads_profiles,
         degenerate_distributions_are_constant, reads_parameters_of_entries,
         options_override_choices, settings_change_what_is_read,
         reads_files_and_reports_positions_in_them, a_polygon_may_repeat_its_first_point,
         a_single_modifier_needs_no_list, a_time_window_may_have_open_ends,
         class_may_start_disabled, suggests_the_shorter_form_of_a_key, suggests_the_nearest_name,
         warnings_report_their_position)
