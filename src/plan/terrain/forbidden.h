/* plan/terrain/forbidden.h: forbidden terrain beyond the end of a route. */
#ifndef PLAN_TERRAIN_FORBIDDEN_H
#define PLAN_TERRAIN_FORBIDDEN_H

#include <wend/model.h>

/* True if the straight line from the end of a partial route to the goal of body `index` crosses
 * terrain that is forbidden for the agent. Followers would take this line, because no wall is in
 * the way; the agent must stay where it is instead. False if the agent has no goal. O(terrain
 * borders that the line crosses). */
bool forbidden_lies_beyond(const wend_view *view, uint32_t worker, uint32_t index,
                           wend_location end);

#endif
