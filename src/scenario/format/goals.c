/* The tables of shapes and of `goals`. */
#include "scenario/format/rows.h"

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
    {.name = "half_size",
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
     .help = "angle by which it is rotated"},
};
const format_table format_oriented_box = {"oriented_box", "an oriented box",
                                          KEYS(oriented_box_keys), NULL, NULL};

/* ---- Goals ----------------------------------------------------------------------------------- */

static const char *const arrive_choices[] = {"touch", "inside", NULL};
static const char *const on_arrival_choices[] = {"stop", "leave", "continue", NULL};
static const char *const goal_shapes[] = {"point",        "disc",    "segment",   "box",
                                          "oriented_box", "polygon", "direction", NULL};
static const format_key window_item = {.forms = FORMAT_NUMBER | FORMAT_NOTHING};

static const char *const not_with_velocity[] = {"path", "carrier", NULL};
static const char *const not_with_path[] = {"carrier", NULL};

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
     .help = "a vector or an angle: walk in this direction for ever; never reached"},
    {.name = "arrive",
     .forms = FORMAT_CHOICE,
     .choices = arrive_choices,
     .fallback = "touch",
     .help = "touch: the agent's disc touches the goal; inside: its centre is in the goal"},
    {.name = "tolerance",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = 1000,
     .fallback = "0.05",
     .unit = "m",
     .help = "distance at which the goal counts as reached; an area must be entered for `inside`"},
    {.name = "on_arrival",
     .forms = FORMAT_CHOICE,
     .choices = on_arrival_choices,
     .fallback = "stop",
     .help = "stop: stay there; leave: leave the world; continue: ask the selector again"},
    {.name = "bias",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = 1,
     .fallback = "0.5",
     .help = "preferred point on a segment, 0 (first end) to 1 (second end)"},
    {.name = "capacity",
     .forms = FORMAT_INTEGER,
     .low = 1,
     .high = WEND_MAX_AGENTS,
     .fallback = "no limit",
     .unit = "agents",
     .help = "number of agents that may head for it or stand in it; others wait"},
    {.name = "window",
     .forms = FORMAT_LIST,
     .item = &window_item,
     .least = 2,
     .most = 2,
     .fallback = "always open",
     .unit = "s",
     .help = "[opens, closes]: arrivals count between these times"},
    {.name = "velocity",
     .forms = FORMAT_POINT,
     .fallback = "[0, 0]",
     .unit = "m/s",
     .without = not_with_velocity,
     .help = "the region moves at this velocity from time 0"},
    {.name = "path",
     .forms = FORMAT_POINTS,
     .least = 2,
     .most = WEND_MAX_POLYGON,
     .unit = "m",
     .without = not_with_path,
     .help = "the region moves along this path, relative to the first point of the path"},
    {.name = "speed",
     .forms = FORMAT_NUMBER,
     .low = 0.001,
     .high = 1000,
     .unit = "m/s",
     .with = "path",
     .help = "speed along the path"},
    {.name = "loop",
     .forms = FORMAT_BOOL,
     .fallback = "false",
     .with = "path",
     .help = "true: continue from the last point of the path to the first, repeatedly; false: stay "
             "there"},
    {.name = "carrier",
     .forms = FORMAT_INTEGER,
     .low = 1,
     .high = (double)INT64_MAX,
     .help = "key of an agent that carries the region: its points are offsets from the agent"},
    LAYER_ROW,
};
const format_table format_goal = {"goal", "a goal", KEYS(goal_keys), goal_shapes, NULL};
