/* The state of a live world and its description, compared with the world itself. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/kit/live_lab.h"
#include "support/kit/saved_bundles.h"
#include "support/suite.h"

static const char town[] =
    "name: town\n"
    "seed: 9\n"
    "space:\n"
    "  layers: [{name: ground, walkable: [[0, 0], [30, 0], [30, 20], [0, 20]],\n"
    "            obstacles: [[[5, 4], [6, 4], [6, 5], [5, 5]]],\n"
    "            walls: [{points: [[15, 0], [15, 3]], class: screen}]}]\n"
    "  classes: [screen]\n"
    "goals:\n"
    "  exit: {box: [[28, 1], [29, 19]], on_arrival: leave}\n"
    "  hill: {disc: {centre: [10, 10], radius: 1.5}}\n"
    "profiles:\n"
    "  walker: {plan: straight, steer: {name: orca, horizon: 3}, speed: 1.2}\n"
    "obstacles:\n"
    "  - {name: door, door: [[20, 0], [20, 5]], closed: false}\n"
    "  - {name: cart, moving: [[0, 0], [1, 0], [0, 1]], position: [25, 18], velocity: [-0.5, 0]}\n"
    "queues:\n"
    "  desk: {line: [[18, 12], [22, 12]], spacing: 1, service: 2, then: exit}\n"
    "areas:\n"
    "  west: {polygon: [[0, 0], [15, 0], [15, 20], [0, 20]]}\n"
    "machines:\n"
    "  visitor: {states: {look: {goal: hill}, go: {goal: exit, final: true}},\n"
    "            transitions: [{from: look, to: go, when: {timer: 3}}]}\n"
    "agents:\n"
    "  - {name: left, grid: {origin: [1, 6], spacing: 1.2, count: [4, 5]}, goal: exit,\n"
    "     profile: walker}\n"
    "  - {name: curious, at: [3, 2], machine: visitor, profile: walker}\n"
    "  - {name: late, source: {box: [[1, 14], [3, 18]], interval: 2, count: 4},\n"
    "     goal: exit, profile: walker}\n";

static live_lab lab;

static void set_up(void) {
    live_lab_open(&lab, town, NULL);
}

static void tear_down(void) {
    live_lab_close(&lab);
}

START_TEST(the_state_is_that_of_the_world) {
    char hash[24];
    for (int round = 0; round < 5; round++) {
        const char *state = live_lab_expect(&lab, "{'do':'step','count':20}");
        wend_world *world = lab.world;
        snprintf(hash, sizeof hash, "%016" PRIx64, wend_world_hash(world));
        ck_assert_double_eq(live_lab_number(state, "step"), 20.0 * (round + 1));
        ck_assert_double_eq_tol(live_lab_number(state, "time"), 2.0 * (round + 1), 1e-9);
        ck_assert_str_eq(live_lab_text(state, "hash"), hash);
        ck_assert_double_eq(live_lab_number(state, "agents"), wend_world_agent_count(world));
        ck_assert_double_eq(live_lab_number(state, "entered"),
                            live_lab_number(state, "agents") + live_lab_number(state, "left"));
        ck_assert(!live_lab_bool(state, "changed"));
        ck_assert(!live_lab_has(state, "stopped"));
        ck_assert_str_eq(live_lab_text(state, "profiles.0.steer"), "orca");
    }
}
END_TEST

START_TEST(profiles_have_their_settings_and_defaults) {
    const char *state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert_str_eq(live_lab_text(state, "profiles.0.name"), "walker");
    ck_assert_str_eq(live_lab_text(state, "profiles.0.select"), "given");
    ck_assert_str_eq(live_lab_text(state, "profiles.0.plan"), "straight");
    ck_assert_str_eq(live_lab_text(state, "profiles.0.follow"), "portal");
    ck_assert_double_eq(live_lab_number(state, "profiles.0.settings.steering.horizon"), 3);
    const wend_entry *orca = wend_registry_find(lab.registry, WEND_KIND_STEERING, "orca", NULL);
    for (uint32_t i = 0; i < orca->param_count; i++) {
        char path[128];
        snprintf(path, sizeof path, "profiles.0.settings.steering.%s", orca->params[i].name);
        ck_assert_msg(live_lab_has(state, path), "%s", path);
    }
}
END_TEST

START_TEST(objects_have_names_shapes_and_counts) {
    const char *state = live_lab_expect(&lab, "{'do':'step','count':1}");
    double numbers[64];
    ck_assert_str_eq(live_lab_text(state, "groups.0.name"), "left");
    ck_assert_str_eq(live_lab_text(state, "machines.0.name"), "visitor");
    ck_assert_str_eq(live_lab_text(state, "machines.0.states.1"), "go");
    ck_assert_uint_eq(live_lab_count(state, "goals"), 2); /* not those of the queue */
    ck_assert_str_eq(live_lab_text(state, "goals.1.name"), "hill");
    ck_assert_str_eq(live_lab_text(state, "goals.1.shape"), "disc");
    ck_assert_double_eq(live_lab_number(state, "goals.1.radius"), 1.5);
    ck_assert_uint_eq(live_lab_numbers(state, "goals.1.points", numbers, 64), 2);
    ck_assert_double_eq(numbers[0], 10.0);
    ck_assert_double_eq(live_lab_number(state, "goals.1.at.1"), 10.0);
    ck_assert(live_lab_bool(state, "goals.0.open"));
    ck_assert_str_eq(live_lab_text(state, "goals.0.shape"), "polygon");
    ck_assert_uint_eq(live_lab_count(state, "goals.0.points"), 4);
    ck_assert_str_eq(live_lab_text(state, "obstacles.0.kind"), "door");
    ck_assert(!live_lab_bool(state, "obstacles.0.closed"));
    ck_assert_uint_eq(live_lab_numbers(state, "obstacles.0.walls", numbers, 64), 4);
    ck_assert_double_eq(numbers[3], 5.0); /* an open door has a place, too */
    ck_assert_str_eq(live_lab_text(state, "obstacles.1.kind"), "moving");
    ck_assert_uint_eq(live_lab_numbers(state, "obstacles.1.walls", numbers, 64), 12);
    ck_assert_double_eq_tol(live_lab_number(state, "obstacles.1.at.0"), 24.95, 1e-9);
    ck_assert_uint_eq(live_lab_count(state, "classes"), 2);
    ck_assert_str_eq(live_lab_text(state, "queues.0.name"), "desk");
    ck_assert_uint_gt(live_lab_count(state, "queues.0.places"), 2);
    ck_assert_uint_eq(live_lab_count(state, "queues.0.places.0"), 3);
    ck_assert_str_eq(live_lab_text(state, "areas.0.name"), "west");
    ck_assert_uint_eq(live_lab_count(state, "areas.0.points"), 4);
    ck_assert_double_eq(live_lab_number(state, "areas.0.count"), live_lab_number(state, "agents"));
    ck_assert_str_eq(live_lab_text(state, "sources.0.name"), "late");
}
END_TEST

START_TEST(arrivals_are_counted_until_a_run_can_end) {
    const char *state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert(!live_lab_bool(state, "can_end"));
    double total = 0.0;
    for (int i = 0; i < 40 && !live_lab_bool(state, "can_end"); i++) {
        state = live_lab_expect(&lab, "{'do':'step','count':50}");
    }
    ck_assert(live_lab_bool(state, "can_end"));
    total = live_lab_number(state, "entered");
    ck_assert_double_eq(live_lab_number(state, "agents"), 0.0);
    ck_assert_double_eq(live_lab_number(state, "left"), total);
    ck_assert_double_eq(live_lab_number(state, "goals.0.arrived"), total);
    ck_assert_double_ge(live_lab_number(state, "arrived"), total);
    ck_assert(!live_lab_has(state, "mean_speed")); /* there are no agents: null */
}
END_TEST

/* ---- The crowd ------------------------------------------------------------------------------- */

/* Brute force over all pairs. */
static void measure(const wend_agent_state *agents, uint32_t count, double *density,
                    uint32_t *overlaps) {
    *density = 0.0;
    *overlaps = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t near = 0;
        for (uint32_t k = 0; k < count; k++) {
            double x = agents[i].position.x - agents[k].position.x;
            double y = agents[i].position.y - agents[k].position.y, apart = sqrt(x * x + y * y);
            near += agents[i].layer == agents[k].layer && apart <= 1.0;
            *overlaps += k > i && agents[i].layer == agents[k].layer &&
                         apart < (double)(agents[i].radius + agents[k].radius) - 0.01;
        }
        *density = fmax(*density, near / 3.14159265358979);
    }
}

START_TEST(measures_match_brute_force) {
    static const char crowd[] =
        "space: {walkable: [[0, 0], [40, 0], [40, 40], [0, 40]]}\n"
        "goals: {centre: {point: [20, 20]}}\n"
        "profiles:\n"
        "  small: {plan: straight, steer: direct, radius: {uniform: [0.15, 0.5]}}\n"
        "  large: {plan: straight, steer: direct, radius: {uniform: [0.6, 3]}}\n"
        "agents:\n"
        "  - {random: {box: [[5, 5], [35, 35]], count: 300}, goal: centre,\n"
        "     profile: small}\n"
        "  - {grid: {origin: [4, 36], spacing: 6.5, count: [5, 1]}, goal: centre,\n"
        "     profile: large}\n";
    live_lab own;
    static wend_agent_state agents[512];
    uint32_t most = 0;
    live_lab_open(&own, crowd, NULL);
    for (int i = 0; i < 40; i++) { /* the agents walk into each other */
        const char *state = live_lab_expect(&own, "{'do':'step','count':5}");
        uint32_t count = wend_world_get_agents(own.world, agents, 512), overlaps = 0;
        double density = 0.0;
        measure(agents, count, &density, &overlaps);
        if (density < 15.0) { /* a cell has a limit */
            ck_assert_double_eq(live_lab_number(state, "overlaps"), overlaps);
            ck_assert_double_eq_tol(live_lab_number(state, "max_density"), density, 1e-5);
            most = overlaps > most ? overlaps : most;
        }
    }
    ck_assert_uint_gt(most, 100);
    live_lab_close(&own);
}
END_TEST

/* ---- The description ------------------------------------------------------------------------- */

START_TEST(the_description_is_that_of_the_bundle) {
    const char *all = live_lab_expect(&lab, "{'do':'describe','id':7}");
    ck_assert_str_eq(live_lab_text(all, "title"), "sample");
    ck_assert_str_eq(live_lab_text(all, "seed"), "9");
    ck_assert_double_eq_tol(live_lab_number(all, "dt"), 0.1, 1e-12);
    ck_assert_double_eq(live_lab_number(all, "high.0"), 30.0);
    ck_assert_double_eq(live_lab_number(all, "high.1"), 20.0);
    ck_assert_str_eq(live_lab_text(all, "layers.0.name"), "ground");
    ck_assert_uint_eq(live_lab_count(all, "layers.0.boundaries.0"), 4);
    ck_assert_uint_eq(live_lab_count(all, "layers.0.solids.0.ring"), 4);
    ck_assert_double_eq(live_lab_number(all, "layers.0.open_walls.0.class"), 1.0);
    ck_assert_str_eq(live_lab_text(all, "classes.1.name"), "screen");
    ck_assert(live_lab_bool(all, "editable"));
    ck_assert(!live_lab_has(all, "final"));
    ck_assert(!live_lab_has(all, "end")); /* never */
}
END_TEST

START_TEST(links_join_the_layers_that_the_scenario_names) {
    static const char floors[] =
        "space:\n"
        "  layers: [{name: hall, walkable: [[0, 0], [10, 0], [10, 4], [0, 4]]},\n"
        "           {name: ramp, walkable: [[10, 1], [16, 1], [16, 3], [10, 3]]}]\n"
        "  links: [{from: hall, to: ramp, segment: [[10, 1], [10, 3]]}]\n"
        "goals: {far: {point: [15, 2], layer: ramp}}\n"
        "agents: [{at: [1, 2], layer: hall, goal: far}]\n";
    live_lab own;
    live_lab_open(&own, floors, NULL);
    const char *all = live_lab_expect(&own, "{'do':'describe'}");
    ck_assert_uint_eq(live_lab_count(all, "links"), 1);
    double ax = live_lab_number(all, "links.0.a.0"), bx = live_lab_number(all, "links.0.b.0");
    double ay = live_lab_number(all, "links.0.a.1"), by = live_lab_number(all, "links.0.b.1");
    ck_assert_double_eq(ax, 10.0);
    ck_assert_double_eq(bx, 10.0);
    ck_assert_double_eq(fmin(ay, by), 1.0);
    ck_assert_double_eq(fmax(ay, by), 3.0);
    /* The hall lies at lower x: on the left of a segment that goes up. */
    double left = live_lab_number(all, "links.0.left_layer");
    double right = live_lab_number(all, "links.0.right_layer");
    ck_assert_double_eq(left, by > ay ? 0.0 : 1.0);
    ck_assert_double_eq(right, by > ay ? 1.0 : 0.0);
    live_lab_close(&own);
}
END_TEST

START_TEST(open_ground_has_a_box_around_its_agents) {
    static const char open[] = "goals: {far: {point: [30, -5]}}\n"
                               "agents: [{at: [1, 2], goal: far}, {at: [4, 8], goal: far}]\n";
    live_lab own;
    live_lab_open(&own, open, NULL);
    live_lab_expect(&own, "{'do':'step'}");
    const char *all = live_lab_expect(&own, "{'do':'describe'}");
    ck_assert_double_le(live_lab_number(all, "low.1"), -5.0);
    ck_assert_double_ge(live_lab_number(all, "high.0"), 30.0);
    ck_assert_uint_eq(live_lab_count(all, "layers"), 1);
    live_lab_close(&own);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("live/state");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, SUITE_TIMEOUT);
    tcase_add_test(all, the_state_is_that_of_the_world);
    tcase_add_test(all, profiles_have_their_settings_and_defaults);
    tcase_add_test(all, objects_have_names_shapes_and_counts);
    tcase_add_test(all, arrivals_are_counted_until_a_run_can_end);
    tcase_add_test(all, measures_match_brute_force);
    tcase_add_test(all, the_description_is_that_of_the_bundle);
    tcase_add_test(all, links_join_the_layers_that_the_scenario_names);
    tcase_add_test(all, open_ground_has_a_box_around_its_agents);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
