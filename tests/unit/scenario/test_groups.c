/* Groups of agents: start positions, names and keys, and sampled values. */
#include "scenario/scenario.h"
#include "unit/scenario/lab.h"
#include <math.h>
#include <stdlib.h>
#include <wend/definitions.h>

START_TEST(reads_given_positions) {
    wend_scenario *s = lab_load("agents:\n  - {at: [1, 2]}\n  - {at: [[3, 4]]}\n"
                                "  - {at: [[5, 6], [7, 8], [-9, 1e3]], name: three}\n");
    static const wend_point positions[] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {-9, 1000}};
    ck_assert_uint_eq(s->agent_count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        ck_assert_double_eq(s->agents[i].position.x, positions[i].x);
        ck_assert_double_eq(s->agents[i].position.y, positions[i].y);
        ck_assert_uint_eq(s->agents[i].key, i + 1);
    }
    ck_assert_str_eq(s->groups[0].name, "group 1");
    ck_assert_str_eq(s->groups[2].name, "three");
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(reads_names_goals_and_paths) {
    wend_scenario *s =
        lab_load("goals: {exit: [9, 9], bar: [1, 9]}\ngoal_sets: {any: [exit, bar]}\n"
                 "agents:\n"
                 "  - {at: [0, 0], goal: bar}\n"
                 "  - {at: [2, 0], goal: [4, 4], via: []}\n"
                 "  - {at: [4, 0], goals: any, via: [[4, 1], {point: [4, 2]}]}\n"
                 "  - {at: [6, 0]}\n");
    ck_assert_str_eq(s->groups[0].name, "to bar");
    ck_assert_uint_eq(s->groups[0].goal, 1);
    ck_assert_str_eq(s->groups[1].name, "group 2");
    ck_assert_uint_eq(s->groups[1].goal, 2);
    ck_assert_uint_eq(s->groups[1].path, WEND_NONE);
    ck_assert_uint_eq(s->groups[2].goal, WEND_NONE);
    ck_assert_uint_eq(s->groups[2].goal_set, 0);
    ck_assert_uint_eq(s->paths[s->groups[2].path].count, 2);
    ck_assert_double_eq(s->paths[0].points[1].y, 2);
    ck_assert(s->groups[3].goal == WEND_NONE && s->groups[3].goal_set == WEND_NONE);
    wend_world *world = lab_world(s);
    ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
    ck_assert_uint_eq(wend_world_agent_count(world), 4);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(default_keys_follow_the_largest_key_so_far) {
    wend_scenario *s = lab_load("agents:\n  - {at: [[0, 0], [1, 0]], key: 50}\n  - {at: [2, 0]}\n"
                                "  - {at: [3, 0], key: 7}\n  - {at: [4, 0]}\n");
    static const uint64_t keys[] = {50, 51, 52, 7, 53};
    for (uint32_t i = 0; i < 5; i++) {
        ck_assert_uint_eq(s->agents[i].key, keys[i]);
    }
    wend_run_def def = lab_run_def(s);
    wend_summary *summary = lab_run_from(&def);
    /* Stragglers are listed in order of their keys, each with the name of its group. */
    static const struct {
        uint64_t key;
        const char *group;
    } expected_stragglers[] = {
        {7, "group 3"}, {50, "group 1"}, {51, "group 1"}, {52, "group 2"}, {53, "group 4"}};
    ck_assert_uint_eq(wend_summary_straggler_count(summary), 5);
    for (uint32_t i = 0; i < 5; i++) {
        ck_assert_uint_eq(wend_summary_straggler(summary, i).key, expected_stragglers[i].key);
        ck_assert_str_eq(wend_summary_straggler(summary, i).group, expected_stragglers[i].group);
    }
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(places_agents_on_grids) {
    wend_scenario *s =
        lab_load("agents:\n"
                 "  - {grid: {origin: [10, 20], spacing: 2, count: [3, 2]}}\n"
                 "  - {grid: {origin: [0, 0], spacing: [-1, 0.75], count: [2, 4]}}\n");
    ck_assert_uint_eq(s->agent_count, 14);
    for (uint32_t i = 0; i < 6; i++) {
        ck_assert_double_eq(s->agents[i].position.x, 10 + 2 * (i % 3));
        ck_assert_double_eq(s->agents[i].position.y, 20 + 2 * (i / 3));
    }
    for (uint32_t i = 0; i < 8; i++) {
        ck_assert_double_eq(s->agents[6 + i].position.x, -1.0 * (i % 2));
        ck_assert_double_eq(s->agents[6 + i].position.y, 0.75 * (i / 2));
    }
    wend_scenario_destroy(s);
}
END_TEST

/* Returns the gap between two discs, computed independently of the code under test; negative if
 * they overlap. */
static double gap(const wend_agent_def *a, const wend_agent_def *b) {
    return hypot(a->position.x - b->position.x, a->position.y - b->position.y) - a->radius -
           b->radius;
}

static double distance_to_segment(wend_point p, wend_point a, wend_point b) {
    double ux = b.x - a.x, uy = b.y - a.y;
    double t = ((p.x - a.x) * ux + (p.y - a.y) * uy) / (ux * ux + uy * uy);
    t = fmin(fmax(t, 0), 1);
    return hypot(p.x - a.x - t * ux, p.y - a.y - t * uy);
}

static void check_all_pairs(const wend_scenario *s, const char *expected_stragglers) {
    for (uint32_t i = 0; i < s->agent_count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const wend_agent_def *a = &s->agents[i], *b = &s->agents[k];
            ck_assert_msg(a->layer != b->layer || gap(a, b) >= -1e-9, "%s: %u and %u: %g",
                          expected_stragglers, k, i, gap(a, b));
        }
    }
}

/* An L-shaped room with agents of radius 0.05 to 0.5 m, for several seeds. */
START_TEST(random_positions_never_overlap) {
    static const wend_point room[] = {{0, 0}, {14, 0}, {14, 5}, {6, 5}, {6, 12}, {0, 12}};
    for (int seed = 1; seed <= 8; seed++) {
        char text[500];
        snprintf(text, sizeof text,
                 "seed: %d\n"
                 "space: {walkable: [[0, 0], [14, 0], [14, 5], [6, 5], [6, 12], [0, 12]]}\n"
                 "profiles: {p: {radius: {uniform: [0.05, 0.5]}}}\n"
                 "agents:\n  - {random: {count: 60}}\n  - {at: [[1, 1], [2, 2], [13, 4]]}\n"
                 "  - {random: {box: [[0, 5], [6, 12]], count: 20}}\n",
                 seed);
        wend_scenario *s = lab_load(text);
        check_all_pairs(s, text);
        for (uint32_t i = 0; i < s->agent_count; i++) {
            const wend_agent_def *a = &s->agents[i];
            bool placed = i >= 60 && i < 63;
            for (uint32_t k = 0; k < 6 && !placed; k++) {
                double apart = distance_to_segment(a->position, room[k], room[(k + 1) % 6]);
                ck_assert_msg(apart >= a->radius - 1e-5, "seed %d agent %u wall %u", seed, i, k);
            }
            ck_assert(a->position.x < 6 || a->position.y < 5);
        }
        for (uint32_t i = 63; i < 83; i++) {
            ck_assert(s->agents[i].position.x <= 6 && s->agents[i].position.y >= 5);
        }
        wend_scenario_destroy(s);
    }
}
END_TEST

START_TEST(random_shapes_contain_their_agents) {
    static const char *const shapes[] = {
        "disc: {centre: [3, 4], radius: 6}", "box: [[9, 9], [-3, 1]]",
        "oriented_box: {centre: [1, 1], half_size: [9, 3], angle: 0.7}",
        "polygon: [[0, 0], [20, 0], [0, 20]]"};
    for (int i = 0; i < 4; i++) {
        char text[300];
        snprintf(text, sizeof text, "agents: [{random: {%s, count: 60}}]", shapes[i]);
        wend_scenario *s = lab_load(text);
        check_all_pairs(s, text);
        double least_x = INFINITY, most_x = -INFINITY;
        for (uint32_t k = 0; k < 60; k++) {
            double x = s->agents[k].position.x, y = s->agents[k].position.y;
            double u = cos(0.7) * (x - 1) + sin(0.7) * (y - 1);
            double v = cos(0.7) * (y - 1) - sin(0.7) * (x - 1);
            bool inside = i == 0   ? hypot(x - 3, y - 4) <= 6
                          : i == 1 ? x >= -3 && x <= 9 && y >= 1 && y <= 9
                          : i == 2 ? fabs(u) <= 9 && fabs(v) <= 3
                                   : x >= 0 && y >= 0 && x + y <= 20;
            ck_assert_msg(inside, "%s: (%g, %g)", shapes[i], x, y);
            least_x = fmin(least_x, x);
            most_x = fmax(most_x, x);
        }
        ck_assert_msg(most_x - least_x > 6, "%s: all within %g m", shapes[i], most_x - least_x);
        wend_scenario_destroy(s);
    }
}
END_TEST

START_TEST(positions_depend_only_on_the_seed) {
    static const char text[] = "profiles: {p: {radius: {normal: [0.3, 0.05]}}}\n"
                               "agents: [{random: {box: [[0, 0], [30, 30]], count: 50}}]";
    wend_scenario_def def = lab_def(text);
    const char *setting = "seed=2";
    def.settings = &setting;
    wend_scenario *first = lab_load_def(&def), *again = lab_load_def(&def);
    def.setting_count = 1;
    wend_scenario *other = lab_load_def(&def);
    uint32_t moved = 0;
    for (uint32_t i = 0; i < 50; i++) {
        const wend_agent_def *a = &first->agents[i], *b = &again->agents[i];
        ck_assert(a->position.x == b->position.x && a->position.y == b->position.y &&
                  a->radius == b->radius);
        moved += a->position.x != other->agents[i].position.x;
    }
    ck_assert_uint_eq(moved, 50);
    wend_scenario_destroy(first);
    wend_scenario_destroy(again);
    wend_scenario_destroy(other);
}
END_TEST

/* The moments of 4000 samples equal those of the distributions to within five standard errors. */
START_TEST(sampled_radii_follow_distribution) {
    static const struct {
        const char *form;
        double mean, deviation, low, high;
    } all[] = {
        {"{uniform: [0.1, 0.3]}", 0.2, 0.2 / 3.4641016, 0.1, 0.3},
        {"{normal: [0.25, 0.02]}", 0.25, 0.02, 0.17, 0.33},
        {"{normal: [0.25, 0.02], min: 0.25}", 0.25 + 0.02 * 0.39894228, 0.01168, 0.25, 0.33}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "profiles: {p: {radius: %s}}\n"
                 "agents: [{grid: {origin: [0, 0], spacing: 1, count: [80, 50]}}]",
                 all[i].form);
        wend_scenario *s = lab_load(text);
        double sum = 0, squares = 0;
        for (uint32_t k = 0; k < 4000; k++) {
            double radius = s->agents[k].radius;
            ck_assert(radius >= all[i].low && radius <= all[i].high);
            sum += radius;
            squares += radius * radius;
        }
        double mean = sum / 4000, deviation = sqrt(squares / 4000 - mean * mean);
        ck_assert_double_eq_tol(mean, all[i].mean, 5 * all[i].deviation / sqrt(4000));
        ck_assert_double_eq_tol(deviation, all[i].deviation, 0.06 * all[i].deviation);
        wend_scenario_destroy(s);
    }
}
END_TEST

START_TEST(overlap_is_refused_or_allowed) {
    /* Radii are 0.25 m; an overlap of 1 % of the radius is allowed. */
    ck_assert_int_eq(lab_try("agents: [{at: [[0, 0], [0.4976, 0]]}]"), WEND_OK);
    ck_assert_int_eq(lab_try("agents: [{at: [[0, 0], [0.4974, 0]]}]"), WEND_ERROR_INVALID);
    ck_assert_msg(strstr(lab_error.message, "agents 1 at (0, 0) and 2 at (0.4974, 0) overlap") !=
                      NULL,
                  "%s", lab_error.message);
    ck_assert_int_eq(lab_error.column, 24);
    ck_assert_int_eq(lab_try("allow_overlap: true\nagents: [{at: [[0, 0], [0, 0]]}]"), WEND_OK);
    ck_assert_int_eq(
        lab_try("allow_overlap: true\nagents: [{random: {box: [[0, 0], [1, 1]], count: 90}}]"),
        WEND_OK);
    /* Agents on different layers do not overlap. */
    ck_assert_int_eq(lab_try("space: {layers: [{name: a}, {name: b}]}\n"
                             "agents: [{at: [0, 0], layer: a}, {at: [0, 0], layer: b}]"),
                     WEND_OK);
}
END_TEST

START_TEST(reports_agents_that_do_not_fit) {
    ck_assert_int_eq(lab_try("agents: [{random: {disc: {centre: [0, 0], radius: 1}, count: 99}}]"),
                     WEND_ERROR_LIMIT);
    unsigned fitted = 0;
    ck_assert_int_eq(sscanf(lab_error.message, "only %u of 99 agents found room", &fitted), 1);
    /* A random packing of discs of radius 1/4 into a disc of radius 5/4 never contains more than 16
     * discs. */
    ck_assert(fitted >= 6 && fitted <= 16);
    ck_assert_msg(strstr(lab_error.message, "m2 of walkable ground are free here") != NULL, "%s",
                  lab_error.message);
    /* The region is off the ground. */
    ck_assert_int_eq(lab_try("space: {walkable: [[0, 0], [4, 0], [4, 4], [0, 4]]}\n"
                             "agents: [{random: {box: [[5, 5], [9, 9]], count: 2}}]"),
                     WEND_ERROR_LIMIT);
    ck_assert_str_eq(lab_error.message, "only 0 of 2 agents fit: 0 m2 of walkable ground "
                                        "are free here, and the agents cover 0.393 m2");
}
END_TEST

/* All agents of a group are members of it in the world, during a run and before its first step. */
START_TEST(world_has_the_same_groups_as_the_scenario) {
    wend_scenario *s = lab_load(
        "goals: {g: [9, 0]}\nagents:\n  - {at: [[0, 0], [0, 2]], goal: g}\n"
        "  - {at: [[4, 0], [4, 2], [4, 4]], goal: g, key: 40}\n  - {at: [0, 9], name: a}\n");
    ck_assert_uint_eq((uint32_t)s->agents[1].group.value, 0);
    ck_assert_uint_eq((uint32_t)s->agents[4].group.value, 1);
    ck_assert(!s->groups[0].repeats && s->groups[1].repeats && !s->groups[2].repeats);
    wend_world *world = lab_world(s);
    ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
    const wend_view *view = wend_world_view(world);
    ck_assert_ptr_nonnull(view);
    wend_agent_state states[6];
    ck_assert_uint_eq(wend_world_get_agents(world, states, 6), 6);
    for (uint32_t i = 0; i < 5; i++) {
        bool second = states[i].key >= 40;
        ck_assert_uint_eq((uint32_t)states[i].group.value, second ? 1 : 0);
        const uint32_t *slots = NULL;
        uint32_t body = wend_view_find_body(view, wend_agent_slot(states[i].agent));
        uint32_t count = wend_view_group(view, body, &slots);
        ck_assert_uint_eq(count, second ? 3 : 2);
        for (uint32_t k = 0; k < count; k++) {
            uint64_t key = wend_view_key(view, wend_view_find_body(view, slots[k]));
            ck_assert_uint_eq(key, (second ? 40 : 1) + k);
        }
    }
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(a_group_may_list_its_goals) {
    wend_scenario *s = lab_load("select: cycle\n"
                                "goals: {a: [1, 1], b: [2, 2], c: [3, 3]}\n"
                                "goal_sets: {all: [a, b, c]}\n"
                                "agents:\n  - {at: [0, 0], goals: [c, a]}\n"
                                "  - {at: [9, 0], goals: all}\n  - {at: [9, 3], goals: [b]}\n");
    ck_assert_uint_eq(s->goal_set_count, 3);
    const scenario_goal_set *first = &s->goal_sets[s->groups[0].goal_set];
    ck_assert_uint_eq(first->count, 2);
    ck_assert_uint_eq(first->goals[0], 2);
    ck_assert_uint_eq(first->goals[1], 0);
    ck_assert_uint_eq(s->groups[1].goal_set, 0);
    ck_assert_uint_eq(s->goal_sets[s->groups[2].goal_set].goals[0], 1);
    wend_world_destroy(lab_world(s));
    wend_scenario_destroy(s);
}
END_TEST

/* Agents with a given velocity, in a group or from a source, are already moving when they enter;
 * others stand still. */
START_TEST(agents_enter_with_the_given_velocity) {
    wend_scenario *s = lab_load("time: {end: 2}\nsteer: external\nagents:\n"
                                "  - {at: [[0, 0], [0, 2]], velocity: [1.5, -0.25]}\n"
                                "  - {at: [0, 9]}\n"
                                "  - {source: {box: [[50, 0], [50.1, 0.1]], rate: 10, count: 1}, "
                                "velocity: [0, 1]}\n");
    wend_run_def def = lab_run_def(s);
    wend_summary *summary = lab_run_from(&def);
    static const wend_point moved[] = {{3, -0.5}, {3, 1.5}, {0, 9}};
    for (uint32_t i = 0; i < 3; i++) {
        wend_straggler found = wend_summary_straggler(summary, i);
        ck_assert_double_eq_tol(found.position.x, moved[i].x, 1e-5);
        ck_assert_double_eq_tol(found.position.y, moved[i].y, 1e-5);
    }
    ck_assert_double_eq_tol(wend_summary_straggler(summary, 3).position.y, 2, 0.2);
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(each_listed_agent_may_have_its_own_velocity) {
    wend_scenario *s = lab_load(
        "agents: [{at: [[0, 0], [5, 0], [9, 0]], velocity: [[1, 0], [0, -1.5], [0, 0]]}]\n");
    wend_world *world = lab_world(s);
    static const wend_point expected[] = {{1, 0}, {0, -1.5}, {0, 0}};
    wend_agent_def agents[3];
    ck_assert_uint_eq(wend_world_get_agent_defs(world, agents, 3), 3);
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_double_eq(agents[i].velocity.x, expected[i].x);
        ck_assert_double_eq(agents[i].velocity.y, expected[i].y);
    }
    wend_world_destroy(world);
    wend_scenario_destroy(s);
    static const char *const wrong[] = {
        "agents: [{at: [[0, 0], [5, 0]], velocity: [[1, 0]]}]",
        "agents: [{at: [0, 0], velocity: [[1, 0]]}]",
        "agents: [{grid: {origin: [0, 0], spacing: 1, count: [1, 1]}, velocity: [[1, 0]]}]"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ck_assert_int_eq(lab_try(wrong[i]), WEND_ERROR_INVALID);
        ck_assert_msg(strstr(lab_error.message, "velocity must be [x, y], or a list") != NULL, "%s",
                      lab_error.message);
    }
}
END_TEST

START_TEST(agents_have_the_priority_of_their_group) {
    wend_scenario *s =
        lab_load("agents:\n  - {at: [0, 0]}\n  - {at: [[2, 0], [3, 0]], priority: -7}\n"
                 "  - {source: {box: [[5, 5], [6, 6]], schedule: [[0, 1]]}, priority: 12}\n");
    static const int32_t priorities[] = {0, -7, -7, 12};
    wend_world *world = lab_world(s);
    ck_assert_int_eq(wend_world_step(world, 2, &lab_error), WEND_OK);
    ck_assert_uint_eq(wend_world_agent_count(world), 4);
    for (uint64_t key = 1; key <= 4; key++) {
        wend_agent_attributes attributes;
        wend_agent agent = wend_world_find_agent(world, key);
        ck_assert(wend_world_get_agent_attributes(world, agent, &attributes));
        ck_assert_int_eq(attributes.priority, priorities[key - 1]);
    }
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(agents_face_the_heading_of_their_group) {
    wend_scenario *s =
        lab_load("profiles: {p: {max_turn_rate: 0.5}}\n"
                 "agents:\n  - {at: [0, 0]}\n  - {at: [[2, 0], [3, 0]], heading: -1.5}\n"
                 "  - {at: [9, 0], heading: 3, goal: [9, 9]}\n");
    static const float headings[] = {0.0F, -1.5F, -1.5F, 2.9F}; /* the last one turns for 0.2 s */
    wend_world *world = lab_world(s);
    ck_assert_int_eq(wend_world_step(world, 2, &lab_error), WEND_OK);
    for (uint64_t key = 1; key <= 4; key++) {
        wend_agent_attributes attributes;
        wend_agent agent = wend_world_find_agent(world, key);
        ck_assert(wend_world_get_agent_attributes(world, agent, &attributes));
        ck_assert_float_eq_tol(attributes.heading, headings[key - 1], 1e-5F);
    }
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

LAB_MAIN("groups", reads_given_positions, reads_names_goals_and_paths,
         default_keys_follow_the_largest_key_so_far, places_agents_on_grids,
         random_positions_never_overlap, random_shapes_contain_their_agents,
         positions_depend_only_on_the_seed, sampled_radii_follow_distribution,
         overlap_is_refused_or_allowed, reports_agents_that_do_not_fit,
         world_has_the_same_groups_as_the_scenario, a_group_may_list_its_goals,
         agents_enter_with_the_given_velocity, each_listed_agent_may_have_its_own_velocity,
         agents_have_the_priority_of_their_group, agents_face_the_heading_of_their_group)
