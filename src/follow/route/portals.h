/* follow/route/portals.h: the portals of a route as one agent finds them, and where to cross them.
 */
#ifndef FOLLOW_ROUTE_PORTALS_H
#define FOLLOW_ROUTE_PORTALS_H

#include <wend/model.h>

#include "geom/vec.h"

/* A portal, narrowed to where the centre of the agent may cross. */
typedef struct way_portal {
    wend_vec2 left, right; /* equal when nothing is left of it */
    wend_vec2 ahead;       /* unit vector across it, the way the route goes */
    uint32_t layer;        /* before it is crossed */
} way_portal;

/* What lies ahead of an agent. */
typedef struct way_ahead {
    const wend_view *view;
    const wend_route *route;
    const wend_region *goal; /* NULL without one */
    bool nearest;            /* any place of the goal will do, not the preferred one alone */
    wend_location from;      /* the agent */
    float radius;            /* its radius, m */
    float widest;            /* m: portals of polylines are at most this wide */
    way_portal portal;       /* the portal headed for, number `next` of the route */
    uint32_t next, count;
} way_ahead;

static inline wend_vec2 portal_middle(const way_portal *portal) {
    return vec_scale(vec_add(portal->left, portal->right), 0.5F);
}

/* Portal `index` of a route for an agent of that radius that set out from `start`. */
way_portal portal_at(const wend_route *route, uint32_t index, wend_vec2 start, float radius,
                     float widest);

/* How far beyond the ends of the narrowed portal the true one may reach, m. */
static inline float portal_margin(const wend_route *route, float radius) {
    return radius > route->inset ? radius : route->inset;
}

/* Where someone who goes from `from` to `to` comes through the portal's line, measured from its
 * left end to the right, m; where `to` lies along it if they do not cross it forwards. */
float portal_crossing(const way_portal *portal, wend_vec2 from, wend_vec2 to);

/* The length from the middle of the first portal over those of the others to the goal, m. */
float portals_length(const way_ahead *ahead);

/* Where the goal is taken to be by someone who comes from `from`: its preferred place, or the
 * nearest. */
wend_vec2 portals_goal_place(const way_ahead *ahead, wend_vec2 from);

/* ---- Bias: where to cross the portal headed for, 0 (left) to 1 (right) ----------------------- */

/* Where the shortest way over it to `target` crosses it, whatever stands behind it. */
float bias_toward(const way_portal *portal, wend_vec2 from, wend_vec2 target);
/* Towards the middle of the portal `k` beyond it, or the goal. O(1). */
float bias_lookahead(const way_ahead *ahead, uint32_t k);
/* Towards the first of the `most` portals beyond it that cannot be seen. O(most) sight queries. */
float bias_visibility(const way_ahead *ahead, uint32_t most);
/* On the shortest way through it and the `most` portals beyond it. O(most). */
float bias_shortest(const way_ahead *ahead, uint32_t most);

/* Whether the portal can be seen: its middle, or its point nearest to `from`. */
bool portal_is_seen(const wend_view *view, wend_location from, const way_portal *portal);

#endif
