/* Scenarios loaded from memory: how they are interpreted, the worlds created from them, and runs
 * with timed commands. */
#include "scenario/scenario.h"
#include "support/suite.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wend_registry *registry;
static wend_error error;

static void set_up(void) {
    memset(&error, 0, sizeof error);
    ck_assert_int_eq(wend_registry_create(NULL, &registry, &error), WEND_OK);
    ck_assert_int_eq(wend_kit_register(registry, &error), WEND_OK);
}

static void tear_down(void) {
    wend_registry_destroy(registry);
}

static wend_result load(const char *text, wend_scenario **out) {
    wend_scenario_def def = wend_default_scenario_def();
    def.path = "folder/sample.yaml";
    def.text = text;
    def.text_size = strlen(text);
    def.registry = registry;
    return wend_scenario_load(&def, out, &error);
}

static wend_scenario *load_good(const char *text) {
    wend_scenario *s = NULL;
    wend_result result = load(text, &s);
    ck_assert_msg(result == WEND_OK, "%d:%d: %s", error.line, error.column, error.message);
    return s;
}

START_TEST(minimal_scenario_has_defaults) {
    wend_scenario *s = load_good("agents: [{at: [1, 2], goal: [3, 4]}]");
    wend_scenario_info f = wend_scenario_get_info(s);
    ck_assert_str_eq(f.name, "sample");
    ck_assert_str_eq(f.steer, "orca_arc");
    ck_assert_uint_eq(f.seed, 1);
    ck_assert_double_eq(f.dt, 0.1);
    ck_assert_double_eq(f.end, 300);
    ck_assert(f.agents == 1 && f.groups == 1 && f.profiles == 1 && f.goals == 1 && f.layers == 1);
    ck_assert_uint_eq(s->agents[0].key, 1);
    ck_assert_double_eq(s->agents[0].radius, 0.25);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(reads_a_scenario_with_all_keys) {
    wend_scenario *s = load_good(
        "wend: 1\nname: all\nseed: 5\ntime: {dt: 0.05, end: 9, steer_every: 2}\n"
        "space:\n"
        "  walkable: [[[0, 0], [20, 0], [20, 9], [0, 9]], [[30, 0], [40, 0], [40, 9]]]\n"
        "  classes: [crates, gates]\n"
        "  obstacles: [[[5, 1], [6, 1], [6, 2]], {class: gates, polygon: [[8, 1], [9, 1], [9, "
        "2]]}]\n"
        "  walls: [[[10, 1], [10, 3]], {points: [[12, 1], [12, 3], [13, 3]], class: crates}]\n"
        "  terrain: [{polygon: [[1, 1], [3, 1], [3, 3]], type: 4}]\n"
        "goals:\n"
        "  d: {disc: {centre: [15, 5], radius: 2}, arrive: inside, on_arrival: leave, capacity: "
        "3}\n"
        "  s: {segment: [[18, 1], [18, 5]], bias: 0.2, window: [1, 50], velocity: [0, 0.1]}\n"
        "goal_sets: {both: [d, s]}\n"
        "profiles:\n"
        "  a: {radius: {uniform: [0.2, 0.3]}, speed: {normal: [1.3, 0.1]}, max_acceleration: 3}\n"
        "  b: {speed: 3}\n"
        "agents:\n"
        "  - {profile: a, goals: both, grid: {origin: [1, 4], spacing: [1, 2], count: [3, 2]}}\n"
        "  - {profile: b, goal: d, via: [[3, 8], [14, 8]], at: [2, 8], key: 100}\n"
        "  - {goal: {box: [[18, 7], [19, 8]]}, random: {box: [[13, 4], [19, 8]], count: 5}}\n"
        "obstacles:\n"
        "  - {name: door, door: [[11, 4], [11, 5]], closed: false, times: [{at: 3, closed: "
        "true}]}\n"
        "  - {name: cart, moving: [[0, 0], [1, 0], [0, 1]], position: [15, 2], velocity: [1, 0],\n"
        "     times: [{at: 2, velocity: [0, 1]}, {at: 5, angular_velocity: 1}]}\n"
        "switch: [{class: gates, at: 1, on: false}]\n"
        "measure: {collision: {overlap_depth: 0.1}}\n"
        "output: {png: {width: 400}}\n");
    ck_assert_uint_eq(s->steer_every, 2);
    ck_assert_uint_eq(s->space_def.layers[0].boundary_count, 2);
    ck_assert_uint_eq(s->space_def.class_count, 3);
    ck_assert_uint_eq(s->space_def.layers[0].solids[1].obstacle_class, 2);
    ck_assert_uint_eq(s->space_def.layers[0].open_walls[1].count, 3);
    ck_assert_uint_eq(s->space_def.layers[0].terrains[0].type, 4);
    ck_assert_int_eq(s->goals[0].def.on_arrival, WEND_ON_ARRIVAL_LEAVE);
    ck_assert_uint_eq(s->goals[0].def.capacity, 3);
    ck_assert_double_eq(s->goals[1].def.closes, 50);
    ck_assert_uint_eq(s->goal_sets[0].count, 2);
    /* There are two profiles and none is named `default`, so a third one with the defaults is
     * added. */
    ck_assert_uint_eq(s->profile_count, 3);
    ck_assert_double_eq(s->profiles[1].def.max_speed.a, 3);
    ck_assert_uint_eq(s->agent_count, 12);
    ck_assert_double_eq(s->agents[5].position.x, 3);
    ck_assert_double_eq(s->agents[5].position.y, 6);
    ck_assert_uint_eq(s->agents[6].key, 100);
    ck_assert_uint_eq(s->agents[7].key, 101);
    for (uint32_t i = 0; i < 6; i++) {
        ck_assert(s->agents[i].radius >= 0.2 && s->agents[i].radius <= 0.3);
    }
    ck_assert_double_ne(s->agents[0].radius, s->agents[1].radius);
    /* Commands are sorted by time. If a command does not give a motion, the motion continues. */
    ck_assert_uint_eq(s->command_count, 4);
    ck_assert_int_eq(s->commands[0].kind, SCENARIO_SWITCH);
    ck_assert_double_eq(s->commands[1].position.x, 17);
    ck_assert_double_eq(s->commands[1].velocity.y, 1);
    ck_assert_int_eq(s->commands[2].kind, SCENARIO_CLOSE);
    ck_assert_double_eq(s->commands[3].position.y, 5);
    ck_assert_double_eq(s->commands[3].velocity.y, 1);
    wend_world *world = NULL;
    ck_assert_msg(wend_scenario_create_world(s, registry, 1, NULL, &world, &error) == WEND_OK, "%s",
                  error.message);
    ck_assert_int_eq(wend_world_step(world, 1, &error), WEND_OK);
    ck_assert_uint_eq(wend_world_agent_count(world), 12);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(random_positions_keep_a_minimum_distance) {
    wend_scenario *s = load_good("space: {walkable: [[0, 0], [12, 0], [12, 12], [0, 12]],\n"
                                 "        obstacles: [[[4, 4], [8, 4], [8, 8], [4, 8]]]}\n"
                                 "profiles: {p: {radius: {uniform: [0.1, 0.5]}}}\n"
                                 "agents: [{random: {count: 60}}, {random: {disc: {centre: [3, 9], "
                                 "radius: 3}, count: 9}}]\n");
    for (uint32_t i = 0; i < s->agent_count; i++) {
        const wend_agent_def *a = &s->agents[i];
        double x = a->position.x, y = a->position.y;
        double r = a->radius - 1e-5;
        ck_assert(x >= r && y >= r && x <= 12 - r && y <= 12 - r);
        double dx = fmax(fmax(4 - x, x - 8), 0), dy = fmax(fmax(4 - y, y - 8), 0);
        ck_assert(dx * dx + dy * dy >= r * r);
        for (uint32_t k = 0; k < i; k++) {
            const wend_agent_def *b = &s->agents[k];
            double apart = hypot(x - b->position.x, y - b->position.y);
            ck_assert(apart >= a->radius + b->radius);
        }
        if (i >= 60) {
            ck_assert(hypot(x - 3, y - 9) <= 3);
        }
    }
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(a_single_profile_is_the_default) {
    wend_scenario *s = load_good("profiles: {p: {radius: 0.4}}\nagents: [{at: [0, 0]}]");
    ck_assert_double_eq(s->agents[0].radius, 0.4);
    ck_assert_uint_eq(s->profile_count, 1);
    wend_scenario_destroy(s);
    s = load_good("profiles: {p: {radius: 0.4}, default: {radius: 0.3}}\nagents: [{at: [0, 0]}]");
    ck_assert_double_eq(s->agents[0].radius, 0.3);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(left_layer_of_a_link_follows_from_its_direction) {
    static const char text[] = "space:\n  layers:\n"
                               "    - {name: a, walkable: [[0, 0], [4, 0], [4, 4], [0, 4]]}\n"
                               "    - {name: b, walkable: [[4, 0], [8, 0], [8, 4], [4, 4]]}\n"
                               "  links: [{from: %s, to: %s, segment: [[4, %d], [4, %d]]}]\n";
    for (int i = 0; i < 4; i++) {
        char filled[400];
        snprintf(filled, sizeof filled, text, i & 1 ? "b" : "a", i & 1 ? "a" : "b", i & 2 ? 4 : 0,
                 i & 2 ? 0 : 4);
        wend_scenario *s = load_good(filled);
        /* Looking along the link towards higher y, layer a is on the left. */
        ck_assert_uint_eq(s->space_def.links[0].left_layer, i & 2 ? 1 : 0);
        wend_scenario_destroy(s);
    }
}
END_TEST

typedef struct message {
    const char *text;
    int line, column;
    const char *expected;
} message;

START_TEST(messages_state_position_and_expectation) {
    static const message all[] = {
        {"agents: 3", 1, 9, "agents must be a list, found '3'"},
        {"agents: [{at: 3}]", 1, 15, "at must be [x, y] or a list of points [x, y], found '3'"},
        {"agents: [{at: [0, 0], grid: {}}]", 1, 23, "has both 'at' and 'grid'; expected only one"},
        {"agents: [{grid: {origin: [0, 0], spacing: 1}}]", 1, 17,
         "a grid needs 'count', 'disc', 'box', 'oriented_box' or 'polygon'"},
        {"agents: [{grid: {origin: [0, 0], spacing: 1, count: [9999, 9999]}}]", 1, 53,
         "99980001 agents are more"},
        {"agents: [{random: {count: 3}}]", 1, 19, "in a space without bounds"},
        {"agents: [{random: {point: [0, 0], count: 3}}]", 1, 20, "random has no key 'point'"},
        {"goals: {g: [0, 0]}\nagents: [{at: [0, 0], goal: g, goals: x}]", 2, 39, "not both"},
        {"goal_sets: {s: []}", 1, 16, "at least one goal"},
        {"goals: {g: {point: [0, 0], window: [3, 2]}}", 1, 36, "open before it closes"},
        {"goals: {g: {polygon: [[0, 0], [1, 1]]}}", 1, 22, "3 to 64 points"},
        {"profiles: {p: {radius: 0}}", 1, 24, "radius must be a number from 0.01 to 100"},
        {"modify: [a, b, c, d, e]", 1, 9, "at most 4"},
        {"space: {classes: [a, a]}", 1, 22, "already exists"},
        {"space: {classes: [fixed]}", 1, 19, "already exists"},
        {"space: {layers: []}", 1, 17, "1 to 256"},
        {"space: {layers: [{name: a}, {name: a}]}", 1, 36, "already exists"},
        {"space: {layers: [{name: a}], walkable: []}", 1, 30,
         "'walkable' cannot be combined with 'layers'"},
        {"space: {layers: [{name: a}], links: [{from: a, to: a, segment: [[0, 0], [1, 0]]}]}", 1,
         52, "two different layers"},
        {"space: {terrain: [{polygon: [[0, 0], [1, 0], [1, 1]], type: 0}]}", 1, 61, "type must be"},
        {"obstacles: [{door: [[0, 0], [1, 0]], velocity: [1, 0]}]", 1, 38,
         "'velocity' is only for"},
        {"obstacles: [{door: [[0, 0], [1, 0]], times: [{at: 1}]}]", 1, 46,
         "an item of times needs 'closed', 'position', 'angle', 'velocity' or 'angular_velocity'"},
        {"obstacles: [{door: [[0, 0], [1, 0]], times: [{at: 2, closed: true}, {at: 1, closed: "
         "true}]}]",
         1, 74, "at must be a number from 2"},
        {"space: {classes: [c]}\nswitch: [{class: fixed, at: 0, on: true}]", 2, 18, "cannot"},
        {"measure: {colision: {}}", 1, 11, "colision"},
        {"measure: {collision: {overlap_depth: 7}}", 1, 38, "overlap_depth"},
        {"output: {png: 3}", 1, 15, "png must be a mapping"},
        {"seed: -1", 1, 7, "seed must be a whole number from 0"},
        {"name: []", 1, 7, "name must be a string, found a list of 0"},
        {"allow_overlap: yes", 1, 16, "allow_overlap must be true or false, found 'yes'"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        wend_scenario *s = NULL;
        ck_assert_msg(load(all[i].text, &s) != WEND_OK, "%s", all[i].text);
        ck_assert_ptr_null(s);
        ck_assert_msg(strstr(error.message, all[i].expected) != NULL, "%s\n%s", all[i].text,
                      error.message);
        ck_assert_msg(error.line == all[i].line && error.column == all[i].column, "%s\n%d:%d: %s",
                      all[i].text, error.line, error.column, error.message);
        ck_assert_str_eq(error.path, "folder/sample.yaml");
    }
}
END_TEST

START_TEST(refuses_more_agents_than_the_limit) {
    static const char text[] = "agents: [{at: [0, 0]}, {grid: {origin: [5, 5], spacing: 1, "
                               "count: [3, 3]}}]";
    wend_scenario_def def = wend_default_scenario_def();
    def.text = text;
    def.text_size = strlen(text);
    def.registry = registry;
    def.max_agents = 9;
    wend_scenario *s = NULL;
    ck_assert_int_eq(wend_scenario_load(&def, &s, &error), WEND_ERROR_LIMIT);
    ck_assert_str_eq(error.message, "with this group there are 10 agents; 9 are possible");
    def.max_agents = 10;
    ck_assert_int_eq(wend_scenario_load(&def, &s, &error), WEND_OK);
    wend_scenario_destroy(s);
}
END_TEST

static void *counted_allocate(void *user, size_t size) {
    long *left = user;
    return --*left < 0 ? NULL : aligned_alloc(64, (size + 63) / 64 * 64);
}

static void counted_release(void *user, void *block, size_t size) {
    (void)user;
    (void)size;
    free(block);
}

START_TEST(reports_out_of_memory) {
    static const char text[] =
        "space: {walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]}\ngoals: {g: [8, 8]}\n"
        "profiles: {p: {}}\nagents: [{random: {count: 40}, goal: g}]\n";
    bool loaded = false;
    for (long allowed = 0; allowed < 400 && !loaded; allowed++) {
        long left = allowed;
        wend_scenario_def def = wend_default_scenario_def();
        def.text = text;
        def.text_size = strlen(text);
        def.registry = registry;
        def.allocator = (wend_allocator){counted_allocate, counted_release, &left};
        wend_scenario *s = NULL;
        wend_result result = wend_scenario_load(&def, &s, &error);
        ck_assert_msg(result == WEND_OK || result == WEND_ERROR_MEMORY, "%ld: %s", allowed,
                      error.message);
        loaded = result == WEND_OK;
        wend_scenario_destroy(s);
    }
    ck_assert(loaded);
}
END_TEST

static wend_summary *run_good(const wend_scenario *s) {
    wend_run_def def = wend_default_run_def();
    def.scenario = s;
    def.registry = registry;
    wend_summary *summary = NULL;
    ck_assert_msg(wend_run_scenario(&def, &summary, &error) == WEND_OK, "%s", error.message);
    return summary;
}

static double number(const wend_summary *summary, const char *name) {
    const wend_report_value *value = wend_report_find(wend_summary_report(summary), name);
    ck_assert_ptr_nonnull(value);
    return value->kind == WEND_REPORT_INTEGER ? (double)value->integer : value->number;
}

/* An agent at 1 m/s reaches the door after 4.75 m. The door opens at 10 s, when 5 m remain. */
START_TEST(door_opens_at_its_time) {
    wend_scenario *s = load_good(
        "plan: straight\nsteer: direct\n"
        "space: {walkable: [[0, 0], [10, 0], [10, 2], [0, 2]]}\n"
        "profiles: {p: {speed: 1}}\n"
        "obstacles: [{door: [[5, 0], [5, 2]], times: [{at: 10, closed: false}]}]\n"
        "agents: [{at: [0.5, 1], goal: {point: [9.5, 1], arrive: inside, tolerance: 0.1}}]\n");
    wend_summary *summary = run_good(s);
    ck_assert_double_eq(number(summary, "arrived"), 1);
    ck_assert_double_eq_tol(number(summary, "last_arrival_s"), 10 + 9.4 - 4.75, 0.2);
    ck_assert_double_gt(number(summary, "wall_interventions"), 10);
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(run_can_be_cancelled) {
    volatile sig_atomic_t cancel = 1;
    wend_scenario *s = load_good("agents: [{at: [0, 0], goal: [50, 0]}]");
    wend_run_def def = wend_default_run_def();
    def.scenario = s;
    def.registry = registry;
    def.cancel = &cancel;
    wend_summary *summary = NULL;
    ck_assert_int_eq(wend_run_scenario(&def, &summary, &error), WEND_OK);
    ck_assert(wend_summary_cancelled(summary));
    ck_assert_double_eq(number(summary, "steps"), 0);
    ck_assert_uint_eq(wend_summary_straggler_count(summary), 1);
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("scenario");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, minimal_scenario_has_defaults);
    tcase_add_test(all, reads_a_scenario_with_all_keys);
    tcase_add_test(all, random_positions_keep_a_minimum_distance);
    tcase_add_test(all, a_single_profile_is_the_default);
    tcase_add_test(all, left_layer_of_a_link_follows_from_its_direction);
    tcase_add_test(all, messages_state_position_and_expectation);
    tcase_add_test(all, refuses_more_agents_than_the_limit);
    tcase_add_test(all, reports_out_of_memory);
    tcase_add_test(all, door_opens_at_its_time);
    tcase_add_test(all, run_can_be_cancelled);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
