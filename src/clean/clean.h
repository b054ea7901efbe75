/* Clean polygons for a space out of whatever was given. */
#ifndef CLEAN_CLEAN_H
#define CLEAN_CLEAN_H

#include "read/shapes.h"
#include <wend/space.h>

/* Vertices come to lie on a grid: of a millimetre, or of 1/1024 m, which single precision keeps
 * exactly within 8 km of a whole metre. */
#define CLEAN_MILLIMETRE 1e-3
#define CLEAN_EXACT      (1.0 / 1024.0)

/* One item of a list of the user's: a file, or polygons in place. */
typedef struct clean_source {
    const shapes_list *shapes;
    uint32_t tag; /* obstacle class or terrain type */
    double width; /* m: lines become areas; 0: lines have none and do not count */
} clean_source;

typedef struct clean_sources {
    clean_source *items;
    uint32_t count;
} clean_sources;

/* A layer as given. Ground is what `walkable` or, told by nesting, `rings` enclose; without either
 * it is `clip`, or the box around obstacles and walls made larger by `margin`, or unbounded. */
typedef struct clean_layer {
    clean_sources walkable, rings, obstacles, walls, terrain;
    double margin;              /* m; negative: none */
    const shapes_polygon *clip; /* NULL: everything */
    bool whole;                 /* without short cuts: slow, to compare with */
} clean_layer;

typedef enum clean_kind { CLEAN_GROUND, CLEAN_OBSTACLES, CLEAN_TERRAIN, CLEAN_KINDS } clean_kind;

/* What was done to the polygons of a kind. */
typedef struct clean_tally {
    uint32_t polygons, repaired; /* repaired: crossed or touched themselves, or had no area */
    const char *source;          /* place of the first that was repaired */
    int line, column;
    double given, kept, united; /* m2: of all polygons as given, after repair, without overlaps */
} clean_tally;

typedef struct clean_report {
    clean_tally tallies[CLEAN_KINDS];
    uint32_t lines_left_out; /* lines without width where areas are wanted */
    double filled;           /* m2 of courtyards on unbounded ground, which cannot be kept */
} clean_report;

/* Repairs, unites, clips and snaps a layer. `out` gets rings, walls and terrain (its name stays) in
 * a canonical order that does not depend on the order of the input, but for terrain, where later
 * items lie over earlier ones. What comes out comes out again unchanged when it is put in. Memory
 * of the result is `kept`, everything else `scratch`. */
wend_result clean_make_layer(const clean_layer *in, double grid, memory_arena *kept,
                             memory_arena *scratch, wend_layer_def *out, clean_report *report,
                             wend_error *error);

/* The nearest place on the grid. */
wend_point clean_to_grid(wend_point point, double grid);

/* Makes the segment ab, whose ends lie within a millimetre of one class-0 ring of a cleaned layer,
 * an edge of it. False only without memory: a segment that is on no ring is left for the space to
 * refuse. */
bool clean_insert_link(wend_layer_def *layer, wend_point a, wend_point b, memory_arena *kept);

#endif
