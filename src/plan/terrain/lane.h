/* plan/terrain/lane.h: portals across a straight part of a path over ground of one weight. */
#ifndef PLAN_TERRAIN_LANE_H
#define PLAN_TERRAIN_LANE_H

#include "plan/terrain/crossings.h"

/* A portal in double precision, and the point of it where the path crosses it. */
typedef struct lane_portal {
    wend_point right, left, at;
    uint32_t layer;
} lane_portal;

/* A straight part of a path, and the edges that it crosses in its channel. */
typedef struct lane {
    const search_ground *ground;
    const path_crossing *crossings; /* in order */
    uint32_t count;                 /* 1 or more */
    wend_point along;               /* direction of the path, unit length */
    const lane_portal *before; /* the portals around the lane: in the triangle before the first edge
                                  and in the triangle after the last one */
    const lane_portal *after;
} lane;

/* Widens the portals of a lane, one for each crossing, across the path as far as its channel
 * allows, but at most `reach` (m) to either side. An agent that goes straight from any point of a
 * portal to any point of the next one, from `before` to `after`, stays in the channel. Returns
 * false when out of memory. */
bool lane_widen(const lane *l, double reach, lane_portal *portals);

#endif
