/* A layer as given by the user, and a report of the changes that cleaning made. */
#ifndef CLEAN_LAYER_H
#define CLEAN_LAYER_H

#include "read/shapes.h"
#include <wend/simplify.h>

/* One item of a user's list: a file, or polygons written in the scenario. */
typedef struct clean_source {
    const shapes_list *shapes;
    uint32_t tag; /* obstacle class or terrain type */
    double width; /* m: lines become areas of this width; if 0, they are ignored */
} clean_source;

typedef struct clean_sources {
    clean_source *items;
    uint32_t count;
} clean_sources;

/* A layer as given by the user. The ground is what `walkable` encloses, or what `rings` enclose
 * according to their nesting. If neither is given, the ground is `clip`. If `clip` is not given
 * either, it is the box around obstacles and walls, enlarged by `margin`. If there is no `margin`,
 * the ground is unbounded. */
typedef struct clean_layer {
    clean_sources walkable, rings, obstacles, walls, terrain;
    double margin;              /* m; negative if not given */
    const shapes_polygon *clip; /* NULL for no clipping */
    wend_outline shapes;        /* that replace obstacles, and holes of the ground */
    bool by_geos;               /* see struct geos */
} clean_layer;

typedef enum clean_kind { CLEAN_GROUND, CLEAN_OBSTACLES, CLEAN_TERRAIN, CLEAN_KINDS } clean_kind;

/* What cleaning did to the polygons of one kind. */
typedef struct clean_tally {
    uint32_t polygons, repaired; /* repaired: crossed or touched themselves, or had no area */
    const char *source;          /* position of the first polygon that was repaired */
    int line, column;
    double given, kept, united; /* m2: sum of areas as given, sum after repair, area of the union */
} clean_tally;

typedef struct clean_report {
    clean_tally tallies[CLEAN_KINDS];
    uint32_t lines_left_out; /* number of zero-width lines that were ignored, because areas are
                                required */
    double filled; /* m2: courtyards that were filled, because unbounded ground cannot have
                      courtyards */
} clean_report;

#endif
