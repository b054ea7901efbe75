/* needs: kit */
/* Lone agents reach goals that move relative to the ground on which they walk: with corridor
 * forces, goals on belts that carry them away from the goal, to a side of it or past it, and goals
 * that move on still ground; with `gvo`, moving goals also if no part of their velocities is
 * excluded. */
#include "support/trials.h"
#include "unit/scenario/lab.h"

enum { TEXT = 1024 };

static double sample(uint64_t *seed, double low, double high) {
    *seed = *seed * 6364136223846793005U + 1442695040888963407U;
    return low + (high - low) * (double)(*seed >> 40) / 0x1p24;
}

static void check_arrival(const char *text, uint64_t seed) {
    wend_summary *summary = lab_run(text);
    ck_assert_msg(lab_number(summary, "arrived") == 1.0, "seed %u:\n%s", (unsigned)seed, text);
    wend_summary_destroy(summary);
}

static const char *const followers[] = {"portal", "waypoint", "attraction", "indicative"};

START_TEST(corridor_forces_reach_goals_on_belts) {
    static const double directions[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (uint32_t i = 0; i < trials(32); i++) {
        uint64_t seed = i + 1;
        char text[TEXT];
        const double *direction = directions[i / 4 % 4];
        double speed = sample(&seed, 0.2, 0.6), y = sample(&seed, 1.0, 9.0);
        double goal_x = sample(&seed, 12.0, 28.0), goal_y = sample(&seed, 1.0, 9.0);
        snprintf(text, TEXT,
                 "time: {end: 120}\nplan: corridor\nfollow: %s\nsteer: corridor_force\n"
                 "space: {walkable: [[0, 0], [30, 0], [30, 10], [0, 10]]}\n"
                 "belts: [{polygon: [[10, 0], [30, 0], [30, 10], [10, 10]],"
                 " velocity: [%g, %g]}]\n"
                 "agents: [{at: [4, %g], goal: [%g, %g]}]\n",
                 followers[i % 4], speed * direction[0], speed * direction[1], y, goal_x, goal_y);
        check_arrival(text, i + 1);
    }
}
END_TEST

START_TEST(corridor_forces_reach_goals_that_move) {
    for (uint32_t i = 0; i < trials(16); i++) {
        uint64_t seed = i + 1;
        char text[TEXT];
        double speed = sample(&seed, 0.2, 0.9), y = sample(&seed, 1.0, 9.0);
        snprintf(text, TEXT,
                 "time: {end: 60}\nplan: corridor\nfollow: %s\nsteer: corridor_force\n"
                 "space: {walkable: [[0, 0], [90, 0], [90, 10], [0, 10]]}\n"
                 "agents: [{at: [4, %g], goal: {point: [9, 5], velocity: [%g, 0]}}]\n",
                 followers[i % 4], y, speed);
        check_arrival(text, i + 1);
    }
}
END_TEST

/* A velocity equal to that of the goal is the apex of the goal's velocity obstacle, from which
 * `min_speed_share: 0` cuts nothing off. Half of the agents start with this velocity. */
START_TEST(gvo_reaches_goals_whose_velocity_it_had) {
    for (uint32_t i = 0; i < trials(40); i++) {
        uint64_t seed = i + 1;
        char text[TEXT];
        double x = sample(&seed, -8.0, 8.0), y = sample(&seed, -8.0, 8.0);
        double goal[2] = {sample(&seed, -0.8, 0.8), sample(&seed, -0.8, 0.8)};
        double own[2] = {sample(&seed, -0.9, 0.9), sample(&seed, -0.9, 0.9)};
        const double *start = i % 2 ? own : goal;
        snprintf(text, TEXT,
                 "time: {end: 200}\nsteer: {name: gvo, min_speed_share: 0}\n"
                 "agents: [{at: [0, 0], velocity: [%g, %g],\n"
                 "          goal: {disc: {centre: [%g, %g], radius: %g}, velocity: [%g, %g]}}]\n",
                 start[0], start[1], x, y, i / 2 % 2 ? 1.0 : 0.01, goal[0], goal[1]);
        check_arrival(text, i + 1);
    }
}
END_TEST

LAB_MAIN("run/moving_goals", corridor_forces_reach_goals_on_belts,
         corridor_forces_reach_goals_that_move, gvo_reaches_goals_whose_velocity_it_had)
