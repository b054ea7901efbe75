/* geom/shape.h: regions of the plane, for goals and for placing agents. A `shape` may also store
 * shapes without an area (point, segment, direction), but only the scenario reader uses those. */
#ifndef GEOM_SHAPE_H
#define GEOM_SHAPE_H

#include <wend/world.h>

typedef struct shape {
    wend_goal_shape kind;
    const wend_point *points;
    uint32_t count;
    double radius, angle;
} shape;

/* True if shapes of a kind have an area. */
static inline bool shape_has_area(wend_goal_shape kind) {
    return kind == WEND_GOAL_DISC || kind == WEND_GOAL_BOX || kind == WEND_GOAL_ORIENTED_BOX ||
           kind == WEND_GOAL_POLYGON;
}
/* Finds the bounding box of a shape that has an area. */
void shape_bounds(const shape *s, wend_point *low, wend_point *high);
/* True if a point lies in a shape that has an area. */
bool shape_contains(const shape *s, wend_point point);
/* Returns the point of a shape that is nearest to a point outside it. The shape must have an area.
 * The result lies in the shape despite rounding. */
wend_point shape_nearest(const shape *s, wend_point point);
/* True if a point lies in a ring, according to the even-odd rule. */
bool shape_ring_contains(const wend_point *points, uint32_t count, wend_point point);

#endif
