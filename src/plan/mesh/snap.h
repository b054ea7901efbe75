/* plan/mesh/snap.h: the location of a level that stands for a location off the level. */
#ifndef PLAN_MESH_SNAP_H
#define PLAN_MESH_SNAP_H

#include "plan/polyanya/search.h"

/* Returns the open location of the ground's level that is nearest to `location` among those that it
 * sees: no wall and no closed door lies between. Ignores closed doors if they hide everything, and
 * walls if the location is not walkable. The polygon of the result is NAVMESH_NONE if there is no
 * such location within `distance` (m). */
search_start snap_to_level(const search_ground *ground, wend_location location, float distance);

/* Returns the location itself if its polygon is not of forbidden terrain. Otherwise returns the
 * nearest point of the open polygons around this forbidden ground, on the same layer, if there is
 * any; the location itself if there is none, or when out of memory. O(polygons of that ground). */
search_start snap_off_forbidden(const search_ground *ground, search_start from);

/* True if an agent that was moved from `from` to `to` by snap_to_level must go through `to` before
 * it heads for `next`, because a wall may lie in between. */
bool snap_must_be_passed(const search_ground *ground, wend_location from, wend_vec2 to,
                         wend_location next);

#endif
