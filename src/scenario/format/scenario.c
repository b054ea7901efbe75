/* The table of a scenario file, the tables of its smaller parts, and the list of all tables. */
#include "scenario/format/rows.h"

#include <wend/machine.h>

const format_key format_text_item = {.forms = FORMAT_TEXT};

/* ---- Time and near --------------------------------------------------------------------------- */

static const format_key time_keys[] = {
    {.name = "dt",
     .forms = FORMAT_NUMBER,
     .low = 1e-4,
     .high = 10,
     .fallback = "0.1",
     .unit = "s",
     .help = "length of a step"},
    {.name = "end",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = MOST_TIME,
     .fallback = "300",
     .unit = "s",
     .help = "time at which the run ends at the latest"},
    {.name = "steer_every",
     .forms = FORMAT_INTEGER,
     .low = 1,
     .high = 1000,
     .fallback = "1",
     .unit = "steps",
     .help = "agents choose a velocity in every n-th step and keep it in between"},
    {.name = "obstacle_rest_time",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = MOST_TIME,
     .fallback = "3",
     .unit = "s",
     .help = "time at rest after which planners route around a moving obstacle"},
    {.name = "plan_budget",
     .forms = FORMAT_INTEGER,
     .low = 0,
     .high = MOST_NODES,
     .fallback = "0",
     .unit = "search nodes",
     .help = "search nodes per step after which other agents wait for a route; 0: no limit"},
};
const format_table format_time = {"time", "time", KEYS(time_keys), NULL, NULL};

static const format_key near_keys[] = {
    {.name = "reach",
     .forms = FORMAT_NUMBER,
     .low = 0.02,
     .high = WEND_MAX_REACH,
     .fallback = "10",
     .unit = "m",
     .help = "largest distance at which models can find other agents"},
};
const format_table format_near = {"near", "near", KEYS(near_keys), NULL, NULL};

static const format_key density_keys[] = {
    {.name = "cell",
     .forms = FORMAT_NUMBER,
     .low = 0.1,
     .high = 100,
     .fallback = "1",
     .unit = "m",
     .help = "size of the square cells"},
    {.name = "period",
     .forms = FORMAT_NUMBER,
     .low = 0.1,
     .high = 3600,
     .fallback = "2",
     .unit = "s",
     .help = "time after which the density is measured again"},
    {.name = "gain",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = 1,
     .fallback = "0.2",
     .help = "share by which another route must be cheaper, so that an agent takes it"},
};
const format_table format_density = {"density", "density", KEYS(density_keys), NULL, NULL};

/* ---- Maps ------------------------------------------------------------------------------------ */

static const format_key line_item = {
    .forms = FORMAT_POINTS | FORMAT_TEXT | FORMAT_MAPPING, .least = 2, .table = &format_line};

const format_key format_lines = {
    .forms = FORMAT_TEXT | FORMAT_MAPPING | FORMAT_LIST, .item = &line_item, .table = &format_line};

enum { MOST_BELTS = 256 }; /* see wend_world_add_belt */

/* ---- The whole file -------------------------------------------------------------------------- */

static const format_key profile_item = {.forms = FORMAT_MAPPING, .table = &format_profile};
static const format_key goal_item = {.forms = FORMAT_POINT | FORMAT_MAPPING, .table = &format_goal};
static const format_key goal_set_item = {
    .forms = FORMAT_LIST, .item = &format_text_item, .least = 1, .help = "names of goals"};
static const format_key area_item = {.forms = FORMAT_MAPPING, .table = &format_named_area};
static const format_key machine_item = {.forms = FORMAT_MAPPING, .table = &format_machine};
static const format_key signal_item = {.forms = FORMAT_MAPPING, .table = &format_signal};
static const format_key queue_item = {.forms = FORMAT_MAPPING, .table = &format_queue};
static const format_key group_item = {.forms = FORMAT_MAPPING, .table = &format_group};
static const format_key obstacle_item = {.forms = FORMAT_MAPPING, .table = &format_obstacle};
static const format_key belt_item = {.forms = FORMAT_MAPPING, .table = &format_belt};
static const format_key switch_item = {.forms = FORMAT_MAPPING, .table = &format_switch};
static const format_key map_item = {.forms = FORMAT_MAP};

static const format_key scenario_keys[] = {
    {.name = "wend",
     .forms = FORMAT_INTEGER,
     .low = FORMAT_VERSION,
     .high = FORMAT_VERSION,
     .fallback = "1",
     .help = "version of the format"},
    {.name = "include",
     .forms = FORMAT_TEXT | FORMAT_LIST,
     .item = &format_text_item,
     .fallback = "none",
     .help = "other files that come before this one"},
    {.name = "name",
     .forms = FORMAT_TEXT,
     .fallback = "the file's name",
     .help = "name of the scenario, for summaries and pictures"},
    {.name = "seed",
     .forms = FORMAT_INTEGER,
     .low = 0,
     .high = (double)INT64_MAX,
     .fallback = "1",
     .help = "seed of all random numbers"},
    {.name = "time",
     .forms = FORMAT_MAPPING,
     .table = &format_time,
     .help = "length of a step, end of the run"},
    {.name = "near",
     .forms = FORMAT_MAPPING,
     .table = &format_near,
     .help = "how far models can look for other agents"},
    {.name = "density",
     .forms = FORMAT_MAPPING,
     .table = &format_density,
     .fallback = "not measured",
     .help = "how crowded the ground is, for planners and followers with `crowd`"},
    {.name = "space",
     .forms = FORMAT_MAPPING,
     .table = &format_space,
     .fallback = "open ground without walls",
     .help = "the walkable ground and its obstacles"},
    CHOICE_ROWS,
    {.name = "profiles",
     .forms = FORMAT_NAMED,
     .item = &profile_item,
     .most = WEND_MAX_PROFILES - 1,
     .fallback = "one profile, with defaults",
     .help = "kinds of agents"},
    {.name = "goals",
     .forms = FORMAT_NAMED,
     .item = &goal_item,
     .fallback = "none",
     .help = "regions to go to, by name"},
    {.name = "goal_sets",
     .forms = FORMAT_NAMED,
     .item = &goal_set_item,
     .fallback = "none",
     .help = "lists of goals to choose among"},
    {.name = "areas",
     .forms = FORMAT_NAMED,
     .item = &area_item,
     .fallback = "none",
     .help = "parts of the ground that count the agents in them, by name"},
    {.name = "machines",
     .forms = FORMAT_NAMED,
     .item = &machine_item,
     .fallback = "none",
     .help = "state machines, which decide what agents want, by name"},
    {.name = "signals",
     .forms = FORMAT_NAMED,
     .item = &signal_item,
     .most = WEND_MAX_SIGNALS,
     .fallback = "none",
     .help = "signals, which make agents, doors and classes respond to what happens, by name"},
    {.name = "queues",
     .forms = FORMAT_NAMED,
     .item = &queue_item,
     .fallback = "none",
     .help = "places where agents wait for their turn, by name"},
    {.name = "agents",
     .forms = FORMAT_LIST,
     .item = &group_item,
     .fallback = "none",
     .help = "groups of agents"},
    {.name = "allow_overlap",
     .forms = FORMAT_BOOL,
     .fallback = "false",
     .help = "true: agents may start on top of each other"},
    {.name = "obstacles",
     .forms = FORMAT_LIST,
     .item = &obstacle_item,
     .fallback = "none",
     .help = "doors and moving obstacles"},
    {.name = "belts",
     .forms = FORMAT_LIST,
     .item = &belt_item,
     .most = MOST_BELTS,
     .fallback = "none",
     .help = "parts of the ground that move and carry agents"},
    {.name = "switch",
     .forms = FORMAT_LIST,
     .item = &switch_item,
     .fallback = "none",
     .help = "times at which obstacle classes are switched on and off"},
    {.name = "maps",
     .forms = FORMAT_NAMED,
     .item = &map_item,
     .fallback = "the maps that the planners need, built at the start",
     .help = "maps for planners, by name"},
    {.name = "measure",
     .forms = FORMAT_ENTRIES,
     .kind = WEND_KIND_METRIC,
     .fallback = "their defaults",
     .help = "parameters of metrics"},
    {.name = "output",
     .forms = FORMAT_ENTRIES,
     .kind = WEND_KIND_OUTPUT,
     .fallback = "their defaults",
     .help = "parameters of outputs"},
};
const format_table format_scenario = {"scenario", "a scenario", KEYS(scenario_keys), NULL, NULL};

const format_table *const format_tables[] = {
    &format_scenario,   &format_time,         &format_near,          &format_space,
    &format_layer,      &format_area,         &format_ring,          &format_clip,
    &format_solid,      &format_wall,         &format_terrain,       &format_terrain_property,
    &format_height,     &format_height_field, &format_class,         &format_link,
    &format_connection, &format_profile,      &format_terrain_rule,  &format_uniform,
    &format_normal,     &format_goal,         &format_disc,          &format_oriented_box,
    &format_queue,      &format_queue_time,   &format_group,         &format_grid,
    &format_hex,        &format_random,       &format_source,        &format_via,
    &format_route,      &format_obstacle,     &format_obstacle_time, &format_switch,
    &format_belt,       &format_line,         &format_simplify,      &format_density,
    &format_named_area, &format_machine,      &format_state,         &format_transition,
    &format_signal,     &format_audience};
const uint32_t format_table_count = sizeof format_tables / sizeof format_tables[0];
