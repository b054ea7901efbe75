/* The walkable ground of a space as well-known text (WKT), for formats that contain geometry. */
#ifndef RECORD_FILE_WALKABLE_H
#define RECORD_FILE_WALKABLE_H

#include "base/memory.h"
#include <wend/space.h>

/* A box around points. */
typedef struct record_box {
    wend_point low, high; /* empty if low is above high */
} record_box;

record_box box_empty(void);
bool box_is_empty(const record_box *box);
void box_add(record_box *box, wend_point point);

/* Writes the ground that is always walkable as WKT: the boundaries without the solids of class 0,
 * all layers united. The text is a POLYGON if the ground is one polygon, otherwise a MULTIPOLYGON;
 * coordinates have at most six decimals. A layer without boundaries, or no space at all (NULL),
 * becomes the box around `visited` and all its walls, with a margin of one metre. Doors and
 * obstacle classes that can be switched are left out.
 *
 * The caller frees `*text` with memory_free_text. `*bounds` becomes the box around the result. */
wend_result walkable_text(const wend_space_def *space, const record_box *visited, memory *heap,
                          char **text, record_box *bounds, wend_error *error);

#endif
