/* Exits that lie on a wall. The approach speed of an agent that avoids walls is at most the gap to
 * the wall divided by the time horizon for walls. The gap shrinks by the same factor in each step
 * and never closes, so the agent arrives only because the goal has a tolerance. */
#include "unit/scenario/lab.h"

static const char *const models[] = {"orca", "orca_segment", "orca_arc", "vo",
                                     "rvo",  "hrvo",         "gvo"};
enum { MODELS = sizeof models / sizeof *models, TEXT = 600 };

/* Returns the number of 0.1 s steps that a disc needs, at up to 1.3 m/s, until the gap in front of
 * it is at most the tolerance. */
static int steps_to(double gap, double horizon, double tolerance) {
    int steps = 0;
    while (gap > tolerance) {
        double speed = gap / horizon < 1.3 ? gap / horizon : 1.3;
        gap -= 0.1 * speed;
        steps++;
    }
    return steps;
}

START_TEST(agent_slows_down_as_it_approaches_a_wall) {
    static const double horizons[] = {0.5, 1.0}, tolerances[] = {0.02, 0.05, 0.2, 0.6};
    for (int i = 0; i < MODELS * 8; i++) {
        double horizon = horizons[i % 2], tolerance = tolerances[i / 2 % 4];
        char text[TEXT];
        snprintf(text, sizeof text,
                 "time: {end: 30}\nspace: {walkable: [[0, 0], [20, 0], [20, 12], [0, 12]]}\n"
                 "steer: {name: %s, wall_horizon: %g}\n"
                 "agents: [{at: [15, 6], goal: {segment: [[20, 3], [20, 9]], tolerance: %g}}]\n",
                 models[i / 8], horizon, tolerance);
        wend_summary *summary = lab_run(text);
        double steps = steps_to(4.75, horizon, tolerance);
        /* One extra step is allowed, because agents keep a skin between themselves and walls, and
         * because a run ends only after a whole step. */
        ck_assert_double_ge(lab_number(summary, "steps"), steps);
        ck_assert_msg(lab_number(summary, "steps") <= steps + 1, "%s\n%g steps, not %g", text,
                      lab_number(summary, "steps"), steps);
        wend_summary_destroy(summary);
    }
}
END_TEST

/* Returns the mean travel time of 48 agents in a 20 x 12 m room. Each of its two exits lies
 * `inside` metres from a wall. */
static double mean_travel(const char *model, double inside) {
    char text[TEXT];
    double x = 20.0 - inside, y = 12.0 - inside;
    snprintf(text, sizeof text,
             "time: {end: 60}\nspace: {walkable: [[0, 0], [20, 0], [20, 12], [0, 12]]}\n"
             "steer: %s\ngoals:\n"
             "  east: {segment: [[%g, 3], [%g, 9]], on_arrival: leave}\n"
             "  north: {segment: [[6, %g], [12, %g]], on_arrival: leave}\n"
             "agents:\n"
             "  - {grid: {origin: [2, 2], spacing: 1, count: [6, 4]}, goal: east}\n"
             "  - {grid: {origin: [11, 2], spacing: 1, count: [6, 4]}, goal: north}\n",
             model, x, x, y, y);
    wend_summary *summary = lab_run(text);
    double mean = lab_number(summary, "mean_travel_s");
    ck_assert_msg(lab_number(summary, "arrived") == 48.0, "%s, %g m inside: %g arrive", model,
                  inside, lab_number(summary, "arrived"));
    wend_summary_destroy(summary);
    return mean;
}

/* According to steps_to, a single agent needs 1.1 s longer to reach an exit on the wall than to
 * reach an exit half a metre in front of it; in addition, a few agents queue. When agents still had
 * to touch an exit, it took 2.5 to 11 times as long. */
START_TEST(agents_reach_exit_on_a_wall_nearly_as_fast_as_one_in_front) {
    for (int i = 0; i < MODELS; i++) {
        double on_wall = mean_travel(models[i], 0.0), before = mean_travel(models[i], 0.5);
        ck_assert_msg(on_wall <= 1.75 * before, "%s: %g s, not %g s", models[i], on_wall, before);
    }
}
END_TEST

LAB_MAIN("scenario/exits", agent_slows_down_as_it_approaches_a_wall,
         agents_reach_exit_on_a_wall_nearly_as_fast_as_one_in_front)
