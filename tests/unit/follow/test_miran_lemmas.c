/* Tests the lemmas of MIRAN (section 3.5) on random weighted worlds with random routes, for points
 * and discs that walk directly to their attraction points: the set of candidates is never empty,
 * the reference point never moves back and advances within a bound, and every character arrives.
 * Counts how often the printed method fails in the same worlds. */
#include <math.h>
#include <stdio.h>

#include "support/miran_worlds.h"
#include "support/suite.h"
#include "support/trials.h"

typedef struct summary {
    uint32_t worlds, arrived, with_empty_sets, with_growth, longest_stall;
    uint64_t steps, empty_sets, pushes;
    double length, least_clearance;
} summary;

/* The smallest radius of an agent stands for a point. */
static const double POINT = 0.01, DISC = 0.4;

static void run_trials(double radius, bool as_printed, double most, summary *out) {
    static const double sigmas[] = {15.0, 40.0, 100.0}, steps[] = {4.0, 10.0};
    *out = (summary){.least_clearance = (double)INFINITY};
    for (uint64_t seed = 1; out->worlds < trials(1000); seed++) {
        miran_trial trial;
        miran_trial_def def = {.seed = seed,
                               .radius = radius,
                               .sigma = sigmas[seed % 3],
                               .d = steps[seed % 2],
                               .as_printed = as_printed,
                               .steer = "direct",
                               .speed = 2.0,
                               .dt = 0.25};
        if (!miran_trial_run(&def, most, &trial)) {
            continue;
        }
        out->worlds++;
        out->arrived += trial.arrived;
        out->with_empty_sets += trial.empty_sets > 0;
        out->empty_sets += trial.empty_sets;
        out->with_growth += trial.growths > 0;
        out->pushes += trial.pushes;
        out->steps += trial.steps;
        out->length += trial.length;
        out->least_clearance = fmin(out->least_clearance, trial.least_clearance);
        out->longest_stall =
            trial.longest_stall > out->longest_stall ? trial.longest_stall : out->longest_stall;
        if (!as_printed) {
            ck_assert_msg(trial.arrived, "seed %u: did not arrive", (unsigned)seed);
            ck_assert_msg(trial.empty_sets == 0, "seed %u: %u empty sets", (unsigned)seed,
                          trial.empty_sets);
            ck_assert_msg(trial.growths == 0, "seed %u: the weight grew %u times", (unsigned)seed,
                          trial.growths);
            ck_assert_msg(trial.over_bound == 0, "seed %u: the reference point stayed too long",
                          (unsigned)seed);
        }
        ck_assert_uint_eq(trial.backward, 0);
    }
    printf(
        "r %.2f m, %s: %u of %u arrived, %u worlds with empty sets (%llu steps), %u with a weight "
        "that grows, longest stall %u steps; %.0f m, %llu steps (%llu pushed), least clearance "
        "%.4f m\n",
        radius, as_printed ? "as printed" : "repaired", out->arrived, out->worlds,
        out->with_empty_sets, (unsigned long long)out->empty_sets, out->with_growth,
        out->longest_stall, out->length, (unsigned long long)out->steps,
        (unsigned long long)out->pushes, out->least_clearance);
}

START_TEST(every_point_arrives) {
    summary s;
    run_trials(POINT, false, 12.0, &s);
    ck_assert_uint_eq(s.arrived, s.worlds);
    ck_assert_double_ge(s.least_clearance, POINT - 1e-3);
}
END_TEST

START_TEST(every_disc_arrives) {
    summary s;
    run_trials(DISC, false, 12.0, &s);
    ck_assert_uint_eq(s.arrived, s.worlds);
    ck_assert_double_ge(s.least_clearance, DISC - 1e-3);
}
END_TEST

/* Without the repair, some sets of candidates are empty. */
START_TEST(printed_method_fails_in_some_worlds) {
    summary points, discs;
    run_trials(POINT, true, 25.0, &points);
    run_trials(DISC, true, 25.0, &discs);
    ck_assert_uint_gt(
        points.with_empty_sets + discs.with_empty_sets + points.with_growth + discs.with_growth, 0);
}
END_TEST

int main(void) {
    SUITE("follow/miran_lemmas", every_point_arrives, every_disc_arrives,
          printed_method_fails_in_some_worlds);
}
