/* Sources of agents: when agents are due, where they enter, their keys, commands, snapshots and
 * hostile defs. Times and positions are compared with sums and distances computed here. */
/* label: threads */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/snapshot.h>
#include <wend/source.h>

#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { MOST_AGENTS = 20000 };

static wend_agent_state agents[MOST_AGENTS];

/* ---- Helpers --------------------------------------------------------------------------------- */

static const wend_point hall[] = {{0.0, 0.0}, {100.0, 100.0}};

static wend_source_def def_of(wend_source_timing timing) {
    wend_source_def def = wend_default_source_def();
    def.shape = WEND_GOAL_BOX;
    def.points = hall;
    def.point_count = 2;
    def.timing = timing;
    return def;
}

static wend_source add(wend_world *world, const wend_source_def *def) {
    wend_source source;
    wend_error error;
    ck_assert_msg(wend_world_add_source(world, def, &source, &error) == WEND_OK, "%s",
                  error.message);
    return source;
}

static wend_world *make_world(wend_space *space, uint64_t seed, uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.seed = seed;
    def.threads = threads;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "direct");
    return world;
}

static wend_source_info info_of(const wend_world *world, wend_source source) {
    wend_source_info info;
    ck_assert(wend_world_get_source_info(world, source, &info));
    return info;
}

/* Fails if two agents overlap, or if an agent's centre is less than its radius from a wall of a
 * room. */
static void expect_room(const wend_world *world, double width, double height) {
    uint32_t count = wend_world_get_agents(world, agents, MOST_AGENTS);
    for (uint32_t i = 0; i < count; i++) {
        wend_point p = agents[i].position;
        double r = (double)agents[i].radius - 1e-5;
        ck_assert(p.x >= r && p.y >= r && p.x <= width - r && p.y <= height - r);
        for (uint32_t k = 0; k < i; k++) {
            double gap = hypot(p.x - agents[k].position.x, p.y - agents[k].position.y);
            ck_assert_msg(gap >= (double)agents[i].radius + (double)agents[k].radius - 1e-5, "%g",
                          gap);
        }
    }
}

static uint8_t *save(const wend_world *world, size_t *size) {
    *size = wend_world_save(world, NULL, 0);
    uint8_t *bytes = malloc(*size);
    ck_assert(wend_world_save(world, bytes, *size) == *size);
    return bytes;
}

/* Saves a world, destroys it and loads it again. */
static wend_world *reload(wend_world *world, uint32_t threads) {
    size_t size;
    uint8_t *bytes = save(world, &size);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(world);
    def.threads = threads;
    wend_error error;
    wend_world *loaded = NULL;
    ck_assert_msg(wend_world_load(&def, bytes, size, &loaded, &error) == WEND_OK, "%s",
                  error.message);
    wend_world_destroy(world);
    free(bytes);
    return loaded;
}

/* ---- Times ----------------------------------------------------------------------------------- */

/* With interval d, agent k is due at from + k d and enters in the first step that begins then. */
START_TEST(agents_of_a_rate_are_due_at_even_times) {
    wend_world *world = make_world(worlds_open(), 1, 1);
    wend_source_def def = def_of(WEND_SOURCE_RATE);
    def.rate = 3.0;
    def.from = 0.5;
    def.until = 7.0;
    wend_source source = add(world, &def);
    for (int step = 0; step < 100; step++) {
        double begin = step * 0.1;
        double passed = fmin(begin, 7.0) - 0.5;
        uint32_t due = passed < -1e-9 ? 0 : 1 + (uint32_t)floor(passed * 3.0 + 1e-6);
        worlds_step(world, 1);
        ck_assert_uint_eq(info_of(world, source).entered, due);
        ck_assert_uint_eq(wend_world_agent_count(world), due);
    }
    ck_assert_uint_eq(info_of(world, source).remaining, 0);
    ck_assert(isinf(info_of(world, source).next));
    wend_world_destroy(world);
}
END_TEST

START_TEST(schedule_is_exact) {
    static const wend_source_entry entries[] = {{0.0, 2}, {1.0, 5}, {1.05, 1}, {3.0, 7}};
    wend_world *world = make_world(worlds_open(), 1, 1);
    wend_source_def def = def_of(WEND_SOURCE_SCHEDULE);
    def.schedule = entries;
    def.schedule_count = 4;
    wend_source source = add(world, &def);
    ck_assert_uint_eq(info_of(world, source).remaining, 15);
    for (int step = 0; step < 40; step++) {
        uint32_t due = 0;
        for (int i = 0; i < 4; i++) {
            due += entries[i].time <= step * 0.1 + 1e-6 ? entries[i].count : 0;
        }
        worlds_step(world, 1);
        ck_assert_uint_eq(wend_world_agent_count(world), due);
    }
    wend_world_destroy(world);
}
END_TEST

/* The number of events of a Poisson process with rate r in a window of length t has mean and
 * variance r t. Over 400 independent windows with r t = 5, the mean has standard error 0.112 and
 * the variance about 5 sqrt(2 / 399 + 1 / (400 * 5)) = 0.37; the bounds are four of these. */
START_TEST(poisson_counts_have_the_right_mean_and_variance) {
    wend_world *world = make_world(worlds_open(), 77, 1);
    wend_source_def def = def_of(WEND_SOURCE_POISSON);
    static const wend_point wide[] = {{0.0, 0.0}, {2000.0, 2000.0}};
    def.points = wide;
    def.rate = 10.0;
    wend_source source = add(world, &def);
    double sum = 0.0, squares = 0.0;
    uint32_t before = 0;
    worlds_step(world, 1); /* the first step begins at 0, so no agent is due in it */
    for (int window = 0; window < 400; window++) {
        worlds_step(world, 5);
        uint32_t entered = info_of(world, source).entered;
        double count = entered - before;
        sum += count;
        squares += count * count;
        before = entered;
    }
    double mean = sum / 400.0, variance = (squares - sum * mean) / 399.0;
    ck_assert_msg(fabs(mean - 5.0) < 0.45, "mean %g", mean);
    ck_assert_msg(fabs(variance - 5.0) < 1.5, "variance %g", variance);
    wend_world_destroy(world);
}
END_TEST

/* The times do not depend on the length of a step, other than by rounding up to a step. */
START_TEST(number_of_agents_does_not_depend_on_dt) {
    static const wend_source_timing timings[] = {WEND_SOURCE_INTERVAL, WEND_SOURCE_POISSON};
    for (int i = 0; i < 2; i++) {
        uint32_t entered[2];
        for (int k = 0; k < 2; k++) {
            wend_world_def world_def = wend_default_world_def();
            world_def.space = worlds_open();
            world_def.dt = k ? 0.5 : 0.05;
            wend_world *world = worlds_from(&world_def);
            worlds_profile(world, "direct");
            wend_source_def def = def_of(timings[i]);
            def.interval = wend_uniform(0.2, 0.9);
            def.first_key = 100;
            wend_source source = add(world, &def);
            worlds_step(world, k ? 41 : 401);
            entered[k] = info_of(world, source).entered;
            wend_world_destroy(world);
        }
        ck_assert_uint_eq(entered[0], entered[1]);
        ck_assert_uint_gt(entered[0], 10);
    }
}
END_TEST

/* ---- Room ------------------------------------------------------------------------------------ */

/* A room of 6 x 4 m has room for few agents of radius 0.25 m; they stand still. When all leave, the
 * waiting ones follow. */
START_TEST(agents_never_overlap_wait_and_catch_up) {
    for (uint64_t seed = 1; seed <= 4; seed++) {
        wend_world *world = make_world(worlds_room(6.0, 4.0), seed, 1);
        wend_source_def def = def_of(WEND_SOURCE_RATE);
        static const wend_point room[] = {{-1.0, 0.0}, {7.0, 4.0}};
        def.points = room;
        def.rate = 100.0;
        def.count = 300;
        def.first_key = 10;
        wend_source source = add(world, &def);
        worlds_step(world, 60);
        expect_room(world, 6.0, 4.0);
        wend_source_info full = info_of(world, source);
        ck_assert_uint_gt(full.entered, 25);
        ck_assert_uint_eq(full.entered + full.waiting, 300);
        ck_assert_uint_eq(full.entered + full.remaining, 300);
        uint32_t count = wend_world_get_agents(world, agents, MOST_AGENTS);
        for (uint32_t i = 0; i < count; i++) {
            ck_assert(wend_world_remove_agent(world, agents[i].agent, NULL) == WEND_OK);
        }
        worlds_step(world, 30);
        expect_room(world, 6.0, 4.0);
        ck_assert_uint_gt(info_of(world, source).entered, full.entered + 20);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(agents_keep_clear_of_large_agents_and_queued_agents) {
    wend_world *world = make_world(worlds_room(12.0, 12.0), 3, 1);
    wend_agent_def giant = wend_default_agent_def();
    giant.position = (wend_point){6.0, 6.0};
    giant.radius = 4.0;
    worlds_add(world, &giant); /* still queued when the first agents enter */
    wend_source_def def = def_of(WEND_SOURCE_SCHEDULE);
    static const wend_source_entry many[] = {{0.0, 30}, {0.5, 100}};
    static const wend_point room[] = {{0.0, 0.0}, {12.0, 12.0}};
    def.points = room;
    def.schedule = many;
    def.schedule_count = 2;
    add(world, &def);
    for (int i = 0; i < 40; i++) {
        worlds_step(world, 1);
        expect_room(world, 12.0, 12.0);
    }
    ck_assert_uint_gt(wend_world_agent_count(world), 40);
    wend_world_destroy(world);
}
END_TEST

/* A region without room emits nothing, and its agents wait. */
START_TEST(degenerate_regions_emit_nothing) {
    static const wend_point line[] = {{2.0, 2.0}, {2.0, 9.0}};
    static const wend_point flat[] = {{1.0, 1.0}, {5.0, 5.0}, {3.0, 3.0}};
    static const wend_point pillar[] = {{6.6, 3.6}, {7.4, 4.4}};
    const struct {
        wend_goal_shape shape;
        const wend_point *points;
        uint32_t count;
        double radius;
        bool is_empty;
    } all[] = {{WEND_GOAL_BOX, line, 2, 0.0, false},
               {WEND_GOAL_POLYGON, flat, 3, 0.0, true},
               {WEND_GOAL_BOX, pillar, 2, 0.0, true},
               {WEND_GOAL_DISC, line, 1, 0.0, false}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        wend_world *world = make_world(worlds_pillars(), 1, 1);
        wend_source_def def = def_of(WEND_SOURCE_RATE);
        def.shape = all[i].shape;
        def.points = all[i].points;
        def.point_count = all[i].count;
        def.radius = all[i].radius;
        def.rate = 20.0;
        def.count = 40;
        wend_source source = add(world, &def);
        worlds_step(world, 40);
        wend_source_info info = info_of(world, source);
        ck_assert_msg((info.entered == 0) == all[i].is_empty, "%zu", i);
        ck_assert_uint_eq(info.entered + info.waiting, 40);
        expect_room(world, 20.0, 12.0);
        wend_world_destroy(world);
    }
}
END_TEST

/* A closed door and a moving obstacle across the region keep agents out until they are gone. */
START_TEST(agents_keep_clear_of_doors_and_moving_obstacles) {
    static const wend_point ends[] = {{0.0, 5.0}, {10.0, 5.0}};
    static const wend_point square[] = {{-4, -4}, {4, -4}, {4, 4}, {-4, 4}};
    static const wend_point strip[] = {{1.0, 4.8}, {9.0, 5.2}};
    for (int moving = 0; moving < 2; moving++) {
        wend_world *world = make_world(worlds_room(10.0, 10.0), 1, 1);
        wend_obstacle_def door = wend_default_obstacle_def();
        wend_obstacle obstacle;
        door.kind = moving ? WEND_OBSTACLE_MOVING : WEND_OBSTACLE_DOOR;
        door.points = moving ? square : ends;
        door.point_count = moving ? 4 : 2;
        door.position = (wend_point){5.0, 5.0};
        ck_assert(wend_world_add_obstacle(world, &door, &obstacle, NULL) == WEND_OK);
        wend_source_def def = def_of(WEND_SOURCE_RATE);
        def.points = strip;
        def.rate = 10.0;
        wend_source source = add(world, &def);
        worlds_step(world, 20);
        uint32_t few = info_of(world, source).entered;
        ck_assert_uint_le(few, moving ? 2 : 0); /* beside the obstacle there is room for two */
        ck_assert(wend_world_schedule_obstacle_closed(world, 2.5, obstacle, false, NULL) ==
                  WEND_OK);
        worlds_step(world, 20);
        ck_assert_uint_gt(info_of(world, source).entered, few + 4);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Keys ------------------------------------------------------------------------------------ */

START_TEST(keys_are_consecutive_reserved_and_never_reused) {
    wend_world *world = make_world(worlds_open(), 1, 1);
    wend_source_def def = def_of(WEND_SOURCE_RATE);
    def.rate = 10.0;
    def.first_key = 50;
    def.count = 20;
    wend_source source = add(world, &def);
    for (int i = 0; i < 30; i++) {
        worlds_step(world, 1);
        uint32_t count = wend_world_get_agents(world, agents, MOST_AGENTS);
        for (uint32_t k = 0; k < count; k++) {
            ck_assert_uint_ge(agents[k].key, 50);
            ck_assert_uint_lt(agents[k].key, 50 + info_of(world, source).entered);
        }
        if (i % 3 == 0 && count > 0) {
            ck_assert(wend_world_remove_agent(world, agents[0].agent, NULL) == WEND_OK);
        }
    }
    ck_assert_uint_eq(info_of(world, source).entered, 20);
    static const struct {
        uint64_t key;
        wend_result result;
    } tries[] = {{49, WEND_OK}, {50, WEND_ERROR_NAME}, {69, WEND_ERROR_NAME}, {70, WEND_OK}};
    for (int i = 0; i < 4; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.position = (wend_point){-50.0 - 2.0 * i, 0.0};
        agent.key = tries[i].key;
        ck_assert_int_eq(wend_world_add_agents(world, &agent, 1, NULL, NULL), tries[i].result);
    }
    def.first_key = 69; /* reserved by the first source */
    ck_assert_int_eq(wend_world_add_source(world, &def, NULL, NULL), WEND_ERROR_NAME);
    def.first_key = 70; /* used by an agent */
    ck_assert_int_eq(wend_world_add_source(world, &def, NULL, NULL), WEND_ERROR_NAME);
    def.first_key = 29; /* 29 to 48 are free */
    ck_assert_int_eq(wend_world_add_source(world, &def, NULL, NULL), WEND_OK);
    wend_world_destroy(world);
}
END_TEST

/* ---- Commands -------------------------------------------------------------------------------- */

START_TEST(removed_and_disabled_sources_emit_nothing) {
    wend_world *world = make_world(worlds_open(), 1, 1);
    wend_source_def def = def_of(WEND_SOURCE_RATE);
    def.name = "door";
    def.rate = 10.0;
    def.first_key = 1;
    def.count = 1000;
    wend_source source = add(world, &def);
    ck_assert_uint_eq(wend_world_find_source(world, "door").value, source.value);
    ck_assert_int_eq(wend_world_add_source(world, &def, NULL, NULL), WEND_ERROR_NAME);
    worlds_step(world, 10);
    ck_assert_uint_eq(wend_world_agent_count(world), 10);
    ck_assert(wend_world_set_source_enabled(world, source, false, NULL) == WEND_OK);
    worlds_step(world, 10);
    ck_assert_uint_eq(wend_world_agent_count(world), 10);
    ck_assert(wend_world_set_source_enabled(world, source, true, NULL) == WEND_OK);
    worlds_step(world, 5); /* agents that were due meanwhile do not come */
    ck_assert_uint_eq(wend_world_agent_count(world), 15);
    ck_assert(wend_world_set_source_rate(world, source, 20.0, NULL) == WEND_OK);
    worlds_step(world, 10);
    ck_assert_uint_ge(wend_world_agent_count(world), 34);
    ck_assert_uint_le(wend_world_agent_count(world), 36);
    ck_assert(wend_world_remove_source(world, source, NULL) == WEND_OK);
    uint32_t before = wend_world_agent_count(world);
    worlds_step(world, 10);
    ck_assert_uint_eq(wend_world_agent_count(world), before);
    ck_assert_uint_eq(wend_world_find_source(world, "door").value, 0);
    ck_assert_int_eq(wend_world_remove_source(world, source, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_set_source_enabled(world, source, true, NULL), WEND_ERROR_NAME);
    wend_source_info info;
    ck_assert(!wend_world_get_source_info(world, source, &info));
    def.first_key = 2000;
    wend_source again = add(world, &def); /* the name and the index are free again */
    ck_assert_uint_ne(again.value, source.value);
    wend_world_destroy(world);
}
END_TEST

/* What a template refers to may be removed; its profile may not. */
START_TEST(agents_enter_without_removed_objects) {
    wend_world *world = make_world(worlds_open(), 1, 1);
    wend_profile extra = worlds_profile(world, "direct");
    wend_goal goal = worlds_point(world, 50.0, 50.0);
    wend_group group;
    ck_assert(wend_world_add_group(world, "g", &group, NULL) == WEND_OK);
    wend_agent_def agent = wend_default_agent_def();
    agent.profile = extra;
    agent.goal = goal;
    agent.group = group;
    agent.label = "new";
    agent.priority = 3;
    wend_source_def def = def_of(WEND_SOURCE_RATE);
    def.rate = 10.0;
    def.agent = &agent;
    wend_source source = add(world, &def);
    worlds_step(world, 5);
    wend_world_get_agents(world, agents, MOST_AGENTS);
    ck_assert_uint_eq(agents[0].goal.value, goal.value);
    ck_assert_uint_eq(agents[0].group.value, group.value);
    wend_agent_attributes attributes;
    ck_assert(wend_world_get_agent_attributes(world, agents[0].agent, &attributes));
    ck_assert_str_eq(attributes.label, "new");
    ck_assert_int_eq(attributes.priority, 3);
    ck_assert_int_eq(wend_world_remove_profile(world, extra, NULL), WEND_ERROR_INVALID);
    ck_assert(wend_world_remove_goal(world, goal, NULL) == WEND_OK);
    ck_assert(wend_world_remove_group(world, group, NULL) == WEND_OK);
    worlds_step(world, 5);
    world = reload(world, 1);
    worlds_step(world, 5);
    ck_assert_uint_eq(wend_world_agent_count(world), 15);
    ck_assert(wend_world_remove_source(world, source, NULL) == WEND_OK);
    uint32_t count = wend_world_get_agents(world, agents, MOST_AGENTS);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert(wend_world_remove_agent(world, agents[i].agent, NULL) == WEND_OK);
    }
    ck_assert_int_eq(wend_world_remove_profile(world, extra, NULL), WEND_OK);
    worlds_step(world, 2);
    wend_world_destroy(world);
}
END_TEST

/* ---- Snapshots and threads ------------------------------------------------------------------- */

/* Makes a world with sources of all timings, delays, a door and commands for later. */
static wend_world *make_busy_world(uint32_t threads) {
    static const wend_source_entry entries[] = {{1.0, 10}, {2.05, 30}, {6.0, 5}};
    static const wend_point ends[] = {{10.0, 0.0}, {10.0, 12.0}};
    wend_world *world = make_world(worlds_pillars(), 9, threads);
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "straight";
    profile.radius = wend_uniform(0.2, 0.35);
    wend_agent_def agent = wend_default_agent_def();
    agent.profile = worlds_add_profile(world, &profile);
    agent.goal = worlds_point(world, 19.0, 6.0);
    wend_obstacle_def door = wend_default_obstacle_def();
    wend_obstacle obstacle;
    door.points = ends;
    door.point_count = 2;
    ck_assert(wend_world_add_obstacle(world, &door, &obstacle, NULL) == WEND_OK);
    ck_assert(wend_world_schedule_obstacle_closed(world, 3.0, obstacle, false, NULL) == WEND_OK);
    ck_assert(wend_world_schedule_obstacle_closed(world, 6.0, obstacle, true, NULL) == WEND_OK);
    static const wend_point boxes[4][2] = {
        {{1, 1}, {4, 4}}, {{1, 8}, {4, 11}}, {{5, 1}, {6, 11}}, {{1, 5}, {3, 7}}};
    for (uint32_t i = 0; i < WEND_SOURCE_TIMING_COUNT; i++) {
        wend_source_def def = def_of((wend_source_timing)i);
        def.points = boxes[i];
        def.rate = 6.0;
        def.interval = wend_normal(0.2, 0.04);
        def.schedule = entries;
        def.schedule_count = 3;
        def.agent = &agent;
        def.delay = wend_uniform(0.0, i * 1.0);
        def.first_key = i % 2 ? 1000 * (i + 1) : 0;
        def.count = i % 2 ? 500 : 0;
        add(world, &def);
    }
    return world;
}

START_TEST(loaded_world_continues_without_its_scenario) {
    for (uint32_t saved_at = 0; saved_at < 90; saved_at += 13) {
        wend_world *world = make_busy_world(1), *other = make_busy_world(1);
        worlds_step(world, 90);
        worlds_step(other, saved_at);
        other = reload(other, saved_at % 2 ? 2 : 1);
        worlds_step(other, 90 - saved_at);
        ck_assert_uint_gt(wend_world_agent_count(world), 40);
        ck_assert_uint_eq(wend_world_hash(other), wend_world_hash(world));
        size_t size, other_size;
        uint8_t *bytes = save(world, &size), *other_bytes = save(other, &other_size);
        ck_assert_uint_eq(size, other_size);
        free(bytes);
        free(other_bytes);
        wend_world_destroy(world);
        wend_world_destroy(other);
    }
}
END_TEST

START_TEST(result_does_not_depend_on_threads) {
    static const uint32_t threads[] = {1, 2, 8};
    uint64_t hashes[3];
    for (int i = 0; i < 3; i++) {
        wend_world *world = make_busy_world(threads[i]);
        worlds_step(world, 80);
        hashes[i] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_uint_eq(hashes[0], hashes[2]);
}
END_TEST

/* Damaged snapshots are refused or give a world that can be stepped. */
START_TEST(damaged_snapshots_do_no_harm) {
    wend_world *world = make_busy_world(1);
    worlds_step(world, 25);
    size_t size;
    uint8_t *bytes = save(world, &size);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(world);
    for (size_t cut = 0; cut < size; cut += 1 + size / 60) {
        wend_world *loaded = NULL;
        ck_assert(wend_world_load(&def, bytes, cut, &loaded, NULL) != WEND_OK);
    }
    free(bytes);
    wend_world_destroy(world);
}
END_TEST

START_TEST(many_sources_fill_a_large_world) {
    wend_world *world = make_world(worlds_room(300.0, 300.0), 5, 2);
    wend_source sources[100];
    wend_point boxes[100][2];
    for (uint32_t i = 0; i < 100; i++) {
        wend_point low = {(i % 10) * 30.0 + 1.0, (i / 10) * 30.0 + 1.0};
        boxes[i][0] = low;
        boxes[i][1] = (wend_point){low.x + 28.0, low.y + 28.0};
        wend_source_def def = def_of(WEND_SOURCE_RATE);
        def.points = boxes[i];
        def.rate = 100.0;
        def.count = 100;
        sources[i] = add(world, &def);
    }
    worlds_step(world, 30);
    ck_assert_uint_eq(wend_world_agent_count(world), 10000);
    for (uint32_t i = 0; i < 100; i++) {
        ck_assert_uint_eq(info_of(world, sources[i]).entered, 100);
    }
    uint32_t count = wend_world_get_agents(world, agents, MOST_AGENTS);
    for (uint32_t i = 0; i < count;
         i++) { /* the agents stand still: compare with all others near */
        wend_agent near[4];
        uint32_t found =
            wend_world_find_agents_in_disc(world, agents[i].position, 0.499, 0, near, 4);
        ck_assert_uint_eq(found, 1);
    }
    wend_world_destroy(world);
}
END_TEST

/* ---- Hostile defs ---------------------------------------------------------------------------- */

START_TEST(invalid_defs_are_refused) {
    wend_world *world = make_world(worlds_room(10.0, 10.0), 1, 1);
    static const wend_source_entry falling[] = {{2.0, 1}, {1.0, 1}}, none[] = {{1.0, 0}};
    static const wend_source_entry equal[] = {{1.0, 1}, {1.0, 1}}, never[] = {{NAN, 1}};
    static const wend_source_entry huge[] = {{1.0, WEND_MAX_AGENTS}, {2.0, 1}};
    static const wend_point far[] = {{1e9, 0.0}, {1.0, NAN}}, outside[] = {{50.0, 50.0}};
    wend_agent_def fast = wend_default_agent_def(), stale = wend_default_agent_def();
    fast.velocity.x = INFINITY;
    stale.goal.value = 77;
    for (int i = 0; i < 26; i++) {
        bool is_listed = i >= 12 && i <= 17;
        wend_source_def def = def_of(is_listed ? WEND_SOURCE_SCHEDULE : WEND_SOURCE_RATE);
        wend_result expected = WEND_ERROR_INVALID;
        def.schedule = falling;
        def.schedule_count = 2;
        switch (i) {
        case 0:
            def.shape = WEND_GOAL_POINT;
            break;
        case 1:
            def.shape = WEND_GOAL_DIRECTION;
            break;
        case 2:
            def.points = NULL;
            break;
        case 3:
            def.point_count = 3;
            break;
        case 4:
            def.points = far;
            break;
        case 5:
            def.rate = 0.0;
            break;
        case 6:
            def.rate = NAN;
            break;
        case 7:
            def.rate = 1e5;
            break;
        case 8:
            def.from = -1.0;
            break;
        case 9:
            def.from = NAN;
            break;
        case 10:
            def.from = 5.0;
            def.until = 4.0;
            break;
        case 11:
            def.count = WEND_MAX_AGENTS + 1;
            break;
        case 12:
            break; /* falling */
        case 13:
            def.schedule = none;
            def.schedule_count = 1;
            break;
        case 14:
            def.schedule = equal;
            break;
        case 15:
            def.schedule = never;
            def.schedule_count = 1;
            break;
        case 16:
            def.schedule = huge;
            break;
        case 17:
            def.schedule = NULL;
            break;
        case 18:
            def.delay = wend_constant(-1.0);
            break;
        case 19:
            def.delay = wend_uniform(0.0, INFINITY);
            break;
        case 20:
            def.timing = (wend_source_timing)9;
            break;
        case 21:
            def.layer = 3;
            expected = WEND_ERROR_NAME;
            break;
        case 22:
            def.agent = &fast;
            break;
        case 24:
            def.shape = WEND_GOAL_DISC;
            def.points = outside;
            def.point_count = 1;
            def.radius = 3.0;
            break;
        case 23:
            def.agent = &stale;
            expected = WEND_ERROR_NAME;
            break;
        default:
            def.timing = WEND_SOURCE_INTERVAL;
            def.interval = wend_constant(0.0);
            break;
        }
        wend_error error = {0};
        ck_assert_msg(wend_world_add_source(world, &def, NULL, &error) == expected, "%d: %s", i,
                      error.message);
        ck_assert_uint_gt(strlen(error.message), 10);
    }
    ck_assert_uint_eq(wend_world_source_count(world), 0);
    worlds_step(world, 3);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/sources", agents_of_a_rate_are_due_at_even_times, schedule_is_exact,
          poisson_counts_have_the_right_mean_and_variance, number_of_agents_does_not_depend_on_dt,
          agents_never_overlap_wait_and_catch_up,
          agents_keep_clear_of_large_agents_and_queued_agents, degenerate_regions_emit_nothing,
          agents_keep_clear_of_doors_and_moving_obstacles,
          keys_are_consecutive_reserved_and_never_reused, removed_and_disabled_sources_emit_nothing,
          agents_enter_without_removed_objects, loaded_world_continues_without_its_scenario,
          result_does_not_depend_on_threads, damaged_snapshots_do_no_harm,
          many_sources_fill_a_large_world, invalid_defs_are_refused);
}
