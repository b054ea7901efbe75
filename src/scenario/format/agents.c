/* The tables of `agents`: groups, and how their start positions are chosen. */
#include "scenario/format/rows.h"

static const format_key count_item = {.forms = FORMAT_INTEGER, .low = 1, .high = WEND_MAX_AGENTS};

/* clang-format off */
#define LATTICE_ROWS(spacing_forms, spacing_help)                                                  \
    {.name = "origin", .forms = FORMAT_POINT, .fallback = "the low corner of the shape",           \
     .unit = "m", .help = "the first point"},                                                      \
    {.name = "spacing", .forms = (spacing_forms), .low = 0.001, .high = WEND_MAX_EXTENT,           \
     .required = true, .unit = "m", .help = (spacing_help)},                                       \
    {.name = "count", .forms = FORMAT_LIST, .item = &count_item, .least = 2, .most = 2,            \
     .with = "origin", .unit = "agents", .help = "[columns, rows]; without it, the shape is filled"}
/* clang-format on */

/* A lattice either has a given number of positions that start at an origin, or fills a shape. */
static const char *const lattice_extents[] = {"count",        "disc",    "box",
                                              "oriented_box", "polygon", NULL};

static const format_key grid_keys[] = {
    LATTICE_ROWS(FORMAT_NUMBER | FORMAT_POINT,
                 "distance between neighbours; [x, y], or one number for both"),
    AREA_ROWS,
};
const format_table format_grid = {"grid", "a grid", KEYS(grid_keys), lattice_extents, NULL};

static const format_key hex_keys[] = {
    LATTICE_ROWS(FORMAT_NUMBER, "distance between neighbours"),
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
     .help = "number of agents"},
    {.name = "spacing",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = WEND_MAX_EXTENT,
     .fallback = "as large as possible",
     .unit = "m",
     .help = "smallest distance between two centres of the group"},
    AREA_ROWS,
};
const format_table format_random = {"random", "random", KEYS(random_keys), NULL, NULL};

static const char *const source_timings[] = {"rate", "interval", "poisson", "schedule", NULL};
static const char *const source_ends[] = {"count", "until", "schedule", NULL};
static const char *const not_with_schedule[] = {"from", "until", "count", NULL};
static const format_key schedule_number = {.forms = FORMAT_NUMBER, .low = 0, .high = MOST_TIME};
static const format_key schedule_item = {
    .forms = FORMAT_LIST, .least = 2, .most = 2, .item = &schedule_number};
static const format_key source_keys[] = {
    {.name = "rate",
     .forms = FORMAT_NUMBER,
     .low = 1e-6,
     .high = 1e4,
     .unit = "agents/s",
     .help = "number of agents that enter per second, evenly"},
    {.name = "interval",
     .forms = FORMAT_SAMPLED,
     .low = 1e-4,
     .high = 1e6,
     .unit = "s",
     .help = "time from one agent to the next"},
    {.name = "poisson",
     .forms = FORMAT_NUMBER,
     .low = 1e-6,
     .high = 1e4,
     .unit = "agents/s",
     .help = "average number of agents that enter per second, independently of each other"},
    {.name = "schedule",
     .forms = FORMAT_LIST,
     .item = &schedule_item,
     .least = 1,
     .without = not_with_schedule,
     .help = "a list of [time in s, number of agents], in the order of time"},
    {.name = "from",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = MOST_TIME,
     .fallback = "0",
     .unit = "s",
     .help = "time at which the first agent enters"},
    {.name = "until",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = MOST_TIME,
     .fallback = "no limit",
     .unit = "s",
     .help = "no agent is emitted after this time"},
    {.name = "count",
     .forms = FORMAT_INTEGER,
     .low = 1,
     .high = WEND_MAX_AGENTS,
     .fallback = "all that enter before `until`",
     .unit = "agents",
     .help = "total number of agents"},
    AREA_ROWS,
};
const format_table format_source = {"source", "a source", KEYS(source_keys), source_timings,
                                    source_ends};

static const format_key via_keys[] = {
    {.name = "point", .forms = FORMAT_POINT, .required = true, .unit = "m", .help = "the point"},
    LAYER_ROW,
};
const format_table format_via = {"via", "a via point", KEYS(via_keys), NULL, NULL};
const format_table format_route = {"route", "a point of a route", KEYS(via_keys), NULL, NULL};

static const format_key via_item = {.forms = FORMAT_POINT | FORMAT_MAPPING, .table = &format_via};
static const format_key route_item = {.forms = FORMAT_POINT | FORMAT_MAPPING,
                                      .table = &format_route};
static const char *const not_with_queue[] = {"goal", "goals", NULL};
static const char *const not_with_via[] = {"via", NULL};
static const char *const group_placements[] = {"at", "grid", "hex", "random", "source", NULL};

static const format_key group_keys[] = {
    {.name = "at",
     .forms = FORMAT_POINT | FORMAT_POINTS,
     .least = 1,
     .unit = "m",
     .help = "one point, or a list of points"},
    {.name = "grid",
     .forms = FORMAT_MAPPING,
     .table = &format_grid,
     .help = "a rectangular lattice, row by row"},
    {.name = "hex",
     .forms = FORMAT_MAPPING,
     .table = &format_hex,
     .help = "a hexagonal lattice: every second row is shifted by half the spacing"},
    {.name = "random",
     .forms = FORMAT_MAPPING,
     .table = &format_random,
     .help = "at random points of a shape, or of the whole space"},
    {.name = "source",
     .forms = FORMAT_MAPPING,
     .table = &format_source,
     .help = "agents enter during the run, in a shape"},
    {.name = "jitter",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = 100,
     .fallback = "0",
     .unit = "m",
     .help = "largest random displacement of a start of `at`, `grid` or `hex`"},
    {.name = "delay",
     .forms = FORMAT_SAMPLED,
     .low = 0,
     .high = WEND_MAX_AGENT_DELAY,
     .fallback = "0",
     .unit = "s",
     .help = "time for which each agent stands still before it heads for its goal"},
    {.name = "velocity",
     .forms = FORMAT_POINT | FORMAT_POINTS,
     .least = 1,
     .fallback = "[0, 0]",
     .unit = "m/s",
     .help = "velocity of the agents when they enter: one for all, or a list like that of `at`"},
    {.name = "goal",
     .forms = FORMAT_TEXT | FORMAT_POINT | FORMAT_MAPPING,
     .table = &format_goal,
     .fallback = "none: the agents wait",
     .help = "the name of a goal, or an inline goal"},
    {.name = "goals",
     .forms = FORMAT_TEXT | FORMAT_LIST,
     .item = &format_text_item,
     .least = 1,
     .help = "the name of a goal set, or a list of goals; not together with `goal`"},
    {.name = "queue",
     .forms = FORMAT_TEXT,
     .without = not_with_queue,
     .help = "the name of a queue to join; not together with `goal` or `goals`"},
    {.name = "via",
     .forms = FORMAT_LIST,
     .item = &via_item,
     .fallback = "none",
     .help = "points to pass on the way to the goal"},
    {.name = "route",
     .forms = FORMAT_LIST,
     .item = &route_item,
     .least = 2,
     .fallback = "none",
     .without = not_with_via,
     .help = "an indicative route, in straight lines from point to point; not together with `via`"},
    {.name = "machine",
     .forms = FORMAT_TEXT,
     .fallback = "none",
     .help = "name of the state machine that decides what the agents want"},
    {.name = "state",
     .forms = FORMAT_TEXT,
     .fallback = "the machine's `start`",
     .with = "machine",
     .help = "the state that the agents enter first"},
    {.name = "profile",
     .forms = FORMAT_TEXT,
     .fallback = "the only one, or `default`",
     .help = "name of a profile"},
    NUMBER_ROWS,
    {.name = "heading",
     .forms = FORMAT_NUMBER,
     .low = -MOST_ANGLE,
     .high = MOST_ANGLE,
     .fallback = "the direction of motion",
     .unit = "rad",
     .help = "direction that the agents face when they enter"},
    {.name = "priority",
     .forms = FORMAT_INTEGER,
     .low = INT32_MIN,
     .high = INT32_MAX,
     .fallback = "0",
     .help = "agents with lower values go first: right of way, and room at goals"},
    LAYER_ROW,
    {.name = "name",
     .forms = FORMAT_TEXT,
     .fallback = "`to GOAL` or `group N`",
     .help = "name of the group, in summaries and pictures"},
    {.name = "key",
     .forms = FORMAT_INTEGER,
     .low = 1,
     .high = (double)(INT64_MAX - WEND_MAX_AGENTS),
     .fallback = "one above the highest so far",
     .help = "key of the first agent; the others count up from it"},
};
const format_table format_group = {"group", "a group of agents", KEYS(group_keys), group_placements,
                                   NULL};
