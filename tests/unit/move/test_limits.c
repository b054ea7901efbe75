/* Speed and acceleration limits apply to both velocity and displacement. */
#include <math.h>
#include <stdlib.h>

#include "support/lab.h"
#include "support/suite.h"

static sketch plan;
static lab *l;
static wend_profile limited, honest;

static void start(double max_speed, double max_acceleration) {
    wend_error error;
    sketch_start(&plan);
    l = lab_start(sketch_space(&plan), 0.1, 1);
    wend_profile_def def = wend_default_profile_def();
    def.max_speed = wend_constant(max_speed);
    def.max_acceleration = wend_constant(max_acceleration);
    def.steer.name = "told";
    ck_assert_int_eq(wend_world_add_profile(l->world, &def, &limited, &error), WEND_OK);
    def.steer.name = "told_honest";
    ck_assert_int_eq(wend_world_add_profile(l->world, &def, &honest, &error), WEND_OK);
}

static uint64_t add(wend_profile profile, double vx, double vy) {
    wend_agent_def def = wend_default_agent_def();
    def.profile = profile;
    def.velocity = (wend_point){vx, vy};
    return lab_add_def(&def);
}

START_TEST(speed_limit_applies_to_velocity_and_displacement) {
    start(2.0, INFINITY);
    uint64_t key = add(limited, 0.0, 0.0), free_key = add(honest, 0.0, 0.0);
    l->displacement[key] = (wend_vec2){0.5F, 0.0F}; /* at a right angle to the velocity */
    l->velocity[key] = (wend_vec2){0.0F, 5.0F};
    l->displacement[free_key] = l->displacement[key];
    l->velocity[free_key] = l->velocity[key];
    lab_step(1);
    wend_agent_state state = lab_get(key);
    ck_assert_float_eq_tol(state.velocity.y, 2.0F, 1e-6F);
    ck_assert_double_eq_tol(state.position.x, 0.5 * 2.0 / 5.0, 1e-6);
    ck_assert_double_eq_tol(state.position.y, 0.0, 1e-6);
    state = lab_get(free_key);
    ck_assert_float_eq(state.velocity.y, 5.0F);
    ck_assert_double_eq_tol(state.position.x, 0.5, 1e-6);
    lab_end();
}
END_TEST

START_TEST(limits_do_not_change_slow_agents) {
    start(2.0, 50.0);
    uint64_t key = add(limited, 1.0, 1.0);
    l->displacement[key] = (wend_vec2){0.07F, 0.09F};
    l->velocity[key] = (wend_vec2){0.9F, 0.8F};
    lab_step(1);
    wend_agent_state state = lab_get(key);
    ck_assert_float_eq(state.velocity.x, 0.9F);
    ck_assert_double_eq((double)(float)state.position.y, (double)0.09F);
    lab_end();
}
END_TEST

START_TEST(acceleration_limit_applies_to_velocity_and_displacement) {
    start(100.0, 3.0);
    for (uint64_t seed = 0; seed < 300; seed++) {
        dice from = {seed};
        double vx = dice_between(&from, -2.0, 2.0), vy = dice_between(&from, -2.0, 2.0);
        uint64_t key = add(limited, vx, vy);
        l->velocity[key] = (wend_vec2){(float)dice_between(&from, -2.0, 2.0),
                                       (float)dice_between(&from, -2.0, 2.0)};
        l->displacement[key] = (wend_vec2){0.1F * l->velocity[key].x, 0.1F * l->velocity[key].y};
    }
    lab_step(1);
    for (uint64_t key = 1; key <= 300; key++) {
        dice from = {key - 1};
        double vx = dice_between(&from, -2.0, 2.0), vy = dice_between(&from, -2.0, 2.0);
        double dx = (double)l->velocity[key].x - vx, dy = (double)l->velocity[key].y - vy;
        double change = hypot(dx, dy), part = change > 0.3 ? 0.3 / change : 1.0;
        wend_agent_state state = lab_get(key);
        ck_assert_double_eq_tol((double)state.velocity.x, vx + part * dx, 1e-5);
        ck_assert_double_eq_tol((double)state.velocity.y, vy + part * dy, 1e-5);
        /* The displacement still matches the velocity, as it did before. */
        ck_assert_double_eq_tol(state.position.x, 0.1 * (double)state.velocity.x, 1e-5);
        ck_assert_double_eq_tol(state.position.y, 0.1 * (double)state.velocity.y, 1e-5);
    }
    lab_end();
}
END_TEST

START_TEST(stopping_agent_brakes_within_the_limit) {
    start(100.0, 5.0);
    uint64_t key = add(limited, 2.0, 0.0), free_key = add(honest, 2.0, 0.0);
    l->displacement[key] = l->velocity[key] = (wend_vec2){0.0F, 0.0F};
    l->displacement[free_key] = l->velocity[free_key] = (wend_vec2){0.0F, 0.0F};
    double x = 0.0;
    for (int i = 1; i <= 6; i++) {
        lab_step(1);
        double speed = fmax(0.0, 2.0 - 0.5 * i);
        x += 0.1 * speed;
        ck_assert_float_eq_tol(lab_get(key).velocity.x, (float)speed, 1e-5F);
        ck_assert_double_eq_tol(lab_get(key).position.x, x, 1e-5);
        ck_assert_float_eq(lab_get(free_key).velocity.x, 0.0F);
        ck_assert_double_eq(lab_get(free_key).position.x, 0.0);
    }
    lab_end();
}
END_TEST

START_TEST(non_finite_output_stops_the_step) {
    start(2.0, INFINITY);
    wend_error error;
    uint64_t key = add(limited, 0.0, 0.0);
    lab_step(1);
    l->displacement[key] = (wend_vec2){NAN, 0.0F};
    l->velocity[key] = (wend_vec2){0.0F, 0.0F};
    ck_assert_int_eq(wend_world_step(l->world, 1, &error), WEND_ERROR_NUMBER);
    ck_assert_double_eq(lab_get(key).position.x, 0.0);
    l->displacement[key] = (wend_vec2){0.1F, 0.0F};
    l->velocity[key] = (wend_vec2){1.0F, 0.0F};
    lab_step(1);
    ck_assert_double_gt(lab_get(key).position.x, 0.05);
    lab_end();
}
END_TEST

int main(void) {
    SUITE("move/limits", speed_limit_applies_to_velocity_and_displacement,
          limits_do_not_change_slow_agents, acceleration_limit_applies_to_velocity_and_displacement,
          stopping_agent_brakes_within_the_limit, non_finite_output_stops_the_step);
}
