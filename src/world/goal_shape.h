/* world/goal_shape.h: converts goal defs to regions. */
#ifndef WORLD_GOAL_SHAPE_H
#define WORLD_GOAL_SHAPE_H

#include "world/world.h"

enum { GOAL_TEXT = 160 };

/* The shape of a new goal: its convex parts, and the points of all parts, one part after the
 * other. */
typedef struct goal_shape {
    wend_region parts[GOAL_MOST_PARTS]; /* the regions' `points` are not set */
    uint32_t part_count;
    wend_vec2 points[GOAL_MOST_POINTS];
    uint32_t point_count;
    wend_point path[WEND_MAX_POLYGON]; /* points of the goal's path, if the goal moves */
} goal_shape;

/* Makes the regions that a def describes. Returns WEND_OK; WEND_ERROR_INVALID, with the reason in
 * `wrong`; or WEND_ERROR_MEMORY. */
wend_result goal_shape_make(wend_world *world, const wend_goal_def *def, goal_shape *out,
                            char wrong[GOAL_TEXT]);

/* Cuts a simple concave polygon into convex, counter-clockwise parts, which are written to `out`.
 * The part with the preferred point comes first. The polygon's corners must lie on the grid of
 * goal_round_to_grid. */
wend_result goal_shape_cut(memory *from, const wend_vec2 *points, uint32_t count, goal_shape *out);

/* Rounds a coordinate to the grid on which concave polygons are cut. The grid spacing is 1/1024 m.
 */
float goal_round_to_grid(float coordinate);

#endif
