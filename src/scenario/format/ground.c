/* The tables of heights and belts: the parts of the ground that slope or move. */
#include "scenario/format/rows.h"

#define MOST_HEIGHT 1e5 /* m */

static const format_key height_item = {
    .forms = FORMAT_NUMBER, .low = -MOST_HEIGHT, .high = MOST_HEIGHT};
static const format_key row_item = {.forms = FORMAT_LIST, .item = &height_item, .least = 2};
static const format_key field_keys[] = {
    {.name = "low",
     .forms = FORMAT_POINT,
     .required = true,
     .unit = "m",
     .help = "position of the first height"},
    {.name = "cell",
     .forms = FORMAT_NUMBER,
     .low = 1e-3,
     .high = 1e4,
     .required = true,
     .unit = "m",
     .help = "distance between neighbouring heights in x and y"},
    {.name = "rows",
     .forms = FORMAT_LIST,
     .item = &row_item,
     .least = 2,
     .required = true,
     .unit = "m",
     .help = "rows of heights, in the direction of increasing y"},
};
const format_table format_height_field = {"height_field", "a height field", KEYS(field_keys), NULL,
                                          NULL};

static const char *const height_kinds[] = {"z", "slope", "field", NULL};
static const format_key height_keys[] = {
    {.name = "polygon",
     .forms = FORMAT_POLYGON,
     .least = 3,
     .fallback = "the whole layer",
     .unit = "m",
     .help = "where the ground has this height"},
    {.name = "z",
     .forms = FORMAT_NUMBER,
     .low = -MOST_HEIGHT,
     .high = MOST_HEIGHT,
     .fallback = "0",
     .unit = "m",
     .help = "height of the plane at (0, 0)"},
    {.name = "slope",
     .forms = FORMAT_POINT,
     .fallback = "[0, 0]",
     .help = "metres by which the plane rises for each metre in x and in y"},
    {.name = "field",
     .forms = FORMAT_MAPPING,
     .table = &format_height_field,
     .fallback = "none",
     .help = "heights at the points of a grid, added to the plane"},
};
const format_table format_height = {"height", "a height", KEYS(height_keys), NULL, height_kinds};

static const format_key belt_keys[] = {
    {.name = "polygon",
     .forms = FORMAT_POLYGON,
     .least = 3,
     .most = WEND_MAX_POLYGON,
     .required = true,
     .unit = "m",
     .help = "the ground that moves"},
    LAYER_ROW,
    {.name = "velocity",
     .forms = FORMAT_POINT,
     .required = true,
     .unit = "m/s",
     .help = "its velocity, at most 100 in x and in y"},
};
const format_table format_belt = {"belt", "a belt", KEYS(belt_keys), NULL, NULL};
