/* Selectors outside profiles: calling any selector for some agents, and goals of several sources.
 */
#include "behave/selector.h"

#include "state/placed_goals.h"
#include "step/params.h"
#include "support/suite.h"
#include "support/worlds.h"

static const wend_selector *find(const char *name) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    const void *entry = wend_registry_find(registry, WEND_KIND_SELECTOR, name, NULL);
    wend_registry_destroy(registry);
    return entry;
}

static wend_agent add(wend_world *world, double x, wend_goal_set set) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, 0};
    def.goal_set = set;
    return worlds_add(world, &def);
}

/* The profile has `nearest`; a call of `biggest` for some of the agents gives other goals. */
START_TEST(runs_another_selector_for_a_range_of_agents) {
    wend_world *world = worlds_choosing("nearest", 1);
    wend_goal goals[3] = {worlds_point(world, 5, 5), worlds_disc(world, 50, 0, 4),
                          worlds_disc(world, 90, 0, 3)};
    wend_goal_set set = worlds_goal_set(world, goals, 3);
    for (int i = 0; i < 6; i++) {
        add(world, i, set);
    }
    worlds_step(world, 1);
    selector_use use = selector_of(world, world->bodies[0].slot);
    ck_assert_ptr_eq(use.selector, find("nearest"));
    ck_assert_uint_eq(use.source, 0);
    selector_use other = {.selector = find("biggest"), .goal_set = use.goal_set, .source = 7};
    ck_assert(selector_is_same(&use, &use) && !selector_is_same(&use, &other));
    uint32_t chosen[4] = {77, 77, 77, 77};
    selector_run(world, &other, &world->view, (wend_range){2, 5}, 0, 1, chosen);
    ck_assert_uint_eq(chosen[0], 77); /* body 1 is not in the range */
    for (int i = 1; i < 4; i++) {
        ck_assert_uint_eq(chosen[i], wend_world_goal_index(world, goals[1]));
    }
    ck_assert_uint_eq(world->cold.goal[world->bodies[3].slot],
                      wend_world_goal_index(world, goals[0])); /* nothing has been applied */
    wend_world_destroy(world);
}
END_TEST

START_TEST(preparing_gives_the_agent_the_set_of_the_selector) {
    wend_world *world = worlds_choosing("nearest", 1);
    wend_goal goals[2] = {worlds_point(world, 5, 5), worlds_point(world, 9, 9)};
    wend_goal_set sets[2] = {worlds_goal_set(world, goals, 2), worlds_goal_set(world, goals, 1)};
    add(world, 0, sets[0]);
    worlds_step(world, 1);
    uint32_t slot = world->bodies[0].slot;
    world->cold.unreachable[slot] = 3;
    selector_use use = selector_of(world, slot);
    selector_prepare(world, slot, &use);
    ck_assert_uint_eq(store_unreachable(&world->cold, slot), 3); /* the same set: nothing changes */
    use.goal_set = 1;
    selector_prepare(world, slot, &use);
    ck_assert_uint_eq(world->cold.goal_set[slot], 1);
    ck_assert_uint_eq(store_unreachable(&world->cold, slot), 0);
    wend_world_destroy(world);
}
END_TEST

START_TEST(period_is_that_of_the_parameter) {
    memory heap;
    params_block block;
    memory_init(&heap, NULL);
    wend_setting setting = {"reconsider",
                            {.kind = WEND_VALUE_NUMBER, .number = wend_constant(2.5)}};
    const wend_selector *nearest = find("nearest");
    ck_assert_int_eq(params_create(&block, &heap, &nearest->stage.entry, &setting, 1, NULL),
                     WEND_OK);
    ck_assert_double_eq(selector_period(nearest, block.params), 2.5);
    params_free(&block, &heap);
    ck_assert_double_eq(selector_period(find("random"), NULL), 0);
}
END_TEST

static uint32_t place(wend_world *world, uint32_t slot, uint32_t source, float x) {
    bool is_out_of_memory = false;
    wend_own_goal goal = {{{x, 0}, 0}, 0.1F, WEND_ON_ARRIVAL_STOP};
    uint32_t index = own_goals_place(world, slot, source, &goal, &is_out_of_memory);
    ck_assert(!is_out_of_memory && index != WEND_NO_GOAL);
    return index;
}

/* Each source has its own goal for an agent; goals go one by one, or with the agent. */
START_TEST(sources_have_goals_of_their_own) {
    wend_world *world = worlds_choosing("given", 1);
    wend_agent agent = add(world, 0, (wend_goal_set){0}), other = add(world, 3, (wend_goal_set){0});
    worlds_step(world, 1);
    uint32_t slot = (uint32_t)agent.value, second = (uint32_t)other.value, goals[3];
    for (uint32_t source = 0; source < 3; source++) {
        goals[source] = place(world, slot, source, (float)source);
    }
    uint32_t foreign = place(world, second, 1, 50);
    for (uint32_t source = 0; source < 3; source++) {
        ck_assert_uint_eq(own_goals_find(world, slot, source), goals[source]);
        ck_assert_uint_eq(place(world, slot, source, 9), goals[source]); /* it moves */
        ck_assert(own_goals_owns(world, slot, goals[source]));
        ck_assert(!own_goals_owns(world, second, goals[source]));
        ck_assert_float_eq(world->goals.records[goals[source]].region.a.x, 9.0F);
    }
    wend_world *loaded = worlds_reload(world, NULL);
    for (uint32_t source = 0; source < 3; source++) {
        ck_assert_uint_eq(own_goals_find(loaded, slot, source), goals[source]);
    }
    wend_world_destroy(loaded);
    own_goals_drop(world, slot, 1);
    own_goals_sweep(world);
    ck_assert_uint_eq(own_goals_find(world, slot, 1), WEND_NO_GOAL);
    ck_assert_uint_eq(own_goals_find(world, slot, 2), goals[2]);
    ck_assert(!ids_is_used(&world->goal_ids, goals[1]));
    ck_assert_int_eq(wend_world_remove_agent(world, agent, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert(!ids_is_used(&world->goal_ids, goals[0]) && !ids_is_used(&world->goal_ids, goals[2]));
    ck_assert_uint_eq(own_goals_find(world, second, 1), foreign);
    wend_world_destroy(world);
}
END_TEST

/* Dropped goals are freed in the order of their indices, whatever the order in which they were
 * dropped. */
START_TEST(dropped_goals_are_freed_in_order) {
    enum { COUNT = 37 };
    wend_world *world = worlds_choosing("given", 1);
    uint32_t slots[COUNT], goals[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        slots[i] = (uint32_t)add(world, i, (wend_goal_set){0}).value;
    }
    worlds_step(world, 1);
    for (uint32_t i = 0; i < COUNT; i++) {
        goals[i] = place(world, slots[i], 0, 1);
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        own_goals_drop_all(world, slots[i * 10 % COUNT]);
    }
    own_goals_sweep(world);
    for (uint32_t i = COUNT; i-- > 0;) { /* last in, first out */
        ck_assert_uint_eq(place(world, slots[0], i, 1), goals[i]);
    }
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("behave/selector", runs_another_selector_for_a_range_of_agents,
          preparing_gives_the_agent_the_set_of_the_selector, period_is_that_of_the_parameter,
          sources_have_goals_of_their_own, dropped_goals_are_freed_in_order);
}
