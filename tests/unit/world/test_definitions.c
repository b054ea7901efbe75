/* Definitions that are read back: a world made from those of another one behaves like it, and
 * objects that have moved are where they are now. */
#include "support/spaces.h"
#include "support/suite.h"
#include <math.h>
#include <string.h>
#include <wend/behaviour.h>
#include <wend/definitions.h>
#include <wend/objects.h>

enum { MOST = 64 };

static wend_space *ground;

static wend_world *make_world(uint64_t seed) {
    wend_world_def def = wend_default_world_def();
    wend_world *world = NULL;
    def.space = ground;
    def.seed = seed;
    def.steer_every = 2;
    def.obstacle_rest_time = 1.5;
    ck_assert_int_eq(wend_world_create(&def, &world, NULL), WEND_OK);
    return world;
}

static void check(wend_result result, const wend_error *error) {
    ck_assert_msg(result == WEND_OK, "%s", error->message);
}

static void add_goal(wend_world *world, wend_goal_def def, const wend_point *points,
                     uint32_t count) {
    wend_error error;
    def.points = points;
    def.point_count = count;
    check(wend_world_add_goal(world, &def, NULL, &error), &error);
}

static void add_goals(wend_world *world) {
    static const wend_point line[] = {{1, 1}, {1, 4}}, spot[] = {{30, 10}},
                            box[] = {{3, 2}, {6, 4}};
    static const wend_point cave[] = {{10, 0}, {20, 0}, {20, 8}, {17, 8},
                                      {17, 3}, {13, 3}, {13, 8}, {10, 8}};
    static const wend_point way[] = {{0, 0}, {4, 0}, {4, 3}};
    wend_goal_def def = wend_default_goal_def();
    def.name = "line";
    def.shape = WEND_GOAL_SEGMENT;
    def.bias = 0.25;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    add_goal(world, def, line, 2);
    def = wend_default_goal_def();
    def.capacity = 2;
    def.weight = 3.0;
    def.tolerance = 0.3;
    def.velocity = (wend_point){-0.5, 0.25};
    add_goal(world, def, spot, 1);
    def = wend_default_goal_def();
    def.shape = WEND_GOAL_BOX;
    def.path = way;
    def.path_count = 3;
    def.path_speed = 0.5;
    def.path_loops = true;
    def.opens = 2.0;
    def.arrive = WEND_ARRIVE_INSIDE;
    add_goal(world, def, box, 2);
    def = wend_default_goal_def();
    def.shape = WEND_GOAL_POLYGON;
    add_goal(world, def, cave, 8);
    def = wend_default_goal_def();
    def.shape = WEND_GOAL_DISC;
    def.radius = 1.0;
    def.carrier = 1;
    add_goal(world, def, (const wend_point[]){{0.5, 0.0}}, 1);
}

static void add_ground(wend_world *world) {
    static const wend_point door[] = {{15, 0}, {15, 3}}, cart[] = {{0, 0}, {1, 0}, {1, 0.5}};
    static const wend_point belt[] = {{20, 0}, {25, 0}, {25, 2}, {20, 2}};
    static const wend_point places[] = {{35, 2}, {34, 2}, {33, 2}};
    wend_error error;
    wend_obstacle_def obstacle = wend_default_obstacle_def();
    obstacle.name = "door";
    obstacle.points = door;
    obstacle.point_count = 2;
    wend_obstacle opened = {0};
    check(wend_world_add_obstacle(world, &obstacle, &opened, &error), &error);
    obstacle.kind = WEND_OBSTACLE_MOVING;
    obstacle.points = cart;
    obstacle.point_count = 3;
    obstacle.position = (wend_point){8, 15};
    obstacle.velocity = (wend_point){0.5, 0};
    obstacle.angular_velocity = 0.25;
    check(wend_world_add_obstacle(world, &obstacle, NULL, &error), &error);
    wend_belt_def moving = wend_default_belt_def();
    moving.points = belt;
    moving.point_count = 4;
    moving.velocity = (wend_point){0.75, 0};
    check(wend_world_add_belt(world, &moving, NULL, &error), &error);
    wend_queue_def queue = wend_default_queue_def();
    queue.name = "counter";
    queue.places = places;
    queue.place_count = 3;
    queue.service = wend_uniform(1.0, 2.0);
    queue.then_goal = wend_world_goal_at(world, 0);
    check(wend_world_add_queue(world, &queue, NULL, &error), &error);
    check(wend_world_schedule_obstacle_closed(world, 3.0, opened, false, &error), &error);
}

static void add_machine(wend_world *world) {
    static const wend_setting wait = {"duration",
                                      {.kind = WEND_VALUE_NUMBER, .number = {.a = 2.0}}};
    static const wend_target_def target = {"go", 2.0};
    wend_transition_def transition = {{{"timer", &wait, 1}, NULL, 0}, &target, 1};
    wend_state_def states[] = {wend_default_state_def(), wend_default_state_def()};
    wend_error error;
    wend_goal goals[] = {wend_world_goal_at(world, 3), wend_world_goal_at(world, 0)};
    wend_goal_set set = {0};
    check(wend_world_add_goal_set(world, goals, 2, &set, &error), &error);
    states[0].name = "stay";
    states[0].goal_kind = WEND_STATE_GOAL_NONE;
    states[0].transitions = &transition;
    states[0].transition_count = 1;
    states[1].name = "go";
    states[1].is_final = true;
    states[1].goal_kind = WEND_STATE_GOAL_SELECT;
    states[1].goal_set = set;
    states[1].select.name = "nearest";
    wend_machine_def machine = wend_default_machine_def();
    machine.name = "visitor";
    machine.states = states;
    machine.state_count = 2;
    check(wend_world_add_machine(world, &machine, NULL, &error), &error);
}

static void add_agents(wend_world *world) {
    wend_error error;
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "straight";
    profile.preferred_speed = wend_uniform(1.0, 1.5);
    check(wend_world_add_profile(world, &profile, NULL, &error), &error);
    wend_path path = {0};
    const wend_point via[] = {{20, 12}, {25, 15}};
    check(wend_world_add_path(world, via, NULL, 2, &path, &error), &error);
    wend_agent_def agents[6];
    for (uint32_t i = 0; i < 6; i++) {
        agents[i] = wend_default_agent_def();
        agents[i].key = i + 1;
        agents[i].position = (wend_point){28.0 + i, 15.0};
        agents[i].goal = wend_world_goal_at(world, i < 4 ? i : 0);
    }
    agents[0].path = path;
    agents[1].delay = 1.0;
    agents[2].preferred_speed = 0.75;
    agents[2].radius = 0.3;
    agents[3].priority = -2;
    agents[4].goal = wend_world_queue_goal(world, wend_world_queue_at(world, 0));
    agents[5].goal = (wend_goal){0};
    agents[5].machine = wend_world_machine_at(world, 0);
    check(wend_world_add_agents(world, agents, 6, NULL, &error), &error);
    wend_source_def source = wend_default_source_def();
    static const wend_point box[] = {{1, 12}, {4, 18}};
    wend_agent_def template = wend_default_agent_def();
    template.goal = wend_world_goal_at(world, 0);
    source.shape = WEND_GOAL_BOX;
    source.points = box;
    source.point_count = 2;
    source.agent = &template;
    source.rate = 1.0;
    source.count = 5;
    source.first_key = 100;
    check(wend_world_add_source(world, &source, NULL, &error), &error);
}

static wend_world *make_original(void) {
    wend_world *world = make_world(7);
    add_goals(world);
    add_ground(world);
    add_machine(world);
    add_agents(world);
    return world;
}

/* ---- The copy -------------------------------------------------------------------------------- */

static void copy_goals(const wend_world *from, wend_world *to) {
    wend_error error;
    for (uint32_t i = 0; i < wend_world_goal_count(from); i++) {
        wend_goal goal = wend_world_goal_at(from, i);
        wend_point points[WEND_MAX_POLYGON], path[WEND_MAX_POLYGON];
        wend_goal_def def;
        if (goal.value != 0 && wend_world_get_goal_owner(from, goal) == WEND_GOAL_OWNER_NONE) {
            ck_assert(wend_world_get_goal_def(from, goal, &def, points, path));
            check(wend_world_add_goal(to, &def, NULL, &error), &error);
        }
    }
}

static void copy_ground(const wend_world *from, wend_world *to) {
    wend_error error;
    wend_point points[WEND_MAX_POLYGON];
    static wend_point places[WEND_MAX_QUEUE_PLACES];
    for (uint32_t i = 0; i < wend_world_obstacle_count(from); i++) {
        wend_obstacle_def def;
        ck_assert(wend_world_get_obstacle_def(from, wend_world_obstacle_at(from, i), &def, points));
        check(wend_world_add_obstacle(to, &def, NULL, &error), &error);
    }
    for (uint32_t i = 0; i < wend_world_belt_count(from); i++) {
        wend_belt_def def;
        wend_world_get_belt_def(from, i, &def, points);
        check(wend_world_add_belt(to, &def, NULL, &error), &error);
    }
    wend_queue_def queue;
    ck_assert(wend_world_get_queue_def(from, wend_world_queue_at(from, 0), &queue, places));
    check(wend_world_add_queue(to, &queue, NULL, &error), &error);
    for (uint32_t i = 0; i < wend_world_scheduled_count(from); i++) {
        wend_scheduled item = wend_world_scheduled_at(from, i);
        ck_assert_int_eq(item.kind, WEND_SCHEDULED_OBSTACLE);
        check(wend_world_schedule_obstacle_closed(to, item.time, item.obstacle, item.on, &error),
              &error);
    }
}

static void copy_machine(const wend_world *from, wend_world *to) {
    wend_machine machine = wend_world_machine_at(from, 0);
    wend_action_def actions[WEND_MAX_STATE_ACTIONS];
    wend_target_def targets[WEND_MAX_TARGETS];
    wend_condition_def conditions[WEND_MAX_CONDITIONS];
    wend_state_def states[2];
    wend_transition_def transition;
    wend_goal goals[MOST];
    wend_error error;
    uint32_t count = wend_world_get_goal_set(from, wend_world_goal_set_at(from, 0), goals, MOST);
    ck_assert_uint_eq(count, 2);
    check(wend_world_add_goal_set(to, goals, count, NULL, &error), &error);
    ck_assert(wend_world_get_state_def(from, machine, 0, &states[0], actions));
    ck_assert(wend_world_get_state_def(from, machine, 1, &states[1], actions));
    ck_assert(!wend_world_get_state_def(from, machine, 2, &states[1], actions));
    ck_assert_uint_eq(states[0].transition_count, 1);
    ck_assert(wend_world_get_transition(from, machine, 0, 0, &transition, targets, conditions));
    ck_assert(!wend_world_get_transition(from, machine, 0, 1, &transition, targets, conditions));
    states[0].transitions = &transition;
    wend_machine_def def = wend_default_machine_def();
    def.name = wend_world_get_machine_name(from, machine);
    def.states = states;
    def.state_count = 2;
    check(wend_world_add_machine(to, &def, NULL, &error), &error);
}

static void copy_agents(const wend_world *from, wend_world *to) {
    static wend_terrain_rule rules[WEND_MAX_TERRAIN_RULES];
    wend_error error;
    wend_profile_def profile;
    wend_point points[MOST];
    uint32_t layers[MOST];
    bool is_route = true;
    ck_assert(wend_world_get_profile_def(from, wend_world_profile_at(from, 0), &profile, rules));
    check(wend_world_add_profile(to, &profile, NULL, &error), &error);
    wend_agent_def agents[MOST];
    uint32_t count = wend_world_get_agent_defs(from, agents, MOST);
    for (uint32_t i = 0; i < count; i++) {
        if (agents[i].path.value != 0) {
            uint32_t length =
                wend_world_get_path(from, agents[i].path, points, layers, MOST, &is_route);
            ck_assert(length == 2 && !is_route);
            check(wend_world_add_path(to, points, layers, length, &agents[i].path, &error), &error);
        }
    }
    check(wend_world_add_agents(to, agents, count, NULL, &error), &error);
    wend_source_def source;
    wend_agent_def template;
    if (wend_world_get_source_def(from, wend_world_source_at(from, 0), &source, &template)) {
        check(wend_world_add_source(to, &source, NULL, &error), &error);
    }
}

static wend_world *make_copy(const wend_world *from) {
    wend_world_def def;
    wend_world *world = NULL;
    wend_world_get_def(from, &def);
    ck_assert_int_eq(wend_world_create(&def, &world, NULL), WEND_OK);
    copy_goals(from, world);
    copy_ground(from, world);
    copy_machine(from, world);
    copy_agents(from, world);
    return world;
}

START_TEST(copy_of_a_world_has_equal_hashes) {
    wend_world *original = make_original(), *copy = make_copy(original);
    wend_error error;
    for (int i = 0; i < 150; i++) {
        ck_assert_uint_eq(wend_world_hash(original), wend_world_hash(copy));
        check(wend_world_step(original, 1, &error), &error);
        check(wend_world_step(copy, 1, &error), &error);
    }
    ck_assert_uint_ge(wend_world_get_stats(original).arrivals, 1);
    wend_world_destroy(original);
    wend_world_destroy(copy);
}
END_TEST

/* ---- Objects that have moved ----------------------------------------------------------------- */

/* After some time, a goal's definition is at its present position, and moves on as before. */
START_TEST(moving_goals_are_where_they_are_now) {
    wend_world *world = make_original();
    wend_error error;
    for (int step = 0; step < 8; step++) {
        check(wend_world_step(world, 17, &error), &error);
        for (uint32_t i = 1; i <= 2; i++) {
            wend_point points[WEND_MAX_POLYGON], path[WEND_MAX_POLYGON], now;
            wend_goal_def def;
            wend_goal goal = wend_world_goal_at(world, i);
            ck_assert(wend_world_get_goal_def(world, goal, &def, points, path));
            ck_assert(wend_world_get_goal_position(world, goal, &now, NULL));
            wend_point middle = points[0];
            for (uint32_t k = 1; k < def.point_count; k++) {
                middle.x += points[k].x;
                middle.y += points[k].y;
            }
            ck_assert_double_eq_tol(middle.x / def.point_count, now.x, 1e-4);
            ck_assert_double_eq_tol(middle.y / def.point_count, now.y, 1e-4);
            /* 2 s later, both have moved by the same translation. */
            wend_point there = wend_goal_translation(&def, 2.0);
            wend_world *later = make_copy(world);
            ck_assert(wend_world_get_goal_position(later, goal, &now, NULL));
            check(wend_world_step(world, 20, &error), &error);
            wend_point after;
            ck_assert(wend_world_get_goal_position(world, goal, &after, NULL));
            ck_assert_double_eq_tol(after.x - now.x, there.x, 1e-3);
            ck_assert_double_eq_tol(after.y - now.y, there.y, 1e-3);
            wend_world_destroy(later);
        }
    }
    wend_world_destroy(world);
}
END_TEST

START_TEST(outline_of_a_concave_goal_is_joined) {
    wend_world *world = make_original();
    wend_point points[WEND_MAX_POLYGON], path[WEND_MAX_POLYGON];
    wend_goal_def def;
    double twice = 0.0;
    ck_assert(wend_world_get_goal_def(world, wend_world_goal_at(world, 3), &def, points, path));
    ck_assert_int_eq(def.shape, WEND_GOAL_POLYGON);
    ck_assert_uint_eq(def.point_count, 8);
    for (uint32_t i = 0; i < 8; i++) {
        twice += points[i].x * points[(i + 1) % 8].y - points[i].y * points[(i + 1) % 8].x;
    }
    ck_assert_double_eq_tol(twice / 2.0, 80.0 - 20.0, 1e-6);
    wend_world_destroy(world);
}
END_TEST

/* The carried goal is relative to its carrier, and becomes a goal of its own when that leaves. */
START_TEST(carried_goals_are_relative_to_their_carrier) {
    wend_world *world = make_original();
    wend_point points[WEND_MAX_POLYGON], path[WEND_MAX_POLYGON];
    wend_goal_def def;
    wend_error error;
    wend_goal goal = wend_world_goal_at(world, 4);
    for (int i = 0; i < 3; i++) {
        ck_assert(wend_world_get_goal_def(world, goal, &def, points, path));
        ck_assert_uint_eq(def.carrier, 1);
        ck_assert_double_eq_tol(points[0].x, 0.5, 1e-5);
        ck_assert_double_eq_tol(points[0].y, 0.0, 1e-5);
        check(wend_world_step(world, 10, &error), &error);
    }
    check(wend_world_remove_agent(world, wend_world_find_agent(world, 1), &error), &error);
    check(wend_world_step(world, 2, &error), &error);
    wend_point last;
    ck_assert(wend_world_get_goal_position(world, goal, &last, NULL));
    ck_assert(wend_world_get_goal_def(world, goal, &def, points, path));
    ck_assert_uint_eq(def.carrier, 0);
    ck_assert_double_eq_tol(points[0].x, last.x, 1e-9);
    wend_world_destroy(world);
}
END_TEST

/* What a source has still to emit: the keys after those that have entered, and the rest of the
 * count. */
START_TEST(sources_continue_where_they_are) {
    wend_world *world = make_original();
    wend_error error;
    wend_source_def def;
    wend_agent_def agent;
    wend_source source = wend_world_source_at(world, 0);
    check(wend_world_step(world, 25, &error), &error); /* due at 0, 1 and 2 s */
    ck_assert(wend_world_get_source_def(world, source, &def, &agent));
    ck_assert_uint_eq(def.first_key, 103);
    ck_assert_uint_eq(def.count, 2);
    ck_assert_double_eq_tol(def.from, 3.0, 1e-9);
    check(wend_world_step(world, 40, &error), &error);
    ck_assert(!wend_world_get_source_def(world, source, &def, &agent));
    ck_assert_uint_eq(wend_world_scheduled_count(world), 0);
    wend_world_destroy(world);
}
END_TEST

START_TEST(stale_ids_have_no_definition) {
    wend_world *world = make_original();
    wend_point points[WEND_MAX_POLYGON], path[WEND_MAX_POLYGON];
    static wend_point places[WEND_MAX_QUEUE_PLACES];
    wend_goal_def goal;
    wend_obstacle_def obstacle;
    wend_queue_def queue;
    wend_source_def source;
    wend_agent_def agent;
    bool is_route;
    ck_assert(!wend_world_get_goal_def(world, (wend_goal){0}, &goal, points, path));
    ck_assert(!wend_world_get_obstacle_def(world, (wend_obstacle){99}, &obstacle, points));
    ck_assert(!wend_world_get_queue_def(world, (wend_queue){1}, &queue, places));
    ck_assert(!wend_world_get_source_def(world, (wend_source){0}, &source, &agent));
    ck_assert_uint_eq(wend_world_get_goal_set(world, (wend_goal_set){0}, NULL, 0), 0);
    ck_assert_uint_eq(wend_world_get_path(world, (wend_path){0}, NULL, NULL, 0, &is_route), 0);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        copy_of_a_world_has_equal_hashes,    moving_goals_are_where_they_are_now,
        outline_of_a_concave_goal_is_joined, carried_goals_are_relative_to_their_carrier,
        sources_continue_where_they_are,     stale_ids_have_no_definition};
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 40, 20);
    ground = sketch_space(&s);
    int result = suite_run("definitions", tests, sizeof tests / sizeof tests[0]);
    wend_space_release(ground);
    return result;
}
