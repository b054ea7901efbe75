/* plan/blockers.h: what shuts polygons of a mesh now. */
#ifndef PLAN_BLOCKERS_H
#define PLAN_BLOCKERS_H

#include "plan/search.h"

/* Sets closed, doors and door_count of the ground, whose view, worker and mesh are there, in
 * scratch memory: classes that are on and doors that are closed shut the polygons that name them;
 * walls of closed doors that the mesh does not know are listed. False when memory ran out. */
bool blockers_find(search_ground *ground);

#endif
