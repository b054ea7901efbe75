/* Regions of the plane as scenarios write them: for goals and for placing agents. */
#ifndef SCENARIO_SHAPE_H
#define SCENARIO_SHAPE_H

#include "scenario/read.h"
#include <wend/world.h>

typedef struct shape {
    wend_goal_shape kind;
    const wend_point *points;
    uint32_t count;
    double radius, angle;
} shape;

/* Reads the one shape key of a mapping, of those its table has. False if there is none; two are a
 * failure. */
bool shape_read(reader *r, const node *mapping, const format_table *table, shape *out);

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
