/* The model `anticipation_velocity`: the equations, and agents that meet. */
#include <math.h>

#include <wend/math.h>

#include "published/pedestrian_values.h"
#include "steer/solve/speeds/anticipate.h"
#include "steer/solve/speeds/spacing.h"
#include "support/suite.h"
#include "support/worlds.h"

static wend_vec2 vec(double x, double y) {
    return (wend_vec2){(float)x, (float)y};
}

/* Returns the turn for one neighbour, and adds it to `wanted`. */
static anticipated_turn add_turn(const anticipating_agent *agent, wend_vec2 offset,
                                 wend_vec2 velocity, wend_vec2 moving, float contact,
                                 wend_vec2 *wanted) {
    const anticipated_agent other = {offset, velocity, moving, contact};
    anticipated_turn turn = anticipate_turn(agent, &other);
    if (turn.is_seen) {
        wanted->x += turn.strength * turn.away.x;
        wanted->y += turn.strength * turn.away.y;
    }
    return turn;
}

START_TEST(matches_the_equations_for_random_pairs) {
    uint32_t rows = sizeof anticipation_velocity_rows / sizeof *anticipation_velocity_rows;
    for (uint32_t i = 0; i < rows; i++) {
        const anticipation_velocity_row *row = &anticipation_velocity_rows[i];
        float contact = (float)(2.0 * row->radius);
        const anticipating_agent agent = {.direction = vec(row->direction_x, row->direction_y),
                                          .moving = vec(row->moving_x, row->moving_y),
                                          .velocity = vec(row->velocity_x, row->velocity_y),
                                          .strength = (float)row->k,
                                          .range = (float)row->range,
                                          .time = 1.0F,
                                          .side = 1.0F};
        wend_vec2 wanted = agent.direction;
        anticipated_turn first =
            add_turn(&agent, vec(row->first_x, row->first_y),
                     vec(row->first_velocity_x, row->first_velocity_y),
                     vec(row->first_moving_x, row->first_moving_y), contact, &wanted);
        add_turn(&agent, vec(row->second_x, row->second_y),
                 vec(row->second_velocity_x, row->second_velocity_y),
                 vec(row->second_moving_x, row->second_moving_y), contact, &wanted);
        float length = hypotf(wanted.x, wanted.y);
        ck_assert(first.is_seen);
        ck_assert_double_eq_tol((double)first.gap, row->gap, 1e-5 * fmax(row->gap, 0.1));
        ck_assert_msg(fabs((double)first.strength - row->strength) < 3e-5 * row->strength, "%u: %g",
                      i, (double)first.strength);
        ck_assert_double_eq_tol((double)(wanted.x / length), row->wanted_x, 2e-5);
        ck_assert_double_eq_tol((double)(wanted.y / length), row->wanted_y, 2e-5);
    }
}
END_TEST

/* ---- Worlds ---------------------------------------------------------------------------------- */

static wend_world *make(wend_space *space, double radius, double speed, double dt,
                        const wend_setting *settings, uint32_t count) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.dt = dt;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.radius = wend_constant(radius);
    profile.preferred_speed = wend_constant(speed);
    profile.steer = (wend_choice){"anticipation_velocity", settings, count};
    worlds_add_profile(world, &profile);
    profile.steer = (wend_choice){.name = "external"};
    worlds_add_profile(world, &profile);
    return world;
}

/* Check 9b of a sheet of values computed by hand, in a world: the direction turns by the share dt /
 * tau, and the neighbour ahead bounds the speed. */
START_TEST(turns_and_slows_down_as_computed_by_hand) {
    wend_world *world = make(worlds_open(), 0.18, 1.34, 0.05, NULL, 0);
    wend_agent_def def = wend_default_agent_def();
    def.velocity = (wend_point){1, 0};
    def.goal = worlds_direction(world, 0.0);
    wend_agent agent = worlds_add(world, &def);
    def.position = (wend_point){0.58, -0.1};
    def.velocity = (wend_point){0.8, 0};
    def.profile = worlds_nth_profile(1);
    worlds_add(world, &def);
    worlds_step(world, 1);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert_double_eq_tol((double)state.velocity.x, 0.215620 * 0.999125, 1e-5);
    ck_assert_double_eq_tol((double)state.velocity.y, 0.215620 * 0.0418212, 1e-5);
    wend_world_destroy(world);
}
END_TEST

/* Agents draw their sides again in each step. With steps of 0.1 s, 2 of 16 pairs draw the same ones
 * until they touch. */
START_TEST(agents_head_on_pass_each_other) {
    for (uint64_t seed = 0; seed < 8; seed++) {
        wend_world_def world_def = wend_default_world_def();
        world_def.space = worlds_open();
        world_def.seed = seed;
        world_def.dt = 0.05;
        wend_world *world = worlds_from(&world_def);
        worlds_profile(world, "anticipation_velocity");
        wend_agent a = worlds_agent(world, -5, 0, worlds_point(world, 5, 0));
        wend_agent b = worlds_agent(world, 5, 0, worlds_point(world, -5, 0));
        for (int i = 0; i < 400; i++) {
            worlds_step(world, 1);
            wend_point p = worlds_state(world, a).position, q = worlds_state(world, b).position;
            ck_assert_double_ge(hypot(p.x - q.x, p.y - q.y), 0.5 - 1e-3);
        }
        ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 2);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(heap_of_agents_spreads_without_faults) {
    const wend_setting strong[] = {
        {"strength", {.kind = WEND_VALUE_NUMBER, .number = wend_constant(1000.0)}},
        {"range", {.kind = WEND_VALUE_NUMBER, .number = wend_constant(10.0)}}};
    wend_world *world = make(worlds_room(20, 20), 0.25, 1.3, 0.1, strong, 2);
    wend_agent all[300];
    for (int i = 0; i < 300; i++) {
        all[i] = worlds_agent(world, 10.0 + 0.01 * (i % 20), 10.0 + 0.01 * (i % 7),
                              worlds_point(world, 10, 19));
    }
    for (int step = 0; step < 60; step++) {
        worlds_step(world, 1);
        for (int i = 0; i < 300; i++) {
            wend_agent_state s = worlds_state(world, all[i]);
            ck_assert(isfinite(s.position.x) && isfinite(s.position.y));
            ck_assert_float_le(hypotf(s.velocity.x, s.velocity.y), 1.3F + 1e-4F);
        }
    }
    wend_world_destroy(world);
}
END_TEST

/* Lone agents far from each other: only the noise turns them. */
START_TEST(noise_has_the_given_deviation) {
    enum { AGENTS = 400 };
    const wend_setting noise = {"noise", {.kind = WEND_VALUE_NUMBER, .number = wend_constant(0.1)}};
    wend_world *world = make(worlds_open(), 0.2, 1.0, 0.1, &noise, 1);
    wend_agent all[AGENTS];
    for (int i = 0; i < AGENTS; i++) {
        all[i] = worlds_agent(world, 20.0 * (i % 20), 20.0 * (i / 20), worlds_direction(world, 0));
    }
    worlds_step(world, 1);
    double squares = 0.0;
    for (int i = 0; i < AGENTS; i++) {
        wend_vec2 v = worlds_state(world, all[i]).velocity;
        ck_assert_double_eq_tol(hypot((double)v.x, (double)v.y), 1.0, 1e-5);
        double slope = (double)v.y / (double)v.x;
        squares += slope * slope;
    }
    double deviation = sqrt(squares / AGENTS); /* its own deviation is 0.1 / sqrt(2 AGENTS) */
    ck_assert_double_eq_tol(deviation, 0.1, 4.5 * 0.1 / sqrt(2.0 * AGENTS));
    wend_world_destroy(world);
}
END_TEST

/* An agent that heads diagonally into a wall walks along it at its full speed, or only at the part
 * of its velocity along the wall. */
START_TEST(agents_slide_along_walls_unless_that_is_off) {
    const wend_setting off = {"sliding", {.kind = WEND_VALUE_TEXT, .text = "false"}};
    for (uint32_t i = 0; i < 2; i++) {
        wend_world *world = make(worlds_room(20, 20), 0.2, 1.0, 0.1, &off, i);
        wend_agent agent = worlds_agent(world, 5, 0.205, worlds_direction(world, -0.25 * WEND_PI));
        worlds_step(world, 10);
        double expected = i == 0 ? 1.0 : sqrt(0.5);
        ck_assert_double_eq_tol((worlds_state(world, agent).position.x - 5.0), expected, 0.01);
        wend_world_destroy(world);
    }
}
END_TEST

int main(void) {
    SUITE("steer/anticipation_velocity", matches_the_equations_for_random_pairs,
          turns_and_slows_down_as_computed_by_hand, agents_head_on_pass_each_other,
          heap_of_agents_spreads_without_faults, noise_has_the_given_deviation,
          agents_slide_along_walls_unless_that_is_off);
}
