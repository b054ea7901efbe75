/* Memory of agents on connections and in areas: a steady step does not allocate memory, no memory
 * leaks, and running out of memory is handled. */
#include <stdlib.h>

#include "support/floors.h"
#include "support/suite.h"
#include "support/worlds.h"

/* Adds an area that covers a floor, and one that covers the foot of a ladder. */
static wend_result add_areas(wend_world *world, uint32_t layer) {
    const wend_point floor[] = {{-50, -50}, {50, -50}, {50, 50}, {-50, 50}};
    const wend_point foot[] = {{6, 2}, {8, 2}, {7, 4}};
    wend_area_def defs[] = {wend_default_area_def(), wend_default_area_def()};
    defs[0].points = floor;
    defs[0].point_count = 4;
    defs[1].points = foot;
    defs[1].point_count = 3;
    defs[0].layer = defs[1].layer = layer;
    return wend_world_add_areas(world, defs, 2, NULL, NULL);
}

/* Returns the number of agents in the area of a floor. That area is the first of the two areas that
 * are added for each floor. */
static uint32_t on_floor(const wend_world *world, uint32_t layer) {
    return wend_world_area_agent_count(world, (wend_area){UINT64_C(1) << 32 | 2 * layer});
}

/* Checks that agents on the ground are in the area of their floor, and agents on ladders are in no
 * area. */
static void check_areas(const wend_world *world) {
    wend_agent_state states[24];
    uint32_t count = wend_world_get_agents(world, states, 24), on[2] = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        bool climbs = states[i].activity == WEND_ACTIVITY_CROSSING;
        bool at_foot = false;
        wend_area areas[3];
        uint32_t inside = wend_world_get_agent_areas(world, states[i].agent, areas, 3);
        if (inside == 2) {
            at_foot = (uint32_t)areas[1].value == 2 * states[i].layer + 1;
        }
        ck_assert_uint_eq(inside, climbs ? 0 : 1 + at_foot);
        on[states[i].layer] += !climbs;
    }
    ck_assert_uint_eq(on_floor(world, 0), on[0]);
    ck_assert_uint_eq(on_floor(world, 1), on[1]);
}

/* Makes agents that walk back and forth between the floors forever. */
static wend_result make(wend_space *space, worlds_heap *heap, wend_world **out) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.threads = 2;
    def.allocator = worlds_allocator(heap);
    *out = NULL;
    wend_result result = wend_world_create(&def, out, NULL);
    if (result != WEND_OK) {
        return result;
    }
    wend_profile_def profile = wend_default_profile_def();
    profile.select.name = "cycle";
    profile.plan.name = "sight";
    profile.steer.name = "orca";
    result = wend_world_add_profile(*out, &profile, NULL, NULL);
    for (uint32_t i = 0; i < 2 && result == WEND_OK; i++) {
        result = add_areas(*out, i);
    }
    wend_goal goals[2];
    for (uint32_t i = 0; i < 2 && result == WEND_OK; i++) {
        wend_point point = {12.0, 6.0};
        wend_goal_def goal = wend_default_goal_def();
        goal.shape = WEND_GOAL_DISC;
        goal.points = &point;
        goal.point_count = 1;
        goal.radius = 2.0;
        goal.layer = i;
        goal.on_arrival = WEND_ON_ARRIVAL_CONTINUE;
        result = wend_world_add_goal(*out, &goal, &goals[i], NULL);
    }
    wend_goal_set set = {0};
    result = result == WEND_OK ? wend_world_add_goal_set(*out, goals, 2, &set, NULL) : result;
    wend_agent_def agents[24];
    for (uint32_t i = 0; i < 24; i++) {
        agents[i] = wend_default_agent_def();
        agents[i].position = (wend_point){1.0 + 0.8 * (i % 6), 2.0 + 1.5 * (i / 6)};
        agents[i].layer = i % 2;
        agents[i].goal_set = set;
    }
    return result == WEND_OK ? wend_world_add_agents(*out, agents, 24, NULL, NULL) : result;
}

static wend_space *ladders(void) {
    wend_connection_def all[] = {floors_ladder(7, 3, 0.5), floors_ladder(7, 9, 0.7)};
    return floors_space(2, false, all, 2);
}

START_TEST(steady_step_allocates_nothing) {
    worlds_heap heap = {0};
    wend_space *space = ladders();
    wend_world *world = NULL;
    ck_assert_int_eq(make(space, &heap, &world), WEND_OK);
    worlds_step(world, 1500);
    unsigned long calls = heap.calls;
    uint32_t entered = worlds_step_counting(world, 300, WEND_EVENT_ENTERED);
    ck_assert_uint_eq(heap.calls, calls);
    ck_assert_uint_gt(entered, 20);
    check_areas(world);
    wend_world_destroy(world);
    ck_assert_uint_eq(heap.held, 0);
    wend_space_release(space);
}
END_TEST

/* Each allocation fails once: the call reports it, and when the call is repeated, the run continues
 * as if the allocation had not failed. */
START_TEST(survives_every_failed_allocation) {
    enum { STEPS = 120 };
    wend_space *space = ladders();
    worlds_heap plenty = {0};
    wend_world *calm = NULL;
    ck_assert_int_eq(make(space, &plenty, &calm), WEND_OK);
    worlds_step(calm, STEPS);
    uint32_t failed = 0;
    for (unsigned long k = 1; failed + 1 >= k; k++) {
        worlds_heap heap = {.fails_at = k};
        wend_world *world = NULL;
        wend_result result = make(space, &heap, &world);
        bool whole = result == WEND_OK;
        ck_assert(whole || result == WEND_ERROR_MEMORY);
        failed += !whole;
        while (world && wend_world_step_count(world) < STEPS) {
            result = wend_world_step(world, 1, NULL);
            ck_assert(result == WEND_OK || result == WEND_ERROR_MEMORY);
            failed += result != WEND_OK;
            if (result == WEND_OK && whole) {
                check_areas(world);
            }
        }
        if (whole) {
            ck_assert_msg(wend_world_hash(world) == wend_world_hash(calm), "allocation %lu", k);
        }
        wend_world_destroy(world);
        ck_assert_uint_eq(heap.held, 0);
    }
    ck_assert_uint_gt(failed, 30);
    wend_world_destroy(calm);
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("world/crossing_memory", steady_step_allocates_nothing, survives_every_failed_allocation);
}
