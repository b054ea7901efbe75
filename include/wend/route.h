/* wend/route.h: routes, which planners return and followers use. */
#ifndef WEND_ROUTE_H
#define WEND_ROUTE_H

#include <wend/base.h>
#include <wend/space.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Flags for the parts and properties of routes. */
enum {
    WEND_ROUTE_POLYLINE = 1 << 0, /* points, each with its clearance */
    WEND_ROUTE_PORTALS = 1 << 1,
    WEND_ROUTE_CORRIDOR = 1 << 2,
    WEND_ROUTE_FIELD = 1 << 3,
    WEND_ROUTE_POTENTIAL = 1 << 4, /* the field's distance decreases in its direction everywhere, so
                                      portals can be derived from it (wend_view_field_portal) */
    /* Properties of a route, in addition to its parts: */
    WEND_ROUTE_UNPROVEN = 1 << 8, /* the search for the shortest route reached its limit; another
                                     method found this route, and a shorter one may exist */
    WEND_ROUTE_STANDING = 1 << 9, /* the route leads around moving obstacles that stand still or, if
                                     that is not possible, up to them; it is planned again when one
                                     of them starts or stops standing still */
    WEND_ROUTE_CONTINUES = 1 << 10 /* the route ends before its goal; it is planned again before the
                                      agent has travelled `stretch` */
};

/* Where a route leads: nowhere, to a point near the goal, or to the goal. */
typedef enum wend_route_status {
    WEND_ROUTE_STATUS_NONE,
    WEND_ROUTE_STATUS_PARTIAL,
    WEND_ROUTE_STATUS_FOUND
} wend_route_status;

/* A point of a route, with its clearance. */
typedef struct wend_route_point {
    wend_vec2 position;
    float clearance; /* m: distance to the nearest wall; INFINITY if there is no wall */
    uint32_t layer;
} wend_route_point;

/* A segment that a route passes through. `left` is its left end in walking direction. */
typedef struct wend_portal {
    wend_vec2 left, right;
    uint32_t layer; /* the layer before the portal is crossed */
} wend_portal;

/* A disc of a corridor: the largest free disc around a point of the backbone, with the wall points
 * that it touches. Between two consecutive discs, the corridor is bounded on each side by the wall
 * between the discs' wall points or, if these are equal, by a corner. Two consecutive discs at the
 * same position differ in one wall point: there the corridor passes an opening, and its boundary is
 * the arc of the disc between the two wall points. The corridor ends with the arcs of its first and
 * last disc. */
typedef struct wend_corridor_disc {
    wend_vec2 position;    /* B, a point on the medial axis */
    wend_vec2 left, right; /* the nearest wall points on the left and right in walking direction */
    float clearance;       /* m: R, the distance to both wall points */
    uint32_t layer;
} wend_corridor_disc;

/* The route of an agent. Its last element is always the goal itself: a route without points is the
 * straight line to the goal. A long route may be only the next stretch (WEND_ROUTE_CONTINUES); its
 * end is then never reached. */
typedef struct wend_route {
    wend_route_status status;
    uint32_t gives;           /* WEND_ROUTE_... bits */
    uint32_t map, generation; /* the map that the route was planned on (wend_view_map); if it was
                                 planned without a map, WEND_NO_MAP and any generation */
    const wend_route_point *points;
    uint32_t point_count;
    const wend_portal *portals;
    uint32_t portal_count;
    const wend_corridor_disc *discs; /* the corridor; `points` is the control path in it */
    uint32_t disc_count;             /* either 0 or at least 2 */
    float inset; /* m: the radius by which the portals (the route's own, or those of the corridor)
                    are inset, so that the centre of a disc of that radius may cross them anywhere;
                    0: they reach from wall to wall */
    uint32_t field; /* with WEND_ROUTE_FIELD: the guiding field (wend_view_field_sample), which the
                       world sets */
    float cost;     /* length of the route in m, or its weighted length in m, up to the goal */
    float stretch;  /* m: with WEND_ROUTE_CONTINUES, the distance that the agent may travel on it */
} wend_route;

#define WEND_NO_MAP UINT32_MAX /* no map */

/* Returns the number of portals of a route. If the route has no portals of its own, they are
 * derived. A corridor has a portal at each disc except the first and the last: the chord between
 * the disc's wall points, inset towards the disc's centre by `inset`. A polyline has a portal at
 * each point, perpendicular to the route; on each side it is as wide as the clearance. */
WEND_API uint32_t wend_route_portal_count(const wend_route *route);
/* Returns portal `index` of a route for an agent that started at `start`: see
 * wend_route_portal_count. */
WEND_API wend_portal wend_route_portal(const wend_route *route, uint32_t index, wend_vec2 start);

/* The point of a corridor's boundary that is nearest to a location. */
typedef struct wend_corridor_bound {
    wend_vec2 point; /* the nearest point on the boundary, cp(x) */
    float distance;  /* m: from the location to `point`; negative if the location is outside the
                        corridor */
    float clearance; /* m: clearance of the backbone beside the location */
} wend_corridor_bound;

/* Finds the nearest point on the boundary of a route's corridor. `cursor` is the position of the
 * previous query in the corridor; the caller sets it to 0 first, and then keeps it. The cursor
 * makes the cost constant for an agent that moves along the corridor. If the route has no corridor,
 * the distance is INFINITY. */
WEND_API wend_corridor_bound wend_route_bound(const wend_route *route, wend_location location,
                                              uint32_t *cursor);

#ifdef __cplusplus
}
#endif

#endif
