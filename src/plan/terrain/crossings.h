/* plan/terrain/crossings.h: the edges of a triangulation that a path crosses. */
#ifndef PLAN_TERRAIN_CROSSINGS_H
#define PLAN_TERRAIN_CROSSINGS_H

#include "plan/polyanya/search.h"

/* An edge that a path crosses. */
typedef struct path_crossing {
    uint32_t corner; /* start of the edge, as a corner of the triangle before the crossing */
    uint32_t leg;    /* index of the point at the end of the leg that crosses the edge */
    double t;        /* where, as a fraction of the edge: 0 at the corner */
    wend_point at;   /* the same point */
} path_crossing;

/* A path through the triangles of a level. */
typedef struct crossed_path {
    const search_ground *ground;
    search_start start;             /* crossings_find sets its polygon to the first triangle */
    const wend_route_point *points; /* after the start */
    uint32_t point_count;

    /* Set by crossings_find. */
    path_crossing *crossings; /* in a worker buffer */
    uint32_t count, room;
    uint32_t *triangles; /* by point: the triangle in which the leg to it ends; in scratch memory */
} crossed_path;

/* Finds the edges that a path crosses, in order, so that each part of the path between two of them
 * lies in one open triangle, and in the cheapest one if it runs along a border. Returns SEARCH_NONE
 * if a leg is off the open triangles by more than a millimetre. */
search_outcome crossings_find(crossed_path *path);

#endif
