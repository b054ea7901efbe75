/* The mean speed of agents whose speeds are known. */
#include "unit/scenario/lab.h"
#include <math.h>

START_TEST(mean_speed_covers_only_steps_before_arrival) {
    /* The first agent walks at 1.3 m/s for 7.5 s, then stands still; 74 of its steps count, because
     * it arrives in the 75th step. The second agent walks at 0.5 m/s for 20 s without arriving; all
     * its 200 steps count. */
    wend_summary *summary = lab_run("time: {end: 20}\n"
                                    "profiles: {slow: {speed: 0.5}, quick: {speed: 1.3}}\n"
                                    "agents:\n"
                                    "  - {profile: quick, at: [0, 0], goal: [10, 0]}\n"
                                    "  - {profile: slow, at: [0, 9], goal: [90, 9]}\n");
    double expected = (74 * 1.3 + 200 * 0.5) / (74 + 200);
    ck_assert_double_eq_tol(lab_number(summary, "mean_speed_m_per_s"), expected, 1e-5);
    wend_summary_destroy(summary);
}
END_TEST

START_TEST(mean_speed_is_undefined_without_agents) {
    wend_summary *summary = lab_run("agents: []");
    ck_assert(!isfinite(lab_number(summary, "mean_speed_m_per_s")));
    wend_summary_destroy(summary);
}
END_TEST

LAB_MAIN("speed", mean_speed_covers_only_steps_before_arrival,
         mean_speed_is_undefined_without_agents)
