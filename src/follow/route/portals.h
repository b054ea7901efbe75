/* follow/route/portals.h: the portals of a route for one agent, and the choice of where to cross
 * them. */
#ifndef FOLLOW_ROUTE_PORTALS_H
#define FOLLOW_ROUTE_PORTALS_H

#include <wend/model.h>

#include "geom/vec.h"

/* A portal, narrowed to the part where the centre of the agent may cross. */
typedef struct way_portal {
    wend_vec2 left, right; /* equal if narrowing leaves only a point */
    wend_vec2 ahead; /* unit vector perpendicular to the portal, in the direction of the route */
    uint32_t layer;  /* the layer before the portal */
} way_portal;

/* The portals and the goal that lie ahead of an agent. */
typedef struct route_ahead {
    const wend_view *view;
    const wend_route *route;
    const wend_region *goal; /* NULL if there is no goal */
    bool nearest; /* true: aim at the nearest point of the goal; false: at its preferred point */
    wend_location from; /* location of the agent */
    float radius;       /* m: radius of the agent */
    float widest;       /* m: largest width of portals that are made from polylines */
    way_portal portal;  /* the portal to head for, which has index `next` in the route */
    uint32_t next, count;
} route_ahead;

static inline wend_vec2 portal_middle(const way_portal *portal) {
    return vec_scale(vec_add(portal->left, portal->right), 0.5F);
}

/* Returns portal `index` of a route for an agent with radius `radius` that began the route at
 * `start`. */
way_portal portal_at(const wend_route *route, uint32_t index, wend_vec2 start, float radius,
                     float widest);

/* Returns the distance (m) by which the full portal may extend beyond each end of the narrowed
 * portal. */
static inline float portal_margin(const wend_route *route, float radius) {
    return radius > route->inset ? radius : route->inset;
}

/* Returns where the line from `from` to `to` crosses the portal's line, as a distance (m) from the
 * portal's left end towards the right. If the line does not cross forwards, returns the position of
 * `to` along the portal. */
float portal_crossing(const way_portal *portal, wend_vec2 from, wend_vec2 to);

/* Returns the length (m) of the path that leads from the middle of the first portal through the
 * middles of the others to the goal. */
float portals_length(const route_ahead *ahead);

/* Returns the point of the goal for a path that comes from `from`: the preferred point or the
 * nearest point. */
wend_vec2 portals_goal_point(const route_ahead *ahead, wend_vec2 from);

/* ---- Bias: where to cross the next portal, 0 (left) to 1 (right) ----------------------------- */

/* Returns where the straight line to `target` crosses the portal, or the nearer end of the portal
 * if the line passes beside it. A target on the near side of the portal is mirrored to the far
 * side. */
float bias_toward(const way_portal *portal, wend_vec2 from, wend_vec2 target);
/* Aims at the middle of the `k`-th portal beyond this one, or at the goal if there are fewer
 * portals. O(1). */
float bias_lookahead(const route_ahead *ahead, uint32_t k);
/* Aims at the first hidden portal among the `most` portals beyond this one. O(most) visibility
 * checks. */
float bias_visibility(const route_ahead *ahead, uint32_t most);
/* Follows the shortest path through this portal and the `most` portals beyond it. O(most). */
float bias_shortest(const route_ahead *ahead, uint32_t most);

/* True if the portal's middle or its point nearest to `from` is visible from `from`. */
bool portal_is_seen(const wend_view *view, wend_location from, const way_portal *portal);

#endif
