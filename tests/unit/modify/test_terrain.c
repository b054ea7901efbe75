/* The modifier `terrain`: the speed of an agent follows the factor of the ground under its centre,
 * with every steering model, on every layer, and on belts. */
#include <math.h>
#include <string.h>

#include <wend/model.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { MUD = 3, STEPS = 60 };

/* Mud from x = 4 to x = 8. */
static wend_space *make_ground(void) {
    static const wend_point mud[] = {{4, -50}, {8, -50}, {8, 50}, {4, 50}};
    const wend_terrain_def terrain = {.ring = {mud, 4}, .type = MUD};
    const wend_layer_def layer = {.terrains = &terrain, .terrain_count = 1};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    return space;
}

static wend_profile_def make_profile(const char *steer, const wend_terrain_rule *rule) {
    wend_profile_def def = worlds_profile_def();
    def.steer.name = steer;
    def.modify[0].name = "terrain";
    def.modify_count = 1;
    def.terrain_rules = rule;
    def.terrain_rule_count = 1;
    return def;
}

static wend_terrain_rule slow_rule(wend_distribution factor) {
    wend_terrain_rule rule = wend_default_terrain_rule();
    rule.type = MUD;
    rule.speed_factor = factor;
    return rule;
}

/* True for models that choose velocities near the preferred one, and need no more than a region.
 * Agents with `cellular` hop to the side now and then. */
static bool can_run(const wend_steering *model) {
    const char *name = model->stage.entry.name;
    return model->needs == 0 && strcmp(name, "external") != 0 && strcmp(name, "cellular") != 0;
}

/* An agent needs a few steps until its speed has settled, with models that limit accelerations, and
 * several relaxation times (0.54 s with `power_law`) with those that use forces. */
START_TEST(every_model_walks_at_the_speed_of_its_ground) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    uint32_t tried = 0;
    for (uint32_t m = 0; m < wend_registry_count(registry, WEND_KIND_STEERING); m++) {
        const wend_entry *entry = wend_registry_get(registry, WEND_KIND_STEERING, m);
        if (!can_run((const wend_steering *)(const void *)entry)) {
            continue;
        }
        wend_world *world = worlds_make(make_ground(), NULL);
        const wend_terrain_rule rule = slow_rule(wend_constant(0.5));
        const wend_profile_def def = make_profile(entry->name, &rule);
        worlds_add_profile(world, &def);
        wend_agent agent = worlds_agent(world, -3, 0, worlds_point(world, 1000, 0));
        worlds_step(world, 1);
        float mean[2] = {0.0F, 0.0F};
        int count[2] = {0, 0};
        for (int i = 0; i < 3 * STEPS; i++) {
            wend_agent_state before = worlds_state(world, agent);
            worlds_step(world, 1);
            double x = before.position.x;
            int in_mud = x > 6.3 && x < 7.9 ? 1 : 0;
            if (in_mud || (x > 1.5 && x < 3.0)) {
                mean[in_mud] += worlds_state(world, agent).velocity.x;
                count[in_mud]++;
            }
        }
        ck_assert_msg(count[0] > 5 && count[1] > 20, "%s: %d and %d steps", entry->name, count[0],
                      count[1]);
        ck_assert_msg(fabsf(mean[0] / (float)count[0] - 1.3F) < 0.02F &&
                          fabsf(mean[1] / (float)count[1] - 0.65F) < 0.02F,
                      "%s: %g and %g m/s", entry->name, (double)(mean[0] / (float)count[0]),
                      (double)(mean[1] / (float)count[1]));
        tried++;
        wend_world_destroy(world);
    }
    ck_assert_uint_ge(tried, 8);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(factor_may_be_sampled_and_is_kept_by_each_agent) {
    enum { AGENTS = 100 };
    wend_world *world = worlds_make(make_ground(), NULL);
    const wend_terrain_rule rule =
        slow_rule((wend_distribution){WEND_DISTRIBUTION_UNIFORM, 0.2, 0.8, 0, 0});
    const wend_profile_def def = make_profile("direct", &rule);
    worlds_add_profile(world, &def);
    wend_goal goal = worlds_direction(world, 0);
    wend_agent agents[AGENTS];
    float first[AGENTS];
    for (int i = 0; i < AGENTS; i++) {
        agents[i] = worlds_agent(world, 4.5, i - 50, goal);
    }
    worlds_step(world, 1);
    int slow = 0;
    for (int i = 0; i < AGENTS; i++) {
        first[i] = worlds_state(world, agents[i]).velocity.x;
        ck_assert_float_ge(first[i], 0.2F * 1.3F);
        ck_assert_float_le(first[i], 0.8F * 1.3F);
        slow += first[i] < 0.5F * 1.3F;
    }
    ck_assert_int_gt(slow, 25); /* of 100 agents: 50 expected, standard deviation 5 */
    ck_assert_int_lt(slow, 75);
    worlds_step(world, 3);
    for (int i = 0; i < AGENTS; i++) {
        ck_assert_float_eq(worlds_state(world, agents[i]).velocity.x, first[i]);
    }
    wend_world_destroy(world);
}
END_TEST

/* The factor applies to walking; a belt adds its velocity in full. */
START_TEST(belts_carry_agents_in_addition) {
    static const wend_point area[] = {{3, -5}, {9, -5}, {9, 5}, {3, 5}};
    wend_world *world = worlds_make(make_ground(), NULL);
    const wend_terrain_rule rule = slow_rule(wend_constant(0.5));
    const wend_profile_def def = make_profile("orca", &rule);
    worlds_add_profile(world, &def);
    wend_belt_def belt = wend_default_belt_def();
    wend_belt made;
    belt.points = area;
    belt.point_count = 4;
    belt.velocity = (wend_point){1.0, 0.0};
    ck_assert_int_eq(wend_world_add_belt(world, &belt, &made, NULL), WEND_OK);
    wend_agent agent = worlds_agent(world, 5, 0, worlds_point(world, 1000, 0));
    worlds_step(world, 3);
    ck_assert_float_eq_tol(worlds_state(world, agent).velocity.x, 1.0F + 0.65F, 1e-4F);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agents_stop_where_the_factor_is_zero) {
    wend_world *world = worlds_make(make_ground(), NULL);
    const wend_terrain_rule rule = slow_rule(wend_constant(0.0));
    const wend_profile_def def = make_profile("orca", &rule);
    worlds_add_profile(world, &def);
    wend_agent agent = worlds_agent(world, 3.5, 0, worlds_point(world, 1000, 0));
    worlds_step(world, 40);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert_float_eq(state.velocity.x, 0.0F);
    ck_assert_double_ge(state.position.x, 4.0);
    ck_assert_double_lt(state.position.x, 4.2); /* at most one step of 0.13 m beyond the edge */
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("modify/terrain", every_model_walks_at_the_speed_of_its_ground,
          factor_may_be_sampled_and_is_kept_by_each_agent, belts_carry_agents_in_addition,
          agents_stop_where_the_factor_is_zero);
}
