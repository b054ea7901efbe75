/* Where agents may stand: walkable ground of a space, clear of its walls. */
#ifndef PLACE_GROUND_H
#define PLACE_GROUND_H

#include <wend/space.h>

typedef struct place_ground {
    const wend_space *space;
    uint32_t classes; /* obstacle classes that are present */
} place_ground;

/* Whether a world can reach a point: the space answers for nothing beyond WEND_MAX_EXTENT. */
bool ground_is_in_range(const wend_space *space, wend_point point);
/* Whether a point is in range and on walkable ground. */
bool ground_is_walkable(const place_ground *ground, wend_point point, uint32_t layer);
/* The same, with a disc of a radius (m) around the point clear of walls. */
bool ground_is_clear(const place_ground *ground, wend_point point, uint32_t layer, double radius);
/* Two opposite corners of the box around a space; false if it has no bounds. */
bool ground_box(const wend_space *space, wend_point corners[2]);

#endif
