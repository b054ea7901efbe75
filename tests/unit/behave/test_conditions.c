/* Each condition holds from the step in which it becomes true, and a machine whose condition is
 * replaced by one that never holds behaves differently. An agent walks along the x axis: at the
 * start of step k it has walked k / 10 m. It goes from state a to state b as soon as the condition
 * holds. */
#include <string.h>

#include "state/visits.h"
#include "support/machines.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { MOST = 60 };

typedef struct trial {
    stage_world on;
    machine_plan plan;
    wend_condition_def children[2];
    wend_agent agent;
    uint32_t nth_profile;
    wend_goal goal;
    bool is_event_expected;
} trial;

static wend_choice *condition(trial *t, const char *name) {
    return &plan_go(&t->plan, 0, "b", name)->condition.choice;
}

static void begin(trial *t, wend_kind kind, const char *mute) {
    *t = (trial){.on = machines_world(kind, mute, 1)};
    plan_start(&t->plan);
    plan_state(&t->plan, "a");
    plan_state(&t->plan, "b");
}

static uint32_t finish(trial *t) {
    wend_machine machine = plan_add(&t->plan, t->on.world);
    t->agent = machines_agent(t->on.world, t->nth_profile, 10.0, 10.0, machine, 0);
    if (t->goal.value) {
        wend_world_set_agent_goal(t->on.world, t->agent, t->goal, NULL);
    }
    return machines_until(t->on.world, t->agent, 1, MOST);
}

/* ---- Cases: each returns the number of steps until the agent is in state b ------------------- */

static uint32_t try_auto(trial *t) {
    condition(t, "auto");
    return finish(t);
}

static uint32_t try_timer(trial *t) {
    plan_number(&t->plan, condition(t, "timer"), "duration", 1.0);
    return finish(t);
}

static void disc(trial *t, wend_choice *choice, double x, bool inside) {
    plan_text(&t->plan, choice, "inside", inside ? "true" : "false");
    plan_point(&t->plan, choice, "centre", 10.0 + x, 10.0);
    plan_number(&t->plan, choice, "radius", 1.05);
}

static uint32_t try_disc(trial *t) {
    disc(t, condition(t, "disc"), 2.0, true);
    return finish(t);
}

static uint32_t try_outside(trial *t) {
    disc(t, condition(t, "disc"), 0.0, false);
    return finish(t);
}

static uint32_t try_box(trial *t) {
    wend_choice *choice = condition(t, "box");
    plan_point(&t->plan, choice, "low", 13.0, 9.0);
    plan_point(&t->plan, choice, "high", 11.05, 11.0);
    return finish(t);
}

static uint32_t try_oriented_box(trial *t) {
    wend_choice *choice = condition(t, "oriented_box");
    plan_point(&t->plan, choice, "centre", 12.0, 10.0);
    plan_point(&t->plan, choice, "half", 1.0, 0.1);
    plan_number(&t->plan, choice, "angle", 0.78539816339744831);
    return finish(t); /* on the axis: |x - 2| <= 0.1 * sqrt(2) */
}

static uint32_t try_polygon(trial *t) {
    static const wend_point triangle[] = {{11.05, 9.0}, {13.0, 9.0}, {13.0, 11.0}};
    plan_points(&t->plan, condition(t, "polygon"), "points", triangle, 3);
    return finish(t); /* on the axis: x >= 2.025 */
}

static uint32_t cross(trial *t, const char *from) {
    wend_choice *choice = condition(t, "line");
    plan_point(&t->plan, choice, "a", 11.05, 9.0);
    plan_point(&t->plan, choice, "b", 11.05, 11.0);
    plan_text(&t->plan, choice, "from", from);
    return finish(t);
}

static uint32_t try_line(trial *t) {
    return cross(t, "any");
}

static uint32_t try_line_from_left(trial *t) {
    return cross(t, "left");
}

static uint32_t try_line_from_right(trial *t) {
    return cross(t, "right") + 1; /* never: 0 + 1 */
}

static uint32_t try_area_population(trial *t) {
    static const wend_point square[] = {{11.05, 9.0}, {13.0, 9.0}, {13.0, 11.0}, {11.05, 11.0}};
    wend_area_def area = wend_default_area_def();
    area.points = square;
    area.point_count = 4;
    area.name = "hall";
    wend_world_add_area(t->on.world, &area, NULL, NULL);
    wend_choice *choice = condition(t, "population");
    plan_text(&t->plan, choice, "area", "hall");
    plan_number(&t->plan, choice, "at_least", 1.0);
    return finish(t);
}

static uint32_t try_state_population(trial *t) {
    wend_choice *choice = condition(t, "population");
    plan_text(&t->plan, choice, "state", "a");
    plan_number(&t->plan, choice, "at_least", 2.0);
    plan_number(&t->plan, choice, "at_most", 2.0);
    wend_machine machine = plan_add(&t->plan, t->on.world);
    t->agent = machines_agent(t->on.world, 0, 10.0, 10.0, machine, 0);
    machines_step(t->on.world, 5);
    machines_agent(t->on.world, 0, 10.0, 12.0, machine, 0);
    return machines_until(t->on.world, t->agent, 1, MOST);
}

static uint32_t try_signal(trial *t) {
    wend_signal_def def = wend_default_signal_def();
    wend_signal signal;
    def.name = "alarm";
    ck_assert_int_eq(wend_world_add_signal(t->on.world, &def, &signal, NULL), WEND_OK);
    plan_text(&t->plan, condition(t, "signal"), "name", "alarm");
    wend_machine machine = plan_add(&t->plan, t->on.world);
    t->agent = machines_agent(t->on.world, 0, 10.0, 10.0, machine, 0);
    machines_step(t->on.world, 4);
    wend_world_fire_signal(t->on.world, signal, NULL);
    return machines_until(t->on.world, t->agent, 1, MOST);
}

static uint32_t try_served(trial *t) {
    condition(t, "served");
    wend_machine machine = plan_add(&t->plan, t->on.world);
    t->agent = machines_agent(t->on.world, 0, 10.0, 10.0, machine, 0);
    machines_step(t->on.world, 4);
    visit_note_served(t->on.world, (uint32_t)t->agent.value);
    return machines_until(t->on.world, t->agent, 1, MOST);
}

static wend_goal point_goal(trial *t) {
    static const wend_point at = {12.0, 10.0};
    wend_goal_def def = wend_default_goal_def();
    wend_goal goal;
    def.points = &at;
    ck_assert_int_eq(wend_world_add_goal(t->on.world, &def, &goal, NULL), WEND_OK);
    t->nth_profile = 1;
    return goal;
}

static uint32_t try_goal_distance(trial *t) {
    t->goal = point_goal(t);
    plan_number(&t->plan, condition(t, "goal_reached"), "distance", 1.05);
    return finish(t);
}

/* Returns 1 if the agent enters the state in the step after its arrival. */
static uint32_t try_goal_reached(trial *t) {
    t->goal = point_goal(t);
    condition(t, "goal_reached");
    wend_machine machine = plan_add(&t->plan, t->on.world);
    t->agent = machines_agent(t->on.world, 1, 10.0, 10.0, machine, 0);
    wend_world_set_agent_goal(t->on.world, t->agent, t->goal, NULL);
    bool arrived = false;
    for (int i = 0; i < MOST && !arrived; i++) {
        const wend_event *events;
        machines_step(t->on.world, 1);
        uint32_t count = wend_world_get_events(t->on.world, &events);
        for (uint32_t k = 0; k < count; k++) {
            arrived = arrived || events[k].kind == WEND_EVENT_ARRIVED;
        }
        ck_assert_uint_eq(machines_state(t->on.world, t->agent), 0);
    }
    machines_step(t->on.world, 1);
    return arrived && machines_state(t->on.world, t->agent) == 1;
}

/* Makes a condition of two children: a timer, and the disc that the agent is in from step 10 on. */
static uint32_t combine(trial *t, const char *name, double duration) {
    wend_condition_def *root = &plan_go(&t->plan, 0, "b", name)->condition;
    t->children[0].choice.name = "timer";
    t->children[1].choice.name = "disc";
    plan_number(&t->plan, &t->children[0].choice, "duration", duration);
    disc(t, &t->children[1].choice, 2.0, true);
    root->children = t->children;
    root->child_count = 2;
    return finish(t);
}

static uint32_t try_and_early(trial *t) {
    return combine(t, "and", 0.5);
}

static uint32_t try_and_late(trial *t) {
    return combine(t, "and", 2.0);
}

static uint32_t try_or_early(trial *t) {
    return combine(t, "or", 0.5);
}

static uint32_t try_or_late(trial *t) {
    return combine(t, "or", 2.0);
}

static uint32_t try_not(trial *t) {
    wend_condition_def *root = &plan_go(&t->plan, 0, "b", "not")->condition;
    t->children[0].choice.name = "disc";
    disc(t, &t->children[0].choice, 0.0, true);
    root->children = t->children;
    root->child_count = 1;
    return finish(t);
}

static const struct {
    const char *name;
    uint32_t (*run)(trial *t);
    uint32_t expected; /* the step after the one in which the condition becomes true */
} cases[] = {
    {"auto", try_auto, 2},
    {"timer", try_timer, 11},
    {"goal_reached", try_goal_reached, 1},
    {"goal_reached", try_goal_distance, 11},
    {"disc", try_disc, 11},
    {"disc", try_outside, 12},
    {"box", try_box, 12},
    {"oriented_box", try_oriented_box, 20},
    {"polygon", try_polygon, 22},
    {"line", try_line, 12},
    {"line", try_line_from_left, 12},
    {"population", try_area_population, 12},
    {"population", try_state_population, 7},
    {"signal", try_signal, 6},
    {"served", try_served, 5},
    {"and", try_and_early, 11},
    {"and", try_and_late, 21},
    {"or", try_or_early, 6},
    {"or", try_or_late, 11},
    {"not", try_not, 12},
};
enum { CASES = sizeof cases / sizeof *cases };

static trial the_trial;

START_TEST(conditions_hold_from_the_right_step) {
    for (int i = 0; i < CASES; i++) {
        begin(&the_trial, WEND_KIND_CONDITION, NULL);
        uint32_t steps = cases[i].run(&the_trial);
        ck_assert_msg(steps == cases[i].expected, "%s, case %d: %u steps", cases[i].name, i, steps);
        machines_world_end(&the_trial.on);
    }
    begin(&the_trial, WEND_KIND_CONDITION, NULL);
    ck_assert_uint_eq(try_line_from_right(&the_trial), 1);
    machines_world_end(&the_trial.on);
}
END_TEST

START_TEST(conditions_that_never_hold_are_noticed) {
    for (int i = 0; i < CASES; i++) {
        begin(&the_trial, WEND_KIND_CONDITION, cases[i].name);
        ck_assert_msg(cases[i].run(&the_trial) != cases[i].expected, "%s, case %d", cases[i].name,
                      i);
        machines_world_end(&the_trial.on);
    }
}
END_TEST

START_TEST(every_condition_has_a_case) {
    stage_world on = machines_world(WEND_KIND_CONDITION, NULL, 1);
    for (uint32_t i = 0; i < wend_registry_count(on.registry, WEND_KIND_CONDITION); i++) {
        const char *name = wend_registry_get(on.registry, WEND_KIND_CONDITION, i)->name;
        bool has = strcmp(name, "expression") == 0; /* see test_expression.c */
        for (int k = 0; k < CASES; k++) {
            has = has || strcmp(cases[k].name, name) == 0;
        }
        ck_assert_msg(has, "%s", name);
    }
    machines_world_end(&on);
}
END_TEST

/* Two crossings of a line in opposite directions, and a stop on it. */
START_TEST(line_is_crossed_once_in_each_direction) {
    begin(&the_trial, WEND_KIND_CONDITION, NULL);
    cross(&the_trial, "any");
    wend_world *world = the_trial.on.world;
    wend_machine machine = wend_world_find_machine(world, "m");
    /* A teleport over the line is no crossing. */
    wend_agent jumper = machines_agent(world, 0, 10.0, 10.0, machine, 0);
    machines_step(world, 3);
    wend_world_teleport_agent(world, jumper, (wend_point){12.0, 10.0}, 0, NULL);
    machines_step(world, 10);
    ck_assert_uint_eq(machines_state(world, jumper), 0);
    machines_world_end(&the_trial.on);
}
END_TEST

int main(void) {
    SUITE("behave/conditions", conditions_hold_from_the_right_step,
          conditions_that_never_hold_are_noticed, every_condition_has_a_case,
          line_is_crossed_once_in_each_direction);
}
