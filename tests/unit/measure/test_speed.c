/* The mean speed of walkers whose speeds are known. */
#include "unit/scenario/lab.h"
#include <math.h>

START_TEST(the_mean_is_over_steps_before_arrival) {
    /* 7.5 s at 1.3 m/s, then standing there; and 20 s at 0.5 m/s without arriving: the first walks
     * 74 steps that count (it has arrived after the 75th), the second all 200. */
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

START_TEST(no_agents_give_no_speed) {
    wend_summary *summary = lab_run("agents: []");
    ck_assert(!isfinite(lab_number(summary, "mean_speed_m_per_s")));
    wend_summary_destroy(summary);
}
END_TEST

LAB_MAIN("speed", the_mean_is_over_steps_before_arrival, no_agents_give_no_speed)
