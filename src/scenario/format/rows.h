/* Rows and bounds that are shared by several tables of the format. */
#ifndef SCENARIO_FORMAT_ROWS_H
#define SCENARIO_FORMAT_ROWS_H

#include "base/default_models.h"
#include "scenario/format/format.h"
#include <wend/kit.h>

#define MOST_TIME  1e9  /* s */
#define MOST_NODES 1e12 /* search nodes */
#define MOST_ANGLE 1e4  /* radians */

#define KEYS(rows) (rows), sizeof(rows) / sizeof((rows)[0])

/* Rows for list items: any text (scenario.c), and one modifier (profiles.c). */
extern const format_key format_text_item, format_modifier_item;

/* clang-format off */
#define AREA_ROWS                                                                                  \
    {.name = "disc", .forms = FORMAT_MAPPING, .table = &format_disc, .help = "a disc"},            \
    {.name = "box", .forms = FORMAT_POINTS, .least = 2, .most = 2, .unit = "m",                    \
     .help = "two opposite corners of an axis-aligned box"},                                       \
    {.name = "oriented_box", .forms = FORMAT_MAPPING, .table = &format_oriented_box,               \
     .help = "a rotated box"},                                                                     \
    {.name = "polygon", .forms = FORMAT_POLYGON, .least = 3, .most = WEND_MAX_POLYGON,             \
     .unit = "m", .help = "a polygon; the last point may repeat the first"}

#define NUMBER_ROWS                                                                                \
    {.name = "radius", .forms = FORMAT_SAMPLED, .low = 0.01, .high = 100, .fallback = "0.25",      \
     .unit = "m", .help = "radius of an agent"},                                                   \
    {.name = "speed", .forms = FORMAT_SAMPLED, .low = 0, .high = 100, .fallback = "1.3",           \
     .unit = "m/s", .help = "preferred speed"},                                                    \
    {.name = "max_speed", .forms = FORMAT_SAMPLED, .low = 0, .high = 100,                          \
     .fallback = "2, or a constant `speed` above that", .unit = "m/s", .help = "largest speed"},   \
    {.name = "max_acceleration", .forms = FORMAT_SAMPLED, .low = 0.001, .high = 1e6,               \
     .fallback = "no limit", .unit = "m/s^2", .help = "largest acceleration"},                     \
    {.name = "max_turn_rate", .forms = FORMAT_SAMPLED, .low = 0, .high = 1000,                     \
     .fallback = "no limit", .unit = "rad/s", .help = "largest turn rate of the heading"}

#define CHOICE_ROWS                                                                                \
    {.name = "select", .forms = FORMAT_ENTRY, .kind = WEND_KIND_SELECTOR,                          \
     .fallback = DEFAULT_SELECTOR, .help = "the selector: chooses the goal"},                      \
    {.name = "plan", .forms = FORMAT_ENTRY, .kind = WEND_KIND_PLANNER,                             \
     .fallback = "navmesh if there are walls, else straight",                                      \
     .help = "the planner: finds the route"},                                                      \
    {.name = "follow", .forms = FORMAT_ENTRY, .kind = WEND_KIND_FOLLOWER,                          \
     .fallback = DEFAULT_FOLLOWER,                                                                 \
     .help = "the follower: finds the immediate goal on the route"},                               \
    {.name = "modify", .forms = FORMAT_ENTRY | FORMAT_LIST, .kind = WEND_KIND_MODIFIER,            \
     .item = &format_modifier_item, .most = WEND_MAX_MODIFIERS, .fallback = "none",                \
     .help = "modifiers of the preferred velocity: one, or a list in order"},                      \
    {.name = "steer", .forms = FORMAT_ENTRY, .kind = WEND_KIND_STEERING,                           \
     .fallback = DEFAULT_STEERING, .help = "the steering model: chooses the velocity"}

#define LAYER_ROW                                                                                  \
    {.name = "layer", .forms = FORMAT_TEXT, .fallback = "the first", .help = "the floor"}
/* clang-format on */

#endif
