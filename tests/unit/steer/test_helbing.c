/* Compares the forces of the model `helbing` with the equations of the paper, and checks what they
 * do to agents in contact. */
#include <math.h>

#include <wend/math.h>

#include "published/pedestrian_values.h"
#include "support/force_lab.h"
#include "support/suite.h"

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

/* Allowed error as a share of a force. Rounding a coordinate of 0.5 m changes a force with a range
 * of 0.08 m by 4e-7. */
static const double rounding = 1e-5;

START_TEST(pair_forces_match_the_equations) {
    for (uint32_t i = 0; i < COUNT(helbing_pair_rows); i++) {
        const helbing_pair_row *row = &helbing_pair_rows[i];
        force_body body = {{0, 0}, {row->velocity_x, row->velocity_y}, row->radius};
        force_body other = {{row->neighbour_x, row->neighbour_y},
                            {row->neighbour_velocity_x, row->neighbour_velocity_y},
                            row->neighbour_radius};
        force_lab_check(
            force_lab_once(worlds_open(), "helbing", NULL, 0, body, &other, 0.0, "neighbour"),
            row->push_x / 80.0, row->push_y / 80.0, rounding);
        force_lab_check(
            force_lab_once(worlds_open(), "helbing", NULL, 0, body, &other, 0.0, "friction"),
            row->friction_x / 80.0, row->friction_y / 80.0, rounding);
    }
}
END_TEST

/* The table's wall is turned so that it lies along x = 0, and the agent right of it. Only the
 * velocity along the wall matters: that into a hard wall would be lost before the forces are read.
 */
START_TEST(wall_forces_match_the_equations) {
    for (uint32_t i = 0; i < COUNT(helbing_wall_rows); i++) {
        const helbing_wall_row *row = &helbing_wall_rows[i];
        double distance = hypot(row->point_x, row->point_y);
        double nx = -row->point_x / distance, ny = -row->point_y / distance;
        force_body body = {
            {distance, 10}, {0, row->velocity_y * nx - row->velocity_x * ny}, row->radius};
        force_lab_check(
            force_lab_once(worlds_room(20, 20), "helbing", NULL, 0, body, NULL, 0.0, "wall"),
            (row->push_x * nx + row->push_y * ny) / 80.0, 0.0, rounding);
        force_lab_check(
            force_lab_once(worlds_room(20, 20), "helbing", NULL, 0, body, NULL, 0.0, "friction"),
            0.0, (row->friction_y * nx - row->friction_x * ny) / 80.0, rounding);
    }
}
END_TEST

START_TEST(driving_force_matches_the_equation) {
    for (uint32_t i = 0; i < COUNT(force_drive_rows); i++) {
        const force_drive_row *row = &force_drive_rows[i];
        wend_setting tau = {"relaxation_time", {.number = {.a = row->time}}};
        force_body body = {{0, 0}, {row->velocity_x, row->velocity_y}, 0.25};
        double speed = hypot(row->preferred_x, row->preferred_y);
        double angle = atan2(row->preferred_y, row->preferred_x);
        force_lab lab = force_lab_make(worlds_open(), "helbing", &tau, 1, body, speed, angle);
        force_lab_check(force_lab_read(&lab, "driving force"), row->acceleration_x,
                        row->acceleration_y, rounding);
        wend_world_destroy(lab.world);
    }
}
END_TEST

/* ---- In contact ------------------------------------------------------------------------------ */

enum { MOST_AGENTS = 500 };

static wend_world *make_world(double dt) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.dt = dt;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "helbing");
    return world;
}

/* Adds an agent that stands where it is unless it is pushed. */
static wend_agent add_standing(wend_world *world, wend_point position, wend_point velocity) {
    wend_agent_def def = wend_default_agent_def();
    def.position = position;
    def.velocity = velocity;
    return worlds_add(world, &def);
}

/* Two agents that overlap by 5 cm slide past each other. Whatever the step, friction slows the
 * sliding down and never reverses it: kappa g / m is 150 / s here. */
START_TEST(friction_reduces_slip_for_both_signs) {
    static const double steps[] = {0.001, 0.01, 0.05, 0.1};
    for (uint32_t i = 0; i < 8; i++) {
        double slip = i % 2 ? 0.5 : -0.5;
        wend_world *world = make_world(steps[i / 2]);
        wend_agent left = add_standing(world, (wend_point){0, 0}, (wend_point){0, slip});
        wend_agent right = add_standing(world, (wend_point){0.45, 0}, (wend_point){0, -slip});
        worlds_step(world, 1);
        double after =
            (double)(worlds_state(world, left).velocity.y - worlds_state(world, right).velocity.y) /
            (2.0 * slip);
        ck_assert_msg(after >= 0 && after < 1, "dt %g: %g of the slip is left", steps[i / 2],
                      after);
        wend_world_destroy(world);
    }
}
END_TEST

/* Two agents pushed together by 5 cm separate, and no faster than the compressed contact allows:
 * k g^2 / (2 m) and A B exp(g / B) / m for both. Neither step size creates energy. */
START_TEST(contacts_create_no_energy) {
    static const double steps[] = {0.005, 0.02, 0.1};
    double stored = 1.2e5 * 0.05 * 0.05 / 2.0 + 2000.0 * 0.08 * exp(0.05 / 0.08);
    double most = sqrt(stored / 80.0); /* of each agent, m/s */
    for (uint32_t i = 0; i < 3; i++) {
        wend_world *world = make_world(steps[i]);
        wend_agent left = add_standing(world, (wend_point){0, 0}, (wend_point){0, 0});
        wend_agent right = add_standing(world, (wend_point){0.45, 0}, (wend_point){0, 0});
        float fastest = 0;
        for (int step = 0; step < 100; step++) {
            worlds_step(world, 1);
            float speed = worlds_state(world, right).velocity.x;
            fastest = speed > fastest ? speed : fastest;
            ck_assert_float_eq_tol(worlds_state(world, left).velocity.x, -speed, 1e-5F);
        }
        ck_assert_msg((double)fastest > 0.5 * most && (double)fastest < 1.05 * most,
                      "dt %g: %g m/s, energy gives %g", steps[i], (double)fastest, most);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Right of way ---------------------------------------------------------------------------- */

/* Two agents meet almost head-on. Returns the largest distance of each from its straight path. */
static void meet(double right_of_way, int32_t priority, double aside[2]) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def profile = worlds_profile_def();
    wend_setting rule = {"right_of_way", {.number = {.a = right_of_way}}};
    profile.steer = (wend_choice){.name = "helbing", .settings = &rule, .setting_count = 1};
    worlds_add_profile(world, &profile);
    wend_agent agents[2];
    for (int i = 0; i < 2; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){i ? 4 : -4, i ? 0.05 : -0.05};
        def.goal = worlds_direction(world, i ? WEND_PI : 0);
        def.priority = i ? priority : 0;
        agents[i] = worlds_add(world, &def);
        aside[i] = 0;
    }
    for (int step = 0; step < 100; step++) {
        worlds_step(world, 1);
        for (int i = 0; i < 2; i++) {
            double y = worlds_state(world, agents[i]).position.y - (i ? 0.05 : -0.05);
            aside[i] = fmax(aside[i], fabs(y));
        }
    }
    ck_assert_double_gt(worlds_state(world, agents[0]).position.x, 3);
    ck_assert_double_lt(worlds_state(world, agents[1]).position.x, -3);
    wend_world_destroy(world);
}

/* The agent with the higher value steps aside by more than twice as much as the other one, and as
 * without priorities. */
START_TEST(higher_priority_values_give_way) {
    double equal[2], unequal[2], off[2];
    meet(1.0, 0, equal);
    meet(1.0, 1, unequal);
    meet(0.0, 1, off);
    ck_assert_double_eq_tol(equal[0], equal[1], 1e-3);
    ck_assert_double_eq_tol(off[0], equal[0], 1e-6);
    ck_assert_msg(unequal[1] > 2 * unequal[0] && unequal[1] > 2 * equal[1], "%g and %g, equal %g",
                  unequal[0], unequal[1], equal[0]);
}
END_TEST

/* With a range of 1 mm, the exponential of an overlap of 10 cm would overflow, and with it the
 * products of a force: the overlap is exp(100) times the force at contact. */
START_TEST(deep_overlaps_with_a_short_range_stay_finite) {
    const wend_setting settings[] = {{"range", {.number = {.a = 0.001}}},
                                     {"strength", {.number = {.a = 1e6}}},
                                     {"max_force", {.number = {.a = 1e6}}}};
    force_body body = {{0, 0}, {1, 0}, 0.25}, other = {{0.4, 0.05}, {-1, 0}, 0.25};
    force_lab lab = force_lab_make(worlds_open(), "helbing", settings, 3, body, 1.3, 0.0);
    force_lab_add(&lab, other);
    for (int i = 0; i < 20; i++) {
        worlds_step(lab.world, 1);
        wend_agent_state state = worlds_state(lab.world, lab.agent);
        ck_assert(isfinite(state.position.x) && fabs(state.position.x) < 100.0);
        ck_assert(isfinite(state.velocity.x) && isfinite(state.velocity.y));
    }
    wend_world_destroy(lab.world);
}
END_TEST

/* ---- Kernels --------------------------------------------------------------------------------- */

enum { CROWD = 60 };

/* Runs a crowd in which every fourth agent does not respond to others, and in which steps have
 * different numbers of parts, because small discs move farther relative to their size. */
static uint64_t run_with(wend_kernel kernel) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.kernel = kernel;
    wend_world *world = worlds_from(&def);
    wend_setting longest = {"max_step", {.number = wend_constant(0.1)}};
    wend_profile_def profile = worlds_profile_def();
    profile.radius = wend_uniform(0.05, 0.4);
    profile.steer = (wend_choice){"helbing", &longest, 1};
    worlds_add_profile(world, &profile);
    profile.steer = (wend_choice){.name = "direct"};
    worlds_add_profile(world, &profile);
    for (uint32_t i = 0; i < CROWD; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.position = (wend_point){0.55 * (i % 8), 0.55 * (i / 8)};
        agent.profile = worlds_nth_profile(i % 4 == 0);
        agent.goal = worlds_direction(world, 0.5 * WEND_PI * (i % 3));
        worlds_add(world, &agent);
    }
    uint64_t hash = 0;
    for (int step = 0; step < 30; step++) {
        worlds_step(world, 1);
        hash = hash * 31 + wend_world_hash(world);
    }
    wend_world_destroy(world);
    return hash;
}

START_TEST(kernels_agree_beside_agents_that_do_not_respond) {
    uint64_t expected = run_with(WEND_KERNEL_SCALAR);
    for (int k = WEND_KERNEL_SSE2; k < WEND_KERNEL_COUNT; k++) {
        bool is_there = wend_kernel_is_available((wend_kernel)k);
        ck_assert_msg(!is_there || run_with((wend_kernel)k) == expected, "kernel %s",
                      wend_kernel_text((wend_kernel)k));
    }
}
END_TEST

int main(void) {
    SUITE("steer/helbing", pair_forces_match_the_equations, wall_forces_match_the_equations,
          driving_force_matches_the_equation, friction_reduces_slip_for_both_signs,
          contacts_create_no_energy, higher_priority_values_give_way,
          deep_overlaps_with_a_short_range_stay_finite,
          kernels_agree_beside_agents_that_do_not_respond);
}
