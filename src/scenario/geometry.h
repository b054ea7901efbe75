/* Reads the polygons and lines of a space. They are given as lists of points or as WKT in the
 * scenario, or in files. */
#ifndef SCENARIO_GEOMETRY_H
#define SCENARIO_GEOMETRY_H

#include "clean/clean.h"
#include "read/project.h"
#include "scenario/terrain.h"

/* A list of shapes that came from a file, or from WKT in the scenario. */
typedef struct geometry_file {
    shapes_list *shapes;
    const node *at;
    const char *name; /* name of the file, as written in the scenario */
    bool is_text;     /* true for WKT written in the scenario */
    bool is_json;     /* true for GeoJSON, which is in degrees unless it cannot be (RFC 7946) */
} geometry_file;

/* The input for a space, read before the space is created. All of it is freed in one call. */
typedef struct geometry_reader {
    wend_scenario *scenario;
    reader *r;
    node_tree scratch;
    geometry_file *files; /* in the order in which they were read */
    uint32_t file_count, file_capacity;
    terrain_types terrain_types;
    bool has_degrees;
    projection projection; /* valid if has_degrees */
    bool has_flat_rings;   /* a ring of two points was read: the space has to be cleaned */
} geometry_reader;

typedef enum geometry_kind {
    GEOMETRY_WALKABLE,
    GEOMETRY_RINGS,
    GEOMETRY_OBSTACLES,
    GEOMETRY_WALLS,
    GEOMETRY_TERRAIN,
    GEOMETRY_LINES /* lines of a network; the tag is the layer on which a line begins */
} geometry_kind;

void geometry_init(geometry_reader *g, wend_scenario *s, reader *r);
void geometry_free(geometry_reader *g);

/* Reads the value of one of the keys; if `value` is NULL, the list is empty. Walls that have a
 * width are added to `wide`. */
void geometry_read(geometry_reader *g, const node *value, geometry_kind kind, clean_sources *out,
                   clean_sources *wide);
/* Determines which files are in degrees and converts them to metres. Reads the keys `coordinates`
 * and `origin` of the space. */
void geometry_project(geometry_reader *g, const node *space);
/* Does the same for lines of a network, after the space has been read. */
void geometry_project_lines(geometry_reader *g);
/* Reads the key `clip`: a box, a polygon, or {centre: , size: }. Returns NULL if `value` is NULL.
 */
const shapes_polygon *geometry_read_clip(geometry_reader *g, const node *value);

/* Returns the path of the file that a node names, which is relative to the file that contains the
 * node. Returns NULL after a failure. */
const char *geometry_path(geometry_reader *g, const node *at);

/* Adds a note about how the input was interpreted or changed. `source` must live as long as the
 * scenario. */
__attribute__((format(printf, 6, 7))) void scenario_add_note(wend_scenario *s, reader *r,
                                                             const char *source, int line,
                                                             int column, const char *format, ...);

#endif
