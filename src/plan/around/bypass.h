/* plan/around/bypass.h: leads a polyline around moving obstacles that stand still. */
#ifndef PLAN_AROUND_BYPASS_H
#define PLAN_AROUND_BYPASS_H

#include "plan/polyanya/search.h"

/* A part of a path that was replaced: the one between two vertices of the old path (0 is the
 * start), by new points, and the point of the old path at its end. */
typedef struct bypass_section {
    uint32_t entry, exit;
    uint32_t first, count; /* of the new points, without the one at the end */
} bypass_section;

/* A disc that goes from `start` over points; the last one is where it ends. */
typedef struct bypass_path {
    wend_location start;
    wend_route_point *points; /* out: in scratch memory, as are the sections */
    uint32_t count;
    bypass_section *sections;
    uint32_t section_count;
    uint32_t obstacle; /* out: after SEARCH_NONE, the first one in the path without a passage;
                          WEND_NONE: there are too many to tell */
} bypass_path;

/* Whether no obstacle that stands still is in the path of a disc. */
bool bypass_is_clear(const wend_view *view, const bypass_path *path, double radius);

/* Leads a path around the obstacles in it. Points that were added have the clearance
 * PORTALS_WANTED. SEARCH_NONE, and the path as it was: there is no passage beside them that is near
 * the path. */
search_outcome bypass_find(const wend_view *view, uint32_t worker, double radius,
                           bypass_path *path);

#endif
