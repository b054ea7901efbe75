/* Each action has its effect while its agent is in the state, undo takes it back, and a machine
 * whose action is replaced by one without effect behaves differently. The same for triggers. The
 * agent is in state a for 0.5 s, in state b with the action for 0.5 s, and then in state c. */
#include <stdio.h>
#include <string.h>

#include "support/machines.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { TEXT = 200 };

typedef struct trial {
    stage_world on;
    machine_plan plan;
    wend_action_def *action;
    wend_agent agent;
    wend_obstacle door;
    char text[TEXT]; /* what the case saw */
} trial;

static trial the_trial;

static void see(trial *t, const char *format, double value) {
    size_t used = strlen(t->text);
    snprintf(t->text + used, TEXT - used, format, value);
}

static void begin(trial *t, wend_kind kind, const char *mute, const char *action) {
    *t = (trial){.on = machines_world(kind, mute, 1)};
    static const wend_point line[] = {{150.0, 150.0}, {152.0, 150.0}};
    wend_obstacle_def door = sketch_door(line, 2);
    door.name = "door";
    door.closed = false;
    ck_assert_int_eq(wend_world_add_obstacle(t->on.world, &door, &t->door, NULL), WEND_OK);
    wend_signal_def signal = wend_default_signal_def();
    signal.name = "bell";
    ck_assert_int_eq(wend_world_add_signal(t->on.world, &signal, NULL, NULL), WEND_OK);
    plan_start(&t->plan);
    uint32_t a = plan_state(&t->plan, "a"), b = plan_state(&t->plan, "b");
    plan_state(&t->plan, "c");
    plan_timer(&t->plan, a, "b", 0.5);
    plan_timer(&t->plan, b, "c", 0.5);
    t->action = action ? plan_act(&t->plan, b, action) : NULL;
}

/* Steps through the three states, and calls `look` in the middle of each. */
static void run(trial *t, void (*look)(trial *t)) {
    wend_machine machine = plan_add(&t->plan, t->on.world);
    t->agent = machines_agent(t->on.world, 0, 10.0, 10.0, machine, 0);
    machines_step(t->on.world, 3);
    look(t);
    machines_step(t->on.world, 5);
    look(t);
    machines_step(t->on.world, 5);
    look(t);
}

/* ---- Actions --------------------------------------------------------------------------------- */

static wend_agent_attributes attributes(const trial *t) {
    wend_agent_attributes out = {0};
    wend_world_get_agent_attributes(t->on.world, t->agent, &out);
    return out;
}

static void look_at_speed(trial *t) {
    see(t, "%.2f ", (double)attributes(t).preferred_speed);
}

static void look_at_priority(trial *t) {
    see(t, "%.0f ", attributes(t).priority);
}

static void look_at_radius(trial *t) {
    see(t, "%.2f ", (double)attributes(t).radius);
}

static void look_at_mask(trial *t) {
    see(t, "%.0f ", (attributes(t).class_mask >> 3) & 3U);
}

static void look_at_class(trial *t) {
    see(t, "%.0f ", wend_world_is_class_enabled(t->on.world, 1));
}

static void look_at_door(trial *t) {
    see(t, "%.0f ", wend_world_is_obstacle_closed(t->on.world, t->door));
}

static void look_at_place(trial *t) {
    wend_agent_state state = {0};
    bool lives = wend_world_get_agent(t->on.world, t->agent, &state);
    see(t, lives ? "%.1f " : "- ", state.position.x);
}

static void look_at_bell(trial *t) {
    wend_signal bell = wend_world_find_signal(t->on.world, "bell");
    see(t, "%.0f ", (double)wend_world_signal_count(t->on.world, bell));
}

static void look_at_state(trial *t) {
    see(t, "%.0f ", machines_state(t->on.world, t->agent));
}

static void change(trial *t, const char *attribute, double value) {
    plan_text(&t->plan, &t->action->choice, "attribute", attribute);
    plan_number(&t->plan, &t->action->choice, "value", value);
}

static void try_set(trial *t) {
    change(t, "preferred_speed", 0.3);
    run(t, look_at_speed);
}

static void try_set_priority(trial *t) {
    change(t, "priority", -2.6);
    run(t, look_at_priority);
}

static void try_set_beyond_range(trial *t) {
    change(t, "radius", 1e9);
    run(t, look_at_radius);
}

static void try_keep(trial *t) {
    t->action->keep = true;
    try_set(t);
}

static void try_exit(trial *t) {
    t->action->on_exit = true;
    try_set(t);
}

static void try_offset(trial *t) {
    change(t, "preferred_speed", 0.5);
    run(t, look_at_speed);
}

static void try_scale(trial *t) {
    change(t, "preferred_speed", 0.25);
    run(t, look_at_speed);
}

static void try_block(trial *t) {
    plan_number(&t->plan, &t->action->choice, "class", 3.0);
    plan_text(&t->plan, &t->action->choice, "blocks", "false");
    run(t, look_at_mask);
}

static void try_door(trial *t) {
    plan_text(&t->plan, &t->action->choice, "door", "door");
    run(t, look_at_door);
}

static void try_teleport(trial *t) {
    plan_point(&t->plan, &t->action->choice, "to", 50.0, 10.0);
    run(t, look_at_place);
}

/* The point `to` is outside the room, so points of the box are sampled. */
static void try_teleport_to_box(trial *t) {
    plan_point(&t->plan, &t->action->choice, "to", 100.0, -1000.0);
    plan_point(&t->plan, &t->action->choice, "corner", 100.0, 200.0);
    plan_text(&t->plan, &t->action->choice, "box", "true");
    run(t, look_at_place);
}

static void try_leave(trial *t) {
    run(t, look_at_place);
}

static void try_fire(trial *t) {
    plan_text(&t->plan, &t->action->choice, "signal", "bell");
    run(t, look_at_bell);
}

static void try_enter(trial *t) {
    plan_text(&t->plan, &t->action->choice, "state", "c");
    run(t, look_at_state);
}

static const struct {
    const char *name;
    void (*run)(trial *t);
    const char *expected;
} actions[] = {
    {"set_attribute", try_set, "1.00 0.30 1.00 "},
    {"set_attribute", try_keep, "1.00 0.30 0.30 "},
    {"set_attribute", try_exit, "1.00 1.00 0.30 "},
    {"set_attribute", try_set_priority, "0 -3 0 "},
    {"offset_attribute", try_set_beyond_range, "0.25 100.00 0.25 "},
    {"offset_attribute", try_offset, "1.00 1.50 1.00 "},
    {"scale_attribute", try_scale, "1.00 0.25 1.00 "},
    {"block_class", try_block, "3 2 3 "},
    {"set_door", try_door, "0 1 0 "},
    {"teleport", try_teleport, "10.3 50.3 50.8 "},
    {"teleport", try_teleport_to_box, "10.3 100.3 100.8 "},
    {"leave", try_leave, "10.3 - - "},
    {"fire", try_fire, "0 1 1 "},
    {"enter_state", try_enter, "0 2 2 "},
};
enum { ACTIONS = sizeof actions / sizeof *actions };

START_TEST(actions_act_and_are_undone) {
    for (int i = 0; i < ACTIONS; i++) {
        begin(&the_trial, WEND_KIND_ACTION, NULL, actions[i].name);
        actions[i].run(&the_trial);
        ck_assert_msg(strcmp(the_trial.text, actions[i].expected) == 0, "%s, case %d: %s",
                      actions[i].name, i, the_trial.text);
        machines_world_end(&the_trial.on);
    }
}
END_TEST

START_TEST(actions_without_effect_are_noticed) {
    for (int i = 0; i < ACTIONS; i++) {
        begin(&the_trial, WEND_KIND_ACTION, actions[i].name, actions[i].name);
        actions[i].run(&the_trial);
        ck_assert_msg(strcmp(the_trial.text, actions[i].expected) != 0, "%s, case %d",
                      actions[i].name, i);
        machines_world_end(&the_trial.on);
    }
}
END_TEST

static bool has_action_case(const char *name) {
    bool has = strcmp(name, "switch_class") == 0; /* has its own test */
    for (int i = 0; i < ACTIONS; i++) {
        has = has || strcmp(actions[i].name, name) == 0;
    }
    return has;
}

START_TEST(every_action_has_a_case) {
    stage_world on = machines_world(WEND_KIND_ACTION, NULL, 1);
    for (uint32_t i = 0; i < wend_registry_count(on.registry, WEND_KIND_ACTION); i++) {
        const char *name = wend_registry_get(on.registry, WEND_KIND_ACTION, i)->name;
        ck_assert_msg(has_action_case(name), "%s", name);
    }
    machines_world_end(&on);
}
END_TEST

/* Needs a space that has a class to switch. */
static void try_switch(const char *mute, const char *expected, bool same) {
    trial *t = &the_trial;
    begin(t, WEND_KIND_ACTION, mute, NULL);
    wend_world_destroy(t->on.world);
    wend_world_def def = wend_default_world_def();
    def.space = worlds_gap();
    def.registry = t->on.registry;
    t->on.world = worlds_from(&def);
    worlds_profile(t->on.world, "direct");
    t->action = plan_act(&t->plan, 1, "switch_class");
    plan_number(&t->plan, &t->action->choice, "class", 1.0);
    plan_text(&t->plan, &t->action->choice, "on", "false");
    wend_machine machine = plan_add(&t->plan, t->on.world);
    t->agent = machines_agent(t->on.world, 0, 5.0, 5.0, machine, 0);
    for (int i = 0; i < 3; i++) {
        machines_step(t->on.world, i == 0 ? 3 : 5);
        look_at_class(t);
    }
    ck_assert_msg((strcmp(t->text, expected) == 0) == same, "%s", t->text);
    machines_world_end(&t->on);
}

START_TEST(switch_class_acts_and_is_undone) {
    try_switch(NULL, "1 0 1 ", true);
    try_switch("switch_class", "1 0 1 ", false);
}
END_TEST

/* ---- Order ----------------------------------------------------------------------------------- */

START_TEST(actions_are_undone_in_reverse_order) {
    trial *t = &the_trial;
    begin(t, WEND_KIND_ACTION, NULL, "set_attribute");
    change(t, "preferred_speed", 0.5);
    t->action = plan_act(&t->plan, 1, "scale_attribute");
    change(t, "preferred_speed", 0.5);
    t->action = plan_act(&t->plan, 1, "offset_attribute");
    change(t, "preferred_speed", 1.0);
    run(t, look_at_speed); /* each undo restores what the action saw: in any other order, the result
                              would be 0.5 or 0.25 */
    ck_assert_str_eq(t->text, "1.00 1.25 1.00 ");
    machines_world_end(&t->on);
}
END_TEST

/* An action that fails makes the step fail once, with its message; the repeated step goes on after
 * it. */
static int failures_left;

static wend_result act_badly(const wend_action_call *call, wend_error *error) {
    (void)call;
    if (failures_left-- > 0) {
        *error = (wend_error){.code = WEND_ERROR_NUMBER};
        snprintf(error->message, sizeof error->message, "no luck today");
        return WEND_ERROR_NUMBER;
    }
    return WEND_OK;
}

static const wend_action unlucky = {
    .entry = {WEND_HEAD(wend_action), .name = "unlucky", .summary = "fails"},
    .concerns_agents = true,
    .apply = act_badly,
};

START_TEST(failed_action_fails_the_step_once) {
    trial *t = &the_trial;
    begin(t, WEND_KIND_ACTION, NULL, NULL);
    ck_assert_int_eq(wend_registry_add(t->on.registry, WEND_KIND_ACTION, &unlucky.entry, NULL),
                     WEND_OK);
    failures_left = 1;
    plan_act(&t->plan, 1, "unlucky");
    t->action = plan_act(&t->plan, 1, "set_attribute");
    change(t, "preferred_speed", 0.5);
    wend_machine machine = plan_add(&t->plan, t->on.world);
    t->agent = machines_agent(t->on.world, 0, 10.0, 10.0, machine, 0);
    machines_step(t->on.world, 5);
    wend_error error = {0};
    ck_assert_int_eq(wend_world_step(t->on.world, 1, &error), WEND_ERROR_NUMBER);
    ck_assert_ptr_nonnull(strstr(error.message, "unlucky"));
    ck_assert_ptr_nonnull(strstr(error.message, "no luck today"));
    ck_assert_uint_eq(wend_world_step_count(t->on.world), 5);
    machines_step(t->on.world, 1);
    ck_assert_uint_eq(machines_state(t->on.world, t->agent), 1);
    look_at_speed(t);
    ck_assert_str_eq(t->text, "0.50 ");
    machines_world_end(&t->on);
}
END_TEST

/* ---- Triggers -------------------------------------------------------------------------------- */

/* Adds a signal with one trigger, and writes the steps of 30 in which it is fired. */
static void watch(trial *t, wend_choice *trigger) {
    wend_signal_def def = wend_default_signal_def();
    wend_signal signal;
    wend_error error = {0};
    def.name = "s";
    def.triggers = trigger;
    def.trigger_count = 1;
    ck_assert_msg(wend_world_add_signal(t->on.world, &def, &signal, &error) == WEND_OK, "%s",
                  error.message);
    uint64_t before = 0;
    for (int i = 0; i < 30; i++) {
        if (i == 10 || i == 20) {
            wend_world_set_obstacle_closed(t->on.world, t->door, i == 10, NULL);
        }
        machines_step(t->on.world, 1);
        uint64_t now = wend_world_signal_count(t->on.world, signal);
        if (now != before) {
            see(t, "%.0f ", i);
        }
        before = now;
    }
}

static void add_walkers(trial *t) {
    static const wend_point square[] = {{10.95, 9.0}, {12.05, 9.0}, {12.05, 13.0}, {10.95, 13.0}};
    wend_area_def area = wend_default_area_def();
    area.points = square;
    area.point_count = 4;
    area.name = "hall";
    ck_assert_int_eq(wend_world_add_area(t->on.world, &area, NULL, NULL), WEND_OK);
    wend_machine machine = plan_add(&t->plan, t->on.world);
    machines_agent(t->on.world, 0, 10.0, 10.0, machine, 0); /* in the area from step 10 to 20 */
    machines_agent(t->on.world, 0, 9.5, 12.0, machine, 0);  /* 5 steps later */
}

static void try_time(trial *t) {
    wend_choice trigger = {.name = "time"};
    plan_number(&t->plan, &trigger, "at", 0.5);
    plan_number(&t->plan, &trigger, "every", 0.8);
    plan_number(&t->plan, &trigger, "until", 2.2);
    watch(t, &trigger);
}

static void try_time_once(trial *t) {
    wend_choice trigger = {.name = "time"};
    plan_number(&t->plan, &trigger, "at", 0.5);
    watch(t, &trigger);
}

static void try_fast_time(trial *t) {
    wend_choice trigger = {.name = "time"};
    plan_number(&t->plan, &trigger, "at", 0.5);
    plan_number(&t->plan, &trigger, "every", 0.03);
    plan_number(&t->plan, &trigger, "until", 0.75);
    watch(t, &trigger);
}

static void population(trial *t, const char *when, double count) {
    wend_choice trigger = {.name = "population"};
    add_walkers(t);
    plan_text(&t->plan, &trigger, "area", "hall");
    plan_text(&t->plan, &trigger, "when", when);
    plan_number(&t->plan, &trigger, "count", count);
    watch(t, &trigger);
}

static void try_rise(trial *t) {
    population(t, "rise_to", 2.0);
}

static void try_drop(trial *t) {
    population(t, "drop_to", 1.0);
}

static void try_above(trial *t) {
    population(t, "while_above", 1.0);
}

static void try_below(trial *t) {
    population(t, "while_below", 1.0);
}

static void try_state(trial *t) {
    wend_choice trigger = {.name = "population"};
    add_walkers(t);
    plan_text(&t->plan, &trigger, "machine", "m");
    plan_text(&t->plan, &trigger, "state", "b");
    plan_text(&t->plan, &trigger, "when", "rise_to");
    plan_number(&t->plan, &trigger, "count", 2.0);
    watch(t, &trigger);
}

static void try_closed(trial *t) {
    wend_choice trigger = {.name = "door"};
    plan_text(&t->plan, &trigger, "door", "door");
    watch(t, &trigger);
}

static void try_opened(trial *t) {
    wend_choice trigger = {.name = "door"};
    plan_text(&t->plan, &trigger, "door", "door");
    plan_text(&t->plan, &trigger, "when", "opened");
    watch(t, &trigger);
}

static const struct {
    const char *name;
    void (*run)(trial *t);
    const char *expected;
} triggers[] = {
    {"time", try_time, "5 13 21 "},
    {"time", try_time_once, "5 "},
    {"time", try_fast_time, "5 6 7 8 "}, /* the firing at 0.71 s falls into step 8 */
    {"population", try_rise, "15 "},
    {"population", try_drop, "21 "},
    {"population", try_above, "15 16 17 18 19 20 "},
    {"population", try_below, "0 1 2 3 4 5 6 7 8 9 26 27 28 29 "},
    {"population", try_state, "6 "},
    {"door", try_closed, "11 "},
    {"door", try_opened, "21 "},
};
enum { TRIGGERS = sizeof triggers / sizeof *triggers };

START_TEST(triggers_fire_in_the_right_steps) {
    for (int i = 0; i < TRIGGERS; i++) {
        begin(&the_trial, WEND_KIND_TRIGGER, NULL, NULL);
        triggers[i].run(&the_trial);
        ck_assert_msg(strcmp(the_trial.text, triggers[i].expected) == 0, "%s, case %d: %s",
                      triggers[i].name, i, the_trial.text);
        machines_world_end(&the_trial.on);
        begin(&the_trial, WEND_KIND_TRIGGER, triggers[i].name, NULL);
        triggers[i].run(&the_trial);
        ck_assert_str_eq(the_trial.text, "");
        machines_world_end(&the_trial.on);
    }
}
END_TEST

int main(void) {
    SUITE("behave/actions", actions_act_and_are_undone, actions_without_effect_are_noticed,
          every_action_has_a_case, switch_class_acts_and_is_undone,
          actions_are_undone_in_reverse_order, failed_action_fails_the_step_once,
          triggers_fire_in_the_right_steps);
}
