/* steer/solve/goals/portal.h: the visible part of the region that an agent heads for. */
#ifndef STEER_SOLVE_GOALS_PORTAL_H
#define STEER_SOLVE_GOALS_PORTAL_H

#include <wend/model.h>

/* A line segment as seen from the agent: `left` lies at most half a turn to the left of `right`. */
typedef struct goal_portal {
    wend_vec2 left, right; /* relative to the agent, in m; neither is zero */
    float zeta; /* position of the preferred point as a fraction, 0 at the left end, 1 at the right
                   end */
} goal_portal;

/* Finds the visible part of the first region of the intent. Returns false, without writing *out, if
 * the region appears as a point. This is the case for a direction, a point, a segment in line with
 * the agent, and a point to stop at that the agent can reach within the steer interval (see
 * preferred.h). It is also the case for any region if the agent must stand still or is inside the
 * region. */
bool goal_portal_seen(const wend_intent *intent, wend_vec2 position, float steer_interval,
                      goal_portal *out);

#endif
