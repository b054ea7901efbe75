/* Checks the list of agents that did not arrive, with the reason for each, and the records that
 * metrics keep for each slot. */
#include "measure/meter/stragglers.h"
#include "unit/scenario/lab.h"
#include <stdlib.h>

/* A planner that finds no route. */
static void plan_nothing(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    (void)view;
    (void)agents;
    (void)sink;
}

static const wend_planner lost_planner = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "lost", .summary = "finds no way"}},
    .gives = WEND_ROUTE_POLYLINE,
    .plan = plan_nothing,
};

START_TEST(reports_each_of_the_four_reasons) {
    ck_assert_int_eq(
        wend_registry_add(lab_registry, WEND_KIND_PLANNER, &lost_planner.stage.entry, &lab_error),
        WEND_OK);
    wend_summary *summary =
        lab_run("time: {end: 14}\nplan: straight\nsteer: direct\nspace: {walkable: [[0, 0], [30, "
                "0], [30, 9], [0, 9]]}\n"
                "goals: {beyond: [40, 1], there: [29, 5]}\n"
                "profiles: {default: {}, lost: {plan: lost}, slow: {speed: 0.5}}\n"
                "agents:\n"
                "  - {name: pushers, at: [28, 1], goal: beyond}\n"
                "  - {name: lost ones, profile: lost, at: [2, 3], goal: there}\n"
                "  - {profile: slow, at: [2, 5], goal: there}\n"
                "  - {at: [2, 7]}\n"
                "  - {at: [25, 5], goal: there}\n");
    static const struct {
        uint64_t key;
        wend_straggler_reason reason;
        const char *group, *text;
        wend_point position;
    } expected[] = {{1, WEND_STRAGGLER_STUCK, "pushers", "stuck", {29.75, 1}},
                    {2, WEND_STRAGGLER_NO_ROUTE, "lost ones", "no route", {2, 3}},
                    {3, WEND_STRAGGLER_WALKING, "to there", "still walking", {9, 5}},
                    {4, WEND_STRAGGLER_WAITING, "group 4", "waiting", {2, 7}}};
    ck_assert_double_eq(lab_number(summary, "arrived"), 1);
    ck_assert_uint_eq(wend_summary_straggler_count(summary), 4);
    for (uint32_t i = 0; i < 4; i++) {
        wend_straggler s = wend_summary_straggler(summary, i);
        ck_assert_uint_eq(s.key, expected[i].key);
        ck_assert_msg(s.reason == expected[i].reason, "agent %u: %s", i + 1,
                      wend_straggler_text(s.reason));
        ck_assert_str_eq(s.group, expected[i].group);
        ck_assert_str_eq(wend_straggler_text(s.reason), expected[i].text);
        ck_assert_double_eq_tol(s.position.x, expected[i].position.x, 0.06);
        ck_assert_double_eq_tol(s.position.y, expected[i].position.y, 0.06);
        ck_assert_uint_eq(s.layer, 0);
    }
    ck_assert_str_eq(wend_summary_layer_name(summary, 0), "");
    wend_summary_destroy(summary);
}
END_TEST

/* A goal with room for one agent makes the second agent wait. */
START_TEST(full_goal_is_reported_as_waiting) {
    wend_summary *summary = lab_run(
        "time: {end: 15}\nselect: nearest\n"
        "goals: {g: {disc: {centre: [5, 0], radius: 1}, capacity: 1}}\ngoal_sets: {s: [g]}\n"
        "agents: [{at: [[0, 0], [0, 2]], goals: s}]\n");
    ck_assert_double_eq(lab_number(summary, "arrived"), 1);
    ck_assert_uint_eq(wend_summary_straggler_count(summary), 1);
    ck_assert_int_eq(wend_summary_straggler(summary, 0).reason, WEND_STRAGGLER_WAITING);
    wend_summary_destroy(summary);
}
END_TEST

static wend_agent_state agent_at(uint64_t id, uint64_t key, double x) {
    return (wend_agent_state){.agent = {id}, .key = key, .position = {x, 0}};
}

/* An agent is stuck if it has stayed within half a metre of a point for exactly ten seconds. */
START_TEST(agent_is_stuck_after_ten_seconds_within_half_a_metre) {
    static const struct {
        double seconds, speed;
        wend_straggler_reason reason;
    } all[] = {{9.9, 0.0, WEND_STRAGGLER_WALKING},  {10.0, 0.0, WEND_STRAGGLER_STUCK},
               {10.0, 0.049, WEND_STRAGGLER_STUCK}, {12.0, 0.051, WEND_STRAGGLER_WALKING},
               {60.0, 0.3, WEND_STRAGGLER_WALKING}, {60.0, 0.001, WEND_STRAGGLER_STUCK}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        straggler_watch watch;
        stragglers_init(&watch, NULL);
        wend_agent_state state;
        wend_frame frame = {.agents = &state, .agent_count = 1, .slot_count = 1};
        for (int step = 0; step * 0.1 <= all[i].seconds + 1e-9; step++) {
            frame.time = step * 0.1;
            state = agent_at(UINT64_C(1) << 32, 5, all[i].speed * frame.time);
            ck_assert(stragglers_update(&watch, &frame));
        }
        wend_recording recording = {0};
        wend_straggler out, scratch;
        ck_assert_uint_eq(stragglers_list(&watch, &recording, &frame, &out, &scratch), 1);
        ck_assert_msg(out.reason == all[i].reason, "case %zu: %s", i,
                      wend_straggler_text(out.reason));
        ck_assert_str_eq(out.group, "");
        stragglers_free(&watch);
    }
}
END_TEST

START_TEST(omits_arrived_agents_and_orders_others_by_key) {
    straggler_watch watch;
    stragglers_init(&watch, NULL);
    wend_agent_state states[5];
    static const uint64_t keys[] = {9, 3, 7, 1, 5};
    for (uint32_t i = 0; i < 5; i++) {
        states[i] = agent_at((UINT64_C(1) << 32) | i, keys[i], i);
    }
    states[2].activity = WEND_ACTIVITY_ARRIVED;
    states[4].activity = WEND_ACTIVITY_LEFT;
    states[0].activity = WEND_ACTIVITY_STRANDED;
    wend_frame frame = {.agents = states, .agent_count = 5, .slot_count = 5};
    ck_assert(stragglers_update(&watch, &frame));
    static const wend_agent_group groups[] = {{"first", 1, 3, 0}};
    wend_recording recording = {.groups = groups, .group_count = 1};
    wend_straggler out[5], scratch[5];
    ck_assert_uint_eq(stragglers_list(&watch, &recording, &frame, out, scratch), 3);
    ck_assert(out[0].key == 1 && out[1].key == 3 && out[2].key == 9);
    ck_assert_str_eq(out[1].group, "first");
    ck_assert_str_eq(out[2].group, "");
    ck_assert_int_eq(out[2].reason, WEND_STRAGGLER_NO_ROUTE);
    stragglers_free(&watch);
}
END_TEST

typedef struct record {
    uint64_t value;
} record;

/* The record of a slot is zeroed if a new agent gets the slot; other records are kept. */
START_TEST(records_of_reused_slots_start_at_zero) {
    slot_table table;
    slots_init(&table, sizeof(record), NULL);
    wend_agent none = {(UINT64_C(1) << 32) | 3};
    ck_assert_ptr_null(slots_find(&table, none));
    for (uint32_t size = 1; size < 2000; size = size * 3 + 1) {
        wend_frame frame = {.slot_count = size};
        ck_assert(slots_grow(&table, &frame));
        for (uint32_t slot = 0; slot < size; slot++) {
            wend_agent agent = {(UINT64_C(7) << 32) | slot};
            bool fresh = false;
            record *r = slots_find_or_add(&table, agent, &fresh);
            ck_assert(fresh == (r->value == 0));
            ck_assert(fresh || r->value == slot + 1);
            r->value = slot + 1;
            ck_assert_ptr_eq(slots_find(&table, agent), r);
        }
    }
    wend_agent old = {(UINT64_C(7) << 32) | 2}, owner = {(UINT64_C(8) << 32) | 2};
    bool fresh = false;
    ck_assert_ptr_null(slots_find(&table, owner));
    record *r = slots_find_or_add(&table, owner, &fresh);
    ck_assert(fresh && r->value == 0);
    ck_assert_ptr_null(slots_find(&table, old));
    ck_assert_ptr_null(slots_find(&table, (wend_agent){(UINT64_C(7) << 32) | 5000}));
    slots_free(&table);
    ck_assert_uint_eq(table.heap.held, 0);
}
END_TEST

LAB_MAIN("stragglers", reports_each_of_the_four_reasons, full_goal_is_reported_as_waiting,
         agent_is_stuck_after_ten_seconds_within_half_a_metre,
         omits_arrived_agents_and_orders_others_by_key, records_of_reused_slots_start_at_zero)
