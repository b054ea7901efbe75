/* The tables of `space`. */
#include "scenario/format.h"
#include <wend/space.h>

#define KEYS(rows) (rows), sizeof(rows) / sizeof((rows)[0])

/* A text is the name of a file, or well-known text in place. */
#define RING_FORMS (FORMAT_POLYGON | FORMAT_TEXT)

static const format_key solid_keys[] = {
    {.name = "polygon",
     .forms = RING_FORMS,
     .least = 3,
     .required = true,
     .unit = "m",
     .help = "the solid"},
    {.name = "class",
     .forms = FORMAT_TEXT,
     .fallback = "fixed",
     .help = "name of an obstacle class"},
};
const format_table format_solid = {"solid", "an obstacle of a space", KEYS(solid_keys), NULL};

static const format_key wall_keys[] = {
    {.name = "points",
     .forms = FORMAT_POINTS | FORMAT_TEXT,
     .least = 2,
     .required = true,
     .unit = "m",
     .help = "a chain of at least two points"},
    {.name = "class",
     .forms = FORMAT_TEXT,
     .fallback = "fixed",
     .help = "name of an obstacle class"},
};
const format_table format_wall = {"wall", "a wall", KEYS(wall_keys), NULL};

static const format_key terrain_keys[] = {
    {.name = "type",
     .forms = FORMAT_INTEGER,
     .low = 1,
     .high = 1000000,
     .required = true,
     .help = "kind of ground"},
    {.name = "polygon",
     .forms = RING_FORMS,
     .least = 3,
     .required = true,
     .unit = "m",
     .help = "where it lies"},
};
const format_table format_terrain = {"terrain", "a terrain", KEYS(terrain_keys), NULL};

static const format_key class_keys[] = {
    {.name = "name", .forms = FORMAT_TEXT, .required = true, .help = "its name"},
    {.name = "on", .forms = FORMAT_BOOL, .fallback = "true", .help = "on at the start"},
};
const format_table format_class = {"class", "an obstacle class", KEYS(class_keys), NULL};

static const format_key link_keys[] = {
    {.name = "from", .forms = FORMAT_TEXT, .required = true, .help = "name of a layer"},
    {.name = "to", .forms = FORMAT_TEXT, .required = true, .help = "name of another layer"},
    {.name = "segment",
     .forms = FORMAT_POINTS,
     .least = 2,
     .most = 2,
     .required = true,
     .unit = "m",
     .help = "an edge that both layers have"},
};
const format_table format_link = {"link", "a link", KEYS(link_keys), NULL};

static const format_key ring_item = {.forms = RING_FORMS, .least = 3};
static const format_key solid_item = {
    .forms = RING_FORMS | FORMAT_MAPPING, .least = 3, .table = &format_solid};
static const format_key wall_item = {
    .forms = FORMAT_POINTS | FORMAT_TEXT | FORMAT_MAPPING, .least = 2, .table = &format_wall};
static const format_key terrain_item = {.forms = FORMAT_TEXT | FORMAT_MAPPING,
                                        .table = &format_terrain};
static const format_key class_item = {.forms = FORMAT_TEXT | FORMAT_MAPPING,
                                      .table = &format_class};
static const format_key layer_item = {.forms = FORMAT_MAPPING, .table = &format_layer};
static const format_key link_item = {.forms = FORMAT_MAPPING, .table = &format_link};

/* clang-format off */
#define GROUND_ROWS                                                                                \
    {.name = "walkable", .forms = RING_FORMS | FORMAT_LIST, .least = 1, .item = &ring_item,        \
     .fallback = "no edge", .unit = "m", .help = "one polygon, or a list of them, around the ground"}, \
    {.name = "obstacles", .forms = FORMAT_TEXT | FORMAT_LIST, .item = &solid_item,                 \
     .fallback = "none", .unit = "m", .help = "solid polygons"},                                   \
    {.name = "rings", .forms = RING_FORMS | FORMAT_LIST, .item = &ring_item, .unit = "m",          \
     .help = "polygons, solid or enclosing as they nest"},                                         \
    {.name = "walls", .forms = FORMAT_TEXT | FORMAT_LIST, .item = &wall_item, .fallback = "none",  \
     .unit = "m", .help = "thin walls: chains of at least two points"},                            \
    {.name = "terrain", .forms = FORMAT_TEXT | FORMAT_LIST, .item = &terrain_item,                 \
     .fallback = "none", .help = "kinds of ground; later ones lie over earlier ones"},             \
    {.name = "margin", .forms = FORMAT_NUMBER, .low = 0, .high = WEND_MAX_EXTENT, .unit = "m",     \
     .help = "walkable ground around everything given"}
/* clang-format on */

static const format_key layer_keys[] = {
    {.name = "name", .forms = FORMAT_TEXT, .required = true, .help = "its name"}, GROUND_ROWS};
const format_table format_layer = {"layer", "a layer", KEYS(layer_keys), NULL};

static const char *const coordinate_choices[] = {"metres", "degrees", NULL};

static const format_key space_keys[] = {
    GROUND_ROWS,
    {.name = "file", .forms = FORMAT_TEXT, .help = "a file with all of it"},
    {.name = "clip",
     .forms = FORMAT_POINTS,
     .least = 2,
     .unit = "m",
     .help = "what lies outside is cut away: two corners or a polygon"},
    {.name = "origin",
     .forms = FORMAT_POINT,
     .fallback = "chosen",
     .unit = "m",
     .help = "the place that the world is laid around"},
    {.name = "coordinates",
     .forms = FORMAT_CHOICE,
     .choices = coordinate_choices,
     .fallback = "told by their range",
     .help = "metres, or longitude and latitude in degrees"},
    {.name = "classes",
     .forms = FORMAT_LIST,
     .item = &class_item,
     .most = WEND_MAX_CLASSES - 1,
     .fallback = "none",
     .help = "names of obstacle classes"},
    {.name = "layers",
     .forms = FORMAT_LIST,
     .item = &layer_item,
     .least = 1,
     .most = WEND_MAX_LAYERS,
     .fallback = "one",
     .help = "floors, in place of one ground"},
    {.name = "links",
     .forms = FORMAT_LIST,
     .item = &link_item,
     .fallback = "none",
     .help = "where layers meet"},
};
const format_table format_space = {"space", "a space", KEYS(space_keys), NULL};
