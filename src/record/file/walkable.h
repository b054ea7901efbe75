/* The ground of a space as well-known text, for formats that carry geometry. */
#ifndef RECORD_FILE_WALKABLE_H
#define RECORD_FILE_WALKABLE_H

#include "base/memory.h"
#include <wend/space.h>

/* A box around points. */
typedef struct record_box {
    wend_point low, high; /* low above high: empty */
} record_box;

record_box box_empty(void);
bool box_is_empty(const record_box *box);
void box_add(record_box *box, wend_point point);

/* What is always walkable: boundaries without the solids of class 0, all layers united, as a
 * POLYGON where that is one, else as a MULTIPOLYGON; coordinates with at most six decimals. A layer
 * without boundaries, or no space at all (NULL), is the box around `seen` and all its walls, with a
 * margin of a metre. Doors and classes that can be switched are left out.
 *
 * `*text` is given back by memory_free_text; `*around` becomes the box around the result. */
wend_result walkable_text(const wend_space_def *space, const record_box *seen, memory *heap,
                          char **text, record_box *around, wend_error *error);

#endif
