/* Groups: a stage reads the members of a group in the order of keys, regardless of which agents are
 * added and removed. */
#include <string.h>
#include <wend/snapshot.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { KEYS = 4000, GROUPS = 3, ROUNDS = 120 };

/* ---- Against a table of keys ----------------------------------------------------------------- */

static uint32_t group_of[KEYS + 1]; /* WEND_NONE: not in the world */
static wend_agent agent_of[KEYS + 1];

static void check_groups(wend_world *world, int round) {
    const wend_view *view = wend_world_view(world);
    uint32_t next[GROUPS] = {0}, counts[GROUPS] = {0};
    const uint32_t *members[GROUPS] = {0};
    for (uint32_t key = 1; key <= KEYS; key++) {
        uint32_t group = group_of[key];
        if (group >= GROUPS) {
            continue;
        }
        uint32_t slot = (uint32_t)agent_of[key].value;
        if (!members[group]) {
            counts[group] = wend_view_group(view, wend_view_find_body(view, slot), &members[group]);
        }
        ck_assert_msg(next[group] < counts[group] && members[group][next[group]] == slot,
                      "round %d: key %u is not at place %u of its group", round, key, next[group]);
        next[group]++;
    }
    for (int i = 0; i < GROUPS; i++) {
        ck_assert_uint_eq(next[i], counts[i]);
    }
}

static void add_some(wend_world *world, dice *random, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key = 1 + dice_below(random, KEYS);
        if (group_of[key] != WEND_NONE) {
            continue;
        }
        wend_agent_def def = wend_default_agent_def();
        def.key = key;
        uint32_t group = dice_below(random, GROUPS);
        def.group = worlds_nth_group(group);
        def.position = (wend_point){key % 64, (int)(key / 64)};
        agent_of[key] = worlds_add(world, &def);
        group_of[key] = group;
    }
}

static void remove_some(wend_world *world, dice *random, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key = 1 + dice_below(random, KEYS);
        if (group_of[key] != WEND_NONE) {
            ck_assert_int_eq(wend_world_remove_agent(world, agent_of[key], NULL), WEND_OK);
            group_of[key] = WEND_NONE;
        }
    }
}

START_TEST(group_members_are_ordered_by_key) {
    dice random = {17};
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    for (int i = 0; i < GROUPS; i++) {
        ck_assert_int_eq(wend_world_add_group(world, NULL, NULL, NULL), WEND_OK);
    }
    memset(group_of, 0xff, sizeof group_of);
    for (int round = 0; round < ROUNDS; round++) {
        add_some(world, &random, dice_below(&random, 200));
        remove_some(world, &random, dice_below(&random, 200));
        worlds_step(world, 1);
        check_groups(world, round);
    }
    ck_assert_uint_gt(wend_world_agent_count(world), 1000);
    wend_world_destroy(world);
}
END_TEST

START_TEST(names_of_groups_are_unique) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_error error = {0};
    ck_assert_int_eq(wend_world_add_group(world, "family", NULL, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_group(world, "family", NULL, &error), WEND_ERROR_NAME);
    ck_assert_ptr_nonnull(strstr(error.message, "family"));
    ck_assert_int_eq(wend_world_add_group(world, "", NULL, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_group(world, "", NULL, NULL), WEND_OK);
    wend_world_destroy(world);
}
END_TEST

/* Agents that left still count, queued agents do not, and a snapshot keeps the count. */
START_TEST(entered_count_includes_agents_that_left) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_group other = {0}, group = {0};
    ck_assert_int_eq(wend_world_add_group(world, "other", &other, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_group(world, "group", &group, NULL), WEND_OK);
    wend_agent last = {0};
    for (int i = 0; i < 5; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.group = i == 0 ? (wend_group){0} : group;
        def.position.x = i;
        last = worlds_add(world, &def);
        ck_assert_uint_eq(wend_world_group_entered(world, group), (uint64_t)(i > 0 ? i - 1 : 0));
        worlds_step(world, 1);
    }
    ck_assert_int_eq(wend_world_remove_agent(world, last, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_group_entered(world, group), 4);
    ck_assert_uint_eq(wend_world_group_entered(world, other), 0);
    static char bytes[20000];
    size_t size = wend_world_save(world, bytes, sizeof bytes);
    ck_assert_uint_le(size, sizeof bytes);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(world);
    wend_world *copy = NULL;
    ck_assert_int_eq(wend_world_load(&def, bytes, size, &copy, NULL), WEND_OK);
    ck_assert_uint_eq(wend_world_group_entered(copy, group), 4);
    wend_world_destroy(copy);
    wend_world_destroy(world);
}
END_TEST

/* ---- Read from inside a stage: walk as fast as the slowest of the group ---------------------- */

static void keep_together(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const uint32_t *slots;
            uint32_t count = wend_view_group(view, i, &slots);
            float *speed = &intents[i - agents->first].speed;
            for (uint32_t n = 0; n < count; n++) {
                float other = wend_column_at(agents->preferred_speed, slots[n]);
                *speed = other < *speed ? other : *speed;
            }
        }
    }
}

static const wend_modifier modifier_together = {
    .stage = {.entry = {WEND_HEAD(wend_modifier), .name = "together",
                        .summary = "as fast as the slowest of the group"}},
    .modify = keep_together};

static void follow_together(const wend_view *view, const wend_agents *agents,
                            wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            intents[i - agents->first] = (wend_intent){
                .region = *wend_view_goal_region(view, wend_view_goal(view, i)),
                .speed = wend_column_at(agents->preferred_speed, view->bodies[i].slot)};
        }
    }
    keep_together(view, agents, intents);
}

static const wend_follower follower_together = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "in_company",
                        .summary = "as fast as the slowest of the group"}},
    .follow = follow_together};

/* Runs a world with 300 agents in 60 groups and 20 agents without a group, all with sampled speeds.
 * Groups are spread over the ground and over the workers. To find the speed that each agent has on
 * its own, the caller also runs a world without the entry under test. */
static void walk(const wend_registry *registry, const wend_profile_def *profile, float *speeds) {
    wend_world_def world_def = wend_default_world_def();
    world_def.space = worlds_open();
    world_def.registry = registry;
    world_def.threads = 2;
    wend_world *world = worlds_from(&world_def);
    worlds_add_profile(world, profile);
    wend_goal east = worlds_direction(world, 0.0);
    for (int i = 0; i < 60; i++) {
        ck_assert_int_eq(wend_world_add_group(world, NULL, NULL, NULL), WEND_OK);
    }
    for (uint32_t key = 1; key <= 320; key++) {
        wend_agent_def def = wend_default_agent_def();
        def.key = key;
        def.goal = east;
        def.group = key <= 300 ? worlds_nth_group(key % 60) : (wend_group){0};
        def.position = (wend_point){(key * 37) % 101, (key * 53) % 103};
        worlds_add(world, &def);
    }
    worlds_step(world, 3);
    for (uint32_t key = 1; key <= 320; key++) {
        speeds[key] = worlds_state(world, wend_world_find_agent(world, key)).velocity.x;
    }
    wend_world_destroy(world);
}

START_TEST(stages_can_read_the_members_of_a_group) {
    static float alone[321], got[2][321];
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_MODIFIER, &modifier_together.stage.entry, NULL), 0);
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_FOLLOWER, &follower_together.stage.entry, NULL), 0);
    wend_profile_def profile = wend_default_profile_def();
    profile.preferred_speed = wend_uniform(0.5, 1.9);
    walk(registry, &profile, alone);
    profile.modify[0].name = "together";
    profile.modify_count = 1;
    walk(registry, &profile, got[0]);
    profile.modify_count = 0;
    profile.follow.name = "in_company";
    walk(registry, &profile, got[1]);
    int held_back = 0;
    for (uint32_t key = 1; key <= 320; key++) {
        float slowest = alone[key];
        for (uint32_t other = key % 60; key <= 300 && other <= 300; other += 60) {
            slowest = other > 0 && alone[other] < slowest ? alone[other] : slowest;
        }
        ck_assert_float_eq(got[0][key], slowest);
        ck_assert_float_eq(got[1][key], slowest);
        held_back += slowest < alone[key];
    }
    ck_assert_int_eq(held_back, 240); /* in each group, four of five agents are held back */
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/groups", group_members_are_ordered_by_key, names_of_groups_are_unique,
          entered_count_includes_agents_that_left, stages_can_read_the_members_of_a_group);
}
