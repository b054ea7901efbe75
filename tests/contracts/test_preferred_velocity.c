/* External preferred velocity: with the follower `external`, a program sets the preferred
 * velocities of agents, one by one or in bulk, and any steering model follows them as closely as it
 * can. */
#include "contract.h"

static wend_world *make_world(const char *steer) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    wend_profile_def def = contract_profile_def(steer);
    def.follow.name = "external";
    contract_add_profile(world, &def);
    return world;
}

static void set_velocity(wend_world *world, wend_agent agent, double x, double y) {
    CONTRACT_OK(wend_world_set_agent_preferred_velocity(world, agent, contract_point(x, y),
                                                        &contract_error));
}

START_TEST(an_agent_moves_at_the_velocity_that_was_set_last) {
    wend_world *world = make_world("direct");
    wend_goal none = {0};
    wend_agent agent = contract_agent(world, 1, 0, 0, none);
    contract_step(world, 5);
    ck_assert_double_eq(contract_state(world, agent).position.x,
                        0.0); /* initially the agent stands still */
    set_velocity(world, agent, 0.5, 0.25);
    contract_step(world, 8);
    ck_assert_double_eq_tol(contract_state(world, agent).position.x, 8 * 0.05, 1e-5);
    ck_assert_double_eq_tol(contract_state(world, agent).position.y, 8 * 0.025, 1e-5);
    set_velocity(world, agent, 0.0, -1.0);
    contract_step(world, 3);
    ck_assert_double_eq_tol(contract_state(world, agent).position.x, 0.4, 1e-5);
    ck_assert_double_eq_tol(contract_state(world, agent).position.y, 0.2 - 0.3, 1e-5);
    set_velocity(world, agent, 0.0, 0.0);
    contract_step(world, 3);
    ck_assert_double_eq_tol(contract_state(world, agent).position.y, -0.1, 1e-5);
    set_velocity(world, agent, 30.0, 40.0); /* the velocity is limited to max_speed, 2 m/s */
    contract_step(world, 1);
    ck_assert_double_eq_tol((double)contract_state(world, agent).velocity.x, 1.2, 1e-5);
    ck_assert_double_eq_tol((double)contract_state(world, agent).velocity.y, 1.6, 1e-5);
    wend_world_destroy(world);
}
END_TEST

/* If one velocity in a list is invalid, none of the velocities is set. */
START_TEST(bulk_setter_sets_all_velocities_or_none) {
    enum { COUNT = 50 };
    wend_world *world = make_world("direct");
    wend_agent agents[COUNT];
    wend_point velocities[COUNT];
    wend_goal none = {0};
    for (int i = 0; i < COUNT; i++) {
        agents[i] = contract_agent(world, (uint64_t)i + 1, 3.0 * i, 0, none);
        velocities[i] = contract_point(0.01 * i, 0.02 * (COUNT - i));
    }
    contract_step(world, 1);
    velocities[COUNT - 1].x = 1001.0;
    ck_assert_int_eq(wend_world_set_agent_preferred_velocities(world, agents, velocities, COUNT,
                                                               &contract_error),
                     WEND_ERROR_INVALID);
    contract_step(world, 1);
    ck_assert_double_eq(contract_state(world, agents[1]).position.y, 0.0);
    velocities[COUNT - 1].x = 0.5;
    CONTRACT_OK(wend_world_set_agent_preferred_velocities(world, agents, velocities, COUNT,
                                                          &contract_error));
    contract_step(world, 10);
    for (int i = 0; i < COUNT; i++) {
        wend_agent_state state = contract_state(world, agents[i]);
        ck_assert_double_eq_tol(state.position.x, 3.0 * i + velocities[i].x, 1e-4);
        ck_assert_double_eq_tol(state.position.y, velocities[i].y, 1e-4);
    }
    wend_world_destroy(world);
}
END_TEST

/* With every model that needs only regions, a lone agent gets its preferred velocity. */
START_TEST(every_region_model_uses_the_external_preferred_velocity) {
    wend_registry *registry = contract_registry();
    uint32_t tried = 0;
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_STEERING); i++) {
        const wend_entry *entry = wend_registry_get(registry, WEND_KIND_STEERING, i);
        const wend_steering *model = (const wend_steering *)(const void *)entry;
        /* `cellular` moves from cell to cell, in directions of its lattice. */
        if (model->needs != 0 || strcmp(entry->name, "external") == 0 ||
            strcmp(entry->name, "cellular") == 0) {
            continue;
        }
        wend_world *world = make_world(entry->name);
        wend_goal none = {0};
        wend_agent agent = contract_agent(world, 1, 0, 0, none);
        set_velocity(world, agent, -0.6, 0.8);
        contract_step(world, 100); /* with `relax`, agents approach this velocity gradually */
        wend_vec2 velocity = contract_state(world, agent).velocity;
        double off = hypot((double)velocity.x + 0.6, (double)velocity.y - 0.8);
        ck_assert_msg(off < 1e-4, "%s: off by %g m/s", entry->name, off);
        wend_world_destroy(world);
        tried++;
    }
    ck_assert_uint_ge(tried, 9);
    wend_registry_destroy(registry);
}
END_TEST

/* Eight agents on a circle. In every step, each is sent towards the opposite side, as users of RVO2
 * do. */
START_TEST(the_steering_model_still_avoids_others) {
    enum { COUNT = 8 };
    wend_world *world = make_world("orca");
    wend_agent agents[COUNT];
    wend_point targets[COUNT];
    wend_goal none = {0};
    for (int i = 0; i < COUNT; i++) {
        double angle = WEND_FULL_TURN * (i + 0.01 * i * i) / (double)COUNT;
        targets[i] = contract_point(-4.0 * cos(angle), -4.0 * sin(angle));
        agents[i] = contract_agent(world, (uint64_t)i + 1, -targets[i].x, -targets[i].y, none);
    }
    contract_step(world, 1);
    for (int step = 0; step < 200; step++) {
        wend_point velocities[COUNT], positions[COUNT];
        for (int i = 0; i < COUNT; i++) {
            positions[i] = contract_state(world, agents[i]).position;
            double x = targets[i].x - positions[i].x, y = targets[i].y - positions[i].y;
            double away = hypot(x, y), speed = away > 1.0 ? 1.0 / away : 1.0;
            velocities[i] = contract_point(speed * x, speed * y);
            for (int k = 0; k < i; k++) {
                double gap =
                    hypot(positions[i].x - positions[k].x, positions[i].y - positions[k].y);
                ck_assert_double_gt(gap, 0.5 - 1e-3); /* 0.5 m: twice the radius */
            }
        }
        CONTRACT_OK(wend_world_set_agent_preferred_velocities(world, agents, velocities, COUNT,
                                                              &contract_error));
        contract_step(world, 1);
    }
    for (int i = 0; i < COUNT; i++) {
        wend_point at = contract_state(world, agents[i]).position;
        ck_assert_double_lt(hypot(at.x - targets[i].x, at.y - targets[i].y), 0.1);
    }
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    CONTRACT("contracts/preferred_velocity", an_agent_moves_at_the_velocity_that_was_set_last,
             bulk_setter_sets_all_velocities_or_none,
             every_region_model_uses_the_external_preferred_velocity,
             the_steering_model_still_avoids_others);
}
