/* space/parts.h: finds the parts of a polyline that a disc can reach in a straight line, without
 * hitting the walls of the space or further walls from the caller. */
#ifndef SPACE_PARTS_H
#define SPACE_PARTS_H

#include "space/hide.h"

/* The caller's array that receives the parts. */
typedef struct space_parts {
    wend_interval *items;
    uint32_t capacity;
} space_parts;

/* Does the same as wend_space_visible_parts, with extra walls; `extra` may be NULL. */
uint32_t space_visible_parts(const wend_space *space, wend_location from, float radius,
                             const wend_location *points, uint32_t count, uint32_t classes,
                             const space_extra_walls *extra, space_parts out);

#endif
