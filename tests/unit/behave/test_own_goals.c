/* The selectors that place goals: identity, mirror and offset. Where the goals are, which
 * agents they belong to, and that they neither accumulate nor get lost. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/snapshot.h>

#include "base/hash.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

static wend_setting number(const char *name, wend_distribution value) {
    return (wend_setting){name, {.kind = WEND_VALUE_NUMBER, .number = value}};
}

static wend_setting word(const char *name, const char *text) {
    return (wend_setting){name, {.kind = WEND_VALUE_TEXT, .text = text}};
}

static wend_world *make_with(wend_world_def def, const char *select, const wend_setting *settings,
                             uint32_t count) {
    def.space = worlds_open();
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.select = (wend_choice){select, settings, count};
    worlds_add_profile(world, &profile);
    return world;
}

static wend_world *make(const char *select, const wend_setting *settings, uint32_t count) {
    return make_with(wend_default_world_def(), select, settings, count);
}

static wend_agent add(wend_world *world, double x, double y) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, y};
    return worlds_add(world, &def);
}

static wend_point goal_position(const wend_world *world, wend_agent agent) {
    wend_point position = {NAN, NAN};
    ck_assert(
        wend_world_get_goal_position(world, worlds_state(world, agent).goal, &position, NULL));
    return position;
}

static void expect_goal(const wend_world *world, wend_agent agent, double x, double y) {
    wend_point at = goal_position(world, agent);
    ck_assert_msg(fabs(at.x - x) < 1e-4 && fabs(at.y - y) < 1e-4, "(%g, %g), not (%g, %g)", at.x,
                  at.y, x, y);
}

static void choose_again(wend_world *world, wend_agent agent) {
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, (wend_goal){0}, NULL), WEND_OK);
}

/* ---- Positions ------------------------------------------------------------------------------- */

START_TEST(identity_places_the_goal_where_the_agent_stands) {
    wend_world *world = make("identity", NULL, 0);
    wend_agent agent = add(world, 3, 4);
    worlds_step(world, 3);
    expect_goal(world, agent, 3, 4);
    ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_ARRIVED);
    wend_world_destroy(world);
}
END_TEST

START_TEST(mirror_negates_the_coordinates_that_are_on) {
    static const char *const states[] = {"off", "on"};
    wend_point centre = {10, -2};
    for (int k = 0; k < 8; k++) {
        wend_setting settings[3] = {word("x", states[k & 1]), word("y", states[k >> 1 & 1])};
        settings[2] = (wend_setting){
            "centre", {.kind = WEND_VALUE_POINTS, .points = &centre, .point_count = 1}};
        bool centred = k >> 2;
        wend_world *world = make("mirror", settings, centred ? 3 : 2);
        wend_agent agent = add(world, 3, 4);
        worlds_step(world, 1);
        expect_goal(world, agent, k & 1 ? (centred ? 17 : -3) : 3,
                    k >> 1 & 1 ? (centred ? -8 : -4) : 4);
        wend_world_destroy(world);
    }
}
END_TEST

/* Coordinates are those of the user, even if the space has its origin elsewhere. */
START_TEST(mirror_uses_the_coordinates_of_the_user) {
    static const wend_point corners[] = {{1000, 2000}, {1040, 2000}, {1040, 2040}, {1000, 2040}};
    wend_ring ring = {corners, 4};
    wend_layer_def layer = {.boundaries = &ring, .boundary_count = 1};
    wend_space_def space = wend_default_space_def();
    space.layers = &layer;
    space.layer_count = 1;
    wend_world_def def = wend_default_world_def();
    ck_assert_int_eq(wend_space_create(&space, &def.space, NULL), WEND_OK);
    wend_world *world = worlds_from(&def);
    wend_point centre = {1020, 2020};
    wend_setting setting = {"centre",
                            {.kind = WEND_VALUE_POINTS, .points = &centre, .point_count = 1}};
    wend_profile_def profile = worlds_profile_def();
    profile.select = (wend_choice){"mirror", &setting, 1};
    worlds_add_profile(world, &profile);
    wend_agent agent = add(world, 1005, 2010);
    worlds_step(world, 1);
    expect_goal(world, agent, 1035, 2030);
    wend_world_destroy(world);
}
END_TEST

START_TEST(offset_adds_a_vector_that_may_be_sampled) {
    wend_setting settings[2] = {number("x", wend_constant(5)), number("y", wend_uniform(-3, 3))};
    wend_world *world = make("offset", settings, 2);
    double low = 3, high = -3;
    wend_agent agents[50];
    for (int i = 0; i < 50; i++) {
        agents[i] = add(world, i, 2);
    }
    worlds_step(world, 1);
    for (int i = 0; i < 50; i++) {
        wend_point at = goal_position(world, agents[i]);
        ck_assert_double_eq_tol(at.x, i + 5, 1e-4);
        low = fmin(low, at.y - 2);
        high = fmax(high, at.y - 2);
    }
    ck_assert(low >= -3 && low < -2 && high > 2 && high <= 3);
    wend_world_destroy(world);
}
END_TEST

/* ---- Arrival --------------------------------------------------------------------------------- */

START_TEST(agents_arrive_at_goals_of_their_own) {
    wend_setting settings[3] = {number("x", wend_constant(4)), word("on_arrival", "leave"),
                                number("tolerance", wend_constant(0.5))};
    wend_world *world = make("offset", settings, 3);
    add(world, 0, 0);
    wend_agent_state last = {0};
    while (wend_world_agent_count(world) > 0 || wend_world_time(world) < 0.5) {
        wend_world_get_agents(world, &last, 1);
        ck_assert_double_lt(wend_world_time(world), 10);
        worlds_step(world, 1);
    }
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    ck_assert_double_ge(last.position.x, 4 - 0.5 - 0.25 - 0.2); /* less one step at 1.3 m/s */
    ck_assert_double_le(last.position.x, 4 - 0.5 - 0.25 + 1e-3);
    wend_world_destroy(world);
}
END_TEST

/* An agent that is asked again at its goal walks back and forth. */
START_TEST(mirror_with_continue_walks_back_and_forth) {
    wend_setting setting = word("on_arrival", "continue");
    wend_world *world = make("mirror", &setting, 1);
    wend_agent agent = add(world, 3, 0);
    double least = 3, most = -3;
    for (int i = 0; i < 300; i++) {
        worlds_step(world, 1);
        double x = worlds_state(world, agent).position.x;
        least = i > 100 ? fmin(least, x) : least;
        most = i > 100 ? fmax(most, x) : most;
    }
    ck_assert_double_lt(least, -2);
    ck_assert_double_gt(most, 1.5); /* each time it stops 0.3 m before its goal */
    ck_assert_uint_ge(wend_world_get_stats(world).arrivals, 4);
    wend_world_destroy(world);
}
END_TEST

/* While an agent walks, its goal is placed elsewhere, and it turns. */
START_TEST(agent_heads_for_the_new_position_of_its_goal) {
    wend_setting setting = number("x", wend_constant(10));
    wend_world *world = make("offset", &setting, 1);
    wend_agent agent = add(world, 0, 0);
    worlds_step(world, 20);
    wend_goal before = worlds_state(world, agent).goal;
    double x = worlds_state(world, agent).position.x;
    choose_again(world, agent);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, before.value); /* the goal has moved */
    expect_goal(world, agent, x + 10, 0);
    worlds_step(world, 150);
    ck_assert_double_ge(worlds_state(world, agent).position.x, x + 9.5);
    wend_world_destroy(world);
}
END_TEST

/* ---- Ownership ------------------------------------------------------------------------------- */

START_TEST(no_command_can_use_a_goal_of_an_agent) {
    wend_world *world = make("identity", NULL, 0);
    wend_agent owner = add(world, 3, 4), other = add(world, 9, 9);
    worlds_step(world, 1);
    wend_goal goal = worlds_state(world, owner).goal;
    wend_agent_def def = wend_default_agent_def();
    def.goal = goal;
    ck_assert_int_eq(wend_world_set_agent_goal(world, other, goal, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_remove_goal(world, goal, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_add_goal_set(world, &goal, 1, NULL, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_add_agents(world, &def, 1, NULL, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(worlds_shift_goal(world, goal, (wend_point){1, 1}, (wend_point){0, 0}),
                     WEND_ERROR_NAME);
    ck_assert_uint_ne(worlds_state(world, other).goal.value, goal.value);
    wend_world_destroy(world);
}
END_TEST

START_TEST(goal_goes_with_its_agent) {
    wend_world *world = make("identity", NULL, 0);
    wend_agent agents[5];
    wend_goal goals[5];
    for (int i = 0; i < 5; i++) {
        agents[i] = add(world, i, 0);
    }
    worlds_step(world, 1);
    for (int i = 0; i < 5; i++) {
        goals[i] = worlds_state(world, agents[i]).goal;
    }
    ck_assert_int_eq(wend_world_remove_agents(world, &agents[1], 2, NULL), WEND_OK);
    worlds_step(world, 1);
    for (int i = 0; i < 5; i++) {
        bool lives = wend_world_get_goal_position(world, goals[i], NULL, NULL);
        ck_assert_int_eq(lives, i != 1 && i != 2);
    }
    /* The index of a goal that has gone is free for a goal of the caller. */
    wend_goal added = worlds_point(world, 0, 0);
    ck_assert_uint_lt(wend_world_goal_index(world, added), 5);
    wend_world_destroy(world);
}
END_TEST

/* Agents enter, choose several times and leave: no memory grows, and no goal index is lost. */
START_TEST(ten_thousand_choices_use_no_more_memory) {
    worlds_heap heap = {0};
    wend_world_def def = wend_default_world_def();
    def.allocator = worlds_allocator(&heap);
    wend_setting settings[2] = {number("x", wend_uniform(2, 8)), word("on_arrival", "leave")};
    wend_world *world = make_with(def, "offset", settings, 2);
    size_t held = 0;
    for (int round = 0; round < 500; round++) {
        wend_agent agents[20];
        for (int i = 0; i < 20; i++) {
            agents[i] = add(world, i, round % 7);
        }
        worlds_step(world, 1);
        for (int i = 0; i < 20; i += 3) {
            choose_again(world, agents[i]);
        }
        worlds_step(world, 1);
        for (int i = 0; i < 20; i++) {
            wend_goal goal = worlds_state(world, agents[i]).goal;
            ck_assert_uint_lt(wend_world_goal_index(world, goal), 20);
        }
        ck_assert_int_eq(wend_world_remove_agents(world, agents, 20, NULL), WEND_OK);
        worlds_step(world, 1);
        held = round == 50 ? heap.held : held;
        ck_assert_msg(round < 50 || heap.held <= held, "round %d: %zu bytes instead of %zu", round,
                      (size_t)heap.held, held);
    }
    wend_world_destroy(world);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

/* ---- Snapshots, packed agents, threads ------------------------------------------------------- */

static wend_world *make_crowd(uint32_t threads, bool reversed) {
    wend_setting settings[3] = {number("x", wend_uniform(-8, 8)), number("y", wend_uniform(-8, 8)),
                                word("on_arrival", "continue")};
    wend_world_def def = wend_default_world_def();
    def.threads = threads;
    wend_world *world = make_with(def, "offset", settings, 3);
    for (uint64_t i = 0; i < 300; i++) {
        uint64_t key = reversed ? 300 - i : i + 1;
        wend_agent_def agent = wend_default_agent_def();
        agent.key = key;
        agent.position = (wend_point){(double)(key % 20), (double)(key / 20)};
        worlds_add(world, &agent);
    }
    return world;
}

START_TEST(state_does_not_depend_on_threads_or_order) {
    uint64_t hashes[3];
    for (uint32_t k = 0; k < 3; k++) {
        wend_world *world = make_crowd(1 + k, k == 2);
        worlds_step(world, 60);
        hashes[k] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_uint_eq(hashes[0], hashes[2]);
}
END_TEST

START_TEST(snapshot_keeps_goals_of_agents) {
    wend_world *world = make_crowd(2, false);
    worlds_step(world, 40);
    wend_agent gone = wend_world_find_agent(world, 7);
    ck_assert_int_eq(wend_world_remove_agent(world, gone, NULL), WEND_OK);
    worlds_step(world, 1);
    wend_world *loaded = worlds_reload(world, NULL);
    size_t size = wend_world_save(world, NULL, 0);
    void *bytes = malloc(size), *again = malloc(size);
    ck_assert_uint_eq(wend_world_save(loaded, NULL, 0), size);
    wend_world_save(world, bytes, size);
    wend_world_save(loaded, again, size);
    ck_assert_int_eq(memcmp(bytes, again, size), 0);
    for (int i = 0; i < 60; i++) {
        worlds_step(world, 1);
        worlds_step(loaded, 1);
        ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
    }
    wend_agent agent = wend_world_find_agent(loaded, 9);
    wend_goal goal = worlds_state(loaded, agent).goal;
    ck_assert_int_eq(wend_world_remove_goal(loaded, goal, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_remove_agent(loaded, agent, NULL), WEND_OK);
    worlds_step(loaded, 1);
    ck_assert(!wend_world_get_goal_position(loaded, goal, NULL, NULL));
    free(bytes);
    free(again);
    wend_world_destroy(world);
    wend_world_destroy(loaded);
}
END_TEST

START_TEST(packed_agent_brings_its_goal) {
    wend_world *from = make_crowd(1, false), *to = make_crowd(1, false);
    worlds_step(from, 30);
    worlds_step(to, 30);
    wend_agent agent = wend_world_find_agent(from, 42);
    ck_assert_int_eq(wend_world_remove_agent(to, wend_world_find_agent(to, 42), NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_agent(to, wend_world_find_agent(to, 11), NULL), WEND_OK);
    worlds_step(to, 1);
    worlds_step(from, 1);
    wend_point goal = goal_position(from, agent);
    size_t size = wend_world_pack_agent(from, agent, NULL, 0);
    void *bytes = malloc(size);
    wend_world_pack_agent(from, agent, bytes, size);
    wend_agent arrived;
    ck_assert_int_eq(wend_world_unpack_agent(to, bytes, size, &arrived, NULL), WEND_OK);
    /* While it is queued, it is saved with its goal, too. */
    wend_world *loaded = worlds_reload(to, NULL);
    worlds_step(to, 1);
    worlds_step(loaded, 1);
    ck_assert_uint_eq(wend_world_hash(to), wend_world_hash(loaded));
    expect_goal(to, arrived, goal.x, goal.y);
    ck_assert_int_eq(worlds_state(to, arrived).activity, WEND_ACTIVITY_WALKING);
    /* A copy that is refused leaves nothing. */
    for (int i = 0; i < 5; i++) {
        ck_assert_int_ne(wend_world_unpack_agent(to, bytes, size, NULL, NULL), WEND_OK);
    }
    ck_assert_uint_lt(wend_world_goal_index(to, worlds_point(to, 0, 0)), 300);
    ck_assert_uint_eq(wend_world_goal_index(to, worlds_point(to, 0, 0)), 300);
    free(bytes);
    wend_world_destroy(loaded);
    wend_world_destroy(from);
    wend_world_destroy(to);
}
END_TEST

/* Updates the checksum, so that the damage can be detected only when the sections are read. */
static void reseal(unsigned char *bytes, size_t size) {
    uint32_t version;
    memcpy(&version, bytes + 8, sizeof version);
    uint64_t checksum = hash_bytes(bytes + 24, size - 24, version);
    memcpy(bytes + 16, &checksum, sizeof checksum);
}

/* Damage to any byte gives an error or a world that steps: never a crash. */
START_TEST(damaged_snapshots_are_refused_or_run) {
    wend_setting setting = number("x", wend_constant(3));
    wend_world *world = make("offset", &setting, 1);
    add(world, 0, 0);
    wend_agent second = add(world, 1, 1);
    worlds_step(world, 1);
    ck_assert_int_eq(wend_world_remove_agent(world, second, NULL), WEND_OK);
    add(world, 2, 2);
    worlds_step(world, 1);
    size_t size = wend_world_save(world, NULL, 0);
    unsigned char *bytes = malloc(size);
    wend_world_save(world, bytes, size);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(world);
    uint32_t refused = 0;
    for (size_t i = 24; i < size; i++) {
        unsigned char before = bytes[i];
        for (int k = 0; k < 3; k++) {
            static const unsigned char flips[] = {1, 0x80, 0xff};
            bytes[i] = before ^ flips[k];
            reseal(bytes, size);
            wend_world *loaded = NULL;
            if (wend_world_load(&def, bytes, size, &loaded, NULL) == WEND_OK) {
                wend_world_step(loaded, 2, NULL);
                wend_world_destroy(loaded);
            } else {
                refused++;
            }
        }
        bytes[i] = before;
    }
    ck_assert_uint_gt(refused, 300);
    free(bytes);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("behave/own_goals", identity_places_the_goal_where_the_agent_stands,
          mirror_negates_the_coordinates_that_are_on, mirror_uses_the_coordinates_of_the_user,
          offset_adds_a_vector_that_may_be_sampled, agents_arrive_at_goals_of_their_own,
          mirror_with_continue_walks_back_and_forth, agent_heads_for_the_new_position_of_its_goal,
          no_command_can_use_a_goal_of_an_agent, goal_goes_with_its_agent,
          ten_thousand_choices_use_no_more_memory, state_does_not_depend_on_threads_or_order,
          snapshot_keeps_goals_of_agents, packed_agent_brings_its_goal,
          damaged_snapshots_are_refused_or_run);
}
