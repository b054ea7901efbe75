/* plan/route/blockers.h: what shuts parts of a map now. */
#ifndef PLAN_ROUTE_BLOCKERS_H
#define PLAN_ROUTE_BLOCKERS_H

#include "plan/polyanya/search.h"

/* What stands in the way of those who plan on a map. */
typedef struct blockers {
    const bool *shut;         /* by blocker of the map: its class is on, or its door closed */
    const search_door *doors; /* walls of closed doors that the map does not know */
    uint32_t door_count;
    bool any; /* one of these is there */
} blockers;

/* In scratch memory; false when that ran out. O(blockers * doors). */
bool blockers_look(const wend_view *view, uint32_t worker, const map_blocker *of, uint32_t count,
                   blockers *out);

/* Sets closed, doors and door_count of the ground, whose view, worker and mesh are there, in
 * scratch memory: classes that are on and doors that are closed shut the polygons that name them;
 * walls of closed doors that the mesh does not know are listed. False when memory ran out. */
bool blockers_find(search_ground *ground);

#endif
