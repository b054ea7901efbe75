/* plan/around/bypass.h: reroutes a polyline around moving obstacles that currently stand still. */
#ifndef PLAN_AROUND_BYPASS_H
#define PLAN_AROUND_BYPASS_H

#include "plan/polyanya/search.h"

/* A replaced part of a path, from vertex `entry` to vertex `exit` of the old path (vertex 0 is the
 * start). The new points replace the vertices between these two; the section ends at the old vertex
 * `exit`. */
typedef struct bypass_section {
    uint32_t entry, exit;
    uint32_t first, count; /* range of the new points, without the vertex `exit` */
} bypass_section;

/* The path of a disc from `start` through all points to the last one. */
typedef struct bypass_path {
    wend_location start;
    wend_route_point *points; /* output: in scratch memory, like the sections */
    uint32_t count;
    bypass_section *sections;
    uint32_t section_count;
    uint32_t obstacle; /* set after SEARCH_NONE: the first obstacle that leaves no passage;
                          WEND_NONE if unknown */
} bypass_path;

/* True if no stationary obstacle blocks the path of a disc. */
bool bypass_is_clear(const wend_view *view, const bypass_path *path, double radius);

/* Reroutes a path around the obstacles on it. Added points have the clearance PORTALS_WANTED. If
 * there is no passage around the obstacles near the path, returns SEARCH_NONE and leaves the path
 * unchanged. */
search_outcome bypass_find(const wend_view *view, uint32_t worker, double radius,
                           bypass_path *path);

#endif
