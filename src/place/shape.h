/* Regions of the plane, of goals and for placing agents. Shapes without an area (point, segment,
 * direction) may be stored in a `shape`, but only the reader of scenarios uses those. */
#ifndef PLACE_SHAPE_H
#define PLACE_SHAPE_H

#include <wend/world.h>

typedef struct shape {
    wend_goal_shape kind;
    const wend_point *points;
    uint32_t count;
    double radius, angle;
} shape;

/* The box around a shape that has an area. */
void shape_bounds(const shape *s, wend_point *low, wend_point *high);
/* Whether a point lies in a shape that has an area. */
bool shape_contains(const shape *s, wend_point point);
/* The point of a shape that has an area which is nearest to a point outside it, and lies in it
 * whatever the rounding. */
wend_point shape_nearest(const shape *s, wend_point point);
/* Even-odd rule. */
bool shape_ring_contains(const wend_point *points, uint32_t count, wend_point point);

#endif
