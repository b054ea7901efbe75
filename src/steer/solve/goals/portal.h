/* steer/solve/goals/portal.h: the visible part of the region that an agent heads for. */
#ifndef STEER_SOLVE_GOALS_PORTAL_H
#define STEER_SOLVE_GOALS_PORTAL_H

#include <wend/model.h>

/* A line segment, seen from the agent: `left` lies at most half a turn to the left of `right`. */
typedef struct goal_portal {
    wend_vec2 left, right; /* relative to the agent, m; neither is zero */
    float zeta; /* fraction at the preferred point, 0 at the left end, 1 at the right one */
} goal_portal;

/* Finds the visible part of the first region of the intent. Returns false, without writing *out, if
 * it appears as a point: a direction, a point, a segment in line with the agent, a point to stop at
 * that is within reach before the next choice (see preferred.h), and any region if the agent must
 * stand or is inside. */
bool goal_portal_seen(const wend_intent *intent, wend_vec2 position, float steer_interval,
                      goal_portal *out);

#endif
