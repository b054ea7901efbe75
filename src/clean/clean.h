/* Cleans the polygons and lines of a layer: turns arbitrary input, with crossings, overlaps and
 * gaps below the grid, into rings that a space accepts. */
#ifndef CLEAN_CLEAN_H
#define CLEAN_CLEAN_H

#include "clean/layer.h"

/* Grid units for vertices, in m. The origin of a space has whole-metre coordinates. Up to 8 km from
 * it, single precision represents multiples of 1/1024 m exactly. */
#define CLEAN_MILLIMETRE 1e-3
#define CLEAN_EXACT      (1.0 / 1024.0)

/* Repairs, unites, clips and snaps a layer. `out` receives rings, walls and terrain in a canonical
 * order that does not depend on the order of the input; only terrain keeps its order, because later
 * items lie over earlier ones. The name in `out` does not change. Cleaning the result again does
 * not change it. The result is allocated from `kept`; all other memory comes from `scratch`. */
wend_result clean_make_layer(const clean_layer *in, double grid, memory_arena *kept,
                             memory_arena *scratch, wend_layer_def *out, clean_report *report,
                             wend_error *error);

/* Returns the nearest point on the grid. */
wend_point clean_to_grid(wend_point point, double grid);

/* Makes the segment ab an edge of a class-0 ring of a cleaned layer, if both of its ends lie within
 * a millimetre of that ring. If there is no such ring, the layer is unchanged, and the space will
 * reject the link. Returns false only if out of memory. */
bool clean_insert_link(wend_layer_def *layer, wend_point a, wend_point b, memory_arena *kept);

#endif
