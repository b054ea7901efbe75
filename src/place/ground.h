/* Checks where agents may stand: on walkable ground of a space, clear of its walls. */
#ifndef PLACE_GROUND_H
#define PLACE_GROUND_H

#include <wend/space.h>

typedef struct placement_ground {
    const wend_space *space;
    uint32_t classes; /* bit mask of the obstacle classes that are present */
} placement_ground;

/* True if x and y of a point are within WEND_MAX_EXTENT of the space's origin. A world cannot
 * contain other points, because a space answers no queries there. */
bool ground_is_in_range(const wend_space *space, wend_point point);
/* True if a point is in range and on walkable ground. */
bool ground_is_walkable(const placement_ground *ground, wend_point point, uint32_t layer);
/* True if a point is walkable and a disc of `radius` (m) around it is clear of walls. */
bool ground_is_clear(const placement_ground *ground, wend_point point, uint32_t layer,
                     double radius);
/* True if it is certain that no walkable point lies within `reach` (m) of the given point. */
bool ground_is_blocked(const placement_ground *ground, wend_point point, uint32_t layer,
                       double reach);
/* Finds two opposite corners of the box around a space. Returns false if it has no bounds. */
bool ground_box(const wend_space *space, wend_point corners[2]);

#endif
