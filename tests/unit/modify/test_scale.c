/* The modifier `scale`: multiplies the preferred speed, may occur several times in a chain, and may
 * sample its factor for each agent. */
#include "support/suite.h"
#include "support/worlds.h"

START_TEST(factors_in_a_chain_are_multiplied) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_setting half = {"factor", {.number = {.a = 0.5}}},
                 third = {"factor", {.number = {.a = 3}}};
    wend_profile_def def = worlds_profile_def();
    def.max_speed = wend_constant(10.0);
    def.modify[0] = (wend_choice){"scale", &half, 1};
    wend_profile profiles[3];
    for (uint32_t i = 0; i < 3; i++) {
        def.modify_count = i;
        if (i == 2) {
            def.modify[1] = (wend_choice){"scale", &third, 1};
        }
        profiles[i] = worlds_add_profile(world, &def);
    }
    static const float expected[] = {1.3F, 0.65F, 1.95F};
    wend_goal goal = worlds_direction(world, 0);
    wend_agent agents[3];
    for (int i = 0; i < 3; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.goal = goal;
        agent.profile = profiles[i];
        agents[i] = worlds_add(world, &agent);
    }
    worlds_step(world, 1);
    for (int i = 0; i < 3; i++) {
        ck_assert_float_eq_tol(worlds_state(world, agents[i]).velocity.x, expected[i], 1e-5F);
    }
    wend_world_destroy(world);
}
END_TEST

START_TEST(factor_may_be_sampled) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_setting sampled = {"factor", {.number = {WEND_DISTRIBUTION_UNIFORM, 0.5, 1.0, 0, 0}}};
    wend_profile_def def = worlds_profile_def();
    def.modify[0] = (wend_choice){"scale", &sampled, 1};
    def.modify_count = 1;
    worlds_add_profile(world, &def);
    wend_goal goal = worlds_direction(world, 0);
    wend_agent agents[200];
    for (int i = 0; i < 200; i++) {
        agents[i] = worlds_agent(world, 0, i, goal);
    }
    worlds_step(world, 1);
    int slow = 0;
    for (int i = 0; i < 200; i++) {
        float speed = worlds_state(world, agents[i]).velocity.x;
        ck_assert_float_ge(speed, 0.65F);
        ck_assert_float_le(speed, 1.3F);
        slow += speed < 0.975F;
    }
    ck_assert_int_gt(slow, 60); /* of 200 agents: 100 expected, standard deviation 7 */
    ck_assert_int_lt(slow, 140);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("modify/scale", factors_in_a_chain_are_multiplied, factor_may_be_sampled);
}
