/* Clean polygons for a space out of whatever was given. */
#ifndef CLEAN_CLEAN_H
#define CLEAN_CLEAN_H

#include "clean/layer.h"

/* Vertices come to lie on a grid: of a millimetre, or of 1/1024 m, which single precision keeps
 * exactly within 8 km of a whole metre. */
#define CLEAN_MILLIMETRE 1e-3
#define CLEAN_EXACT      (1.0 / 1024.0)

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
