/* Memory: a steady step does not allocate memory, no memory leaks, and running out of memory is
 * handled. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/suite.h"
#include "support/worlds.h"

/* ---- Steady steps ---------------------------------------------------------------------------- */

/* In this program, all calls to the C heap go through these functions, whatever code makes them. */
static _Atomic unsigned long heap_calls;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(__GLIBC__)
#if defined(__has_feature)
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define COUNTS_HEAP 1
#endif
#else
#define COUNTS_HEAP 1
#endif
#endif

#ifdef COUNTS_HEAP
void *malloc(size_t size) {
    heap_calls++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    heap_calls++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    heap_calls++;
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    heap_calls++;
    return __libc_memalign(alignment, size);
}
#endif

/* Runs the ranges of a loop in order, in turn for two workers. Each worker has buffers of its own,
 * and allocates them when it first does work of that kind. With threads, that step depends on how
 * the threads are scheduled. */
static void run_in_turn(void *user, wend_task_range *range, void *context, uint32_t count,
                        uint32_t grain) {
    (void)user;
    for (uint32_t begin = 0, k = 0; begin < count; begin += grain, k++) {
        uint32_t end = count - begin < grain ? count : begin + grain;
        range(context, begin, end, k % 2);
    }
}

/* The patrol in the busy world continues forever, with waiting agents, arrivals and new routes. */
START_TEST(steady_step_allocates_nothing) {
    wend_registry *registry = worlds_registry();
    worlds_heap heap = {0};
    wend_world_def def = wend_default_world_def();
    def.allocator = worlds_allocator(&heap);
    def.tasks = (wend_task_system){.worker_count = 2, .run = run_in_turn};
    wend_world *world = worlds_busy(def, registry, NULL);
    worlds_busy_run(world, 240);
    unsigned long calls = heap.calls, all = heap_calls;
    uint64_t counted = wend_world_get_memory_use(world).calls;
    uint64_t arrivals = wend_world_get_stats(world).arrivals,
             plans = wend_world_get_stats(world).plans;
    wend_result result = wend_world_step(world, 60, NULL); /* no assertions: check allocates */
    unsigned long all_after = heap_calls;
    ck_assert_int_eq(result, WEND_OK);
    ck_assert_uint_eq(heap.calls, calls);
    ck_assert_uint_eq(all_after, all);
    ck_assert_uint_eq(wend_world_get_memory_use(world).calls, counted);
    ck_assert_uint_gt(wend_world_get_stats(world).arrivals, arrivals);
    ck_assert_uint_gt(wend_world_get_stats(world).plans, plans);
    wend_world_destroy(world);
    ck_assert_uint_eq(heap.held, 0);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Bytes per agent ------------------------------------------------------------------------- */

/* Creates a world of `count` agents that walk in four directions. Writes their ids to `ids`. */
static wend_world *make_crowd(wend_world_def def, uint32_t count, wend_agent *ids,
                              wend_goal goals[4]) {
    def.space = worlds_open();
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "direct");
    for (int i = 0; i < 4; i++) {
        goals[i] = worlds_direction(world, 1.5707963 * i);
    }
    wend_agent_def *agents = calloc(count, sizeof *agents);
    for (uint32_t i = 0; i < count; i++) {
        agents[i] = wend_default_agent_def();
        agents[i].position = (wend_point){i % 317 * 1.4, i / 317 * 1.4};
        agents[i].goal = goals[i % 4];
    }
    ck_assert_int_eq(wend_world_add_agents(world, agents, count, ids, NULL), WEND_OK);
    free(agents);
    return world;
}

/* Set-up memory is freed in the first step that does not need it: nothing is left to free later. */
START_TEST(an_agent_takes_less_than_200_bytes) {
    enum { COUNT = 100000 };
    worlds_heap heap = {0};
    wend_world_def def = wend_default_world_def();
    def.allocator = worlds_allocator(&heap);
    wend_goal goals[4];
    static wend_agent ids[COUNT];
    wend_world *world = make_crowd(def, COUNT, ids, goals);
    worlds_step(world, 1);
    /* The second step has an event, which can be read after it. */
    ck_assert_int_eq(wend_world_set_agent_goal(world, ids[7], goals[0], NULL), WEND_OK);
    worlds_step(world, 1);
    const wend_event *events = NULL;
    ck_assert_uint_eq(wend_world_get_events(world, &events), 1);
    ck_assert_uint_eq(events->agent.value, ids[7].value);
    size_t early = wend_world_get_memory_use(world).held;
    ck_assert_uint_lt(early, (size_t)200 * COUNT);
    worlds_step(world, 38);
    size_t held = wend_world_get_memory_use(world).held;
    ck_assert_uint_lt(held, (size_t)200 * COUNT);
    ck_assert_uint_le(held, early + early / 100);
    ck_assert_uint_ge(held, early - early / 100);
    ck_assert_uint_ge(heap.held, held);
    ck_assert_uint_lt(heap.held, (size_t)200 * COUNT);
    wend_world_destroy(world);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

/* Every third step, all agents take another goal. After some such bursts, their buffers are kept,
 * and no step allocates any more. */
START_TEST(repeated_bursts_stop_allocating) {
    enum { COUNT = 20000, PERIOD = 3 };
    static wend_agent ids[COUNT];
    static wend_goal taken[COUNT];
    worlds_heap heap = {0};
    wend_world_def def = wend_default_world_def();
    def.allocator = worlds_allocator(&heap);
    wend_goal goals[4];
    wend_world *world = make_crowd(def, COUNT, ids, goals);
    worlds_step(world, 1);
    unsigned long calls = 0;
    for (uint32_t burst = 1; burst <= 30; burst++) {
        for (uint32_t i = 0; i < COUNT; i++) {
            taken[i] = goals[(i + burst) % 4];
        }
        ck_assert_int_eq(wend_world_set_agent_goals(world, ids, taken, COUNT, NULL), WEND_OK);
        worlds_step(world, 1);
        const wend_event *events = NULL;
        ck_assert_uint_ge(wend_world_get_events(world, &events), COUNT);
        worlds_step(world, PERIOD - 1);
        calls = burst == 20 ? heap.calls : calls;
    }
    ck_assert_uint_eq(heap.calls, calls);
    wend_world_destroy(world);
}
END_TEST

/* ---- When it runs out ------------------------------------------------------------------------ */

enum { PHASES = 9 };

/* Makes and runs a world that uses many features; returns the first failure. */
static wend_result make_and_run(const wend_world_def *def, uint64_t *hash) {
    wend_world *world = NULL;
    wend_error error = {0};
    wend_result result = wend_world_create(def, &world, &error);
    if (result != WEND_OK) {
        ck_assert_ptr_null(world);
        return result;
    }
    wend_point positions[] = {{3, 3}, {9, 5}, {8, 2}}, block[] = {{-1, -1}, {1, -1}, {0, 1}};
    wend_setting push = {"push", {.number = {WEND_DISTRIBUTION_UNIFORM, 0.3, 0.9, 0, 0}}};
    wend_profile_def profile = worlds_profile_def();
    profile.name = "walker";
    profile.preferred_speed = (wend_distribution){WEND_DISTRIBUTION_UNIFORM, 1.0, 1.5, 0, 0};
    profile.select.name = "nearest";
    profile.steer = (wend_choice){"sway", &push, 1};
    profile.modify[0] = (wend_choice){"scale", NULL, 0};
    profile.modify_count = 1;
    wend_goal_def goal = wend_default_goal_def();
    goal.name = "corner";
    goal.shape = WEND_GOAL_POLYGON;
    goal.points = positions;
    goal.point_count = 3;
    goal.capacity = 10;
    goal.on_arrival = WEND_ON_ARRIVAL_CONTINUE;
    wend_obstacle_def door = wend_default_obstacle_def();
    door.name = "cart";
    door.kind = WEND_OBSTACLE_MOVING;
    door.points = block;
    door.point_count = 3;
    door.position = (wend_point){7, 12};
    wend_agent_def agents[40];
    for (int i = 0; i < 40; i++) {
        agents[i] = wend_default_agent_def();
        agents[i].key = (uint64_t)(40 - i);
        agents[i].position = (wend_point){1 + i % 8, 1 + i / 8};
        agents[i].goal_set = worlds_nth_goal_set(0);
        agents[i].path = worlds_nth_path(0);
        agents[i].group = worlds_nth_group(0);
    }
    wend_goal id = {0};
    wend_result results[PHASES] = {WEND_OK};
    results[0] = wend_world_add_profile(world, &profile, NULL, &error);
    results[1] = wend_world_add_goal(world, &goal, &id, &error);
    results[2] = results[1] ? results[1] : wend_world_add_goal_set(world, &id, 1, NULL, &error);
    results[3] = wend_world_add_path(world, positions, NULL, 3, NULL, &error);
    results[4] = wend_world_add_group(world, "all", NULL, &error);
    results[5] = wend_world_add_obstacle(world, &door, NULL, &error);
    ck_assert_uint_eq(wend_world_get_overlay_walls(world, NULL, NULL, 0), results[5] ? 0 : 3);
    bool good = true;
    for (int i = 0; i < 6; i++) {
        good = good && results[i] == WEND_OK;
        result = result ? result : results[i];
    }
    if (!good) { /* an object that could not be added is absent, and causes no conflict */
        ck_assert_int_eq(wend_world_step(world, 1, &error), WEND_OK);
        ck_assert_uint_eq(wend_world_get_overlay_walls(world, NULL, NULL, 0), results[5] ? 0 : 3);
    } else {
        wend_agent out[40] = {{0}};
        results[6] = wend_world_add_agents(world, agents, 40, out, &error);
        ck_assert_uint_eq(out[0].value != 0, results[6] == WEND_OK);
        results[7] = results[6] ? results[6] : wend_world_step(world, 12, &error);
        results[8] = results[7] ? results[7] : wend_world_remove_agent(world, out[3], &error);
        result = results[8] ? results[8] : wend_world_step(world, 3, &error);
        if (results[7] != WEND_OK || result != WEND_OK) {
            /* When memory is available again, the world continues. */
            ck_assert_int_eq(wend_world_step(world, 3, &error), WEND_OK);
            wend_agent_state states[40];
            uint32_t count = wend_world_get_agents(world, states, 40);
            ck_assert_uint_eq(count, results[6] ? 0 : results[8] ? 40 : 39);
            for (uint32_t i = 0; i < count;
                 i++) { /* running out of memory is not reported as lack of a route */
                ck_assert(states[i].activity != WEND_ACTIVITY_STRANDED);
            }
        }
    }
    *hash = wend_world_hash(world);
    wend_world_destroy(world);
    return result;
}

START_TEST(survives_every_failed_allocation) {
    wend_registry *registry = worlds_registry();
    wend_space *space = worlds_floors();
    uint64_t whole = 0, hash = 0;
    unsigned long failures = 0;
    for (unsigned long fails_at = 0;; fails_at++) {
        worlds_heap heap = {.fails_at = fails_at};
        wend_world_def def = wend_default_world_def();
        def.space = space;
        def.registry = registry;
        def.allocator = worlds_allocator(&heap);
        wend_result result = make_and_run(&def, &hash);
        ck_assert_msg(heap.held == 0, "%zu bytes left when allocation %lu fails", (size_t)heap.held,
                      fails_at);
        if (fails_at == 0) {
            ck_assert_int_eq(result, WEND_OK);
            whole = hash;
        } else if (heap.calls < fails_at) { /* the run made fewer allocations */
            ck_assert_uint_eq(hash, whole);
            break;
        } else {
            ck_assert_msg(result == WEND_ERROR_MEMORY, "allocation %lu failed, result %d", fails_at,
                          result);
            failures++;
        }
    }
    ck_assert_uint_gt(failures, 60);
    wend_space_release(space);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(registry_reports_out_of_memory) {
    for (unsigned long fails_at = 1;; fails_at++) {
        worlds_heap heap = {.fails_at = fails_at};
        wend_allocator allocator = worlds_allocator(&heap);
        wend_registry *registry = NULL;
        wend_result result = wend_registry_create(&allocator, &registry, NULL);
        if (result == WEND_OK) {
            ck_assert_uint_gt(fails_at, 5);
            wend_registry_destroy(registry);
            ck_assert_uint_eq(heap.held, 0);
            break;
        }
        ck_assert_int_eq(result, WEND_ERROR_MEMORY);
        ck_assert_ptr_null(registry);
        ck_assert_uint_eq(heap.held, 0);
    }
}
END_TEST

int main(void) {
    SUITE("world/memory", steady_step_allocates_nothing, an_agent_takes_less_than_200_bytes,
          repeated_bursts_stop_allocating, survives_every_failed_allocation,
          registry_reports_out_of_memory);
}
