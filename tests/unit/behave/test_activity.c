/* Activities: the whole transition table, the activities of agents in busy worlds, and the state
 * hash, which covers activities. */
#include <stdlib.h>
#include <string.h>
#include <wend/snapshot.h>

#include "behave/activity.h"
#include "support/busy.h"
#include "support/suite.h"
#include "support/worlds.h"

/* ---- The table ------------------------------------------------------------------------------- */

/* Every activity can be reached from the initial one, and an agent can leave the world from every
 * activity. */
START_TEST(every_activity_can_be_reached_and_left) {
    bool reached[WEND_ACTIVITY_COUNT] = {[WEND_ACTIVITY_CHOOSING] = true};
    for (int round = 0; round < WEND_ACTIVITY_COUNT; round++) {
        for (int from = 0; from < WEND_ACTIVITY_COUNT; from++) {
            for (int event = 0; reached[from] && event < ACTIVITY_EVENT_COUNT; event++) {
                wend_activity to = activity_after((wend_activity)from, (activity_event)event);
                if (to != WEND_ACTIVITY_COUNT) {
                    reached[to] = true;
                }
            }
        }
    }
    for (int i = 0; i < WEND_ACTIVITY_COUNT; i++) {
        const char *text = wend_activity_text((wend_activity)i);
        ck_assert_msg(reached[i], "no event leads to '%s'", text);
        wend_activity last = activity_after((wend_activity)i, ACTIVITY_WORLD_LEFT);
        ck_assert_int_eq(last, i == WEND_ACTIVITY_LEFT ? WEND_ACTIVITY_COUNT : WEND_ACTIVITY_LEFT);
    }
}
END_TEST

START_TEST(nothing_happens_to_agents_that_have_left) {
    for (int event = 0; event < ACTIVITY_EVENT_COUNT; event++) {
        ck_assert_int_eq(activity_after(WEND_ACTIVITY_LEFT, (activity_event)event),
                         WEND_ACTIVITY_COUNT);
    }
}
END_TEST

/* A standing agent cannot reach a goal or a connection; no route is planned for a waiting agent. */
START_TEST(standing_agents_cannot_arrive) {
    for (int i = 0; i < WEND_ACTIVITY_COUNT; i++) {
        wend_activity from = (wend_activity)i;
        for (int event = ACTIVITY_GOAL_REACHED; event <= ACTIVITY_CONNECTION_ENTERED; event++) {
            ck_assert(!activity_is_standing(from) ||
                      activity_after(from, (activity_event)event) == WEND_ACTIVITY_COUNT);
        }
        for (int event = ACTIVITY_ROUTE_FOUND; event <= ACTIVITY_ROUTE_NONE; event++) {
            ck_assert(!activity_is_waiting(from) ||
                      activity_after(from, (activity_event)event) == WEND_ACTIVITY_COUNT);
        }
    }
}
END_TEST

START_TEST(activity_texts_are_distinct) {
    for (int i = 0; i < WEND_ACTIVITY_COUNT; i++) {
        for (int k = 0; k < i; k++) {
            ck_assert_str_ne(wend_activity_text((wend_activity)i),
                             wend_activity_text((wend_activity)k));
        }
    }
    ck_assert_str_eq(wend_activity_text(WEND_ACTIVITY_COUNT), "unknown");
}
END_TEST

/* ---- In worlds ------------------------------------------------------------------------------- */

/* Checks the conditions that must hold for every agent after each step. Returns the set of
 * activities that occurred, as bits. */
static uint32_t check_agents(wend_world *world) {
    wend_agent_state *states = malloc(1000 * sizeof *states);
    uint32_t count = wend_world_get_agents(world, states, 1000), seen = 0;
    const wend_view *view = wend_world_view(world);
    ck_assert_uint_lt(count, 1000);
    for (uint32_t i = 0; i < count; i++) {
        wend_activity activity = states[i].activity;
        const char *text = wend_activity_text(activity);
        seen |= 1U << activity;
        ck_assert_int_lt(activity, WEND_ACTIVITY_LEFT);
        uint32_t body = wend_view_find_body(view, (uint32_t)states[i].agent.value);
        ck_assert_msg((body == UINT32_MAX) == (activity == WEND_ACTIVITY_CROSSING), "%s", text);
        if (body == UINT32_MAX) {
            continue;
        }
        uint32_t flags = wend_body_flags(&view->bodies[body]);
        ck_assert_int_eq(wend_view_activity(view, body), activity);
        ck_assert_msg(((flags & WEND_BODY_STANDS) != 0) == activity_is_standing(activity), "%s",
                      text);
        bool asked = activity == WEND_ACTIVITY_CHOOSING || activity == WEND_ACTIVITY_WAITING;
        ck_assert_msg(!asked || (flags & WEND_BODY_NEEDS_GOAL), "%s and not asked", text);
        ck_assert_msg(!activity_is_waiting(activity) || !(flags & WEND_BODY_NEEDS_ROUTE), "%s",
                      text);
        bool heads = activity == WEND_ACTIVITY_WALKING || activity_lacks_route(activity);
        ck_assert_msg(!heads || states[i].goal.value != 0, "%s without a goal", text);
        const wend_route *route = wend_view_route(view, body);
        ck_assert_msg(activity != WEND_ACTIVITY_STRANDED || route == NULL, "stranded on a route");
    }
    free(states);
    return seen;
}

START_TEST(body_flags_match_the_activity) {
    uint32_t seen = 0;
    for (uint32_t stride = 1; stride < 12; stride += 10) {
        busy_world busy = busy_create(2, stride);
        for (uint64_t step = 0; step < 400; step++) {
            busy_command(&busy, step);
            worlds_step(busy.world, 1);
            seen |= check_agents(busy.world);
        }
        busy_destroy(&busy);
    }
    const uint32_t expected = 1U << WEND_ACTIVITY_WALKING | 1U << WEND_ACTIVITY_WAITING |
                              1U << WEND_ACTIVITY_ARRIVED | 1U << WEND_ACTIVITY_CHOOSING;
    ck_assert_uint_eq(seen & expected, expected);
}
END_TEST

/* A snapshot keeps the activities of all agents, and the state hash. */
START_TEST(snapshots_keep_activities) {
    busy_world busy = busy_create(1, 1);
    for (uint64_t step = 0; step < 150; step++) {
        busy_command(&busy, step);
        worlds_step(busy.world, 1);
    }
    size_t size = wend_world_save(busy.world, NULL, 0);
    void *bytes = malloc(size);
    wend_world_save(busy.world, bytes, size);
    wend_world_def def = wend_default_world_def();
    def.space = busy.space;
    wend_world *loaded = NULL;
    wend_error error;
    ck_assert_msg(wend_world_load(&def, bytes, size, &loaded, &error) == WEND_OK, "%s",
                  error.message);
    ck_assert_uint_eq(wend_world_hash(loaded), wend_world_hash(busy.world));
    for (uint32_t slot = 0; slot < busy.world->cold.used; slot++) {
        if (busy.world->cold.body[slot] < STORE_QUEUED) {
            const cold_behaviour *a = &busy.world->cold.behaviour[slot];
            const cold_behaviour *b = &loaded->cold.behaviour[slot];
            ck_assert(a->activity == b->activity && a->previous == b->previous &&
                      a->since == b->since && a->is_lost == b->is_lost);
        }
    }
    free(bytes);
    wend_world_destroy(loaded);
    busy_destroy(&busy);
}
END_TEST

/* ---- The state hash -------------------------------------------------------------------------- */

static wend_world *one_agent(double goal_x, uint64_t key, wend_on_arrival then, wend_agent *out) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_point at = {goal_x, 0.0};
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &at;
    goal.on_arrival = then;
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.goal = worlds_add_goal(world, &goal);
    *out = worlds_add(world, &def);
    return world;
}

/* When all agents have left a world, its hash depends on the keys of these agents and on the
 * positions where they left. */
START_TEST(state_hash_includes_agents_that_have_left) {
    uint64_t hashes[4];
    static const double goals[4] = {2.0, 2.0, 2.0, 2.5};
    static const uint64_t keys[4] = {7, 7, 8, 7};
    for (int i = 0; i < 4; i++) {
        wend_agent agent;
        wend_world *world = one_agent(goals[i], keys[i], WEND_ON_ARRIVAL_LEAVE, &agent);
        worlds_step(world, 40);
        ck_assert_uint_eq(wend_world_agent_count(world), 0);
        hashes[i] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_uint_ne(hashes[0], hashes[2]);
    ck_assert_uint_ne(hashes[0], hashes[3]);
}
END_TEST

/* Two agents are at the same location; one stops at its goal and the other continues. */
START_TEST(state_hash_depends_on_the_activity) {
    wend_agent a, b;
    wend_world *stays = one_agent(0.0, 1, WEND_ON_ARRIVAL_STOP, &a);
    wend_world *waits = one_agent(0.0, 1, WEND_ON_ARRIVAL_CONTINUE, &b);
    worlds_step(stays, 1);
    worlds_step(waits, 1);
    ck_assert_int_eq(worlds_state(stays, a).activity, WEND_ACTIVITY_ARRIVED);
    ck_assert_int_eq(worlds_state(waits, b).activity, WEND_ACTIVITY_CHOOSING);
    ck_assert_double_eq(worlds_state(stays, a).position.x, worlds_state(waits, b).position.x);
    ck_assert_uint_ne(wend_world_hash(stays), wend_world_hash(waits));
    wend_world_destroy(stays);
    wend_world_destroy(waits);
}
END_TEST

/* A route request (a flag bit) and the private state of models do not affect the hash. */
START_TEST(state_hash_ignores_private_state) {
    wend_agent agent;
    wend_world *world = one_agent(9.0, 1, WEND_ON_ARRIVAL_STOP, &agent);
    worlds_step(world, 1);
    uint64_t hash = wend_world_hash(world);
    agent_request_route(world, (uint32_t)agent.value, true);
    for (uint32_t i = 0; i < world->state_count; i++) {
        memset(world->states[i].bytes, 1, world->states[i].stage->state_size);
    }
    ck_assert_uint_eq(wend_world_hash(world), hash);
    agent_body(world, (uint32_t)agent.value)->radius *= 1.0001F;
    ck_assert_uint_ne(wend_world_hash(world), hash);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("behave/activity", every_activity_can_be_reached_and_left,
          nothing_happens_to_agents_that_have_left, standing_agents_cannot_arrive,
          activity_texts_are_distinct, body_flags_match_the_activity, snapshots_keep_activities,
          state_hash_includes_agents_that_have_left, state_hash_depends_on_the_activity,
          state_hash_ignores_private_state);
}
