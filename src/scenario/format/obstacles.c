/* The tables of `obstacles` and `switch`. */
#include "scenario/format/rows.h"

#define MOST_ANGULAR_VELOCITY 100 /* radians/s */

/* clang-format off */
#define AT_ROW                                                                                     \
    {.name = "at", .forms = FORMAT_NUMBER, .low = 0, .high = MOST_TIME, .required = true,          \
     .unit = "s", .help = "when"}

#define MOTION_ROWS                                                                                \
    {.name = "position", .forms = FORMAT_POINT, .fallback = "[0, 0]", .unit = "m",                 \
     .with = MOTION_WITH, .help = "position of the point (0, 0) of a moving obstacle"},            \
    {.name = "angle", .forms = FORMAT_NUMBER, .low = -MOST_ANGLE, .high = MOST_ANGLE,              \
     .fallback = "0", .unit = "radians", .with = MOTION_WITH,                                      \
     .help = "angle by which it is rotated"},                                                      \
    {.name = "velocity", .forms = FORMAT_POINT, .fallback = "[0, 0]", .unit = "m/s",               \
     .with = MOTION_WITH, .help = "its velocity"},                                                 \
    {.name = "angular_velocity", .forms = FORMAT_NUMBER, .low = -MOST_ANGULAR_VELOCITY,            \
     .high = MOST_ANGULAR_VELOCITY, .fallback = "0", .unit = "radians/s", .with = MOTION_WITH,     \
     .help = "its angular velocity"}
/* clang-format on */

static const char *const obstacle_changes[] = {"closed",   "position",         "angle",
                                               "velocity", "angular_velocity", NULL};

#define MOTION_WITH NULL
static const format_key obstacle_time_keys[] = {
    AT_ROW,
    {.name = "closed",
     .forms = FORMAT_BOOL,
     .help = "door: closed from then on; moving: present from then on"},
    MOTION_ROWS,
};
#undef MOTION_WITH
const format_table format_obstacle_time = {"obstacle_time", "an item of times",
                                           KEYS(obstacle_time_keys), NULL, obstacle_changes};

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
     .help = "door: closed at the start; moving: present at the start"},
    MOTION_ROWS,
    {.name = "times",
     .forms = FORMAT_LIST,
     .item = &obstacle_time_item,
     .fallback = "none",
     .help = "changes, in order of time"},
};
#undef MOTION_WITH
const format_table format_obstacle = {"obstacle", "an obstacle", KEYS(obstacle_keys),
                                      obstacle_kinds, NULL};

static const format_key switch_keys[] = {
    {.name = "class", .forms = FORMAT_TEXT, .required = true, .help = "name of an obstacle class"},
    AT_ROW,
    {.name = "on", .forms = FORMAT_BOOL, .required = true, .help = "on or off from then on"},
};
const format_table format_switch = {"switch", "a switch", KEYS(switch_keys), NULL, NULL};
