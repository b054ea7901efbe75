/* The tables of `areas`, `machines` and `signals`. */
#include "scenario/format/rows.h"

#include <wend/machine.h>

/* ---- Areas ----------------------------------------------------------------------------------- */

static const char *const area_shapes[] = {"disc", "box", "oriented_box", "polygon", NULL};
static const format_key area_keys[] = {AREA_ROWS, LAYER_ROW};
const format_table format_named_area = {"named_area", "an area", KEYS(area_keys), area_shapes,
                                        NULL};

/* ---- States ---------------------------------------------------------------------------------- */

static const format_key action_item = {.forms = FORMAT_ENTRY, .kind = WEND_KIND_ACTION};
static const char *const not_with_goal[] = {"goals", "shares", "select", "queue", NULL};
static const char *const not_with_queue[] = {"goals", "shares", "select", "persistent", NULL};
static const char *const not_with_shares[] = {"goals", "select", "persistent", NULL};

static const format_key state_keys[] = {
    {.name = "goal",
     .forms = FORMAT_TEXT | FORMAT_POINT | FORMAT_MAPPING,
     .table = &format_goal,
     .fallback = "the goal that the agent had before",
     .without = not_with_goal,
     .help = "the name of a goal, an inline goal, or `none`: stand still"},
    {.name = "goals",
     .forms = FORMAT_TEXT | FORMAT_LIST,
     .item = &format_text_item,
     .least = 1,
     .help = "the name of a goal set, or a list of goals, from which `select` chooses"},
    {.name = "select",
     .forms = FORMAT_ENTRY,
     .kind = WEND_KIND_SELECTOR,
     .fallback = "nearest",
     .help = "the selector: chooses the goal on entry"},
    {.name = "persistent",
     .forms = FORMAT_BOOL,
     .fallback = "false",
     .help = "true: an agent keeps the goal of its first visit for all visits"},
    {.name = "shares",
     .forms = FORMAT_TEXT,
     .without = not_with_shares,
     .help = "the name of another state: its selector chooses the goal, and both keep it"},
    {.name = "queue",
     .forms = FORMAT_TEXT,
     .without = not_with_queue,
     .help = "the name of a queue that the agents join"},
    {.name = "plan",
     .forms = FORMAT_ENTRY,
     .kind = WEND_KIND_PLANNER,
     .fallback = "that of the profile",
     .help = "the planner while in the state"},
    {.name = "follow",
     .forms = FORMAT_ENTRY,
     .kind = WEND_KIND_FOLLOWER,
     .fallback = "that of the profile",
     .help = "the follower while in the state"},
    {.name = "modify",
     .forms = FORMAT_ENTRY | FORMAT_LIST,
     .kind = WEND_KIND_MODIFIER,
     .item = &format_modifier_item,
     .most = WEND_MAX_MODIFIERS,
     .fallback = "those of the profile",
     .help = "the modifiers while in the state"},
    {.name = "steer",
     .forms = FORMAT_ENTRY,
     .kind = WEND_KIND_STEERING,
     .fallback = "that of the profile",
     .help = "the steering model while in the state"},
    {.name = "enter",
     .forms = FORMAT_ENTRY | FORMAT_LIST,
     .kind = WEND_KIND_ACTION,
     .item = &action_item,
     .most = WEND_MAX_STATE_ACTIONS,
     .fallback = "none",
     .help = "actions when an agent enters; undone when it leaves, unless they have `keep: true`"},
    {.name = "exit",
     .forms = FORMAT_ENTRY | FORMAT_LIST,
     .kind = WEND_KIND_ACTION,
     .item = &action_item,
     .most = WEND_MAX_STATE_ACTIONS,
     .fallback = "none",
     .help = "actions when an agent leaves"},
    {.name = "final",
     .forms = FORMAT_BOOL,
     .fallback = "false",
     .help = "true: agents in this state have finished"},
};
const format_table format_state = {"state", "a state", KEYS(state_keys), NULL, NULL};

/* ---- Transitions ----------------------------------------------------------------------------- */

static const format_key weight_item = {.forms = FORMAT_NUMBER, .low = 1e-9, .high = 1e9};

static const format_key transition_keys[] = {
    {.name = "from",
     .forms = FORMAT_TEXT | FORMAT_LIST,
     .item = &format_text_item,
     .least = 1,
     .required = true,
     .help = "the name of a state, or a list of them"},
    {.name = "to",
     .forms = FORMAT_TEXT | FORMAT_NAMED,
     .item = &weight_item,
     .least = 1,
     .most = WEND_MAX_TARGETS,
     .required = true,
     .help = "a state, `previous`, or several with weights: {NAME: weight}"},
    {.name = "when",
     .forms = FORMAT_ENTRY,
     .kind = WEND_KIND_CONDITION,
     .required = true,
     .help = "the condition"},
};
const format_table format_transition = {"transition", "a transition", KEYS(transition_keys), NULL,
                                        NULL};

static const format_key state_item = {.forms = FORMAT_MAPPING, .table = &format_state};
static const format_key transition_item = {.forms = FORMAT_MAPPING, .table = &format_transition};

static const format_key machine_keys[] = {
    {.name = "start",
     .forms = FORMAT_TEXT,
     .fallback = "the first",
     .help = "the state that agents enter first"},
    {.name = "states",
     .forms = FORMAT_NAMED,
     .item = &state_item,
     .least = 1,
     .most = WEND_MAX_STATES,
     .required = true,
     .help = "what agents want and do in each state, by name"},
    {.name = "transitions",
     .forms = FORMAT_LIST,
     .item = &transition_item,
     .fallback = "none",
     .help = "when agents change states; of those from one state, the first that holds is taken"},
};
const format_table format_machine = {"machine", "a machine", KEYS(machine_keys), NULL, NULL};

/* ---- Signals --------------------------------------------------------------------------------- */

static const format_key trigger_item = {.forms = FORMAT_ENTRY, .kind = WEND_KIND_TRIGGER};
static const format_key key_item = {.forms = FORMAT_INTEGER, .low = 1, .high = (double)INT64_MAX};
static const char *const not_with_state[] = {"not_in_state", NULL};

static const format_key audience_keys[] = {
    {.name = "machine", .forms = FORMAT_TEXT, .fallback = "any", .help = "name of their machine"},
    {.name = "state",
     .forms = FORMAT_TEXT,
     .fallback = "any",
     .with = "machine",
     .without = not_with_state,
     .help = "name of the state that they are in"},
    {.name = "not_in_state",
     .forms = FORMAT_TEXT,
     .fallback = "none",
     .with = "machine",
     .help = "name of a state that they are not in"},
    {.name = "group", .forms = FORMAT_TEXT, .fallback = "any", .help = "name of their group"},
    {.name = "area", .forms = FORMAT_TEXT, .fallback = "anywhere", .help = "name of their area"},
    {.name = "keys",
     .forms = FORMAT_LIST,
     .item = &key_item,
     .least = 1,
     .fallback = "any",
     .help = "their keys"},
};
const format_table format_audience = {"audience", "an audience", KEYS(audience_keys), NULL, NULL};

static const format_key signal_keys[] = {
    {.name = "triggers",
     .forms = FORMAT_ENTRY | FORMAT_LIST,
     .kind = WEND_KIND_TRIGGER,
     .item = &trigger_item,
     .fallback = "none: only a program fires it",
     .help = "what fires the signal: one trigger, or a list"},
    {.name = "audience",
     .forms = FORMAT_MAPPING,
     .table = &format_audience,
     .fallback = "all agents",
     .help = "the agents that it reaches: those that satisfy all that is given"},
    {.name = "responses",
     .forms = FORMAT_ENTRY | FORMAT_LIST,
     .kind = WEND_KIND_ACTION,
     .item = &action_item,
     .fallback = "none",
     .help = "actions when it is fired: one, or a list"},
};
const format_table format_signal = {"signal", "a signal", KEYS(signal_keys), NULL, NULL};
