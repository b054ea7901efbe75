/* plan/around/bypass.h: leads a polyline around moving obstacles that stand still. */
#ifndef PLAN_AROUND_BYPASS_H
#define PLAN_AROUND_BYPASS_H

#include "plan/polyanya/search.h"

/* A replaced part of a path: from vertex `entry` to vertex `exit` of the old path (0 is the start).
 * The new points replace the vertices between; the section ends at the old vertex `exit`. */
typedef struct bypass_section {
    uint32_t entry, exit;
    uint32_t first, count; /* range of the new points, without the end of the section */
} bypass_section;

/* The path of a disc from `start` through the points; it ends at the last point. */
typedef struct bypass_path {
    wend_location start;
    wend_route_point *points; /* out: in scratch memory, like the sections */
    uint32_t count;
    bypass_section *sections;
    uint32_t section_count;
    uint32_t obstacle; /* out: after SEARCH_NONE, the first obstacle in the path without a passage;
                          WEND_NONE: unknown, since the search reached its limit */
} bypass_path;

/* True if no obstacle that stands still is in the path of a disc. */
bool bypass_is_clear(const wend_view *view, const bypass_path *path, double radius);

/* Leads a path around the obstacles in it. Added points have the clearance PORTALS_WANTED. Returns
 * SEARCH_NONE and leaves the path unchanged if there is no passage around the obstacles near the
 * path. */
search_outcome bypass_find(const wend_view *view, uint32_t worker, double radius,
                           bypass_path *path);

#endif
