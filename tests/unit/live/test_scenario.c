/* cost: 20 */
/* Scenario files written from live worlds: they load without changes, and the world that they make
 * is the one on screen. */
#include "support/kit/live_lab.h"
#include "support/kit/saved_bundles.h"
#include "support/suite.h"
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/behaviour.h>
#include <wend/definitions.h>
#include <wend/names.h>
#include <wend/objects.h>

enum { MOST_AGENTS = 20000, MOST_TEXT = 1 << 24 };

/* Writes the scenario of a world, and opens it as another one. The caller frees the text. */
static char *copy_of(live_lab *from, live_lab *copy) {
    const char *answer = live_lab_expect(from, "{'do':'scenario'}");
    char *text = malloc(strlen(answer) + 1);
    ck_assert_ptr_nonnull(text);
    strcpy(text, live_lab_text(answer, "yaml"));
    live_lab_open(copy, text, NULL);
    return text;
}

/* ---- Comparing worlds ------------------------------------------------------------------------ */

static void compare_choice(const wend_choice *a, const wend_choice *b) {
    uint32_t given = 0, found = 0;
    ck_assert_str_eq(a->name, b->name);
    for (uint32_t i = 0; i < a->setting_count; i++) {
        const wend_value *value = &a->settings[i].value;
        given += value->kind != WEND_VALUE_TEXT || (value->text && value->text[0]);
        for (uint32_t k = 0; k < b->setting_count; k++) {
            const wend_value *other = &b->settings[k].value;
            if (strcmp(a->settings[i].name, b->settings[k].name) == 0) {
                found++;
                ck_assert_int_eq(value->kind, other->kind);
                ck_assert_double_eq(value->number.a, other->number.a);
                ck_assert_double_eq(value->number.b, other->number.b);
                ck_assert(!value->text || strcmp(value->text, other->text) == 0);
                ck_assert_uint_eq(value->point_count, other->point_count);
            }
        }
    }
    ck_assert_uint_eq(given, found);
    ck_assert_uint_eq(found, b->setting_count);
}

static void compare_number(const wend_distribution *a, const wend_distribution *b) {
    ck_assert_int_eq(a->kind, b->kind);
    ck_assert_double_eq(a->a, b->a);
    ck_assert_double_eq(a->b, b->b);
    ck_assert_double_eq(a->low, b->low);
    ck_assert_double_eq(a->high, b->high);
}

/* Finds the profile of an agent of both worlds, and compares everything but its name. */
static void compare_profiles(const live_lab *a, wend_profile in_a, const live_lab *b,
                             wend_profile in_b) {
    static wend_terrain_rule rules[2][WEND_MAX_TERRAIN_RULES];
    wend_profile_def x, y;
    ck_assert(wend_world_get_profile_def(a->world, in_a, &x, rules[0]));
    ck_assert(wend_world_get_profile_def(b->world, in_b, &y, rules[1]));
    compare_choice(&x.select, &y.select);
    compare_choice(&x.plan, &y.plan);
    compare_choice(&x.follow, &y.follow);
    compare_choice(&x.steer, &y.steer);
    ck_assert_uint_eq(x.modify_count, y.modify_count);
    for (uint32_t i = 0; i < x.modify_count; i++) {
        compare_choice(&x.modify[i], &y.modify[i]);
    }
    compare_number(&x.preferred_speed, &y.preferred_speed);
    compare_number(&x.max_speed, &y.max_speed);
    compare_number(&x.max_acceleration, &y.max_acceleration);
    ck_assert_double_eq(x.slope_weight, y.slope_weight);
    ck_assert_uint_eq(x.terrain_rule_count, y.terrain_rule_count);
    for (uint32_t i = 0; i < x.terrain_rule_count; i++) {
        compare_number(&rules[0][i].weight, &rules[1][i].weight);
        compare_number(&rules[0][i].speed_factor, &rules[1][i].speed_factor);
    }
}

static wend_agent_def *agents_of(const live_lab *lab, uint32_t *count) {
    *count = wend_world_get_agent_defs(lab->world, NULL, 0);
    ck_assert_uint_le(*count, MOST_AGENTS);
    wend_agent_def *agents = calloc(*count + 1, sizeof *agents);
    ck_assert_ptr_nonnull(agents);
    wend_world_get_agent_defs(lab->world, agents, *count);
    return agents;
}

static const wend_agent_def *find_agent(const wend_agent_def *agents, uint32_t count, uint64_t key,
                                        uint32_t guess) {
    if (guess < count && agents[guess].key == key) {
        return &agents[guess];
    }
    for (uint32_t i = 0; i < count; i++) {
        if (agents[i].key == key) {
            return &agents[i];
        }
    }
    return NULL;
}

static const char *goal_name(const live_lab *lab, wend_goal goal) {
    return wend_world_get_goal_name(lab->world, goal);
}

static void compare_agents(const live_lab *a, const live_lab *b) {
    uint32_t count, others;
    wend_agent_def *agents = agents_of(a, &count), *copies = agents_of(b, &others);
    ck_assert_uint_eq(count, others);
    wend_profile last = {0};
    for (uint32_t i = 0; i < count; i++) {
        const wend_agent_def *x = &agents[i], *y = find_agent(copies, others, x->key, i);
        ck_assert_msg(y != NULL, "agent %llu is lost", (unsigned long long)x->key);
        ck_assert_double_eq(x->position.x, y->position.x);
        ck_assert_double_eq(x->position.y, y->position.y);
        ck_assert_double_eq(x->velocity.x, y->velocity.x);
        ck_assert_double_eq(x->velocity.y, y->velocity.y);
        ck_assert((float)x->radius == (float)y->radius);
        ck_assert_uint_eq(x->layer, y->layer);
        ck_assert_int_eq(x->priority, y->priority);
        ck_assert_int_eq(x->goal_set.value != 0, y->goal_set.value != 0);
        ck_assert_int_eq(x->machine.value != 0, y->machine.value != 0);
        if (x->machine.value != 0) {
            ck_assert_str_eq(wend_world_state_name(a->world, x->machine, x->state),
                             wend_world_state_name(b->world, y->machine, y->state));
        } else if (goal_name(a, x->goal)[0] != '\0') {
            ck_assert_str_eq(goal_name(a, x->goal), goal_name(b, y->goal));
        }
        if (x->profile.value != last.value) {
            compare_profiles(a, x->profile, b, y->profile);
            last = x->profile;
        }
    }
    free(agents);
    free(copies);
}

/* Goals without a name have another one in the copy, so goals are compared in their order. */
static void compare_goals(const live_lab *a, const live_lab *b) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < wend_world_goal_count(a->world); i++) {
        wend_goal goal = wend_world_goal_at(a->world, i), copy = {0};
        if (goal.value == 0 || wend_world_get_goal_owner(a->world, goal) != WEND_GOAL_OWNER_NONE) {
            continue;
        }
        for (; next < wend_world_goal_count(b->world) && copy.value == 0; next++) {
            copy = wend_world_goal_at(b->world, next);
        }
        wend_point p[2][WEND_MAX_POLYGON], path[2][WEND_MAX_POLYGON];
        wend_goal_def x, y;
        ck_assert(wend_world_get_goal_def(a->world, goal, &x, p[0], path[0]));
        ck_assert(wend_world_get_goal_def(b->world, copy, &y, p[1], path[1]));
        ck_assert_int_eq(x.shape, y.shape);
        ck_assert_uint_eq(x.point_count, y.point_count);
        ck_assert_uint_eq(x.path_count, y.path_count);
        ck_assert_uint_eq(x.carrier, y.carrier);
        ck_assert_uint_eq(x.capacity, y.capacity);
        ck_assert_uint_eq(x.layer, y.layer);
        ck_assert_int_eq(x.on_arrival, y.on_arrival);
        ck_assert_double_eq(x.tolerance, y.tolerance);
        double low[2] = {INFINITY, INFINITY}, found[2] = {INFINITY, INFINITY};
        for (uint32_t k = 0; k < x.point_count; k++) { /* outlines may begin at another corner */
            low[0] = fmin(low[0], p[0][k].x + 3.0 * p[0][k].y);
            found[0] = fmin(found[0], p[1][k].x + 3.0 * p[1][k].y);
            low[1] = fmin(low[1], p[0][k].y - 2.0 * p[0][k].x);
            found[1] = fmin(found[1], p[1][k].y - 2.0 * p[1][k].x);
        }
        ck_assert(x.point_count == 0 || fabs(low[0] - found[0]) < 1e-6);
        ck_assert(x.point_count == 0 || fabs(low[1] - found[1]) < 1e-6);
    }
}

static bool is_approximate(const char *kind) {
    return strcmp(kind, "guidance") == 0 || strcmp(kind, "roadmap") == 0;
}

/* Returns false if a map differs: guidance fields and roadmaps whose edges cross. */
static bool compare_maps(const live_lab *a, const live_lab *b) {
    bool same = true;
    for (uint32_t i = 0; i < wend_bundle_get_info(a->bundle).map_count; i++) {
        const char *name;
        const wend_map *map = wend_bundle_map(a->bundle, i, &name);
        uint32_t index;
        const wend_map *other =
            wend_view_find_map(wend_world_view(b->world), wend_map_kind(map), name, &index);
        ck_assert_ptr_nonnull(other);
        bool equal = wend_map_get_info(map).hash == wend_map_get_info(other).hash;
        ck_assert_msg(equal || is_approximate(wend_map_kind(map)), "map %s", name);
        same = same && equal;
    }
    return same;
}

static bool compare_worlds(const live_lab *a, const live_lab *b) {
    wend_world_def x, y;
    wend_world_get_def(a->world, &x);
    wend_world_get_def(b->world, &y);
    ck_assert_uint_eq(wend_space_hash(x.space), wend_space_hash(y.space));
    ck_assert_uint_eq(wend_space_wall_count(x.space), wend_space_wall_count(y.space));
    ck_assert_uint_eq(x.seed, y.seed);
    ck_assert_double_eq(x.dt, y.dt);
    ck_assert_double_eq(x.density_cell, y.density_cell);
    ck_assert_uint_eq(x.steer_every, y.steer_every);
    ck_assert_uint_eq(x.classes & ((1u << wend_space_class_count(x.space)) - 1u),
                      y.classes & ((1u << wend_space_class_count(y.space)) - 1u));
    ck_assert_uint_eq(wend_world_obstacle_count(a->world), wend_world_obstacle_count(b->world));
    ck_assert_uint_eq(wend_world_scheduled_count(a->world), wend_world_scheduled_count(b->world));
    compare_agents(a, b);
    compare_goals(a, b);
    return compare_maps(a, b);
}

/* ---- All scenarios --------------------------------------------------------------------------- */

static void check_motion(live_lab *a, live_lab *b, uint32_t steps, const char *path) {
    live_lab_step(a, steps);
    live_lab_step(b, steps);
    uint32_t count, others;
    wend_agent_def *agents = agents_of(a, &count), *copies = agents_of(b, &others);
    ck_assert_uint_eq(count, others);
    for (uint32_t i = 0; i < count; i++) {
        const wend_agent_def *copy = find_agent(copies, others, agents[i].key, i);
        ck_assert_msg(copy != NULL && copy->position.x == agents[i].position.x &&
                          copy->position.y == agents[i].position.y,
                      "%s: agent %llu moves differently", path, (unsigned long long)agents[i].key);
    }
    free(agents);
    free(copies);
}

/* Before its first step, every scenario is the same after a round trip: its agents move in the same
 * way, bit by bit. Later on, they are at the same positions with the same velocities. */
static uint32_t check_scenarios(const char *pattern) {
    glob_t files;
    char name[1024];
    uint32_t different = 0;
    snprintf(name, sizeof name, "%s/scenarios/%s", WEND_SOURCE_DIR, pattern);
    ck_assert_int_eq(glob(name, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        live_lab a, b, c;
        live_lab_open(&a, NULL, files.gl_pathv[i]);
        char *text = copy_of(&a, &b);
        bool same = compare_worlds(&a, &b);
        different += !same;
        if (same) {
            check_motion(&a, &b, 25, files.gl_pathv[i]);
        } else {
            live_lab_step(&a, 25);
        }
        char *later = copy_of(&a, &c);
        compare_worlds(&a, &c);
        live_lab_step(&c, 5);
        free(text);
        free(later);
        live_lab_close(&a);
        live_lab_close(&b);
        live_lab_close(&c);
    }
    globfree(&files);
    return different;
}

START_TEST(scenarios_survive_a_round_trip) {
    ck_assert_uint_le(check_scenarios("*.yaml"), 1); /* tour has a guidance field */
}
END_TEST

START_TEST(published_scenarios_survive_a_round_trip) {
    ck_assert_uint_eq(check_scenarios("behaviour/*.yaml"), 0);
    ck_assert_uint_eq(check_scenarios("corridor-maps/*.yaml"), 0);
    ck_assert_uint_le(check_scenarios("global-planners/*.yaml"), 1); /* gaps: random edges cross */
    ck_assert_uint_eq(check_scenarios("way-portals/*.yaml"), 0);
}
END_TEST

/* ---- One world with everything --------------------------------------------------------------- */

static const char everything[] =
    "seed: 9\ntime: {dt: 0.05, steer_every: 2, obstacle_rest_time: 2}\n"
    "space:\n"
    "  layers:\n"
    "    - name: low\n"
    "      walkable: [[0, 0], [20, 0], [20, 10], [0, 10]]\n"
    "      walls: [{points: [[10, 0], [10, 3]], class: screen}]\n"
    "      obstacles: [[[5, 4], [6, 4], [6, 5], [5, 5]]]\n"
    "      terrain: [{type: grass, polygon: [[12, 1], [18, 1], [18, 4], [12, 4]],\n"
    "        holes: [[[14, 2], [15, 2], [15, 3], [14, 3]]]}]\n"
    "      height:\n"
    "        - {polygon: [[0, 0], [9, 0], [9, 9], [0, 9]], z: 1, slope: [0.1, 0]}\n"
    "        - {polygon: [[0, 0], [20, 0], [20, 10], [0, 10]],\n"
    "           field: {low: [0, 0], cell: 10, rows: [[0, 1, 2], [0, 1.1, 1]]}}\n"
    "    - {name: high, walkable: [[20, 0], [30, 0], [30, 10], [20, 10]]}\n"
    "  links: [{from: low, to: high, segment: [[20, 0], [20, 10]]}]\n"
    "  connections:\n"
    "    - {name: lift, from: [2, 9], to: [23, 9], from_layer: low, to_layer: high, duration: 2,\n"
    "       profiles: [light]}\n"
    "  classes: [screen, {name: tape, on: false}]\n"
    "obstacles:\n"
    "  - {name: door, door: [[10, 3], [10, 6]], times: [{at: 2, closed: false}]}\n"
    "  - {name: cart, moving: [[0, 0], [0.5, 0], [0.5, 0.5]], position: [16, 6], angle: 0.5,\n"
    "     velocity: [-0.1, 0], times: [{at: 3, velocity: [0, 0]}]}\n"
    "belts: [{polygon: [[12, 6], [18, 6], [18, 7], [12, 7]], velocity: [0.5, 0]}]\n"
    "switch: [{at: 1, class: screen, on: false}]\n"
    "profiles:\n"
    "  light: {plan: navmesh, radius: {uniform: [0.2, 0.3]}, max_acceleration: 5,\n"
    "    terrain: {grass: {speed: {uniform: [0.5, 0.9]}}}, modify: [terrain, yield],\n"
    "    steer: {name: orca, wall_horizon: 2.5}}\n"
    "  heavy: {plan: {name: navmesh, search: tree}, follow: {name: portal, bias: centre},\n"
    "    select: {name: nearest, by: line}, slope_weight: 0}\n"
    "goals:\n"
    "  exit: {segment: [[19.5, 6], [19.5, 8]], on_arrival: leave, capacity: 4, window: [0, 90]}\n"
    "  upstairs: {point: [25, 5], layer: high}\n"
    "  ring: {polygon: [[1, 1], [4, 1], [4, 4], [3, 4], [3, 2], [2, 2], [2, 4], [1, 4]]}\n"
    "  ferry: {disc: {centre: [3, 3], radius: 1}, path: [[0, 0], [4, 0], [4, 1]], speed: 0.5,\n"
    "    loop: true}\n"
    "goal_sets: {all: [exit, upstairs, counter]}\n"
    "queues:\n"
    "  counter: {line: [[18, 2], [13, 2]], spacing: 1, service: {uniform: [1, 2]}, then: exit,\n"
    "    times: [{at: 20, release: 2}]}\n"
    "areas: {mat: {box: [[7, 0], [9, 2]]}}\n"
    "machines:\n"
    "  visitor:\n"
    "    states:\n"
    "      look: {goal: upstairs, enter: [{scale_attribute: {attribute: preferred_speed,\n"
    "        value: 1.5}}]}\n"
    "      wait: {goal: none, steer: direct}\n"
    "      pick: {goals: all, select: nearest}\n"
    "      go: {goal: exit, final: true}\n"
    "    transitions:\n"
    "      - {from: look, to: {wait: 2, pick: 1}, when: {or: [{timer: {uniform: [1, 3]}},\n"
    "           population(mat) > 3 and x < 5]}}\n"
    "      - {from: wait, to: go, when: {signal: alarm}}\n"
    "signals: {alarm: {triggers: {time: 2.5}, audience: {machine: visitor, area: mat},\n"
    "  responses: [{switch_class: {class: 2, on: true}}]}}\n"
    "agents:\n"
    "  - {name: few, random: {box: [[1, 6], [4, 8]], count: 3}, goal: exit, profile: light}\n"
    "  - {name: up, at: [1, 9], goal: upstairs, profile: light, speed: 1.1, priority: -3}\n"
    "  - {name: wait, at: [8, 1], queue: counter, profile: heavy, heading: 1.5}\n"
    "  - {name: curious, at: [[3, 2], [3.5, 8.5]], machine: visitor, profile: heavy}\n"
    "  - {name: any, at: [7, 7], goals: all, profile: heavy, via: [[12, 8], [15, 8]], delay: 0.5}\n"
    "  - {source: {box: [[1, 1], [2, 5]], rate: 0.5, count: 4}, goal: exit, profile: light}\n";

START_TEST(world_with_everything_survives_a_round_trip) {
    live_lab a, b;
    live_lab_open(&a, everything, NULL);
    char *text = copy_of(&a, &b);
    ck_assert(compare_worlds(&a, &b));
    ck_assert_msg(strstr(text, "# Not the same") == NULL, "%.300s", text);
    check_motion(&a, &b, 160, "everything");
    free(text);
    live_lab_close(&b);
    /* The second copy is at a later time; what it cannot say is in comments. */
    text = copy_of(&a, &b);
    compare_worlds(&a, &b);
    ck_assert(strstr(text, "# Not the same: agents enter the states of their machines") != NULL);
    free(text);
    live_lab_close(&a);
    live_lab_close(&b);
}
END_TEST

/* What was changed is written as it is now. */
START_TEST(changes_are_written) {
    live_lab a, b;
    live_lab_open(&a, everything, NULL);
    live_lab_step(&a, 4);
    uint32_t exit = wend_world_goal_index(a.world, wend_world_find_goal(a.world, "exit"));
    live_lab_expect(&a, "{'do':'move_goal','goal':%u,'at':[11.25,7.5]}", exit);
    live_lab_expect(&a, "{'do':'set_class','class':2,'on':true}");
    live_lab_expect(&a, "{'do':'set_door','obstacle':0,'closed':false}");
    live_lab_step(&a, 1);
    char *text = copy_of(&a, &b);
    wend_point at;
    ck_assert(
        wend_world_get_goal_position(b.world, wend_world_find_goal(b.world, "exit"), &at, NULL));
    ck_assert_double_eq(at.x, 11.25);
    ck_assert_double_eq(at.y, 7.5);
    live_lab_step(&b, 1);
    ck_assert(wend_world_is_class_enabled(b.world, 2));
    ck_assert(!wend_world_is_obstacle_closed(b.world, wend_world_find_obstacle(b.world, "door")));
    free(text);
    live_lab_close(&a);
    live_lab_close(&b);
}
END_TEST

/* Names that would end a string, a mapping or a line stay names. */
START_TEST(hostile_names_stay_names) {
    live_lab a, b;
    live_lab_open(
        &a,
        "goals: {\"}, seed: 3, x: {\": [9, 9], 'null': [8, 8]}\n"
        "profiles: {\"a\\nagents: []\": {}, \"goal 0\": {}}\n"
        "agents: [{name: \"# \\\"x\\\"\", at: [0, 0], profile: \"a\\nagents: []\",\n"
        "  goal: \"}, seed: 3, x: {\"}, {at: [3, 3], profile: \"goal 0\", goal: [1, 7]}]\n",
        NULL);
    char *text = copy_of(&a, &b);
    ck_assert(compare_worlds(&a, &b));
    ck_assert(wend_world_find_goal(b.world, "}, seed: 3, x: {").value != 0);
    ck_assert(wend_world_find_profile(b.world, "a\nagents: []").value != 0);
    ck_assert(wend_world_find_group(b.world, "# \"x\"").value != 0);
    free(text);
    live_lab_close(&a);
    live_lab_close(&b);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        scenarios_survive_a_round_trip, published_scenarios_survive_a_round_trip,
        world_with_everything_survives_a_round_trip, changes_are_written, hostile_names_stay_names};
    return suite_run("live scenario", tests, sizeof tests / sizeof tests[0]);
}
