/* The walkable ground of a space as well-known text (WKT), for formats that contain geometry. */
#ifndef RECORD_FILE_WALKABLE_H
#define RECORD_FILE_WALKABLE_H

#include "base/memory.h"
#include <wend/space.h>

/* The bounding box of some points. */
typedef struct record_box {
    wend_point low, high; /* lower and upper corner; the box is empty if low.x > high.x */
} record_box;

record_box box_empty(void);
bool box_is_empty(const record_box *box);
void box_add(record_box *box, wend_point point);

/* Writes the ground that is always walkable as WKT. On each layer, this is the area inside the
 * boundaries minus the solids of obstacle class 0; the result is the union of all layers. The text
 * is a POLYGON if the ground is a single polygon, otherwise a MULTIPOLYGON; coordinates have at
 * most six decimals. A layer without boundaries, or a missing space (NULL), is replaced with a box
 * around `visited` and the layer's solids, with a margin of at least one metre. Doors and obstacle
 * classes that can be switched are left out.
 *
 * The caller frees `*text` with memory_free_text. `*bounds` receives the bounding box of the
 * ground. */
wend_result walkable_text(const wend_space_def *space, const record_box *visited, memory *heap,
                          char **text, record_box *bounds, wend_error *error);

#endif
