/* The tables of the format, but for those of `space`. */
#include "scenario/format.h"
#include "base/error.h"
#include <string.h>
#include <wend/kit.h>

#define MOST_TIME    1e9 /* s */
#define MOST_ANGLE   1e4 /* radians */
#define MOST_TURNING 100 /* radians/s */

#define KEYS(rows) (rows), sizeof(rows) / sizeof((rows)[0])

static const format_key name_item = {.forms = FORMAT_TEXT};

/* ---- Shapes ---------------------------------------------------------------------------------- */

static const format_key disc_keys[] = {
    {.name = "centre", .forms = FORMAT_POINT, .required = true, .unit = "m", .help = "its centre"},
    {.name = "radius",
     .forms = FORMAT_NUMBER,
     .low = 0.001,
     .high = WEND_MAX_EXTENT,
     .required = true,
     .unit = "m",
     .help = "its radius"},
};
const format_table format_disc = {"disc", "a disc", KEYS(disc_keys), NULL, NULL};

static const format_key oriented_box_keys[] = {
    {.name = "centre", .forms = FORMAT_POINT, .required = true, .unit = "m", .help = "its centre"},
    {.name = "half",
     .forms = FORMAT_POINT,
     .required = true,
     .unit = "m",
     .help = "half sizes, above 0"},
    {.name = "angle",
     .forms = FORMAT_NUMBER,
     .low = -MOST_ANGLE,
     .high = MOST_ANGLE,
     .fallback = "0",
     .unit = "radians",
     .help = "turned by"},
};
const format_table format_oriented_box = {"oriented_box", "an oriented box",
                                          KEYS(oriented_box_keys), NULL, NULL};

/* clang-format off */
#define AREA_ROWS                                                                                  \
    {.name = "disc", .forms = FORMAT_MAPPING, .table = &format_disc, .help = "a disc"},            \
    {.name = "box", .forms = FORMAT_POINTS, .least = 2, .most = 2, .unit = "m",                    \
     .help = "two opposite corners, along the axes"},                                              \
    {.name = "oriented_box", .forms = FORMAT_MAPPING, .table = &format_oriented_box,               \
     .help = "a box that is turned"},                                                              \
    {.name = "polygon", .forms = FORMAT_POLYGON, .least = 3, .most = WEND_MAX_POLYGON,             \
     .unit = "m", .help = "a polygon; the last point may repeat the first"}

#define NUMBER_ROWS                                                                                \
    {.name = "radius", .forms = FORMAT_DRAWN, .low = 0.01, .high = 100, .fallback = "0.25",        \
     .unit = "m", .help = "of an agent"},                                                          \
    {.name = "speed", .forms = FORMAT_DRAWN, .low = 0, .high = 100, .fallback = "1.3",             \
     .unit = "m/s", .help = "preferred speed"},                                                    \
    {.name = "max_speed", .forms = FORMAT_DRAWN, .low = 0, .high = 100,                            \
     .fallback = "2, or a constant `speed` above that", .unit = "m/s", .help = "highest speed"},   \
    {.name = "max_acceleration", .forms = FORMAT_DRAWN, .low = 0.001, .high = 1e6,                 \
     .fallback = "no limit", .unit = "m/s^2", .help = "highest acceleration"}

#define CHOICE_ROWS                                                                                \
    {.name = "select", .forms = FORMAT_ENTRY, .kind = WEND_KIND_SELECTOR, .fallback = "given",     \
     .help = "which goal?"},                                                                       \
    {.name = "plan", .forms = FORMAT_ENTRY, .kind = WEND_KIND_PLANNER,                             \
     .fallback = "navmesh where there are walls, else straight", .help = "which way round?"},      \
    {.name = "follow", .forms = FORMAT_ENTRY, .kind = WEND_KIND_FOLLOWER,                          \
     .fallback = "portal with navmesh, else waypoint",                                             \
     .help = "what is the immediate goal on that way?"},                                           \
    {.name = "modify", .forms = FORMAT_ENTRY | FORMAT_LIST, .kind = WEND_KIND_MODIFIER,            \
     .item = &modifier_item, .most = WEND_MAX_MODIFIERS, .fallback = "none",                       \
     .help = "what changes the wish? one, or a list in order"},                                    \
    {.name = "steer", .forms = FORMAT_ENTRY, .kind = WEND_KIND_STEERING, .fallback = "orca",       \
     .help = "which velocity now?"}

#define MOTION_ROWS                                                                                \
    {.name = "position", .forms = FORMAT_POINT, .fallback = "[0, 0]", .unit = "m",                 \
     .with = MOTION_WITH, .help = "where the (0, 0) of a moving one stands"},                      \
    {.name = "angle", .forms = FORMAT_NUMBER, .low = -MOST_ANGLE, .high = MOST_ANGLE,              \
     .fallback = "0", .unit = "radians", .with = MOTION_WITH, .help = "turned by"},                \
    {.name = "velocity", .forms = FORMAT_POINT, .fallback = "[0, 0]", .unit = "m/s",               \
     .with = MOTION_WITH, .help = "how it moves"},                                                 \
    {.name = "turning", .forms = FORMAT_NUMBER, .low = -MOST_TURNING, .high = MOST_TURNING,        \
     .fallback = "0", .unit = "radians/s", .with = MOTION_WITH, .help = "how it turns"}

#define LAYER_ROW                                                                                  \
    {.name = "layer", .forms = FORMAT_TEXT, .fallback = "the first", .help = "the floor"}
/* clang-format on */

/* ---- Time, near, profiles -------------------------------------------------------------------- */

static const format_key time_keys[] = {
    {.name = "dt",
     .forms = FORMAT_NUMBER,
     .low = 1e-4,
     .high = 10,
     .fallback = "0.1",
     .unit = "s",
     .help = "seconds per step"},
    {.name = "end",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = MOST_TIME,
     .fallback = "300",
     .unit = "s",
     .help = "the run ends then at the latest"},
    {.name = "steer_every",
     .forms = FORMAT_INTEGER,
     .low = 1,
     .high = 1000,
     .fallback = "1",
     .unit = "steps",
     .help = "agents choose a velocity in every n-th step and keep it between"},
};
const format_table format_time = {"time", "time", KEYS(time_keys), NULL, NULL};

static const format_key near_keys[] = {
    {.name = "reach",
     .forms = FORMAT_NUMBER,
     .low = 0.02,
     .high = WEND_MAX_REACH,
     .fallback = "10",
     .unit = "m",
     .help = "the farthest any model can look for other agents"},
};
const format_table format_near = {"near", "near", KEYS(near_keys), NULL, NULL};

static const format_key modifier_item = {.forms = FORMAT_ENTRY, .kind = WEND_KIND_MODIFIER};

static const format_key profile_keys[] = {NUMBER_ROWS, CHOICE_ROWS};
const format_table format_profile = {"profile", "a profile", KEYS(profile_keys), NULL, NULL};

static const format_key profile_item = {.forms = FORMAT_MAPPING, .table = &format_profile};

/* The bounds of a distribution are those of the number it stands for. */
static const format_key any_number = {.forms = FORMAT_NUMBER};
static const format_key uniform_keys[] = {
    {.name = "uniform",
     .forms = FORMAT_LIST,
     .item = &any_number,
     .least = 2,
     .most = 2,
     .required = true,
     .help = "[low, high]: evenly between the two"},
};
const format_table format_uniform = {"uniform", "a uniform distribution", KEYS(uniform_keys), NULL,
                                     NULL};

static const format_key normal_keys[] = {
    {.name = "normal",
     .forms = FORMAT_LIST,
     .item = &any_number,
     .least = 2,
     .most = 2,
     .required = true,
     .help = "[mean, deviation], the deviation at least 0"},
    {.name = "min",
     .forms = FORMAT_NUMBER,
     .fallback = "the mean less four deviations",
     .help = "clipped below"},
    {.name = "max",
     .forms = FORMAT_NUMBER,
     .fallback = "the mean and four deviations",
     .help = "clipped above"},
};
const format_table format_normal = {"normal", "a normal distribution", KEYS(normal_keys), NULL,
                                    NULL};

/* ---- Goals ----------------------------------------------------------------------------------- */

static const char *const arrive_choices[] = {"touch", "inside", NULL};
static const char *const on_arrival_choices[] = {"stop", "leave", "continue", NULL};
static const char *const goal_shapes[] = {"point",        "disc",    "segment",   "box",
                                          "oriented_box", "polygon", "direction", NULL};
static const format_key window_item = {.forms = FORMAT_NUMBER | FORMAT_NOTHING};

static const format_key goal_keys[] = {
    {.name = "point", .forms = FORMAT_POINT, .unit = "m", .help = "a point"},
    {.name = "segment",
     .forms = FORMAT_POINTS,
     .least = 2,
     .most = 2,
     .unit = "m",
     .help = "its two ends"},
    AREA_ROWS,
    {.name = "direction",
     .forms = FORMAT_VECTOR | FORMAT_NUMBER,
     .low = -MOST_ANGLE,
     .high = MOST_ANGLE,
     .unit = "radians",
     .help = "a vector or an angle: walk that way for ever; never reached"},
    {.name = "arrive",
     .forms = FORMAT_CHOICE,
     .choices = arrive_choices,
     .fallback = "touch",
     .help = "touch: the agent's disc meets it; inside: its centre is in it"},
    {.name = "tolerance",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = 1000,
     .fallback = "0.05",
     .unit = "m",
     .help = "how near `inside` must come to a point or segment"},
    {.name = "on_arrival",
     .forms = FORMAT_CHOICE,
     .choices = on_arrival_choices,
     .fallback = "stop",
     .help = "stop there; leave the world; continue: ask the selector again"},
    {.name = "bias",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = 1,
     .fallback = "0.5",
     .help = "preferred place on a segment, 0 (first end) to 1 (second end)"},
    {.name = "capacity",
     .forms = FORMAT_INTEGER,
     .low = 1,
     .high = WEND_MAX_AGENTS,
     .fallback = "no limit",
     .unit = "agents",
     .help = "how many may head for it or stand in it; others wait"},
    {.name = "window",
     .forms = FORMAT_LIST,
     .item = &window_item,
     .least = 2,
     .most = 2,
     .fallback = "always open",
     .unit = "s",
     .help = "[opens, closes]: arrival counts from and to these times"},
    {.name = "velocity",
     .forms = FORMAT_POINT,
     .fallback = "[0, 0]",
     .unit = "m/s",
     .help = "the region moves steadily from time 0"},
    LAYER_ROW,
};
const format_table format_goal = {"goal", "a goal", KEYS(goal_keys), goal_shapes, NULL};

static const format_key goal_item = {.forms = FORMAT_POINT | FORMAT_MAPPING, .table = &format_goal};
static const format_key goal_set_item = {
    .forms = FORMAT_LIST, .item = &name_item, .least = 1, .help = "names of goals"};

/* ---- Agents ---------------------------------------------------------------------------------- */

static const format_key count_item = {.forms = FORMAT_INTEGER, .low = 1, .high = WEND_MAX_AGENTS};

/* clang-format off */
#define LATTICE_ROWS(spacing_forms, spacing_help)                                                  \
    {.name = "origin", .forms = FORMAT_POINT, .fallback = "the low corner of the shape",           \
     .unit = "m", .help = "the first place"},                                                      \
    {.name = "spacing", .forms = (spacing_forms), .low = 0.001, .high = WEND_MAX_EXTENT,           \
     .required = true, .unit = "m", .help = (spacing_help)},                                       \
    {.name = "count", .forms = FORMAT_LIST, .item = &count_item, .least = 2, .most = 2,            \
     .with = "origin", .unit = "agents", .help = "[columns, rows]; without it a shape is filled"}
/* clang-format on */

/* Counted from an origin, or filling a shape. */
static const char *const lattice_extents[] = {"count",        "disc",    "box",
                                              "oriented_box", "polygon", NULL};

static const format_key grid_keys[] = {
    LATTICE_ROWS(FORMAT_NUMBER | FORMAT_POINT, "between neighbours; [x, y] or one for both"),
    AREA_ROWS,
};
const format_table format_grid = {"grid", "a grid", KEYS(grid_keys), lattice_extents, NULL};

static const format_key hex_keys[] = {
    LATTICE_ROWS(FORMAT_NUMBER, "between neighbours"),
    AREA_ROWS,
};
const format_table format_hex = {"hex", "a hex lattice", KEYS(hex_keys), lattice_extents, NULL};

static const format_key random_keys[] = {
    {.name = "count",
     .forms = FORMAT_INTEGER,
     .low = 1,
     .high = WEND_MAX_AGENTS,
     .required = true,
     .unit = "agents",
     .help = "how many"},
    {.name = "spacing",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = WEND_MAX_EXTENT,
     .fallback = "as wide as there is room",
     .unit = "m",
     .help = "least distance between two centres of the group"},
    AREA_ROWS,
};
const format_table format_random = {"random", "random", KEYS(random_keys), NULL, NULL};

static const char *const source_rhythms[] = {"rate", "interval", NULL};
static const char *const source_ends[] = {"count", "until", NULL};
static const format_key source_keys[] = {
    {.name = "rate",
     .forms = FORMAT_NUMBER,
     .low = 1e-6,
     .high = 1e4,
     .unit = "agents/s",
     .help = "how many enter each second, evenly"},
    {.name = "interval",
     .forms = FORMAT_DRAWN,
     .low = 1e-4,
     .high = 1e6,
     .unit = "s",
     .help = "from one agent to the next"},
    {.name = "from",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = MOST_TIME,
     .fallback = "0",
     .unit = "s",
     .help = "when the first one enters"},
    {.name = "until",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = MOST_TIME,
     .fallback = "no limit",
     .unit = "s",
     .help = "nobody is due after that"},
    {.name = "count",
     .forms = FORMAT_INTEGER,
     .low = 1,
     .high = WEND_MAX_AGENTS,
     .fallback = "as many as are due by `until`",
     .unit = "agents",
     .help = "how many in all"},
    AREA_ROWS,
};
const format_table format_source = {"source", "a source", KEYS(source_keys), source_rhythms,
                                    source_ends};

static const format_key via_keys[] = {
    {.name = "point", .forms = FORMAT_POINT, .required = true, .unit = "m", .help = "the place"},
    LAYER_ROW,
};
const format_table format_via = {"via", "a via point", KEYS(via_keys), NULL, NULL};

static const format_key via_item = {.forms = FORMAT_POINT | FORMAT_MAPPING, .table = &format_via};
static const char *const group_places[] = {"at", "grid", "hex", "random", "source", NULL};

static const format_key group_keys[] = {
    {.name = "at",
     .forms = FORMAT_POINT | FORMAT_POINTS,
     .least = 1,
     .unit = "m",
     .help = "one point, or a list of points"},
    {.name = "grid", .forms = FORMAT_MAPPING, .table = &format_grid, .help = "row by row"},
    {.name = "hex",
     .forms = FORMAT_MAPPING,
     .table = &format_hex,
     .help = "every second row shifted by half the spacing"},
    {.name = "random",
     .forms = FORMAT_MAPPING,
     .table = &format_random,
     .help = "at random places of a shape, or of the whole space"},
    {.name = "source",
     .forms = FORMAT_MAPPING,
     .table = &format_source,
     .help = "agents enter one after another, in a shape"},
    {.name = "jitter",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = 100,
     .fallback = "0",
     .unit = "m",
     .help = "how far a start of `at`, `grid` or `hex` is moved at most, at random"},
    {.name = "goal",
     .forms = FORMAT_TEXT | FORMAT_POINT | FORMAT_MAPPING,
     .table = &format_goal,
     .fallback = "none: they wait",
     .help = "the name of a goal, or a goal in place"},
    {.name = "goals",
     .forms = FORMAT_TEXT | FORMAT_LIST,
     .item = &name_item,
     .least = 1,
     .help = "the name of a goal set, or a list of goals; not together with `goal`"},
    {.name = "via",
     .forms = FORMAT_LIST,
     .item = &via_item,
     .fallback = "none",
     .help = "places to pass on the way"},
    {.name = "profile",
     .forms = FORMAT_TEXT,
     .fallback = "the only one, or `default`",
     .help = "name of a profile"},
    NUMBER_ROWS,
    LAYER_ROW,
    {.name = "name",
     .forms = FORMAT_TEXT,
     .fallback = "`to GOAL` or `group N`",
     .help = "name of the group, in summaries and pictures"},
    {.name = "key",
     .forms = FORMAT_INTEGER,
     .low = 1,
     .high = (double)(INT64_MAX - WEND_MAX_AGENTS),
     .fallback = "after the highest so far",
     .help = "key of the first agent; the next ones count on from it"},
};
const format_table format_group = {"group", "a group of agents", KEYS(group_keys), group_places,
                                   NULL};

static const format_key group_item = {.forms = FORMAT_MAPPING, .table = &format_group};

/* ---- Obstacles ------------------------------------------------------------------------------- */

static const char *const changes[] = {"closed", "position", "angle", "velocity", "turning", NULL};

#define MOTION_WITH NULL
static const format_key obstacle_time_keys[] = {
    {.name = "at",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = MOST_TIME,
     .required = true,
     .unit = "s",
     .help = "when"},
    {.name = "closed", .forms = FORMAT_BOOL, .help = "shut or there from then on"},
    MOTION_ROWS,
};
#undef MOTION_WITH
const format_table format_obstacle_time = {"obstacle_time", "an item of times",
                                           KEYS(obstacle_time_keys), NULL, changes};

static const format_key obstacle_time_item = {.forms = FORMAT_MAPPING,
                                              .table = &format_obstacle_time};
static const char *const obstacle_kinds[] = {"door", "moving", NULL};

#define MOTION_WITH "moving"
static const format_key obstacle_keys[] = {
    {.name = "name", .forms = FORMAT_TEXT, .fallback = "none", .help = "a name"},
    LAYER_ROW,
    {.name = "door",
     .forms = FORMAT_POINTS,
     .least = 2,
     .most = WEND_MAX_POLYGON,
     .unit = "m",
     .help = "a chain of walls that is closed or open"},
    {.name = "moving",
     .forms = FORMAT_POLYGON,
     .least = 3,
     .most = WEND_MAX_POLYGON,
     .unit = "m",
     .help = "a convex polygon, relative to its position"},
    {.name = "closed",
     .forms = FORMAT_BOOL,
     .fallback = "true",
     .help = "door: shut at first; moving: there at first"},
    MOTION_ROWS,
    {.name = "times",
     .forms = FORMAT_LIST,
     .item = &obstacle_time_item,
     .fallback = "none",
     .help = "changes in the order of time"},
};
#undef MOTION_WITH
const format_table format_obstacle = {"obstacle", "an obstacle", KEYS(obstacle_keys),
                                      obstacle_kinds, NULL};

static const format_key obstacle_item = {.forms = FORMAT_MAPPING, .table = &format_obstacle};

static const format_key switch_keys[] = {
    {.name = "class", .forms = FORMAT_TEXT, .required = true, .help = "name of an obstacle class"},
    {.name = "at",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = MOST_TIME,
     .required = true,
     .unit = "s",
     .help = "when"},
    {.name = "on", .forms = FORMAT_BOOL, .required = true, .help = "on or off from then on"},
};
const format_table format_switch = {"switch", "a switch", KEYS(switch_keys), NULL, NULL};

static const format_key switch_item = {.forms = FORMAT_MAPPING, .table = &format_switch};

/* ---- Maps ------------------------------------------------------------------------------------ */

static const char *const map_kinds[] = {"navmesh", NULL};
static const char *const made_maps[] = {"radii", NULL};
static const format_key radius_item = {
    .forms = FORMAT_NUMBER, .low = 0, .high = 100, .unit = "m", .help = "a radius"};

static const format_key map_keys[] = {
    {.name = "kind",
     .forms = FORMAT_CHOICE,
     .choices = map_kinds,
     .fallback = "navmesh",
     .help = "what it is: a navigation mesh"},
    {.name = "file",
     .forms = FORMAT_TEXT,
     .without = made_maps,
     .help = "a .wmap file that `wend map` made of the same space"},
    {.name = "radii",
     .forms = FORMAT_LIST,
     .item = &radius_item,
     .least = 1,
     .most = WEND_MAX_LEVELS - 1,
     .fallback = "those of all agents",
     .unit = "m",
     .help = "radii of agents to make it for, each rounded up to a centimetre"},
};
const format_table format_map = {"map", "a map", KEYS(map_keys), NULL, NULL};

static const format_key map_item = {.forms = FORMAT_MAPPING, .table = &format_map};

/* ---- The whole file -------------------------------------------------------------------------- */

static const format_key scenario_keys[] = {
    {.name = "wend",
     .forms = FORMAT_INTEGER,
     .low = FORMAT_VERSION,
     .high = FORMAT_VERSION,
     .fallback = "1",
     .help = "version of the format"},
    {.name = "include",
     .forms = FORMAT_TEXT | FORMAT_LIST,
     .item = &name_item,
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
    {.name = "time", .forms = FORMAT_MAPPING, .table = &format_time, .help = "step, end"},
    {.name = "near",
     .forms = FORMAT_MAPPING,
     .table = &format_near,
     .help = "how far models can look for agents"},
    {.name = "space",
     .forms = FORMAT_MAPPING,
     .table = &format_space,
     .fallback = "open ground without walls",
     .help = "where one can walk"},
    CHOICE_ROWS,
    {.name = "profiles",
     .forms = FORMAT_NAMED,
     .item = &profile_item,
     .most = WEND_MAX_PROFILES - 1,
     .fallback = "one, of defaults",
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
    {.name = "switch",
     .forms = FORMAT_LIST,
     .item = &switch_item,
     .fallback = "none",
     .help = "when obstacle classes go on and off"},
    {.name = "maps",
     .forms = FORMAT_NAMED,
     .item = &map_item,
     .fallback = "what the planners need, made at the start",
     .help = "how the space is connected, for planners, by name"},
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
    &format_scenario, &format_time,          &format_near,   &format_space,        &format_layer,
    &format_area,     &format_ring,          &format_clip,   &format_solid,        &format_wall,
    &format_terrain,  &format_class,         &format_link,   &format_profile,      &format_uniform,
    &format_normal,   &format_goal,          &format_disc,   &format_oriented_box, &format_group,
    &format_grid,     &format_hex,           &format_random, &format_source,       &format_via,
    &format_obstacle, &format_obstacle_time, &format_switch, &format_map};
const uint32_t format_table_count = sizeof format_tables / sizeof format_tables[0];

const format_key *format_find(const format_table *table, const char *name) {
    for (uint32_t i = 0; i < table->count; i++) {
        if (strcmp(table->keys[i].name, name) == 0) {
            return &table->keys[i];
        }
    }
    return NULL;
}

const format_key *format_row(const format_table *table, const char *name) {
    const format_key *row = format_find(table, name);
    WEND_ASSERT(row != NULL);
    return row;
}
