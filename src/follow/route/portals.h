/* follow/route/portals.h: the portals of a route for one agent, and where to cross them. */
#ifndef FOLLOW_ROUTE_PORTALS_H
#define FOLLOW_ROUTE_PORTALS_H

#include <wend/model.h>

#include "geom/vec.h"

/* A portal, narrowed to where the centre of the agent may cross. */
typedef struct way_portal {
    wend_vec2 left, right; /* equal if nothing is left of it */
    wend_vec2 ahead;       /* unit vector across it, in the direction of the route */
    uint32_t layer;        /* the layer before the portal */
} way_portal;

/* What lies ahead of an agent. */
typedef struct route_ahead {
    const wend_view *view;
    const wend_route *route;
    const wend_region *goal; /* NULL: none */
    bool nearest;            /* aim at the nearest point of the goal, not the preferred one */
    wend_location from;      /* the agent's */
    float radius;            /* m: of the agent */
    float widest;            /* m: largest width of portals of polylines */
    way_portal portal;       /* the portal to head for, number `next` of the route */
    uint32_t next, count;
} route_ahead;

static inline wend_vec2 portal_middle(const way_portal *portal) {
    return vec_scale(vec_add(portal->left, portal->right), 0.5F);
}

/* Returns portal `index` of a route for an agent of that radius that began at `start`. */
way_portal portal_at(const wend_route *route, uint32_t index, wend_vec2 start, float radius,
                     float widest);

/* Returns how far the full portal may extend beyond the ends of the narrowed one, m. */
static inline float portal_margin(const wend_route *route, float radius) {
    return radius > route->inset ? radius : route->inset;
}

/* Returns where the line from `from` to `to` crosses the portal's line, measured from its left end
 * to the right, m; the position of `to` along the portal if it does not cross forwards. */
float portal_crossing(const way_portal *portal, wend_vec2 from, wend_vec2 to);

/* Returns the length from the middle of the first portal through those of the others to the goal,
 * m. */
float portals_length(const route_ahead *ahead);

/* Returns the point of the goal for a path that comes from `from`: the preferred point, or the
 * nearest. */
wend_vec2 portals_goal_point(const route_ahead *ahead, wend_vec2 from);

/* ---- Bias: where to cross the next portal, 0 (left) to 1 (right) ----------------------------- */

/* Returns where the straight line to `target` crosses the portal; the nearer end if it passes
 * beside it. A target before the portal is mirrored. */
float bias_toward(const way_portal *portal, wend_vec2 from, wend_vec2 target);
/* Aims at the middle of the portal `k` beyond this one, or the goal. O(1). */
float bias_lookahead(const route_ahead *ahead, uint32_t k);
/* Aims at the first of the `most` portals beyond this one that is hidden. O(most) visibility
 * checks. */
float bias_visibility(const route_ahead *ahead, uint32_t most);
/* Follows the shortest path through this portal and the `most` portals beyond it. O(most). */
float bias_shortest(const route_ahead *ahead, uint32_t most);

/* True if the portal is visible: its middle, or its point nearest to `from`. */
bool portal_is_seen(const wend_view *view, wend_location from, const way_portal *portal);

#endif
