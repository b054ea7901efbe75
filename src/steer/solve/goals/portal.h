/* steer/solve/goals/portal.h: what an agent sees of the region that it heads for. */
#ifndef STEER_SOLVE_GOALS_PORTAL_H
#define STEER_SOLVE_GOALS_PORTAL_H

#include <wend/model.h>

/* A line segment, seen from the agent: `left` lies at most half a turn to the left of `right`. */
typedef struct goal_portal {
    wend_vec2 left, right; /* from the agent, m; neither is zero */
    float zeta;            /* the preferred place, 0 at the left end, 1 at the right one */
} goal_portal;

/* False if the first region of the intent is a point as seen from there: a direction, a point, a
 * segment in line with the agent, a place to stop at that is within reach before the next choice
 * (see preferred.h), and everything for who is to stand or stands inside. Then *out is not written.
 */
bool goal_portal_seen(const wend_intent *intent, wend_vec2 position, float hold, goal_portal *out);

#endif
