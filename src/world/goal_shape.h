/* world/goal_shape.h: regions out of goal defs. */
#ifndef WORLD_GOAL_SHAPE_H
#define WORLD_GOAL_SHAPE_H

#include "world/world.h"

enum { GOAL_TEXT = 160 };

/* A goal as it is made: its convex parts, and the points of all of them one after another. */
typedef struct goal_shape {
    wend_region parts[GOAL_MOST_PARTS]; /* without `points` */
    uint32_t part_count;
    wend_vec2 points[GOAL_MOST_POINTS];
    uint32_t point_count;
    wend_point path[WEND_MAX_POLYGON]; /* of its motion */
} goal_shape;

/* Makes the region of a def. Returns WEND_OK; WEND_ERROR_INVALID, with what is wrong in `wrong`; or
 * WEND_ERROR_MEMORY. */
wend_result goal_shape_make(wend_world *world, const wend_goal_def *def, goal_shape *out,
                            char wrong[GOAL_TEXT]);

/* Cuts a simple polygon that is not convex into convex ones, in `out`, counter-clockwise; the part
 * with the preferred place first. Its corners must lie on the grid of goal_grid. */
wend_result goal_shape_cut(memory *from, const wend_vec2 *points, uint32_t count, goal_shape *out);

/* Rounds a coordinate to the grid that concave polygons are cut on, 1/1024 m. */
float goal_grid(float coordinate);

#endif
