/* Paths between two points: their length is that of the routes of agents, and what has no path says
 * so. */
#include "support/kit/live_lab.h"
#include "support/suite.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define GROUND                                                                                     \
    "space: {walkable: [[4000, 0], [4020, 0], [4020, 20], [4012, 20], [4012, 8], [4000, 8]],\n"    \
    "  obstacles: [[[4005, 2], [4007, 2], [4007, 6], [4005, 6]]]}\n"                               \
    "agents: [{at: [4001, 4], goal: [4018, 18]}]\n"

static double measure(const char *answer) {
    double at[300], sum = 0.0;
    uint32_t count = live_lab_numbers(answer, "points", at, 300) / 3;
    for (uint32_t i = 1; i < count; i++) {
        sum += hypot(at[3 * i] - at[3 * i - 3], at[3 * i + 1] - at[3 * i - 2]);
    }
    return sum;
}

START_TEST(length_is_that_of_the_route_of_an_agent) {
    static const char *const kinds[] = {"navmesh", "grid"};
    static const double tolerances[] = {1e-3, 0.05}; /* routes over grids are pulled straight */
    for (size_t i = 0; i < 2; i++) {
        live_lab lab;
        char text[800];
        snprintf(text, sizeof text, "plan: %s\nmaps: {m: {kind: %s}}\n" GROUND, kinds[i], kinds[i]);
        live_lab_open(&lab, text, NULL);
        const char *answer = live_lab_expect(
            &lab, "{'do':'route','from':[4001,4,0],'to':[4018,18,0],'radius':0.25}");
        double length = live_lab_number(answer, "length");
        ck_assert_str_eq(live_lab_text(answer, "status"), "found");
        ck_assert_str_eq(live_lab_text(answer, "map"), "m");
        ck_assert(!live_lab_has(answer, "message"));
        ck_assert_double_eq_tol(measure(answer), length, 1e-3);
        live_lab_step(&lab, 1);
        const wend_route *route = wend_view_route(wend_world_view(lab.world), 0);
        ck_assert_ptr_nonnull(route);
        /* The goal has a tolerance, but the route leads to its point. */
        ck_assert_double_eq_tol(length, (double)route->cost, tolerances[i] * length);
        live_lab_close(&lab);
    }
}
END_TEST

/* The shortest path for a point turns at a corner of the obstacle and at one of the ground. */
START_TEST(length_is_exact_for_a_point) {
    live_lab lab;
    live_lab_open(&lab, GROUND, NULL);
    const char *answer =
        live_lab_expect(&lab, "{'do':'route','from':[4001,4],'to':[4018,18],'radius':0}");
    double over = hypot(4, 2) + hypot(7, 2) + hypot(6, 10);
    ck_assert_double_eq_tol(live_lab_number(answer, "length"), over, 1e-4);
    answer = live_lab_expect(&lab, "{'do':'route','from':[4001,1],'to':[4003,1]}");
    ck_assert_double_eq_tol(live_lab_number(answer, "length"), 2.0, 1e-4);
    ck_assert_uint_eq(live_lab_count(answer, "points"), 2);
    live_lab_close(&lab);
}
END_TEST

START_TEST(says_why_there_is_no_path) {
    live_lab lab;
    live_lab_open(&lab, "agents: [{at: [0, 0], goal: [3, 3]}]\n", NULL);
    const char *answer = live_lab_expect(&lab, "{'do':'route','from':[0,0],'to':[9,9]}");
    ck_assert_str_eq(live_lab_text(answer, "status"), "none");
    ck_assert(strstr(live_lab_text(answer, "message"), "no map") != NULL);
    ck_assert_uint_eq(live_lab_count(answer, "points"), 0);
    live_lab_close(&lab);
    live_lab_open(&lab, GROUND, NULL);
    answer = live_lab_expect(&lab, "{'do':'route','from':[-9,0],'to':[-9,5],'radius':1}");
    ck_assert_str_eq(live_lab_text(answer, "status"), "none");
    ck_assert(strstr(live_lab_text(answer, "message"), "radius of 1 m") != NULL);
    live_lab_close(&lab);
}
END_TEST

START_TEST(refuses_invalid_ends) {
    live_lab lab;
    live_lab_open(&lab, GROUND, NULL);
    static const char *const wrong[] = {"{'do':'route','from':[0,0]}",
                                        "{'do':'route','from':[0,0],'to':'there'}",
                                        "{'do':'route','from':[0,0],'to':[1,1,1]}",
                                        "{'do':'route','from':[0,0],'to':[1,1],'radius':-1}",
                                        "{'do':'route','from':[0,0],'to':[1e300,1]}"};
    static const char *const words[] = {"to", "to", "layer", "radius", "to"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const char *message = live_lab_refuse(&lab, "%s", wrong[i]);
        ck_assert_msg(strstr(message, words[i]) != NULL, "%s", message);
    }
    live_lab_close(&lab);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {length_is_that_of_the_route_of_an_agent,
                                  length_is_exact_for_a_point, says_why_there_is_no_path,
                                  refuses_invalid_ends};
    return suite_run("live route", tests, sizeof tests / sizeof tests[0]);
}
