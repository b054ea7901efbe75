/* States, targets, goals, entries and signals of machines, and what is refused. */
#include <math.h>
#include <string.h>

#include <wend/source.h>

#include "support/machines.h"
#include "support/suite.h"
#include "support/worlds.h"

static machine_plan plan;
static stage_world on;
static wend_error error;

static void begin(void) {
    on = machines_world(WEND_KIND_CONDITION, NULL, 1);
    plan_start(&plan);
}

static wend_goal add_goal(double x, double y, uint32_t capacity) {
    wend_point at = {x, y};
    wend_goal_def def = wend_default_goal_def();
    wend_goal goal;
    def.points = &at;
    def.capacity = capacity;
    ck_assert_int_eq(wend_world_add_goal(on.world, &def, &goal, NULL), WEND_OK);
    return goal;
}

static wend_agent_state get(wend_agent agent) {
    wend_agent_state state = {0};
    ck_assert(wend_world_get_agent(on.world, agent, &state));
    return state;
}

static uint32_t population(wend_machine machine, uint32_t state) {
    return wend_world_state_population(on.world, machine, state);
}

/* ---- Transitions ----------------------------------------------------------------------------- */

START_TEST(chain_resolves_within_one_step) {
    begin();
    for (int i = 0; i < 4; i++) {
        static const char *const names[] = {"a", "b", "c", "d"};
        plan_state(&plan, names[i]);
    }
    plan_timer(&plan, 0, "b", 0.3);
    plan_go(&plan, 1, "c", "auto");
    plan_go(&plan, 2, "d", "auto");
    wend_machine machine = plan_add(&plan, on.world);
    wend_agent agent = machines_agent(on.world, 0, 10.0, 10.0, machine, 0);
    machines_step(on.world, 3);
    ck_assert_uint_eq(machines_state(on.world, agent), 0);
    machines_step(on.world, 1);
    wend_agent_visit visit;
    ck_assert(wend_world_get_agent_visit(on.world, agent, &visit));
    ck_assert_uint_eq(visit.state, 3);
    ck_assert_uint_eq(visit.previous, 2);
    ck_assert(fabs(visit.entered - 0.3) < 1e-9);
    machines_world_end(&on);
}
END_TEST

/* Both states lead to each other at once, so that each is entered once per step. */
START_TEST(no_state_is_entered_twice_in_a_step) {
    begin();
    plan_state(&plan, "a");
    plan_state(&plan, "b");
    plan_timer(&plan, 0, "b", 0.0);
    plan_timer(&plan, 1, "a", 0.0);
    wend_machine machine = plan_add(&plan, on.world);
    wend_agent agent = machines_agent(on.world, 0, 10.0, 10.0, machine, 0);
    for (uint32_t i = 0; i < 4; i++) { /* a -> b -> a, then b has been entered */
        machines_step(on.world, 1);
        ck_assert_uint_eq(machines_state(on.world, agent), 0);
        ck_assert_uint_eq(population(machine, 0), 1);
        ck_assert_uint_eq(population(machine, 1), 0);
    }
    wend_agent_visit visit;
    wend_world_get_agent_visit(on.world, agent, &visit);
    ck_assert_uint_eq(visit.previous, 1);
    machines_world_end(&on);
}
END_TEST

START_TEST(earlier_transitions_come_first) {
    begin();
    plan_state(&plan, "a");
    plan_state(&plan, "b");
    plan_state(&plan, "c");
    plan_timer(&plan, 0, "c", 0.5);
    plan_timer(&plan, 0, "b", 0.5);
    wend_machine machine = plan_add(&plan, on.world);
    wend_agent agent = machines_agent(on.world, 0, 10.0, 10.0, machine, 0);
    machines_step(on.world, 8);
    ck_assert_uint_eq(machines_state(on.world, agent), 2);
    machines_world_end(&on);
}
END_TEST

START_TEST(null_target_returns_to_the_state_before) {
    begin();
    plan_state(&plan, "a");
    plan_state(&plan, "b");
    plan_state(&plan, "pause");
    plan_timer(&plan, 0, "pause", 0.3);
    plan_timer(&plan, 1, "pause", 0.3);
    plan_timer(&plan, 2, NULL, 0.3);
    wend_machine machine = plan_add(&plan, on.world);
    wend_agent first = machines_agent(on.world, 0, 10.0, 10.0, machine, 0);
    wend_agent second = machines_agent(on.world, 0, 10.0, 20.0, machine, 1);
    wend_agent third = machines_agent(on.world, 0, 10.0, 30.0, machine, 2);
    machines_step(on.world, 5);
    ck_assert_uint_eq(machines_state(on.world, first), 2);
    machines_step(on.world, 3);
    ck_assert_uint_eq(machines_state(on.world, first), 0);
    ck_assert_uint_eq(machines_state(on.world, second), 1);
    ck_assert_uint_eq(machines_state(on.world, third), 2); /* it was in no other state */
    machines_world_end(&on);
}
END_TEST

START_TEST(targets_are_sampled_by_weight) {
    enum { AGENTS = 2000 };
    begin();
    plan_state(&plan, "a");
    plan_state(&plan, "b");
    plan_state(&plan, "c");
    plan_state(&plan, "d");
    wend_transition_def *made = plan_go(&plan, 0, "b", "auto");
    plan_or(&plan, made, "c", 2.0);
    plan_or(&plan, made, "d", 5.0);
    wend_machine machine = plan_add(&plan, on.world);
    for (int i = 0; i < AGENTS; i++) {
        machines_agent(on.world, 0, 1.0 + 2.0 * (i % 90), 1.0 + 2.0 * (i / 90), machine, 0);
    }
    machines_step(on.world, 2);
    for (uint32_t i = 1; i <= 3; i++) {
        double share = i == 1 ? 0.125 : i == 2 ? 0.25 : 0.625;
        double deviation = sqrt(AGENTS * share * (1.0 - share));
        ck_assert(fabs(population(machine, i) - AGENTS * share) < 4.0 * deviation);
    }
    machines_world_end(&on);
}
END_TEST

/* The durations of two visits of the same agent are sampled independently. */
START_TEST(timers_are_sampled_for_each_visit) {
    begin();
    plan_state(&plan, "a");
    plan_state(&plan, "b");
    wend_transition_def *made = plan_go(&plan, 0, "b", "timer");
    plan_sample(&plan, &made->condition.choice, "duration", wend_uniform(0.2, 3.0));
    plan_timer(&plan, 1, "a", 0.1);
    wend_machine machine = plan_add(&plan, on.world);
    wend_agent agent = machines_agent(on.world, 0, 10.0, 10.0, machine, 0);
    uint32_t lengths[8], different = 0;
    for (int i = 0; i < 8; i++) {
        uint32_t start = (uint32_t)wend_world_step_count(on.world);
        lengths[i] = machines_until(on.world, agent, 1, 40) - start;
        ck_assert_uint_ge(lengths[i], 2);
        ck_assert_uint_le(lengths[i], 32);
        different += i > 0 && lengths[i] != lengths[i - 1];
        machines_until(on.world, agent, 0, 4);
    }
    ck_assert_uint_ge(different, 4);
    machines_world_end(&on);
}
END_TEST

/* ---- Goals and entries ----------------------------------------------------------------------- */

START_TEST(states_set_goals) {
    begin();
    wend_goal near = add_goal(20.0, 10.0, 0), far = add_goal(30.0, 10.0, 0);
    plan_state(&plan, "keep");
    plan.states[plan_state(&plan, "none")].goal_kind = WEND_STATE_GOAL_NONE;
    uint32_t given = plan_state(&plan, "given");
    plan.states[given].goal_kind = WEND_STATE_GOAL_GIVEN;
    plan.states[given].goal = far;
    plan_timer(&plan, 0, "none", 0.5);
    plan_timer(&plan, 1, "given", 0.5);
    wend_machine machine = plan_add(&plan, on.world);
    wend_agent agent = machines_agent(on.world, 1, 10.0, 10.0, machine, 0);
    wend_world_set_agent_goal(on.world, agent, near, NULL);
    machines_step(on.world, 4);
    ck_assert_uint_eq(get(agent).goal.value, near.value);
    machines_step(on.world, 3);
    double x = get(agent).position.x;
    ck_assert_uint_eq(get(agent).goal.value, 0);
    ck_assert_int_eq(get(agent).activity, WEND_ACTIVITY_WAITING);
    machines_step(on.world, 3);
    ck_assert(fabs(get(agent).position.x - x) < 1e-6);
    machines_step(on.world, 3);
    ck_assert_uint_eq(get(agent).goal.value, far.value);
    ck_assert_int_eq(get(agent).activity, WEND_ACTIVITY_WALKING);
    machines_world_end(&on);
}
END_TEST

/* Two states share a goal of capacity 1, which the agent keeps while it is elsewhere. */
START_TEST(persistent_goals_are_kept_and_shared) {
    begin();
    wend_goal goals[] = {add_goal(20.0, 10.0, 1), add_goal(20.0, 14.0, 1)}, out;
    wend_goal_set set;
    out = add_goal(10.0, 40.0, 0);
    ck_assert_int_eq(wend_world_add_goal_set(on.world, goals, 2, &set, NULL), WEND_OK);
    uint32_t pick = plan_state(&plan, "pick"), away = plan_state(&plan, "away");
    uint32_t back = plan_state(&plan, "back");
    plan.states[pick].goal_kind = WEND_STATE_GOAL_SELECT;
    plan.states[pick].select.name = "nearest";
    plan.states[pick].goal_set = set;
    plan.states[away].goal_kind = WEND_STATE_GOAL_GIVEN;
    plan.states[away].goal = out;
    plan.states[back].goal_kind = WEND_STATE_GOAL_SHARED;
    plan.states[back].shares = "pick";
    plan_timer(&plan, pick, "away", 0.5);
    plan_timer(&plan, away, "back", 0.5);
    wend_machine machine = plan_add(&plan, on.world);
    wend_agent first = machines_agent(on.world, 1, 10.0, 10.0, machine, pick);
    machines_step(on.world, 3);
    ck_assert_uint_eq(get(first).goal.value, goals[0].value);
    machines_step(on.world, 4);
    ck_assert_uint_eq(get(first).goal.value, out.value);
    /* Its place stays taken: another agent gets the other goal. */
    wend_agent second = machines_agent(on.world, 1, 12.0, 10.0, machine, pick);
    machines_step(on.world, 2);
    const wend_view *view = wend_world_view(on.world);
    ck_assert_uint_eq(wend_view_goal_capacity_left(view, wend_world_goal_index(on.world, goals[0])),
                      0);
    ck_assert_uint_ne(get(second).goal.value, goals[0].value);
    machines_step(on.world, 4);
    ck_assert_uint_eq(machines_state(on.world, first), back);
    ck_assert_uint_eq(get(first).goal.value, goals[0].value);
    /* Outside the machine it no longer keeps the goal. */
    wend_world_set_agent_goal(on.world, first, out, NULL);
    machines_step(on.world, 1);
    ck_assert_int_eq(wend_world_set_agent_state(on.world, first, (wend_machine){0}, 0, NULL), 0);
    machines_step(on.world, 1);
    view = wend_world_view(on.world);
    ck_assert_uint_eq(wend_view_goal_capacity_left(view, wend_world_goal_index(on.world, goals[0])),
                      1);
    machines_world_end(&on);
}
END_TEST

START_TEST(states_replace_entries) {
    begin();
    plan_state(&plan, "walk");
    uint32_t climb = plan_state(&plan, "climb");
    plan.states[climb].follow.name = "constant";
    plan_point(&plan, &plan.states[climb].follow, "velocity", 0.0, 7.0);
    plan_text(&plan, &plan.states[climb].follow, "relative", "true");
    plan_timer(&plan, 0, "climb", 0.5);
    plan_timer(&plan, 1, "walk", 0.5);
    wend_machine machine = plan_add(&plan, on.world);
    wend_agent agent = machines_agent(on.world, 0, 10.0, 10.0, machine, 0);
    machines_step(on.world, 5);
    ck_assert(fabs(get(agent).position.x - 10.5) < 1e-4);
    machines_step(on.world, 5); /* upwards at the preferred speed of 1 m/s */
    ck_assert(fabs(get(agent).position.x - 10.5) < 1e-4);
    ck_assert(fabs(get(agent).position.y - 10.5) < 1e-4);
    ck_assert_uint_eq(get(agent).profile.value, worlds_nth_profile(0).value);
    machines_step(on.world, 5);
    ck_assert(fabs(get(agent).position.x - 11.0) < 1e-4);
    machines_world_end(&on);
}
END_TEST

START_TEST(profile_set_from_outside_is_the_base_profile) {
    begin();
    plan_state(&plan, "walk");
    uint32_t climb = plan_state(&plan, "climb");
    plan.states[climb].follow.name = "constant";
    plan_point(&plan, &plan.states[climb].follow, "velocity", 0.0, 1.0);
    plan_timer(&plan, 0, "climb", 0.5);
    plan_timer(&plan, 1, "walk", 0.8);
    wend_machine machine = plan_add(&plan, on.world);
    wend_agent agent = machines_agent(on.world, 0, 10.0, 10.0, machine, 0);
    machines_step(on.world, 7);
    wend_profile other = worlds_nth_profile(1);
    ck_assert_int_eq(wend_world_set_agent_profile(on.world, agent, other, NULL), WEND_OK);
    double y = get(agent).position.y;
    machines_step(on.world, 3); /* it still moves as the state says */
    ck_assert(fabs(get(agent).position.y - y - 0.3) < 1e-4);
    ck_assert_uint_eq(get(agent).profile.value, other.value);
    machines_step(on.world, 4); /* profile 1 follows routes, and the agent has no goal */
    wend_point at = get(agent).position;
    machines_step(on.world, 3);
    ck_assert(get(agent).position.x == at.x && get(agent).position.y == at.y);
    wend_profile derived = worlds_nth_profile(2);
    ck_assert_int_eq(wend_world_set_agent_profile(on.world, agent, derived, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_remove_profile(on.world, derived, NULL), WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_remove_profile(on.world, other, NULL), WEND_ERROR_INVALID);
    /* No agent has profile 0 any more; its derived profiles go with it. */
    ck_assert_int_eq(wend_world_remove_profile(on.world, worlds_nth_profile(0), NULL), WEND_OK);
    machines_step(on.world, 1);
    ck_assert_uint_eq(wend_world_profile_index(on.world, derived), WEND_NONE);
    machines_world_end(&on);
}
END_TEST

START_TEST(entries_that_do_not_fit_are_refused_when_agents_are_added) {
    begin();
    uint32_t odd = plan_state(&plan, "odd");
    plan.states[odd].plan.name = "guidance"; /* gives a field, which steering by corridor lacks */
    plan.states[odd].steer.name = "corridor_force";
    wend_machine machine = plan_add(&plan, on.world);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){5.0, 5.0};
    def.machine = machine;
    memset(&error, 0, sizeof error);
    ck_assert_int_ne(wend_world_add_agents(on.world, &def, 1, NULL, &error), WEND_OK);
    ck_assert_ptr_nonnull(strstr(error.message, "odd"));
    ck_assert_uint_eq(wend_world_agent_count(on.world), 0);
    wend_point box[] = {{4.0, 4.0}, {6.0, 6.0}};
    wend_source_def source = wend_default_source_def();
    source.shape = WEND_GOAL_BOX;
    source.points = box;
    source.point_count = 2;
    source.agent = &def;
    memset(&error, 0, sizeof error);
    ck_assert_int_ne(wend_world_add_source(on.world, &source, NULL, &error), WEND_OK);
    ck_assert_ptr_nonnull(strstr(error.message, "odd"));
    ck_assert_uint_eq(wend_world_source_count(on.world), 0);
    def.state = 9;
    ck_assert_int_eq(wend_world_add_agents(on.world, &def, 1, NULL, &error), WEND_ERROR_NAME);
    machines_world_end(&on);
}
END_TEST

/* ---- Commands and signals -------------------------------------------------------------------- */

START_TEST(commands_set_and_end_states) {
    begin();
    plan_state(&plan, "a");
    plan_state(&plan, "b");
    wend_machine machine = plan_add(&plan, on.world);
    wend_agent agent = machines_agent(on.world, 0, 10.0, 10.0, (wend_machine){0}, 0);
    ck_assert_int_eq(wend_world_set_agent_state(on.world, agent, machine, 1, NULL), WEND_OK);
    machines_step(on.world, 1);
    ck_assert_uint_eq(machines_state(on.world, agent), 1);
    ck_assert_int_eq(wend_world_set_agent_state(on.world, agent, machine, 2, &error),
                     WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_set_agent_state(on.world, agent, (wend_machine){99}, 0, &error),
                     WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_set_agent_state(on.world, agent, (wend_machine){0}, 0, NULL), 0);
    machines_step(on.world, 1);
    ck_assert_uint_eq(machines_state(on.world, agent), WEND_NONE);
    ck_assert_uint_eq(population(machine, 1), 0);
    wend_world_set_agent_state(on.world, agent, machine, 0, NULL);
    machines_step(on.world, 1);
    wend_world_remove_agent(on.world, agent, NULL);
    machines_step(on.world, 1);
    ck_assert_uint_eq(population(machine, 0), 0);
    machines_world_end(&on);
}
END_TEST

static wend_signal add_signal(const char *name, wend_audience audience, const wend_choice *response,
                              uint32_t count) {
    wend_signal_def def = wend_default_signal_def();
    wend_signal signal;
    memset(&error, 0, sizeof error);
    def.name = name;
    def.audience = audience;
    def.responses = response;
    def.response_count = count;
    ck_assert_msg(wend_world_add_signal(on.world, &def, &signal, &error) == WEND_OK, "%s",
                  error.message);
    return signal;
}

START_TEST(signals_reach_their_audience) {
    begin();
    plan_state(&plan, "a");
    plan_state(&plan, "b");
    wend_machine machine = plan_add(&plan, on.world);
    wend_agent agents[4];
    wend_group group;
    wend_world_add_group(on.world, "g", &group, NULL);
    for (uint32_t i = 0; i < 4; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.key = 10 + i;
        def.position = (wend_point){10.0, 10.0 + 3.0 * i};
        def.machine = i < 3 ? machine : (wend_machine){0};
        def.state = i == 1;
        def.group = i >= 2 ? group : (wend_group){0};
        ck_assert_int_eq(wend_world_add_agents(on.world, &def, 1, &agents[i], NULL), WEND_OK);
    }
    static const uint64_t keys[] = {13, 10};
    const wend_audience audiences[] = {{.key_count = 0},
                                       {.machine = machine},
                                       {.machine = machine, .state = "b"},
                                       {.machine = machine, .state = "b", .not_in_state = true},
                                       {.group = group},
                                       {.keys = keys, .key_count = 2},
                                       {.machine = machine, .group = group}};
    static const uint32_t expected[] = {15, 7, 2, 5, 12, 9, 4}; /* a bit for each agent */
    static const char *const names[] = {"s0", "s1", "s2", "s3", "s4", "s5", "s6"};
    wend_choice response = {.name = "set_attribute"};
    plan_text(&plan, &response, "attribute", "priority");
    plan_number(&plan, &response, "value", 1.0);
    for (int i = 0; i < 7; i++) {
        wend_signal signal = add_signal(names[i], audiences[i], &response, 1);
        machines_step(on.world, 1);
        wend_world_fire_signal(on.world, signal, NULL);
        machines_step(on.world, 1);
        uint32_t reached = 0;
        for (uint32_t k = 0; k < 4; k++) {
            wend_agent_attributes attributes;
            wend_world_get_agent_attributes(on.world, agents[k], &attributes);
            reached |= (attributes.priority == 1 ? 1U : 0U) << k;
            wend_world_set_agent_priority(on.world, agents[k], 0, NULL);
        }
        ck_assert_msg(reached == expected[i], "signal %d: %u", i, reached);
        ck_assert_uint_eq(wend_world_signal_count(on.world, signal), 1);
    }
    machines_world_end(&on);
}
END_TEST

START_TEST(signals_move_agents_between_states) {
    begin();
    wend_signal go = add_signal("go", (wend_audience){0}, NULL, 0);
    plan_state(&plan, "a");
    plan_state(&plan, "b");
    plan_text(&plan, &plan_go(&plan, 0, "b", "signal")->condition.choice, "name", "go");
    wend_machine machine = plan_add(&plan, on.world);
    wend_agent first = machines_agent(on.world, 0, 10.0, 10.0, machine, 0);
    wend_agent second = machines_agent(on.world, 0, 10.0, 20.0, machine, 0);
    machines_step(on.world, 2);
    ck_assert_int_eq(wend_world_fire_signal_at(on.world, go, &second, 1, NULL), WEND_OK);
    machines_step(on.world, 2);
    ck_assert_uint_eq(machines_state(on.world, first), 0);
    ck_assert_uint_eq(machines_state(on.world, second), 1);
    /* Back to state a: the signal belongs to the visit before. */
    wend_world_set_agent_state(on.world, second, machine, 0, NULL);
    machines_step(on.world, 3);
    ck_assert_uint_eq(machines_state(on.world, second), 0);
    ck_assert_int_eq(wend_world_fire_signal(on.world, (wend_signal){77}, NULL), WEND_ERROR_NAME);
    machines_world_end(&on);
}
END_TEST

START_TEST(signals_can_be_declared_before_they_are_added) {
    begin();
    wend_signal early, same;
    ck_assert_int_eq(wend_world_declare_signal(on.world, "go", &early, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_declare_signal(on.world, "go", NULL, NULL), WEND_ERROR_NAME);
    wend_signal_def def = wend_default_signal_def();
    wend_choice bad = {.name = "no_such_action"};
    def.name = "go";
    def.responses = &bad;
    def.response_count = 1;
    ck_assert_int_eq(wend_world_add_signal(on.world, &def, NULL, NULL), WEND_ERROR_NAME);
    same = add_signal("go", (wend_audience){0}, NULL, 0);
    ck_assert_uint_eq(early.value, same.value);
    def.response_count = 0;
    ck_assert_int_eq(wend_world_add_signal(on.world, &def, NULL, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_declare_signal(on.world, "", NULL, NULL), WEND_ERROR_INVALID);
    machines_world_end(&on);
}
END_TEST

/* Signals that fire each other do so once per step, and the steps end. */
START_TEST(signals_that_fire_each_other_take_turns) {
    begin();
    wend_choice ping = {.name = "fire"};
    plan_text(&plan, &ping, "signal", "echo"); /* itself */
    wend_signal echo = add_signal("echo", (wend_audience){0}, &ping, 1);
    wend_world_fire_signal(on.world, echo, NULL);
    machines_step(on.world, 5);
    ck_assert_uint_eq(wend_world_signal_count(on.world, echo), 5);
    machines_world_end(&on);
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

static void refuse(wend_result result, const char *words) {
    memset(&error, 0, sizeof error);
    wend_result got = plan_try(&plan, on.world, NULL, &error);
    ck_assert_msg(got == result, "%s: %d, %s", words, (int)got, error.message);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
    ck_assert_uint_eq(wend_world_find_machine(on.world, "m").value, 0);
    plan_start(&plan);
}

START_TEST(cycles_are_named) {
    begin();
    plan_state(&plan, "start");
    plan_state(&plan, "left");
    plan_state(&plan, "right");
    plan_timer(&plan, 0, "left", 1.0);
    plan_go(&plan, 1, "right", "auto");
    plan_go(&plan, 2, "left", "auto");
    refuse(WEND_ERROR_INVALID, "left -> right -> left");
    plan_state(&plan, "again");
    plan_go(&plan, 0, "again", "auto");
    refuse(WEND_ERROR_INVALID, "again -> again");
    plan_state(&plan, "there");
    plan_state(&plan, "back");
    plan_go(&plan, 0, "back", "auto");
    plan_go(&plan, 1, NULL, "auto");
    refuse(WEND_ERROR_INVALID, "there -> back -> there");
    /* `or` with an `auto` always holds; `and` with a timer does not. */
    static wend_condition_def children[2];
    children[0].choice.name = "auto";
    children[1].choice.name = "timer";
    for (int i = 0; i < 2; i++) {
        plan_state(&plan, "x");
        wend_condition_def *root = &plan_go(&plan, 0, "x", i ? "and" : "or")->condition;
        root->children = children;
        root->child_count = 2;
        if (i == 0) {
            refuse(WEND_ERROR_INVALID, "x -> x");
        }
    }
    plan_add(&plan, on.world);
    machines_world_end(&on);
}
END_TEST

/* Conditions that always hold without being `auto`, and others that only look like them. */
START_TEST(cycles_of_other_conditions_are_found) {
    begin();
    static wend_condition_def autos[1], nots[1], either[2];
    autos[0].choice.name = either[0].choice.name = "auto";
    either[1].choice.name = "served";
    nots[0] = (wend_condition_def){.choice = {.name = "not"}, .children = autos, .child_count = 1};
    for (int i = 0; i < 2; i++) { /* not (not auto), or of auto and another one */
        plan_state(&plan, "x");
        wend_condition_def *root = &plan_go(&plan, 0, "x", i ? "or" : "not")->condition;
        root->children = i ? either : nots;
        root->child_count = i ? 2 : 1;
        refuse(WEND_ERROR_INVALID, "x -> x");
    }
    static const char *const texts[] = {"1 < 2", "not 2 < 1", "2 < 1", "time >= 0"};
    static const char *const names[] = {"y", "y", "u", "v"};
    for (int i = 0; i < 4; i++) {
        uint32_t y = plan_state(&plan, names[i]);
        plan_text(&plan, &plan_go(&plan, y, names[i], "expression")->condition.choice, "text",
                  texts[i]);
        if (i < 2) {
            refuse(WEND_ERROR_INVALID, "y -> y");
        }
    }
    uint32_t z = plan_state(&plan, "z"); /* which never leaves */
    plan_go(&plan, z, "z", "not")->condition =
        (wend_condition_def){.choice = {.name = "not"}, .children = autos, .child_count = 1};
    plan_add(&plan, on.world);
    machines_world_end(&on);
}
END_TEST

START_TEST(parameters_that_fit_no_world_are_refused) {
    begin();
    plan_state(&plan, "a");
    wend_choice *choice = &plan_go(&plan, 0, "a", "line")->condition.choice;
    plan_point(&plan, choice, "a", 1.0, 2.0);
    plan_point(&plan, choice, "b", 1.0, 2.0);
    refuse(WEND_ERROR_INVALID, "are equal");
    static const char *const places[] = {"disc", "box", "oriented_box", "line"};
    for (int i = 0; i < 4; i++) {
        plan_state(&plan, "a");
        choice = &plan_go(&plan, 0, "a", places[i])->condition.choice;
        if (i == 3) {
            plan_point(&plan, choice, "b", 1.0, 2.0);
        }
        plan_number(&plan, choice, "layer", 1.0);
        refuse(WEND_ERROR_NAME, "no layer 1");
    }
    plan_state(&plan, "a");
    plan_number(&plan, &plan_act(&plan, 0, "teleport")->choice, "layer", 3.0);
    refuse(WEND_ERROR_NAME, "no layer 3");
    plan_state(&plan, "a");
    choice = &plan_act(&plan, 0, "set_attribute")->choice;
    plan_text(&plan, choice, "attribute", "radius");
    plan_number(&plan, choice, "value", -1.0);
    refuse(WEND_ERROR_INVALID, "radius can be -1");
    plan_state(&plan, "a");
    choice = &plan_go(&plan, 0, "a", "population")->condition.choice;
    plan_text(&plan, choice, "state", "a");
    plan_number(&plan, choice, "at_least", 5.0);
    plan_number(&plan, choice, "at_most", 4.0);
    refuse(WEND_ERROR_INVALID, "at most");
    machines_world_end(&on);
}
END_TEST

START_TEST(bad_defs_are_refused) {
    begin();
    wend_goal goal = add_goal(5.0, 5.0, 0);
    refuse(WEND_ERROR_INVALID, "at least one state");
    plan_state(&plan, "");
    refuse(WEND_ERROR_INVALID, "no name");
    plan_state(&plan, "a");
    plan_state(&plan, "a");
    refuse(WEND_ERROR_NAME, "two states");
    plan_state(&plan, "waiting");
    plan_go(&plan, 0, "wating", "auto");
    refuse(WEND_ERROR_NAME, "did you mean 'waiting'");
    plan_state(&plan, "a");
    plan_go(&plan, 0, "a", "tmier");
    refuse(WEND_ERROR_NAME, "did you mean 'timer'");
    plan_state(&plan, "a");
    plan_act(&plan, 0, "telport");
    refuse(WEND_ERROR_NAME, "did you mean 'teleport'");
    plan_state(&plan, "a");
    plan_text(&plan, &plan_go(&plan, 0, "a", "signal")->condition.choice, "name", "alarm");
    refuse(WEND_ERROR_NAME, "no signal 'alarm'");
    plan_state(&plan, "a");
    plan_text(&plan, &plan_go(&plan, 0, "a", "population")->condition.choice, "area", "hall");
    refuse(WEND_ERROR_NAME, "no area 'hall'");
    plan_state(&plan, "a");
    plan_text(&plan, &plan_act(&plan, 0, "set_door")->choice, "door", "gate");
    refuse(WEND_ERROR_NAME, "'gate'");
    plan_state(&plan, "a");
    plan_go(&plan, 0, "a", "and");
    refuse(WEND_ERROR_INVALID, "expected 2 to");
    plan_state(&plan, "a");
    plan.states[0].is_final = true;
    plan_timer(&plan, 0, "a", 1.0);
    refuse(WEND_ERROR_INVALID, "final");
    plan_state(&plan, "a");
    plan.targets[0][0][0].weight = -1.0;
    plan_timer(&plan, 0, "a", 1.0);
    plan.targets[0][0][0].weight = -1.0;
    refuse(WEND_ERROR_INVALID, "weight");
    plan_state(&plan, "a");
    plan_timer(&plan, 0, "a", 1.0);
    plan.transitions[0][0].target_count = 0;
    refuse(WEND_ERROR_INVALID, "targets");
    plan_state(&plan, "a");
    plan_timer(&plan, 0, "a", (double)NAN);
    refuse(WEND_ERROR_INVALID, "duration");
    plan_state(&plan, "a");
    plan.states[0].goal_kind = WEND_STATE_GOAL_GIVEN;
    refuse(WEND_ERROR_NAME, "no such goal");
    plan_state(&plan, "a");
    plan.states[0].goal_kind = WEND_STATE_GOAL_SELECT;
    plan.states[0].select.name = "nearest";
    refuse(WEND_ERROR_INVALID, "needs a goal set");
    plan_state(&plan, "a");
    plan.states[0].goal_kind = WEND_STATE_GOAL_SHARED;
    plan.states[0].shares = "a";
    refuse(WEND_ERROR_INVALID, "has no selector");
    plan_state(&plan, "a");
    plan.states[0].goal_kind = WEND_STATE_GOAL_QUEUE;
    refuse(WEND_ERROR_NAME, "no such queue");
    plan_state(&plan, "a");
    plan.states[0].goal_kind = (wend_state_goal)99;
    refuse(WEND_ERROR_INVALID, "goal_kind");
    plan_state(&plan, "a");
    plan.states[0].steer.name = "orka_arc";
    refuse(WEND_ERROR_NAME, "orca_arc");
    plan_state(&plan, "a");
    wend_action_def *action = plan_act(&plan, 0, "leave");
    action->keep = action->on_exit = true;
    refuse(WEND_ERROR_INVALID, "keep");
    plan_state(&plan, "a"); /* a condition that contains itself */
    static wend_condition_def self;
    self = (wend_condition_def){.choice = {.name = "not"}, .children = &self, .child_count = 1};
    plan_go(&plan, 0, "a", "not")->condition = self;
    refuse(WEND_ERROR_LIMIT, "conditions");
    plan_state(&plan, "a");
    plan_add(&plan, on.world);
    memset(&error, 0, sizeof error);
    ck_assert_int_eq(plan_try(&plan, on.world, NULL, &error), WEND_ERROR_NAME);
    ck_assert_ptr_nonnull(strstr(error.message, "already a machine"));
    ck_assert_uint_ne(goal.value, 0);
    machines_world_end(&on);
}
END_TEST

int main(void) {
    SUITE("behave/machines", chain_resolves_within_one_step, no_state_is_entered_twice_in_a_step,
          earlier_transitions_come_first, null_target_returns_to_the_state_before,
          targets_are_sampled_by_weight, timers_are_sampled_for_each_visit, states_set_goals,
          persistent_goals_are_kept_and_shared, states_replace_entries,
          profile_set_from_outside_is_the_base_profile,
          entries_that_do_not_fit_are_refused_when_agents_are_added, commands_set_and_end_states,
          signals_reach_their_audience, signals_move_agents_between_states,
          signals_can_be_declared_before_they_are_added, signals_that_fire_each_other_take_turns,
          cycles_are_named, cycles_of_other_conditions_are_found,
          parameters_that_fit_no_world_are_refused, bad_defs_are_refused);
}
