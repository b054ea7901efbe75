/* A layer as given by the user, and a report of what cleaning did to it. */
#ifndef CLEAN_LAYER_H
#define CLEAN_LAYER_H

#include "read/shapes.h"
#include <wend/space.h>

/* One item of a user's list: a file, or polygons written in the scenario. */
typedef struct clean_source {
    const shapes_list *shapes;
    uint32_t tag; /* obstacle class or terrain type */
    double width; /* m: lines become areas; 0: lines have no area and are ignored */
} clean_source;

typedef struct clean_sources {
    clean_source *items;
    uint32_t count;
} clean_sources;

/* A layer as given. Ground is what `walkable` encloses or, according to their nesting, `rings`.
 * Without either it is `clip`, or the box around obstacles and walls enlarged by `margin`, or
 * unbounded. */
typedef struct clean_layer {
    clean_sources walkable, rings, obstacles, walls, terrain;
    double margin;              /* m; negative: none */
    const shapes_polygon *clip; /* NULL: no clipping */
    bool by_geos;               /* see struct geos */
} clean_layer;

typedef enum clean_kind { CLEAN_GROUND, CLEAN_OBSTACLES, CLEAN_TERRAIN, CLEAN_KINDS } clean_kind;

/* What was done to the polygons of one kind. */
typedef struct clean_tally {
    uint32_t polygons, repaired; /* repaired: crossed or touched themselves, or had no area */
    const char *source;          /* position of the first that was repaired */
    int line, column;
    double given, kept, united; /* m2, of all polygons: as given, after repair, without overlaps */
} clean_tally;

typedef struct clean_report {
    clean_tally tallies[CLEAN_KINDS];
    uint32_t lines_left_out; /* lines without width where areas are required */
    double filled; /* m2 of courtyards filled on unbounded ground, which cannot have any */
} clean_report;

#endif
