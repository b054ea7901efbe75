#include "support/machines.h"

#include <check.h>

#include "support/worlds.h"

/* ---- Plans ----------------------------------------------------------------------------------- */

void plan_start(machine_plan *plan) {
    *plan = (machine_plan){0};
}

uint32_t plan_state(machine_plan *plan, const char *name) {
    uint32_t index = plan->count++;
    ck_assert_uint_lt(index, PLAN_STATES);
    plan->states[index] = wend_default_state_def();
    plan->states[index].name = name;
    plan->states[index].actions = plan->actions[index];
    plan->states[index].transitions = plan->transitions[index];
    return index;
}

wend_transition_def *plan_go(machine_plan *plan, uint32_t from, const char *to,
                             const char *condition) {
    uint32_t nth = plan->states[from].transition_count++;
    ck_assert_uint_lt(nth, PLAN_MOST);
    wend_transition_def *made = &plan->transitions[from][nth];
    *made = (wend_transition_def){.condition = {.choice = {.name = condition}},
                                  .targets = plan->targets[from][nth],
                                  .target_count = 1};
    plan->targets[from][nth][0] = (wend_target_def){to, 1.0};
    return made;
}

void plan_or(machine_plan *plan, wend_transition_def *transition, const char *to, double weight) {
    size_t at = (size_t)(transition - &plan->transitions[0][0]);
    plan->targets[at / PLAN_MOST][at % PLAN_MOST][transition->target_count++] =
        (wend_target_def){to, weight};
}

wend_action_def *plan_act(machine_plan *plan, uint32_t state, const char *action) {
    uint32_t nth = plan->states[state].action_count++;
    plan->actions[state][nth] = (wend_action_def){.choice = {.name = action}};
    return &plan->actions[state][nth];
}

static wend_value *add_setting(machine_plan *plan, wend_choice *choice, const char *name) {
    wend_setting *made = &plan->settings[plan->setting_count++];
    ck_assert_uint_lt(plan->setting_count, PLAN_SETTINGS);
    choice->settings = choice->setting_count++ == 0 ? made : choice->settings;
    made->name = name;
    return &made->value;
}

void plan_sample(machine_plan *plan, wend_choice *choice, const char *name,
                 wend_distribution value) {
    *add_setting(plan, choice, name) = (wend_value){.kind = WEND_VALUE_NUMBER, .number = value};
}

void plan_number(machine_plan *plan, wend_choice *choice, const char *name, double value) {
    plan_sample(plan, choice, name, wend_constant(value));
}

void plan_text(machine_plan *plan, wend_choice *choice, const char *name, const char *value) {
    *add_setting(plan, choice, name) = (wend_value){.kind = WEND_VALUE_TEXT, .text = value};
}

void plan_points(machine_plan *plan, wend_choice *choice, const char *name,
                 const wend_point *points, uint32_t count) {
    *add_setting(plan, choice, name) =
        (wend_value){.kind = WEND_VALUE_POINTS, .points = points, .point_count = count};
}

void plan_point(machine_plan *plan, wend_choice *choice, const char *name, double x, double y) {
    wend_point *point = &plan->points[plan->setting_count];
    *point = (wend_point){x, y};
    plan_points(plan, choice, name, point, 1);
}

void plan_timer(machine_plan *plan, uint32_t from, const char *to, double duration) {
    wend_transition_def *made = plan_go(plan, from, to, "timer");
    plan_number(plan, &made->condition.choice, "duration", duration);
}

wend_result plan_try(const machine_plan *plan, wend_world *world, wend_machine *out,
                     wend_error *error) {
    wend_machine_def def = wend_default_machine_def();
    def.name = "m";
    def.states = plan->states;
    def.state_count = plan->count;
    return wend_world_add_machine(world, &def, out, error);
}

wend_machine plan_add(const machine_plan *plan, wend_world *world) {
    wend_error error = {0};
    wend_machine machine;
    ck_assert_msg(plan_try(plan, world, &machine, &error) == WEND_OK, "%s", error.message);
    return machine;
}

/* ---- The world ------------------------------------------------------------------------------- */

static bool holds_never(const wend_condition_call *call) {
    (void)call;
    return false;
}

static wend_result act_not(const wend_action_call *call, wend_error *error) {
    (void)call, (void)error;
    return WEND_OK;
}

static bool fires_never(const wend_trigger_call *call) {
    (void)call;
    return false;
}

static wend_condition mute_condition;
static wend_action mute_action;
static wend_trigger mute_trigger;

/* Replaces an entry by one with the same parameters that does nothing. */
static void mute_entry(wend_registry *registry, wend_kind kind, const char *name) {
    const wend_entry *entry = wend_registry_find(registry, kind, name, NULL);
    ck_assert_ptr_nonnull(entry);
    const wend_entry *muted = &mute_condition.entry;
    if (kind == WEND_KIND_CONDITION) {
        mute_condition = *(const wend_condition *)(const void *)entry;
        mute_condition.holds = holds_never;
        mute_condition.due = NULL;
    } else if (kind == WEND_KIND_ACTION) {
        mute_action = *(const wend_action *)(const void *)entry;
        mute_action.apply = act_not;
        mute_action.undo = NULL;
        muted = &mute_action.entry;
    } else {
        mute_trigger = *(const wend_trigger *)(const void *)entry;
        mute_trigger.fires = fires_never;
        muted = &mute_trigger.entry;
    }
    ck_assert(wend_registry_remove(registry, kind, name));
    ck_assert_int_eq(wend_registry_add(registry, kind, muted, NULL), WEND_OK);
}

stage_world machines_world(wend_kind kind, const char *mute, uint32_t threads) {
    stage_world on;
    ck_assert_int_eq(wend_registry_create(NULL, &on.registry, NULL), WEND_OK);
    if (mute) {
        mute_entry(on.registry, kind, mute);
    }
    wend_world_def def = wend_default_world_def();
    def.space = worlds_room(200.0, 200.0);
    def.registry = on.registry;
    def.threads = threads;
    on.world = worlds_from(&def);
    static const wend_point ahead = {1.0, 0.0};
    static const wend_setting velocity = {
        "velocity", {.kind = WEND_VALUE_POINTS, .points = &ahead, .point_count = 1}};
    wend_profile_def profile = worlds_profile_def();
    profile.preferred_speed = wend_constant(1.0);
    profile.follow = (wend_choice){"constant", &velocity, 1};
    ck_assert_int_eq(wend_world_add_profile(on.world, &profile, NULL, NULL), WEND_OK);
    profile.follow = (wend_choice){"waypoint", NULL, 0};
    ck_assert_int_eq(wend_world_add_profile(on.world, &profile, NULL, NULL), WEND_OK);
    return on;
}

void machines_world_end(stage_world *on) {
    wend_world_destroy(on->world);
    wend_registry_destroy(on->registry);
}

wend_agent machines_agent(wend_world *world, uint32_t nth_profile, double x, double y,
                          wend_machine machine, uint32_t state) {
    wend_agent_def def = wend_default_agent_def();
    wend_error error = {0};
    wend_agent agent;
    def.position = (wend_point){x, y};
    def.profile = worlds_nth_profile(nth_profile);
    def.machine = machine;
    def.state = state;
    ck_assert_msg(wend_world_add_agents(world, &def, 1, &agent, &error) == WEND_OK, "%s",
                  error.message);
    return agent;
}

void machines_step(wend_world *world, uint32_t count) {
    wend_error error = {0};
    ck_assert_msg(wend_world_step(world, count, &error) == WEND_OK, "%s", error.message);
}

uint32_t machines_state(const wend_world *world, wend_agent agent) {
    wend_agent_visit visit;
    bool has = wend_world_get_agent_visit(world, agent, &visit) && visit.machine.value;
    return has ? visit.state : WEND_NONE;
}

uint32_t machines_until(wend_world *world, wend_agent agent, uint32_t state, uint32_t most) {
    for (uint32_t i = 0; i < most; i++) {
        machines_step(world, 1);
        if (machines_state(world, agent) == state) {
            return (uint32_t)wend_world_step_count(world);
        }
    }
    return 0;
}
