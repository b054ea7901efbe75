/* Delays: agents that stand still after they have entered, and then head for their goals. */
#include <math.h>
#include <stdlib.h>

#include <wend/snapshot.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { AGENTS = 40 };

static const double most_delay = 6.0; /* s */

static double delay_of(uint32_t i) {
    return i % 7 == 0 ? 0.0 : most_delay * i / AGENTS;
}

/* Makes a world whose agents head for a goal 20 m to the right of their starts. */
static wend_world *make_world(uint32_t threads, wend_agent out[AGENTS]) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.threads = threads;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "direct");
    for (uint32_t i = 0; i < AGENTS; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.position = (wend_point){0.0, 2.0 * i};
        agent.key = i + 1;
        agent.goal = worlds_point(world, 20.0, 2.0 * i);
        agent.delay = delay_of(i);
        out[i] = worlds_add(world, &agent);
    }
    return world;
}

/* True if an agent should stand still in the step that begins at `time`. */
static bool stands(uint32_t i, double time) {
    return time < delay_of(i) - 1e-6;
}

START_TEST(agents_stand_still_for_their_delay_and_then_walk) {
    wend_agent agents[AGENTS];
    wend_world *world = make_world(1, agents);
    for (int step = 0; step < 80; step++) {
        wend_point before[AGENTS];
        for (uint32_t i = 0; i < AGENTS; i++) {
            before[i] = step ? worlds_state(world, agents[i]).position : (wend_point){0.0, 2.0 * i};
        }
        worlds_step(world, 1);
        for (uint32_t i = 0; i < AGENTS; i++) {
            wend_agent_state state = worlds_state(world, agents[i]);
            double moved = state.position.x - before[i].x;
            if (stands(i, step * 0.1)) {
                ck_assert_int_eq(state.activity, WEND_ACTIVITY_WAITING);
                ck_assert(moved == 0.0);
            } else {
                ck_assert_int_eq(state.activity, WEND_ACTIVITY_WALKING);
                ck_assert_msg(fabs(moved - 0.13) < 1e-4, "agent %u: %g", i, moved);
            }
        }
    }
    wend_world_destroy(world);
}
END_TEST

START_TEST(delayed_agent_on_its_goal_arrives_after_its_delay) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_agent_def def = wend_default_agent_def();
    def.goal = worlds_point(world, 0.1, 0.0);
    def.delay = 1.0;
    wend_agent agent = worlds_add(world, &def);
    worlds_step(world, 10);
    ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_WAITING);
    worlds_step(world, 2);
    ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_ARRIVED);
    wend_world_destroy(world);
}
END_TEST

/* Commands during a delay take effect after it. */
START_TEST(goals_set_during_a_delay_are_kept_for_later) {
    wend_agent agents[AGENTS];
    wend_world *world = make_world(1, agents);
    wend_goal other = worlds_point(world, -30.0, 2.0 * 20);
    worlds_step(world, 5);
    ck_assert(wend_world_set_agent_goal(world, agents[20], other, NULL) == WEND_OK);
    ck_assert(wend_world_teleport_agent(world, agents[19], (wend_point){5.0, -9.0}, 0, NULL) ==
              WEND_OK);
    ck_assert(wend_world_remove_agent(world, agents[18], NULL) == WEND_OK);
    worlds_step(world, 5);
    ck_assert(worlds_state(world, agents[20]).position.x == 0.0);
    ck_assert(worlds_state(world, agents[19]).position.x == 5.0);
    worlds_step(world, 60);
    ck_assert_double_lt(worlds_state(world, agents[20]).position.x, -3.0);
    ck_assert_double_gt(worlds_state(world, agents[19]).position.x, 6.0);
    wend_world_destroy(world);
}
END_TEST

START_TEST(slots_of_removed_agents_lose_their_delays) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_goal goal = worlds_point(world, 90.0, 0.0);
    wend_agent agent = {0};
    for (int i = 0; i < 400; i++) { /* many removed agents; then one without and one with a delay */
        wend_agent_def def = wend_default_agent_def();
        def.goal = goal;
        def.delay = i == 398 ? 0.0 : 1000.0;
        agent = worlds_add(world, &def);
        worlds_step(world, 1);
        ck_assert_int_eq(worlds_state(world, agent).activity,
                         i == 398 ? WEND_ACTIVITY_WALKING : WEND_ACTIVITY_WAITING);
        if (i < 399) {
            ck_assert(wend_world_remove_agent(world, agent, NULL) == WEND_OK);
        }
    }
    worlds_step(world, 9990);
    ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_WAITING);
    worlds_step(world, 20);
    ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_WALKING);
    wend_world_destroy(world);
}
END_TEST

static wend_world *reload(wend_world *world) {
    size_t size = wend_world_save(world, NULL, 0);
    uint8_t *bytes = malloc(size);
    ck_assert(wend_world_save(world, bytes, size) == size);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(world);
    wend_world *loaded = NULL;
    ck_assert(wend_world_load(&def, bytes, size, &loaded, NULL) == WEND_OK);
    wend_world_destroy(world);
    free(bytes);
    return loaded;
}

START_TEST(delays_continue_after_loading_and_on_all_threads) {
    wend_agent agents[AGENTS];
    wend_world *straight = make_world(1, agents), *other = make_world(8, agents);
    for (int i = 0; i < 80; i++) {
        worlds_step(straight, 1);
        worlds_step(other, 1);
        other = i % 9 == 0 ? reload(other) : other;
        ck_assert_uint_eq(wend_world_hash(other), wend_world_hash(straight));
    }
    wend_world_destroy(straight);
    wend_world_destroy(other);
}
END_TEST

/* A packed agent takes its delay along. The other world's clock is 2 s behind. */
START_TEST(packed_agents_keep_the_rest_of_their_delay) {
    wend_agent agents[AGENTS], others[AGENTS];
    wend_world *from = make_world(1, agents), *to = make_world(1, others);
    worlds_step(from, 20);
    ck_assert(wend_world_remove_agents(to, others, AGENTS, NULL) == WEND_OK);
    uint8_t bytes[4096];
    size_t size = wend_world_pack_agent(from, agents[20], bytes, sizeof bytes); /* until 3 s */
    wend_agent moved;
    wend_error error;
    worlds_step(to, 1);
    ck_assert_uint_le(size, sizeof bytes);
    ck_assert_msg(wend_world_unpack_agent(to, bytes, size, &moved, &error) == WEND_OK, "%s",
                  error.message);
    worlds_step(to, 9);
    ck_assert_int_eq(worlds_state(to, moved).activity, WEND_ACTIVITY_WAITING);
    worlds_step(to, 3);
    ck_assert_int_eq(worlds_state(to, moved).activity, WEND_ACTIVITY_WALKING);
    wend_world_destroy(from);
    wend_world_destroy(to);
}
END_TEST

START_TEST(refuses_delays_out_of_range) {
    static const double wrong[] = {-1.0, NAN, INFINITY, 1.1e6};
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    for (int i = 0; i < 4; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.delay = wrong[i];
        ck_assert_int_eq(wend_world_add_agents(world, &def, 1, NULL, NULL), WEND_ERROR_INVALID);
    }
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/delays", agents_stand_still_for_their_delay_and_then_walk,
          delayed_agent_on_its_goal_arrives_after_its_delay,
          goals_set_during_a_delay_are_kept_for_later, slots_of_removed_agents_lose_their_delays,
          delays_continue_after_loading_and_on_all_threads,
          packed_agents_keep_the_rest_of_their_delay, refuses_delays_out_of_range);
}
