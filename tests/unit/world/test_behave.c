/* Choosing goals: capacity, claims, selectors, waiting. */
/* label: threads */
#include <stdlib.h>
#include <string.h>

#include <wend/random.h>

#include "support/suite.h"
#include "support/worlds.h"

static bool waits(const wend_world *world, wend_agent agent) {
    return worlds_state(world, agent).activity == WEND_ACTIVITY_WAITING;
}

/* ---- Claims ---------------------------------------------------------------------------------- */

/* 1000 agents claim a capacity of 100. The agents with the lowest keys get it, regardless of the
 * order in which agents were added, of their positions and of the number of threads. */
START_TEST(agents_with_the_lowest_keys_get_the_capacity) {
    enum { COUNT = 1000, ROOM = 100 };
    for (uint32_t run = 0; run < 6; run++) {
        wend_world *world = worlds_choosing("given", 1 + run % 3);
        wend_goal goal = worlds_limited(world, 500, 0, ROOM, WEND_ON_ARRIVAL_STOP);
        uint64_t keys[COUNT];
        for (uint32_t i = 0; i < COUNT; i++) {
            uint32_t k = (uint32_t)(wend_random_bits(run, i, 0, 0) % (i + 1));
            keys[i] = keys[k];
            keys[k] = i + 1;
        }
        for (uint32_t i = 0; i < COUNT; i++) {
            wend_agent_def def = wend_default_agent_def();
            def.key = keys[i];
            def.goal = goal;
            def.position = (wend_point){i % 40, (int)(i / 40)};
            worlds_add(world, &def);
        }
        worlds_step(world, 2);
        for (uint64_t key = 1; key <= COUNT; key++) {
            wend_agent agent = wend_world_find_agent(world, key);
            ck_assert_msg(waits(world, agent) == (key > ROOM), "run %u, key %llu", run,
                          (unsigned long long)key);
            float speed = worlds_state(world, agent).velocity.x;
            ck_assert_msg((speed > 0) == (key <= ROOM), "run %u, key %llu: speed %g", run,
                          (unsigned long long)key, (double)speed);
        }
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(waiting_agent_gets_released_capacity) {
    wend_world *world = worlds_choosing("given", 1);
    wend_goal goal = worlds_limited(world, 3, 0, 1, WEND_ON_ARRIVAL_STOP),
              other = worlds_point(world, 0, 9);
    wend_agent agents[4];
    for (uint64_t key = 1; key <= 4; key++) {
        wend_agent_def def = wend_default_agent_def();
        def.key = key;
        def.goal = goal;
        def.position.y = (double)key;
        agents[key - 1] = worlds_add(world, &def);
    }
    worlds_step(world, 40); /* the first agent stands at the goal, and keeps its capacity */
    ck_assert(worlds_state(world, agents[0]).activity == WEND_ACTIVITY_ARRIVED);
    ck_assert(waits(world, agents[1]) && waits(world, agents[2]) && waits(world, agents[3]));
    ck_assert_uint_eq(wend_view_goal_capacity_left(wend_world_view(world), 0), 0);
    ck_assert_int_eq(wend_world_remove_agent(world, agents[0], NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert(!waits(world, agents[1]) && waits(world, agents[2]) && waits(world, agents[3]));
    wend_event event;
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_GOAL, &event), 1);
    ck_assert_uint_eq(event.key, 2);
    /* An agent that holds capacity and is sent elsewhere releases it; an agent that waits for
     * capacity and is sent elsewhere stops waiting. */
    ck_assert_int_eq(wend_world_set_agent_goal(world, agents[1], other, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_set_agent_goal(world, agents[2], other, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert(!waits(world, agents[1]) && !waits(world, agents[2]) && !waits(world, agents[3]));
    ck_assert_uint_eq(wend_view_goal_capacity_left(wend_world_view(world), 0), 0);
    worlds_step(world, 200);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 4);
    wend_world_destroy(world);
}
END_TEST

START_TEST(leaving_on_arrival_releases_capacity) {
    wend_world *world = worlds_choosing("given", 1);
    wend_goal goal = worlds_limited(world, 2, 0, 2, WEND_ON_ARRIVAL_LEAVE);
    for (uint64_t key = 1; key <= 11; key++) {
        wend_agent_def def = wend_default_agent_def();
        def.key = key;
        def.goal = goal;
        worlds_add(world, &def);
    }
    uint64_t last = 0;
    uint32_t left = 0;
    for (int i = 0; i < 200; i++) {
        worlds_step(world, 1);
        const wend_event *events;
        uint32_t count = wend_world_get_events(world, &events);
        for (uint32_t k = 0; k < count; k++) {
            if (events[k].kind == WEND_EVENT_LEFT) {
                ck_assert_uint_gt(events[k].key,
                                  last); /* agents leave two at a time, in the order of keys */
                last = events[k].key;
                left++;
            }
        }
    }
    ck_assert_uint_eq(left, 11);
    ck_assert_uint_eq(wend_world_agent_count(world), 0);
    wend_world_destroy(world);
}
END_TEST

/* When a goal is removed while an agent waits for it, the selector runs again. */
START_TEST(selector_is_called_again_when_a_goal_is_removed) {
    wend_world *world = worlds_choosing("nearest", 1);
    wend_goal full = worlds_limited(world, 3, 0, 1, WEND_ON_ARRIVAL_STOP),
              free_goal = worlds_point(world, 50, 0);
    wend_agent_def def = wend_default_agent_def();
    def.goal = full;
    def.key = 1;
    worlds_add(world, &def);
    def.key = 2;
    def.goal_set = worlds_goal_set(world, &free_goal, 1);
    wend_agent second = worlds_add(world, &def);
    worlds_step(world, 3);
    ck_assert(waits(world, second));
    ck_assert_int_eq(wend_world_set_agent_goal(world, second, (wend_goal){0}, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert(!waits(world, second));
    ck_assert_uint_eq(worlds_state(world, second).goal.value, free_goal.value);
    wend_world_destroy(world);
}
END_TEST

/* ---- User-defined resources ------------------------------------------------------------------ */

/* Each agent claims the resource with a priority given by its key; holders release it after three
 * steps. */
static uint32_t resource, holders[64], holder_count;

static void follow_claiming(const wend_view *view, const wend_agents *agents,
                            wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            uint64_t key = wend_view_key(view, i);
            uint32_t *held = wend_agents_state(agents, view->bodies[i].slot);
            intents[i - agents->first] = (wend_intent){.speed = 0.0F};
            if (wend_view_holds(view, i, resource) && ++*held == 3) {
                wend_view_release(view, agents->worker, i, resource);
            } else if (*held == 0) {
                wend_view_claim(view, agents->worker, i, resource, key % 2 ? 7 : 3);
            }
        }
    }
}

static const wend_follower follower_claiming = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "claiming",
                        .summary = "claims a resource"},
              .state_size = 4},
    .follow = follow_claiming};

static void read_holders(wend_world *world) {
    const wend_view *view = wend_world_view(world);
    holder_count = 0;
    for (uint64_t key = 1; key <= 20; key++) {
        uint32_t body =
            wend_view_find_body(view, (uint32_t)wend_world_find_agent(world, key).value);
        if (wend_view_holds(view, body, resource)) {
            holders[holder_count++] = (uint32_t)key;
        }
    }
}

START_TEST(claims_are_granted_by_priority_and_key) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_FOLLOWER, &follower_claiming.stage.entry, NULL), 0);
    wend_world *world = worlds_make(worlds_open(), registry);
    wend_profile_def def = wend_default_profile_def();
    def.follow.name = "claiming";
    worlds_add_profile(world, &def);
    ck_assert_int_eq(wend_world_add_resource(world, 0, NULL, NULL), WEND_ERROR_INVALID);
    wend_resource four = {0};
    ck_assert_int_eq(wend_world_add_resource(world, 4, &four, NULL), WEND_OK);
    resource = wend_world_resource_index(world, four);
    ck_assert_uint_eq(wend_world_resource_index(world, (wend_resource){0}), WEND_NONE);
    ck_assert_uint_eq(wend_world_resource_index(world, (wend_resource){four.value + 1}), WEND_NONE);
    wend_goal goal = worlds_direction(world, 0);
    for (uint64_t key = 20; key >= 1; key--) {
        wend_agent_def agent = wend_default_agent_def();
        agent.key = key;
        agent.goal = goal;
        worlds_add(world, &agent);
    }
    static const uint32_t expected[5][4] = {
        {2, 4, 6, 8}, {10, 12, 14, 16}, {1, 3, 18, 20}, {5, 7, 9, 11}, {13, 15, 17, 19}};
    for (int i = 0; i < 5; i++) {
        for (int step = 0; step < 3; step++) {
            worlds_step(world, 1);
            read_holders(world);
            ck_assert_uint_eq(holder_count, 4);
            ck_assert_mem_eq(holders, expected[i], sizeof expected[i]);
        }
    }
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/behave", agents_with_the_lowest_keys_get_the_capacity,
          waiting_agent_gets_released_capacity, leaving_on_arrival_releases_capacity,
          selector_is_called_again_when_a_goal_is_removed, claims_are_granted_by_priority_and_key);
}
