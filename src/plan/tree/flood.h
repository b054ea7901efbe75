/* plan/tree/flood.h: a search from regions to everything within a distance. */
#ifndef PLAN_TREE_FLOOD_H
#define PLAN_TREE_FLOOD_H

#include "plan/polyanya/nodes.h"

/* The sources of a flood, in scratch memory. */
typedef struct flood_sources {
    search_source *items;
    wend_point *points; /* the points of all sources */
    uint32_t count, point_count;
} flood_sources;

/* Finds the sources in the open polygons of a level that meet any of the regions. Returns
 * SEARCH_NONE if there are none, or SEARCH_NO_MEMORY. */
search_outcome flood_find_sources(const search_ground *ground, const target *parts,
                                  uint32_t part_count, flood_sources *out);

/* Opens the sources of a search that has begun. */
void flood_open(search *s, uint32_t source_count);

/* Expands all nodes with f of at most `limit`. Returns the f of the next node, a length below which
 * no path is missing; INFINITY if there is none. */
double flood_expand(search *s, double limit);

/* Expands all nodes that may lie on a path of at most `length` m to one point. These are the same
 * nodes, in the same order, as those that flood_expand finds on such paths. */
void flood_expand_towards(search *s, wend_point to, double length);

#endif
