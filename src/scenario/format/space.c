/* The format tables for the key `space` of a scenario. */
#include "clean/simplify.h"
#include "scenario/format/rows.h"

/* Text is either the name of a file or well-known text (WKT). */
#define RING_FORMS (FORMAT_POLYGON | FORMAT_TEXT)

enum { MOST_CONDITIONS = 16 };

static const format_key condition_item = {.forms = FORMAT_TEXT | FORMAT_LIST,
                                          .item = &format_text_item};
static const char *const polygon_or_file[] = {"polygon", "file", NULL};
static const char *const points_or_file[] = {"points", "file", NULL};

/* clang-format off */
#define POLYGON_ROW                                                                                \
    {.name = "polygon", .forms = FORMAT_POLYGON, .least = 3, .unit = "m", .help = "its corners"}
#define FILE_ROWS                                                                                  \
    {.name = "file", .forms = FORMAT_TEXT, .help = "a WKT or GeoJSON file, or inline WKT"},        \
    {.name = "where", .forms = FORMAT_NAMED, .item = &condition_item, .least = 1,                  \
     .most = MOST_CONDITIONS, .with = "file",                                                      \
     .fallback = "everything",                                                                     \
     .help = "properties that a geometry of the file must have to be used"}
#define WIDTH_ROW                                                                                  \
    {.name = "width", .forms = FORMAT_NUMBER, .low = 0.01, .high = 1000, .unit = "m",              \
     .help = "width that lines are given"}
#define CLASS_ROW                                                                                  \
    {.name = "class", .forms = FORMAT_TEXT, .fallback = "fixed", .help = "an obstacle class"}
/* clang-format on */

static const format_key area_keys[] = {POLYGON_ROW, FILE_ROWS, WIDTH_ROW};
const format_table format_area = {"area", "a walkable area", KEYS(area_keys), polygon_or_file,
                                  NULL};

static const format_key ring_keys[] = {POLYGON_ROW, FILE_ROWS};
const format_table format_ring = {"ring", "a ring", KEYS(ring_keys), polygon_or_file, NULL};

static const format_key solid_keys[] = {POLYGON_ROW, CLASS_ROW, FILE_ROWS, WIDTH_ROW};
const format_table format_solid = {"solid", "an obstacle of a space", KEYS(solid_keys),
                                   polygon_or_file, NULL};

static const format_key wall_keys[] = {
    {.name = "points",
     .forms = FORMAT_POINTS,
     .least = 2,
     .unit = "m",
     .help = "a chain of at least two points"},
    CLASS_ROW,
    FILE_ROWS,
    WIDTH_ROW,
};
const format_table format_wall = {"wall", "a wall", KEYS(wall_keys), points_or_file, NULL};

static const format_key line_keys[] = {
    {.name = "points",
     .forms = FORMAT_POINTS,
     .least = 2,
     .unit = "m",
     .help = "a chain of at least two points"},
    {.name = "layer",
     .forms = FORMAT_TEXT,
     .fallback = "the first",
     .help = "the floor on which it begins"},
    FILE_ROWS,
};
const format_table format_line = {"line", "a line", KEYS(line_keys), points_or_file, NULL};

static const format_key hole_item = {.forms = FORMAT_POLYGON, .least = 3};
static const format_key property_keys[] = {
    {.name = "property",
     .forms = FORMAT_TEXT,
     .required = true,
     .help = "property of the features of a GeoJSON file whose value is the type"},
};
const format_table format_terrain_property = {"terrain_property", "the type of a terrain",
                                              KEYS(property_keys), NULL, NULL};

static const format_key terrain_keys[] = {
    {.name = "type",
     .forms = FORMAT_INTEGER | FORMAT_TEXT | FORMAT_MAPPING,
     .low = 1,
     .high = 1000000,
     .table = &format_terrain_property,
     .required = true,
     .help = "kind of ground: a name or a number, or the property of a file that names it"},
    POLYGON_ROW,
    {.name = "holes",
     .forms = FORMAT_LIST,
     .item = &hole_item,
     .with = "polygon",
     .fallback = "none",
     .help = "polygons cut out of it"},
    FILE_ROWS,
    WIDTH_ROW,
};
const format_table format_terrain = {"terrain", "a terrain", KEYS(terrain_keys), polygon_or_file,
                                     NULL};

static const format_key class_keys[] = {
    {.name = "name", .forms = FORMAT_TEXT, .required = true, .help = "its name"},
    {.name = "on", .forms = FORMAT_BOOL, .fallback = "true", .help = "on at the start"},
};
const format_table format_class = {"class", "an obstacle class", KEYS(class_keys), NULL, NULL};

static const format_key link_keys[] = {
    {.name = "from", .forms = FORMAT_TEXT, .required = true, .help = "name of a layer"},
    {.name = "to", .forms = FORMAT_TEXT, .required = true, .help = "name of another layer"},
    {.name = "segment",
     .forms = FORMAT_POINTS,
     .least = 2,
     .most = 2,
     .required = true,
     .unit = "m",
     .help = "an edge that both layers share"},
};
const format_table format_link = {"link", "a link", KEYS(link_keys), NULL, NULL};

static const format_key connection_keys[] = {
    {.name = "name", .forms = FORMAT_TEXT, .fallback = "none", .help = "its name"},
    {.name = "from",
     .forms = FORMAT_POINT,
     .required = true,
     .unit = "m",
     .help = "where agents leave the ground"},
    {.name = "to",
     .forms = FORMAT_POINT,
     .required = true,
     .unit = "m",
     .help = "where agents return to the ground"},
    {.name = "from_layer",
     .forms = FORMAT_TEXT,
     .fallback = "the first",
     .help = "the layer of `from`"},
    {.name = "to_layer",
     .forms = FORMAT_TEXT,
     .fallback = "the layer of `from`",
     .help = "the layer of `to`"},
    {.name = "one_way",
     .forms = FORMAT_BOOL,
     .fallback = "false",
     .help = "only from `from` to `to`"},
    {.name = "cost",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = 1e6,
     .unit = "m",
     .fallback = "from its length and duration",
     .help = "the walking distance that it counts as"},
    {.name = "duration",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = 1e6,
     .unit = "s",
     .fallback = "its length at the preferred speed",
     .help = "time that it takes"},
    {.name = "radius",
     .forms = FORMAT_NUMBER,
     .low = 0.01,
     .high = 100,
     .unit = "m",
     .fallback = "0.5",
     .help = "distance from an end at which an agent enters"},
    {.name = "profiles",
     .forms = FORMAT_LIST,
     .item = &format_text_item,
     .least = 1,
     .fallback = "all",
     .help = "the profiles that may use it"},
};
const format_table format_connection = {"connection", "a connection", KEYS(connection_keys), NULL,
                                        NULL};

static const format_key clip_keys[] = {
    {.name = "centre", .forms = FORMAT_POINT, .required = true, .unit = "m", .help = "its middle"},
    {.name = "size",
     .forms = FORMAT_POINT,
     .required = true,
     .unit = "m",
     .help = "its width and height"},
};
const format_table format_clip = {"clip", "clip", KEYS(clip_keys), NULL, NULL};

static const char *const outline_choices[] = {"exact", "hull", "box", "oriented_box", NULL};
static const char *const small_choices[] = {"keep", "drop", NULL};
static const format_key simplify_keys[] = {
    {.name = "below",
     .forms = FORMAT_NUMBER,
     .low = CLEAN_LEAST_DETAIL,
     .high = CLEAN_MOST_DETAIL,
     .fallback = "nothing is dropped",
     .unit = "m",
     .help = "size below which details of outlines are dropped"},
    {.name = "shapes",
     .forms = FORMAT_CHOICE,
     .choices = outline_choices,
     .fallback = "exact",
     .help = "shape that replaces each obstacle"},
    {.name = "small_obstacles",
     .forms = FORMAT_CHOICE,
     .choices = small_choices,
     .fallback = "keep",
     .with = "below",
     .help = "keep or drop isolated obstacles that are at most `below` across"},
};
static const char *const below_or_shapes[] = {"below", "shapes", NULL};
const format_table format_simplify = {"simplify", "simplify", KEYS(simplify_keys), NULL,
                                      below_or_shapes};

static const char *const no_margin[] = {"none", NULL};
static const format_key area_item = {
    .forms = RING_FORMS | FORMAT_MAPPING, .least = 3, .table = &format_area};
static const format_key ring_item = {
    .forms = RING_FORMS | FORMAT_MAPPING, .least = 3, .table = &format_ring};
static const format_key solid_item = {
    .forms = RING_FORMS | FORMAT_MAPPING, .least = 3, .table = &format_solid};
static const format_key wall_item = {
    .forms = FORMAT_POINTS | FORMAT_TEXT | FORMAT_MAPPING, .least = 2, .table = &format_wall};
static const format_key terrain_item = {.forms = FORMAT_MAPPING, .table = &format_terrain};
static const format_key class_item = {.forms = FORMAT_TEXT | FORMAT_MAPPING,
                                      .table = &format_class};
static const format_key height_item = {.forms = FORMAT_MAPPING, .table = &format_height};
static const format_key layer_item = {.forms = FORMAT_MAPPING, .table = &format_layer};
static const format_key link_item = {.forms = FORMAT_MAPPING, .table = &format_link};
static const format_key connection_item = {.forms = FORMAT_MAPPING, .table = &format_connection};

/* A space either has a single ground, has layers that each have their own ground, or is read from a
 * single file. */
static const char *const not_with_ground[] = {"layers", "file", NULL};
static const char *const not_with_rings[] = {"walkable", "layers", "file", NULL};
static const char *const not_with_margin[] = {"walkable", "rings", "layers", "file", NULL};
static const char *const not_with_others[] = {"file", NULL};

/* clang-format off */
#define GROUND_ROWS                                                                                \
    {.name = "walkable", .forms = RING_FORMS | FORMAT_MAPPING | FORMAT_LIST,                       \
     .item = &area_item, .table = &format_area, .fallback = "no edge", .unit = "m",                \
     .help = "one polygon, or a list of them, around the ground", .without = not_with_ground},     \
    {.name = "obstacles", .forms = FORMAT_TEXT | FORMAT_MAPPING | FORMAT_LIST,                     \
     .item = &solid_item, .table = &format_solid, .fallback = "none", .unit = "m",                 \
     .help = "solid polygons", .without = not_with_ground},                                        \
    {.name = "rings", .forms = RING_FORMS | FORMAT_MAPPING | FORMAT_LIST,                          \
     .item = &ring_item, .table = &format_ring, .unit = "m",                                       \
     .help = "polygons, walkable or solid by how they nest", .without = not_with_rings},           \
    {.name = "walls", .forms = FORMAT_TEXT | FORMAT_MAPPING | FORMAT_LIST, .item = &wall_item,     \
     .table = &format_wall, .fallback = "none", .unit = "m",                                       \
     .help = "thin walls: chains of at least two points", .without = not_with_ground},             \
    {.name = "terrain", .forms = FORMAT_MAPPING | FORMAT_LIST, .item = &terrain_item,              \
     .table = &format_terrain, .fallback = "none",                                                 \
     .help = "kinds of ground; later ones cover earlier ones", .without = not_with_ground},        \
    {.name = "height", .forms = FORMAT_MAPPING | FORMAT_LIST, .item = &height_item,                \
     .table = &format_height, .fallback = "0", .unit = "m",                                        \
     .help = "height of the ground; later ones cover earlier ones", .without = not_with_ground},   \
    {.name = "margin", .forms = FORMAT_NUMBER | FORMAT_CHOICE, .choices = no_margin, .low = 0,     \
     .high = WEND_MAX_EXTENT, .unit = "m", .help = "width of the ground around all obstacles",     \
     .without = not_with_margin},                                                                  \
    {.name = "clip", .forms = FORMAT_POINTS | FORMAT_MAPPING, .least = 2, .table = &format_clip,   \
     .unit = "m", .help = "area that is kept: two corners or a polygon",                           \
     .without = not_with_others}
/* clang-format on */

static const format_key layer_keys[] = {
    {.name = "name", .forms = FORMAT_TEXT, .required = true, .help = "its name"}, GROUND_ROWS};
const format_table format_layer = {"layer", "a layer", KEYS(layer_keys), NULL, NULL};

static const char *const coordinate_choices[] = {"metres", "degrees", NULL};

static const format_key space_keys[] = {
    {.name = "file", .forms = FORMAT_TEXT, .help = "a .wmap file that holds the whole space"},
    GROUND_ROWS,
    {.name = "simplify",
     .forms = FORMAT_NUMBER | FORMAT_MAPPING,
     .low = CLEAN_LEAST_DETAIL,
     .high = CLEAN_MOST_DETAIL,
     .table = &format_simplify,
     .fallback = "full detail",
     .unit = "m",
     .help = "size below which details are dropped, and coarse shapes for obstacles",
     .without = not_with_others},
    {.name = "coordinates",
     .forms = FORMAT_CHOICE,
     .choices = coordinate_choices,
     .fallback = "detected from their range",
     .help = "metres, or longitude and latitude in degrees",
     .without = not_with_others},
    {.name = "origin",
     .forms = FORMAT_POINT,
     .fallback = "the middle",
     .unit = "degrees",
     .help = "[longitude, latitude] of (0, 0)",
     .without = not_with_others},
    {.name = "classes",
     .forms = FORMAT_LIST,
     .item = &class_item,
     .most = WEND_MAX_CLASSES - 1,
     .fallback = "none",
     .help = "names of obstacle classes",
     .without = not_with_others},
    {.name = "layers",
     .forms = FORMAT_LIST,
     .item = &layer_item,
     .least = 1,
     .most = WEND_MAX_LAYERS,
     .fallback = "one",
     .help = "floors, instead of one ground",
     .without = not_with_others},
    {.name = "links",
     .forms = FORMAT_LIST,
     .item = &link_item,
     .fallback = "none",
     .help = "where layers meet",
     .without = not_with_others},
    {.name = "connections",
     .forms = FORMAT_LIST,
     .item = &connection_item,
     .most = WEND_MAX_CONNECTIONS,
     .fallback = "none",
     .help = "ladders, jumps, turnstiles, one-way doors",
     .without = not_with_others},
};
const format_table format_space = {"space", "a space", KEYS(space_keys), NULL, NULL};
