/* Areas, machines and signals in scenario files: what is read, and the message and position of each
 * mistake. The tests register conditions, actions and triggers of their own. */
#include "scenario/machines.h"
#include "unit/scenario/lab.h"
#include <math.h>
#include <wend/behaviour.h>
#include <wend/math.h>

/* ---- Entries --------------------------------------------------------------------------------- */

static bool never(const wend_condition_call *call) {
    (void)call;
    return false;
}
static wend_result nothing(const wend_action_call *call, wend_error *error) {
    (void)call, (void)error;
    return WEND_OK;
}
static bool no_fire(const wend_trigger_call *call) {
    (void)call;
    return false;
}

typedef struct lab_params {
    wend_distribution pause;
    double at, from, until;
    const char *name;
    wend_ring polygon;
} lab_params;

static const wend_param rows[] = {
    {"pause", WEND_PARAM_DISTRIBUTION, offsetof(lab_params, pause), 1, 0, 100, "s", "p", NULL},
    {"name", WEND_PARAM_NAME, offsetof(lab_params, name), 0, 0, 0, "", "n", NULL},
    {"at", WEND_PARAM_NUMBER, offsetof(lab_params, at), 0, 0, 1e9, "s", "a", NULL},
    {"from", WEND_PARAM_NUMBER, offsetof(lab_params, from), 0, 0, 1e9, "s", "f", NULL},
    {"until", WEND_PARAM_NUMBER, offsetof(lab_params, until), 0, 0, 1e9, "s", "u", NULL},
    {"polygon", WEND_PARAM_POLYGON, offsetof(lab_params, polygon), 0, 0, 0, "m", "p", NULL},
};

#define ENTRY(type, entry_name, first, count)                                                      \
    .entry = {WEND_HEAD(type),        .name = (entry_name),   .summary = "s",                      \
              .params = &rows[first], .param_count = (count), .params_size = sizeof(lab_params)}

static const wend_condition conditions[] = {
    {ENTRY(wend_condition, "lab_flag", 0, 0), .holds = never},
    {ENTRY(wend_condition, "lab_pause", 0, 2), .holds = never},
    {ENTRY(wend_condition, "lab_name", 1, 1), .holds = never},
    {ENTRY(wend_condition, "lab_polygon", 5, 1), .holds = never},
    {ENTRY(wend_condition, "lab_all", 0, 0), .least_children = 2, .most_children = 64,
     .holds = never},
    {ENTRY(wend_condition, "lab_not", 0, 0), .least_children = 1, .most_children = 1,
     .holds = never},
    {ENTRY(wend_condition, "lab_held", 0, 1), .least_children = 1, .most_children = 1,
     .holds = never}};
static const wend_action actions[] = {{ENTRY(wend_action, "lab_act", 0, 0), .apply = nothing},
                                      {ENTRY(wend_action, "lab_set", 0, 2), .apply = nothing}};
static const wend_trigger triggers[] = {{ENTRY(wend_trigger, "lab_time", 2, 3), .fires = no_fire}};

static void set_up(void) {
    lab_set_up();
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        ck_assert_int_eq(
            wend_registry_add(lab_registry, WEND_KIND_CONDITION, &conditions[i].entry, &lab_error),
            WEND_OK);
    }
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(
            wend_registry_add(lab_registry, WEND_KIND_ACTION, &actions[i].entry, &lab_error),
            WEND_OK);
    }
    ck_assert_int_eq(
        wend_registry_add(lab_registry, WEND_KIND_TRIGGER, &triggers[0].entry, &lab_error),
        WEND_OK);
}

/* ---- Areas ----------------------------------------------------------------------------------- */

static double area_of(const wend_area_def *def) {
    double twice = 0;
    for (uint32_t i = 0; i < def->point_count; i++) {
        wend_point a = def->points[i], b = def->points[(i + 1) % def->point_count];
        twice += a.x * b.y - b.x * a.y;
    }
    return fabs(twice) / 2;
}

START_TEST(areas_of_every_shape_are_polygons_of_the_same_size) {
    static const char text[] = "areas:\n"
                               "  a: {polygon: [[0, 0], [4, 0], [0, 3]]}\n"
                               "  b: {box: [[6, 5], [2, 3]]}\n"
                               "  c: {disc: {centre: [10, 10], radius: 2}}\n"
                               "  d: {oriented_box: {centre: [-5, 5], half_size: [2, 1], "
                               "angle: 0.7}}\n";
    wend_scenario *s = lab_load(text);
    static const double sizes[] = {6, 8, 4 * WEND_PI, 8};
    static const wend_point inside[] = {{1, 1}, {4, 4}, {10, 11.9}, {-5, 5}};
    ck_assert_uint_eq(s->area_count, 4);
    wend_world *world = lab_world(s);
    for (uint32_t i = 0; i < 4; i++) {
        char name[2] = {(char)('a' + i), '\0'};
        ck_assert_double_eq_tol(area_of(&s->areas[i].def), sizes[i], 1e-9);
        wend_area area = wend_world_find_area(world, name);
        ck_assert_uint_ne(area.value, 0);
        wend_agent_def def = wend_default_agent_def();
        def.position = inside[i];
        ck_assert_int_eq(wend_world_add_agents(world, &def, 1, NULL, NULL), WEND_OK);
        ck_assert_int_eq(wend_world_step(world, 1, NULL), WEND_OK);
        ck_assert_uint_eq(wend_world_area_agent_count(world, area), 1);
    }
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

/* ---- Machines -------------------------------------------------------------------------------- */

#define GOALS                                                                                      \
    "goals: {hall: [9, 9], e1: [1, 1], e2: {point: [2, 2], capacity: 2}, e3: [3, 3]}\n"            \
    "goal_sets: {exits: [e1, e2], few: [e2]}\n"
static const char museum[] = //
    GOALS
    "machines:\n"
    "  visitor:\n"
    "    start: arrive\n"
    "    states:\n"
    "      wait: {}\n"
    "      arrive: {goal: hall, enter: [{lab_set: {pause: 3, name: x}, keep: true}, lab_act], "
    "exit: lab_act}\n"
    "      browse: {goals: [e1, e3], select: any, persistent: true, steer: direct}\n"
    "      again: {shares: browse}\n"
    "      stand: {goal: none, modify: [scale, yield]}\n"
    "      go: {goals: exits, final: true}\n"
    "    transitions:\n"
    "      - {from: arrive, to: browse, when: lab_flag}\n"
    "      - {from: [arrive, browse], to: {browse: 3, go: 1, previous: 0.5}, when: {lab_all: "
    "[lab_flag, {lab_pause: {uniform: [5, 20]}}, {lab_not: {lab_name: door}}]}}\n"
    "      - {from: arrive, to: previous, when: speed > 1 and x < 2}\n"
    "agents:\n"
    "  - {at: [0, 0], machine: visitor}\n"
    "  - {at: [5, 0], machine: visitor, state: go}\n"
    "  - {at: [7, 0], goal: hall}\n";

START_TEST(states_are_read_as_written) {
    wend_scenario *s = lab_load(museum);
    ck_assert_uint_eq(s->machine_count, 1);
    const scenario_machine *m = &s->machines[0];
    ck_assert_str_eq(m->name, "visitor");
    ck_assert_uint_eq(m->state_count, 6);
    ck_assert_uint_eq(m->start, 1);
    static const wend_state_goal kinds[] = {WEND_STATE_GOAL_KEEP,   WEND_STATE_GOAL_GIVEN,
                                            WEND_STATE_GOAL_SELECT, WEND_STATE_GOAL_SHARED,
                                            WEND_STATE_GOAL_NONE,   WEND_STATE_GOAL_SELECT};
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(m->states[i].def.goal_kind, kinds[i]);
        ck_assert_int_eq(m->states[i].def.is_final, i == 5);
        ck_assert_int_eq(m->states[i].def.persistent, i == 2);
    }
    const wend_state_def *arrive = &m->states[1].def;
    ck_assert_uint_eq(m->states[1].goal, 0);
    ck_assert_uint_eq(arrive->action_count, 3);
    ck_assert_str_eq(arrive->actions[0].choice.name, "lab_set");
    ck_assert(arrive->actions[0].keep && !arrive->actions[0].on_exit);
    ck_assert_uint_eq(arrive->actions[0].choice.setting_count, 2);
    ck_assert_str_eq(arrive->actions[0].choice.settings[1].name, "name");
    ck_assert_str_eq(arrive->actions[0].choice.settings[1].value.text, "x");
    ck_assert(!arrive->actions[1].keep && !arrive->actions[1].on_exit);
    ck_assert(arrive->actions[2].on_exit);
    const wend_state_def *browse = &m->states[2].def;
    ck_assert_str_eq(browse->select.name, "any");
    ck_assert_str_eq(browse->steer.name, "direct");
    ck_assert_ptr_null(browse->plan.name);
    ck_assert_uint_eq(s->goal_sets[m->states[2].goal_set].count, 2);
    ck_assert_str_eq(m->states[3].def.shares, "browse");
    ck_assert_uint_eq(m->states[4].def.modify_count, 2);
    ck_assert_str_eq(m->states[4].def.modify[1].name, "yield");
    ck_assert_str_eq(m->states[5].def.select.name, "nearest");
    ck_assert_uint_eq(s->state_model_count, 1); /* `browse` */
    ck_assert_uint_eq(s->groups[0].machine, 0);
    ck_assert_uint_eq(s->groups[0].state, 1);
    ck_assert_uint_eq(s->groups[1].state, 5);
    ck_assert_uint_eq(s->groups[2].machine, WEND_NONE);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(transitions_keep_the_order_of_the_file) {
    wend_scenario *s = lab_load(museum);
    const scenario_state *states = s->machines[0].states;
    static const uint32_t counts[] = {0, 3, 1, 0, 0, 0};
    for (int i = 0; i < 6; i++) {
        ck_assert_uint_eq(states[i].def.transition_count, counts[i]);
    }
    const wend_transition_def *of = states[1].def.transitions;
    ck_assert_str_eq(of[0].targets[0].state, "browse");
    ck_assert_str_eq(of[0].condition.choice.name, "lab_flag");
    ck_assert_uint_eq(of[1].target_count, 3);
    ck_assert_str_eq(of[1].targets[1].state, "go");
    ck_assert_ptr_null(of[1].targets[2].state);
    ck_assert(of[1].targets[0].weight == 3 && of[1].targets[2].weight == 0.5);
    ck_assert_ptr_null(of[2].targets[0].state);
    ck_assert_ptr_eq(states[2].def.transitions[0].targets, of[1].targets);
    const wend_condition_def *all = &of[1].condition;
    ck_assert_str_eq(all->choice.name, "lab_all");
    ck_assert_uint_eq(all->child_count, 3);
    const wend_setting *pause = &all->children[1].choice.settings[0];
    ck_assert_str_eq(pause->name, "pause");
    ck_assert_int_eq(pause->value.number.kind, WEND_DISTRIBUTION_UNIFORM);
    ck_assert(pause->value.number.a == 5 && pause->value.number.b == 20);
    const wend_condition_def *inverted = &all->children[2];
    ck_assert_uint_eq(inverted->child_count, 1);
    ck_assert_str_eq(inverted->children[0].choice.name, "lab_name");
    ck_assert_str_eq(inverted->children[0].choice.settings[0].value.text, "door");
    ck_assert_str_eq(of[2].condition.choice.name, "expression");
    ck_assert_str_eq(of[2].condition.choice.settings[0].name, "text");
    ck_assert_str_eq(of[2].condition.choice.settings[0].value.text, "speed > 1 and x < 2");
    wend_scenario_destroy(s);
}
END_TEST

/* Reads a machine of two states with one transition, and returns its condition. */
static wend_condition_def condition_of(const char *when, wend_scenario **out) {
    char text[600];
    snprintf(text, sizeof text,
             "machines: {m: {states: {a: {}, b: {}}, transitions: [{from: a, to: b, when: %s}]}}",
             when);
    *out = lab_load(text);
    return (*out)->machines[0].states[0].def.transitions[0].condition;
}

START_TEST(conditions_have_short_and_long_forms) {
    static const struct {
        const char *when, *name;
        uint32_t settings, children;
    } forms[] = {
        {"lab_flag", "lab_flag", 0, 0},
        {"{lab_flag: {}}", "lab_flag", 0, 0},
        {"{lab_pause: 4}", "lab_pause", 1, 0},
        {"{lab_pause: {normal: [4, 1]}}", "lab_pause", 1, 0},
        {"{lab_pause: {pause: {normal: [4, 1]}, name: n}}", "lab_pause", 2, 0},
        {"{lab_name: {name: door}}", "lab_name", 1, 0},
        {"{lab_polygon: [[0, 0], [1, 0], [1, 1]]}", "lab_polygon", 1, 0},
        {"{lab_not: lab_flag}", "lab_not", 0, 1},
        {"{lab_not: [lab_flag]}", "lab_not", 0, 1},
        {"{lab_not: speed > 1}", "lab_not", 0, 1},
        {"{lab_held: lab_flag}", "lab_held", 0, 1},
        {"{lab_held: {pause: 2, when: {lab_name: d}}}", "lab_held", 1, 1},
        {"{lab_all: [lab_flag, x > 1, {lab_all: [lab_flag, y > 1]}]}", "lab_all", 0, 3},
        {"{expression: x > 1}", "expression", 1, 0},
        {"{expression: {text: x > 1}}", "expression", 1, 0},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        wend_scenario *s;
        wend_condition_def made = condition_of(forms[i].when, &s);
        ck_assert_str_eq(made.choice.name, forms[i].name);
        ck_assert_msg(made.choice.setting_count == forms[i].settings &&
                          made.child_count == forms[i].children,
                      "%s", forms[i].when);
        wend_scenario_destroy(s);
    }
}
END_TEST

/* ---- Signals --------------------------------------------------------------------------------- */

START_TEST(signals_are_read_as_written) {
    char text[2000];
    snprintf(text, sizeof text,
             "%s  - {at: [9, 0], name: staff}\n"
             "areas: {foyer: {box: [[0, 0], [4, 4]]}}\n"
             "signals:\n"
             "  alarm: {triggers: [{lab_time: 60}, {lab_time: {at: 5, until: 90}}], "
             "audience: {state: browse, machine: visitor}, responses: [lab_act, {lab_set: 2}]}\n"
             "  call: {audience: {group: staff, area: foyer, keys: [3, 9]}}\n"
             "  rest: {triggers: {lab_time: 1}, responses: lab_act, "
             "audience: {not_in_state: go, machine: visitor}}\n",
             museum);
    wend_scenario *s = lab_load(text);
    ck_assert_uint_eq(s->signal_count, 3);
    const scenario_signal *alarm = &s->signals[0], *call = &s->signals[1], *rest = &s->signals[2];
    ck_assert_str_eq(alarm->def.name, "alarm");
    ck_assert_uint_eq(alarm->def.trigger_count, 2);
    ck_assert_double_eq(alarm->def.triggers[0].settings[0].value.number.a, 60);
    ck_assert_uint_eq(alarm->def.triggers[1].setting_count, 2);
    ck_assert_uint_eq(alarm->def.response_count, 2);
    ck_assert_str_eq(alarm->def.responses[1].name, "lab_set");
    ck_assert_uint_eq(alarm->machine, 0);
    ck_assert_str_eq(alarm->def.audience.state, "browse");
    ck_assert(!alarm->def.audience.not_in_state && alarm->group == WEND_NONE);
    ck_assert_str_eq(s->groups[call->group].name, "staff");
    ck_assert_uint_eq(call->area, 0);
    ck_assert_uint_eq(call->machine, WEND_NONE);
    ck_assert_uint_eq(call->def.audience.key_count, 2);
    ck_assert_uint_eq(call->def.audience.keys[1], 9);
    ck_assert_uint_eq(call->def.trigger_count, 0);
    ck_assert(rest->def.audience.not_in_state && rest->def.trigger_count == 1);
    ck_assert_uint_eq(rest->def.response_count, 1);
    wend_scenario_destroy(s);
}
END_TEST

/* ---- Mistakes -------------------------------------------------------------------------------- */

static void refuse(const char *text, int line, int column, const char *message) {
    wend_scenario_def def = lab_def(text);
    wend_scenario *s = NULL;
    memset(&lab_error, 0, sizeof lab_error);
    ck_assert_msg(wend_scenario_load(&def, &s, &lab_error) != WEND_OK, "%s", text);
    ck_assert_msg(strstr(lab_error.message, message) != NULL, "%s\nexpected %s\nfound %s", text,
                  message, lab_error.message);
    ck_assert_msg(lab_error.line == line && lab_error.column == column, "%s\n%d:%d: %s", text,
                  lab_error.line, lab_error.column, lab_error.message);
}

START_TEST(mistakes_in_areas_and_states_are_refused) {
    refuse("areas: [1]", 1, 8, "areas must be a mapping");
    refuse("areas: {a: {}}", 1, 12, "an area needs 'disc', 'box', 'oriented_box' or 'polygon'");
    refuse("areas: {a: {point: [1, 2]}}", 1, 13, "an area has no key 'point'");
    refuse("machines: 3", 1, 11, "machines must be a mapping");
    refuse("machines:\n  m: {}", 2, 6, "a machine needs the key 'states'");
    refuse("machines: {m: {states: {}}}", 1, 24, "1 to 1024 states, found 0");
    refuse("machines: {m: {start: c, states: {ab: {}}}}", 1, 23, "there is no state 'c'");
    refuse("machines: {m: {states: {a: {gaol: x}}}}", 1, 29,
           "a state has no key 'gaol'; did you mean 'goal'?");
    refuse(GOALS "machines: {m: {states: {a: {goal: hal}}}}", 3, 35,
           "there is no goal 'hal'; did you mean 'hall'?");
    refuse(GOALS "machines: {m: {states: {a: {goals: exit}}}}", 3, 36,
           "there is no goal set 'exit'; did you mean 'exits'?");
    refuse(GOALS "machines: {m: {states: {a: {goals: [e1, e9]}}}}", 3, 41,
           "there is no goal 'e9'; did you mean 'e1'?");
    refuse("machines: {m: {states: {a: {goals: []}}}}", 1, 36, "needs at least one goal");
    refuse(GOALS "machines: {m: {states: {a: {goals: exits, select: neerest}}}}", 3, 51,
           "there is no selector 'neerest'; did you mean 'nearest'?");
    refuse(GOALS "machines: {m: {states: {a: {goal: e1, goals: exits}}}}", 3, 29,
           "'goal' cannot be combined with 'goals'");
    refuse("machines: {m: {states: {a: {shares: c}, b: {}}}}", 1, 37, "there is no state 'c'");
    refuse("machines: {m: {states: {a: {shares: b}, b: {}}}}", 1, 37,
           "state 'b' does not select a goal");
    refuse("machines: {m: {states: {a: {persistent: true}}}}", 1, 41, "it needs 'goals'");
    refuse("machines: {m: {states: {previous: {}}}}", 1, 25, "cannot be called 'previous'");
    refuse("machines: {m: {states: {a: {enter: lab_ac}}}}", 1, 36,
           "there is no action 'lab_ac'; did you mean 'lab_act'?");
    refuse("machines: {m: {states: {a: {enter: {lab_ac: 1}}}}}", 1, 37, "there is no action");
    refuse("machines: {m: {states: {a: {enter: {lab_act: 1}}}}}", 1, 46,
           "lab_act has no parameters");
    refuse("machines: {m: {states: {a: {enter: {lab_set: {puase: 1}}}}}}", 1, 47,
           "lab_set has no parameter 'puase'; did you mean 'pause'?");
    refuse("machines: {m: {states: {a: {enter: {lab_set: 101}}}}}", 1, 46,
           "pause can be 101, but must lie between 0 and 100 s");
    refuse("machines: {m: {states: {a: {enter: {lab_act: {}, lab_set: {}}}}}}", 1, 36,
           "an action must be a name, or a mapping {NAME: {parameter: value}}");
    refuse("machines: {m: {states: {a: {exit: {lab_act: {}, keep: true}}}}}", 1, 35,
           "an action must be a name");
    refuse("agents: [{at: [0, 0], machine: m}]", 1, 32, "there is no machine 'm'");
    refuse("machines: {m: {states: {ab: {}}}}\nagents: [{at: [0, 0], machine: m, state: abc}]", 2,
           42, "there is no state 'abc'; did you mean 'ab'?");
    refuse("agents: [{at: [0, 0], state: a}]", 1, 23, "with the key 'machine'");
}
END_TEST

START_TEST(mistakes_in_transitions_are_refused) {
#define TWO "machines:\n  m:\n    states: {near: {}, end: {final: true}}\n    transitions:\n"
    refuse(TWO "      - {from: near, when: lab_flag}", 5, 9, "a transition needs the key 'to'");
    refuse(TWO "      - {from: near, to: {}, when: lab_flag}", 5, 26, "leads to no state");
    refuse(TWO "      - {from: near, to: [end], when: lab_flag}", 5, 26,
           "to must be a state, or a mapping {STATE: weight}");
    refuse(TWO "      - {from: neer, to: end, when: lab_flag}", 5, 16,
           "there is no state 'neer'; did you mean 'near'?");
    refuse(TWO "      - {from: [], to: end, when: lab_flag}", 5, 16, "a state to come from");
    refuse(TWO "      - {from: [near, near], to: end, when: lab_flag}", 5, 23, "twice");
    refuse(TWO "      - {from: end, to: near, when: lab_flag}", 5, 16,
           "state 'end' is final: agents cannot leave it");
    refuse(TWO "      - {from: near, to: ende, when: lab_flag}", 5, 26,
           "there is no state 'ende'; did you mean 'end'?");
    refuse(TWO "      - {from: near, to: {end: 1, neaar: 2}, when: lab_flag}", 5, 35,
           "there is no state 'neaar'; did you mean 'near'?");
    refuse(TWO "      - {from: near, to: {end: 0}, when: lab_flag}", 5, 32,
           "weight must be a number from");
    refuse(TWO "      - {from: near, to: end, when: lab_flog}", 5, 37,
           "there is no condition 'lab_flog'; did you mean 'lab_flag'?");
    refuse(TWO "      - {from: near, to: end, when: {lab_all: [lab_flag]}}", 5, 47,
           "lab_all needs at least 2 conditions, found 1");
    refuse(TWO "      - {from: near, to: end, when: {lab_not: [lab_flag, lab_flag]}}", 5, 47,
           "lab_not needs 1 condition, found 2");
    refuse(TWO "      - {from: near, to: end, when: lab_not}", 5, 37,
           "lab_not needs 1 condition, found 0");
    refuse(TWO "      - {from: near, to: end, when: [lab_flag]}", 5, 37,
           "a condition must be a name, or a mapping");
    refuse(TWO "      - {from: near, to: end, when: {lab_held: {pause: 1}}}", 5, 49,
           "there is no condition 'pause'");
    refuse(TWO "      - {from: near, to: end, when: {lab_pause: {uniform: [9, 1]}}}", 5, 59,
           "uniform must be [low, high]");
#undef TWO
}
END_TEST

START_TEST(a_transition_has_at_most_64_conditions) {
    char when[1200] = "{lab_all: [lab_flag";
    for (int i = 0; i < 62; i++) {
        strcat(when, ", lab_flag");
    }
    size_t size = strlen(when);
    wend_scenario *s;
    strcpy(when + size, "]}");
    char text[2000];
    snprintf(text, sizeof text,
             "machines: {m: {states: {a: {}, b: {}}, transitions: [{from: a, to: b, when: %s}]}}",
             when);
    s = lab_load(text);
    ck_assert_uint_eq(s->machines[0].states[0].def.transitions[0].condition.child_count, 63);
    wend_scenario_destroy(s);
    strcpy(when + size, ", {lab_not: lab_flag}]}");
    snprintf(text, sizeof text,
             "machines: {m: {states: {a: {}, b: {}}, transitions: [{from: a, to: b, when:\n%s}]}}",
             when);
    refuse(text, 2, (int)size + 3, "at most 64 conditions");
}
END_TEST

START_TEST(mistakes_in_signals_are_refused) {
#define ONE "machines: {m: {states: {ab: {}}}}\n"
    refuse("signals: []", 1, 10, "signals must be a mapping");
    refuse("signals: {s: {trigger: x}}", 1, 15, "did you mean 'triggers'?");
    refuse("signals: {s: {triggers: lab_tine}}", 1, 25,
           "there is no trigger 'lab_tine'; did you mean 'lab_time'?");
    refuse("signals: {s: {audience: {state: ab}}}", 1, 26, "with the key 'machine'");
    refuse(ONE "signals: {s: {audience: {machine: n}}}", 2, 35, "there is no machine 'n'");
    refuse(ONE "signals: {s: {audience: {machine: m, state: abc}}}", 2, 45,
           "there is no state 'abc'; did you mean 'ab'?");
    refuse(ONE "signals: {s: {audience: {machine: m, state: ab, not_in_state: ab}}}", 2, 38,
           "'state' cannot be combined with 'not_in_state'");
    refuse("signals: {s: {audience: {area: hall}}}", 1, 32, "there is no area 'hall'");
    refuse("agents: [{at: [0, 0], name: staff}]\nsignals: {s: {audience: {group: stuff}}}", 2, 33,
           "there is no group 'stuff'; did you mean 'staff'?");
    refuse("agents: [{at: [0, 0], name: a}, {at: [2, 0], name: a}]\n"
           "signals: {s: {audience: {group: a}}}",
           2, 33, "several groups of agents are called 'a'");
    refuse("signals: {s: {audience: {keys: []}}}", 1, 32, "at least one key");
    refuse("signals: {s: {audience: {keys: [0]}}}", 1, 33, "a key must be a whole number from 1");
    refuse("signals: {s: {triggers: {lab_time: {at: 20, until: 10}}}}", 1, 25,
           "trigger 'lab_time' ends before it begins: 'until' is 10 s, 'at' is 20 s");
    refuse("signals: {s: {triggers: [{lab_time: 1}, {lab_time: {from: 9, until: 8}}]}}", 1, 41,
           "ends before it begins");
    char text[2000] = "signals: {";
    for (int i = 0; i < 65; i++) {
        char one[20];
        snprintf(one, sizeof one, "s%d: {}, ", i);
        strcat(text, one);
    }
    strcat(text, "}");
    refuse(text, 1, 10, "at most 64 signals are possible, found 65");
#undef ONE
}
END_TEST

START_TEST(full_goals_are_refused) {
    static const char form[] =
        GOALS "machines: {m: {states: {sit: {goals: %s, persistent: %s}}}}\n"
              "agents: [{grid: {origin: [0, 0], spacing: 1, count: [%d, 1]}, machine: m}]";
    char text[600];
    snprintf(text, sizeof text, form, "few", "true", 3);
    refuse(text, 3, 38, "these goals are full: they have room for 2 agents, but 3 start in");
    static const char *const goals[] = {"few", "few", "exits"};
    static const int counts[] = {2, 3, 3};
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, form, goals[i], i == 1 ? "false" : "true", counts[i]);
        wend_scenario_destroy(lab_load(text));
    }
}
END_TEST

/* A state's planner that needs a map gets one, as that of a profile does. */
START_TEST(planners_of_states_are_resolved) {
    static const char form[] = "space: {walls: [[[1, 1], [2, 2]]]}\n"
                               "machines: {m: {states: {a: {plan: %s}, b: {}}}}";
    static const char *const plans[][2] = {{"auto", "navmesh"}, {"straight", "straight"}};
    for (int i = 0; i < 2; i++) {
        char text[300];
        snprintf(text, sizeof text, form, plans[i][0]);
        wend_scenario *s = lab_load(text);
        ck_assert_str_eq(s->machines[0].states[0].def.plan.name, plans[i][1]);
        ck_assert_str_eq(s->state_models[0].def.plan.name, plans[i][1]);
        ck_assert_uint_eq(s->state_model_count, 1);
        wend_scenario_destroy(s);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("scenario/machines");
    TCase *all = tcase_create("all");
    const TTest *const tests[] = {areas_of_every_shape_are_polygons_of_the_same_size,
                                  states_are_read_as_written,
                                  transitions_keep_the_order_of_the_file,
                                  conditions_have_short_and_long_forms,
                                  signals_are_read_as_written,
                                  mistakes_in_areas_and_states_are_refused,
                                  mistakes_in_transitions_are_refused,
                                  a_transition_has_at_most_64_conditions,
                                  mistakes_in_signals_are_refused,
                                  full_goals_are_refused,
                                  planners_of_states_are_resolved};
    tcase_add_checked_fixture(all, set_up, lab_tear_down);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        tcase_add_test(all, tests[i]);
    }
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
