/* Results that publications report for their pedestrian models, beyond the motion of two agents:
 *
 * - Speeds in a single file follow V = min(v0, (1 / rho - l) / T), with which the measured
 *   fundamental diagram was fitted (Tordeux, Chraibi and Seyfried 2016; Xu, Chraibi and Seyfried
 *   2021 have the same speeds).
 * - The more friction an automaton has, the longer a crowd takes to leave a room (Kirchner,
 *   Nishinari and Schadschneider 2003).
 * - People who walk in opposite directions form lanes (Karamouzas, Skinner and Guy 2014; Xu,
 *   Chraibi and Seyfried 2021; Curtis and Manocha 2012).
 *
 * `wend paper models` compares all models with measurements of people: docs/models.md. */
/* needs: kit */
/* cost: 6 */
#include "paper/models/data.h"
#include "paper/models/exits.h"
#include "paper/models/ring.h"
#include "unit/paper/models_lab.h"

#define ONLY_STEERING "modify: [{name: yield, patience: 0, passages: false}]"

/* s: duration of a step, and of the motion before and in a measurement */
static const double DT = 0.05, RELAXATION = 40.0, MEASURE = 30.0;

/* Returns a context for agents with the keys `profile`, whose preferred speeds are 1.34 m/s with a
 * standard deviation of `spread` (m/s). */
static models_context context_of(const char *profile, double spread) {
    models_context context = lab_context("direct", 0.2, DT);
    snprintf(lab_setup.profile, sizeof lab_setup.profile, "radius: 0.2, %s, " ONLY_STEERING,
             profile);
    lab_setup.speed_spread = spread;
    return context;
}

static void check_single_file(const char *profile, double time_gap) {
    static const uint32_t crowds[] = {23, 34, 44, 55};
    for (uint32_t i = 0; i < sizeof crowds / sizeof *crowds; i++) {
        models_context context = context_of(profile, 0.0);
        ring_scene scene = {.width = 0.42,
                            .people = crowds[i],
                            .in_file = true,
                            .relaxation = RELAXATION,
                            .measure = MEASURE};
        ring_outcome out = {0};
        lab_check(ring_measure(&context, &scene, &out, &lab_error));
        double distance = RING_LENGTH / scene.people, length = 0.4;
        double expected = fmin(DATA_FREE_SPEED, (distance - length) / time_gap);
        ck_assert_msg(fabs(out.speed - expected) < 0.002, "%s, %u people: %g m/s, expected %g",
                      profile, scene.people, out.speed, expected);
    }
}

START_TEST(speeds_in_a_single_file_follow_the_published_law) {
    check_single_file("steer: collision_free_speed", 1.0);
    check_single_file("steer: anticipation_velocity", 1.06);
}
END_TEST

START_TEST(friction_slows_the_automaton) {
    double before = 0.0;
    for (int i = 0; i < 4; i++) {
        char profile[200];
        snprintf(profile, sizeof profile,
                 "steer: {name: cellular, friction: %g, static_weight: 10, dynamic_weight: 0}, "
                 "plan: field",
                 0.3 * i);
        models_context context = context_of(profile, 0.0);
        exit_scene scene = {.room_length = 12.0,
                            .room_width = 12.0,
                            .width = 0.8,
                            .length = 0.3,
                            .people = 150,
                            .limit = 400.0};
        exit_outcome out = {0};
        lab_check(exits_measure(&context, &scene, &out, &lab_error));
        ck_assert_uint_eq(out.remaining, 0);
        ck_assert_msg(out.last > 1.05 * before, "friction %g: %g s, before %g s", 0.3 * i, out.last,
                      before);
        before = out.last;
    }
}
END_TEST

/* 0.3 people per m2, half of them in each direction. */
START_TEST(people_in_two_directions_form_lanes) {
    static const char *const models[] = {"power_law", "anticipation_velocity", "pedvo"};
    for (uint32_t m = 0; m < 3; m++) {
        char profile[60];
        snprintf(profile, sizeof profile, "steer: %s", models[m]);
        models_context context = context_of(profile, DATA_FREE_SPEED_SPREAD);
        ring_scene scene = {.width = 3.6,
                            .people = 28,
                            .two_way = true,
                            .relaxation = RELAXATION,
                            .measure = MEASURE};
        ring_outcome out = {0};
        lab_check(ring_measure(&context, &scene, &out, &lab_error));
        ck_assert_double_lt(out.order_start, 0.1);
        ck_assert_msg(out.order > 0.5, "%s: order %g", models[m], out.order);
    }
}
END_TEST

LAB_MAIN("published pedestrian figures", speeds_in_a_single_file_follow_the_published_law,
         friction_slows_the_automaton, people_in_two_directions_form_lanes)
