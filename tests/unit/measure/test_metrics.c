/* Compares metrics with brute force: the oracle is registered as a metric, so it sees the same
 * frames. */
#include "support/suite.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

enum { MOST = 256 };

/* Counts the overlaps of all pairs, and measures the length of each agent's path. */
typedef struct oracle {
    bool overlapped[MOST][MOST];
    wend_point last[MOST];
    bool seen[MOST];
    uint64_t collisions, pair_steps;
    double deepest, length;
} oracle;

static wend_registry *registry;
static wend_error error;

static void oracle_count_pairs(oracle *o, const wend_frame *frame, bool first) {
    static bool now[MOST][MOST];
    memset(now, 0, sizeof now);
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const wend_agent_state *a = &frame->agents[i], *b = &frame->agents[k];
            double apart = hypot(a->position.x - b->position.x, a->position.y - b->position.y);
            double smaller = (double)fminf(a->radius, b->radius);
            double overlap = (double)a->radius + (double)b->radius - apart;
            o->deepest = first ? 0.0 : fmax(o->deepest, overlap);
            if (a->layer != b->layer || overlap <= 0.01 * smaller) {
                continue;
            }
            uint64_t low = a->key < b->key ? a->key : b->key, high = a->key + b->key - low;
            now[low][high] = true;
            o->pair_steps += !first;
            o->collisions += !first && !o->overlapped[low][high];
        }
    }
    memcpy(o->overlapped, now, sizeof now);
}

static void oracle_add_lengths(oracle *o, const wend_frame *frame) {
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *a = &frame->agents[i];
        if (o->seen[a->key]) {
            o->length +=
                hypot(a->position.x - o->last[a->key].x, a->position.y - o->last[a->key].y);
        }
        o->seen[a->key] = true;
        o->last[a->key] = a->position;
    }
    for (uint32_t i = 0; i < frame->event_count; i++) {
        const wend_event *event = &frame->events[i];
        if (event->kind == WEND_EVENT_LEFT) {
            o->length += hypot(event->position.x - o->last[event->key].x,
                               event->position.y - o->last[event->key].y);
        }
    }
}

static wend_result oracle_begin(void *state, const void *params, void *user,
                                const wend_recording *recording, const wend_frame *frame,
                                wend_error *reported) {
    (void)user;
    (void)params;
    (void)recording;
    (void)reported;
    oracle_count_pairs(state, frame, true);
    oracle_add_lengths(state, frame);
    return WEND_OK;
}

static wend_result oracle_step(void *state, const wend_frame *frame, wend_error *reported) {
    (void)reported;
    oracle_count_pairs(state, frame, false);
    oracle_add_lengths(state, frame);
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        ck_assert_uint_eq(frame->index_of_slot[wend_agent_slot(frame->agents[i].agent)], i);
    }
    return WEND_OK;
}

static void oracle_report(const void *state, const wend_frame *frame, wend_report *report) {
    (void)frame;
    const oracle *o = state;
    wend_report_add_integer(report, "oracle_collisions", (int64_t)o->collisions);
    wend_report_add_integer(report, "oracle_pair_steps", (int64_t)o->pair_steps);
    wend_report_add_number(report, "oracle_deepest", o->deepest);
    wend_report_add_number(report, "oracle_length", o->length);
}

static const wend_metric oracle_metric = {
    .entry = {WEND_HEAD(wend_metric), .name = "oracle", .summary = "brute force"},
    .state_size = sizeof(oracle),
    .begin = oracle_begin,
    .step = oracle_step,
    .report = oracle_report,
};

static void set_up(void) {
    ck_assert_int_eq(wend_registry_create(NULL, &registry, &error), WEND_OK);
    ck_assert_int_eq(wend_kit_register(registry, &error), WEND_OK);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_METRIC, &oracle_metric.entry, &error),
                     WEND_OK);
}

static void tear_down(void) {
    wend_registry_destroy(registry);
}

static wend_summary *run(const char *text) {
    wend_scenario_def def = wend_default_scenario_def();
    def.text = text;
    def.text_size = strlen(text);
    def.registry = registry;
    def.plan = "straight"; /* agents walk through each other and into walls */
    def.follow = "waypoint";
    def.steer = "direct";
    wend_scenario *s = NULL;
    ck_assert_msg(wend_scenario_load(&def, &s, &error) == WEND_OK, "%s", error.message);
    wend_run_def run_def = wend_default_run_def();
    run_def.scenario = s;
    run_def.registry = registry;
    wend_summary *summary = NULL;
    ck_assert_msg(wend_run_scenario(&run_def, &summary, &error) == WEND_OK, "%s", error.message);
    wend_scenario_destroy(s);
    return summary;
}

static double get_number(const wend_summary *summary, const char *name) {
    const wend_report_value *value = wend_report_find(wend_summary_report(summary), name);
    ck_assert_msg(value != NULL, "%s", name);
    return value->kind == WEND_REPORT_INTEGER ? (double)value->integer : value->number;
}

static void compare_with_oracle(const wend_summary *summary) {
    ck_assert_double_eq(get_number(summary, "agent_collisions"),
                        get_number(summary, "oracle_collisions"));
    ck_assert_double_eq(get_number(summary, "overlap_pair_steps"),
                        get_number(summary, "oracle_pair_steps"));
    ck_assert_double_eq_tol(get_number(summary, "max_overlap_m"),
                            get_number(summary, "oracle_deepest"), 1e-4);
    ck_assert_double_eq_tol(get_number(summary, "mean_path_m") * get_number(summary, "agents"),
                            get_number(summary, "oracle_length"), 1e-6);
}

START_TEST(collisions_match_brute_force_in_a_mixed_crowd) {
    wend_summary *summary =
        run("time: {end: 25}\nallow_overlap: true\n"
            "profiles: {p: {radius: {uniform: [0.05, 0.9]}, speed: {uniform: [0.5, 2]}}}\n"
            "agents:\n"
            "  - {goal: [20, 0], random: {box: [[-20, -6], [-5, 6]], count: 60}}\n"
            "  - {goal: [-20, 0], random: {box: [[5, -6], [20, 6]], count: 60}}\n");
    ck_assert_double_gt(get_number(summary, "agent_collisions"), 200);
    compare_with_oracle(summary);
    wend_summary_destroy(summary);
}
END_TEST

START_TEST(collisions_match_brute_force_when_agents_leave) {
    wend_summary *summary =
        run("time: {end: 60}\n"
            "goals: {g: {disc: {centre: [0, 0], radius: 1}, on_arrival: leave}}\n"
            "agents:\n"
            "  - {goal: g, random: {box: [[-20, -6], [-5, 6]], count: 80}}\n"
            "  - {goal: g, grid: {origin: [5, -6], spacing: 0.5, count: [5, 10]}}\n");
    ck_assert_double_eq(get_number(summary, "arrived"), 130);
    ck_assert_double_eq(get_number(summary, "agents"), 130);
    ck_assert_uint_eq(wend_summary_straggler_count(summary), 0);
    compare_with_oracle(summary);
    wend_summary_destroy(summary);
}
END_TEST

/* An agent walks twelve metres at 1.5 m/s, until its disc touches the goal point. Its arrival and
 * travel times are therefore known. */
START_TEST(arrival_and_travel_time_are_exact) {
    wend_summary *summary = run("profiles: {p: {speed: 1.5, radius: 0.3}}\n"
                                "agents: [{at: [0, 0], goal: [12.3, 0]}, {at: [0, 9], goal: [0.1, "
                                "9]}, {at: [0, 5], goal: [600, 5]}]\ntime: {end: 20}\n");
    ck_assert_double_eq(get_number(summary, "agents"), 3);
    ck_assert_double_eq(get_number(summary, "arrived"), 2);
    ck_assert_double_eq(get_number(summary, "steps"), 200);
    ck_assert_double_eq_tol(get_number(summary, "last_arrival_s"), 8.0, 0.11);
    ck_assert_double_eq_tol(get_number(summary, "mean_travel_s"), (8.0 + 0.1) / 2, 0.11);
    ck_assert_double_eq_tol(get_number(summary, "simulated_s"), 20.0, 1e-9);
    ck_assert_uint_eq(wend_summary_straggler_count(summary), 1);
    wend_straggler s = wend_summary_straggler(summary, 0);
    ck_assert_uint_eq(s.key, 3);
    ck_assert_str_eq(s.group, "group 3");
    ck_assert_int_eq(s.reason, WEND_STRAGGLER_WALKING);
    ck_assert_double_eq_tol(s.position.x, 30.0, 0.2);
    wend_summary_destroy(summary);
}
END_TEST

START_TEST(reports_why_stragglers_have_not_arrived) {
    wend_summary *summary =
        run("time: {end: 20}\nspace: {walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]}\n"
            "agents: [{at: [8, 5], goal: [20, 5]}, {at: [1, 1]}]");
    ck_assert_uint_eq(wend_summary_straggler_count(summary), 2);
    ck_assert_int_eq(wend_summary_straggler(summary, 0).reason, WEND_STRAGGLER_STUCK);
    ck_assert_int_eq(wend_summary_straggler(summary, 1).reason, WEND_STRAGGLER_WAITING);
    ck_assert_double_gt(get_number(summary, "wall_interventions"), 100);
    ck_assert_double_le(get_number(summary, "max_wall_overlap_m"), 1e-3);
    for (int i = 0; i < WEND_STRAGGLER_REASON_COUNT; i++) {
        ck_assert_uint_gt(strlen(wend_straggler_text((wend_straggler_reason)i)), 3);
    }
    wend_summary_destroy(summary);
}
END_TEST

START_TEST(report_values_are_in_documented_order) {
    static const char *const names[] = {"scenario",
                                        "plan",
                                        "follow",
                                        "steer",
                                        "seed",
                                        "threads",
                                        "dt",
                                        "agents",
                                        "arrived",
                                        "steps",
                                        "simulated_s",
                                        "last_arrival_s",
                                        "mean_path_m",
                                        "mean_travel_s",
                                        "agent_collisions",
                                        "collisions_while_feasible",
                                        "overlap_pair_steps",
                                        "max_overlap_m",
                                        "wall_interventions",
                                        "wall_interventions_while_feasible",
                                        "max_wall_overlap_m",
                                        "infeasible_steps",
                                        "elapsed_s",
                                        "us_per_agent_step",
                                        "state_hash"};
    wend_summary *summary = run("agents: [{at: [0, 0], goal: [1, 0]}]");
    const wend_report *report = wend_summary_report(summary);
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ck_assert_str_eq(wend_report_at(report, i)->name, names[i]);
    }
    ck_assert_str_eq(wend_report_at(report, wend_report_count(report) - 1)->name, "outputs");
    ck_assert_uint_eq(strlen(wend_report_find(report, "state_hash")->text), 16);
    wend_summary_destroy(summary);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("metrics");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, collisions_match_brute_force_in_a_mixed_crowd);
    tcase_add_test(all, collisions_match_brute_force_when_agents_leave);
    tcase_add_test(all, arrival_and_travel_time_are_exact);
    tcase_add_test(all, reports_why_stragglers_have_not_arrived);
    tcase_add_test(all, report_values_are_in_documented_order);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
