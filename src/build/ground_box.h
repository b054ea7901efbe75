/* build/ground_box.h: the boxes that maps made of cells cover. */
#ifndef BUILD_GROUND_BOX_H
#define BUILD_GROUND_BOX_H

#include "space/space.h"

/* The ground of a layer, in m and local coordinates. */
typedef struct ground_box {
    double low_x, low_y, high_x, high_y;
} ground_box;

/* Finds the box around the boundaries of each layer. An unbounded layer has the box around
 * everything in the space and the corners `low` and `high` (user's coordinates), with a margin.
 * Fails with WEND_ERROR_INVALID or WEND_ERROR_LIMIT. */
wend_result ground_find_boxes(const wend_space *space, wend_point low, wend_point high,
                              ground_box *boxes, wend_error *error);

#endif
