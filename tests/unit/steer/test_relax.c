/* The model `relax`: the exact solution of dv/dt = (w - v) / tau, independent of the time step. */
#include <math.h>

#include "support/suite.h"
#include "support/worlds.h"

static wend_world *make(double dt, double tau, const wend_goal_def *goal, wend_agent *out) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.dt = dt;
    wend_world *world = worlds_from(&def);
    wend_setting time = {"relaxation_time",
                         {.kind = WEND_VALUE_NUMBER, .number = wend_constant(tau)}};
    wend_profile_def profile = wend_default_profile_def();
    profile.steer = (wend_choice){"relax", &time, 1};
    worlds_add_profile(world, &profile);
    *out = worlds_agent(world, 0.0, 0.0, worlds_add_goal(world, goal));
    return world;
}

START_TEST(matches_the_closed_form_solution) {
    static const double steps[] = {0.01, 0.05, 0.1, 0.5};
    wend_goal_def east = wend_default_goal_def();
    east.shape = WEND_GOAL_DIRECTION;
    for (int i = 0; i < 4; i++) {
        wend_agent agent;
        double tau = 0.7, time = 3.0, speed = 1.3;
        wend_world *world = make(steps[i], tau, &east, &agent);
        worlds_step(world, (uint32_t)(time / steps[i] + 0.5));
        wend_agent_state state = worlds_state(world, agent);
        double decay = exp(-time / tau);
        ck_assert_double_eq_tol((double)state.velocity.x, speed * (1.0 - decay), 1e-5);
        ck_assert_double_eq_tol(state.position.x, speed * (time - tau * (1.0 - decay)), 1e-4);
        ck_assert_double_eq_tol(state.position.y, 0.0, 1e-5);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(comes_to_rest_at_its_goal) {
    wend_point point = {10.0, 4.0};
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &point;
    goal.point_count = 1;
    goal.arrive = WEND_ARRIVE_INSIDE;
    goal.tolerance = 0.1;
    wend_agent agent;
    wend_world *world = make(0.1, 0.5, &goal, &agent);
    worlds_step(world, 400);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert(state.activity == WEND_ACTIVITY_ARRIVED);
    ck_assert_double_lt(hypot(state.position.x - 10.0, state.position.y - 4.0), 0.2);
    ck_assert_float_lt(fabsf(state.velocity.x) + fabsf(state.velocity.y), 1e-3F);
    wend_world_destroy(world);
}
END_TEST

START_TEST(explains_preferred_velocity_and_force) {
    wend_goal_def east = wend_default_goal_def();
    east.shape = WEND_GOAL_DIRECTION;
    wend_agent agent;
    wend_world *world = make(0.1, 0.5, &east, &agent);
    worlds_step(world, 1);
    wend_mark marks[8];
    uint32_t count = wend_world_explain(world, agent, marks, 8);
    bool preferred_velocity = false, force = false;
    for (uint32_t i = 0; i < count; i++) {
        preferred_velocity = preferred_velocity || (marks[i].kind == WEND_MARK_PREFERRED &&
                                                    fabsf(marks[i].b.x - 1.3F) < 1e-5F);
        force = force || (marks[i].kind == WEND_MARK_FORCE && marks[i].b.x > 1.0F);
    }
    ck_assert(preferred_velocity && force);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("steer/relax", matches_the_closed_form_solution, comes_to_rest_at_its_goal,
          explains_preferred_velocity_and_force);
}
