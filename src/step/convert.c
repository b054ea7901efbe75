/* Converts routes: derives the portals that a follower needs from the polyline or corridor that a
 * planner returned.
 *
 * A polyline gives portals as wide as its clearance on each side (the "dual" of Curtis, Snape and
 * Manocha, "Way Portals", section 5). A corridor gives the chord of each disc between the points
 * where the disc touches walls. The triangle of these points and the disc's centre is free of
 * walls. Moving the chord's ends towards the centre by a radius therefore leaves exactly the points
 * of the chord that are clear of walls by that radius. Cost: O(1) per portal. */

#include <wend/model.h>

#include "geom/vec.h"

/* m: largest half-width of a portal. A limit is needed because clearance is practically unlimited
 * on open ground. */
static const float max_half_width = 1000.0F;

uint32_t wend_route_portal_count(const wend_route *route) {
    if (route->portal_count) {
        return route->portal_count;
    }
    if (route->disc_count) { /* a planner that gives portals itself may give none */
        return route->gives & WEND_ROUTE_PORTALS ? 0 : route->disc_count - 2;
    }
    return route->point_count;
}

/* Returns the chord of a corridor disc, with both ends moved inwards by a radius. */
static wend_portal chord_of(const wend_corridor_disc *disc, float inset) {
    float share = disc->clearance > inset ? 1.0F - inset / disc->clearance : 0.0F;
    wend_vec2 left = vec_scale(vec_sub(disc->left, disc->position), share);
    wend_vec2 right = vec_scale(vec_sub(disc->right, disc->position), share);
    return (wend_portal){vec_add(disc->position, left), vec_add(disc->position, right),
                         disc->layer};
}

/* Returns the route's direction at a point: the bisector of the incoming and outgoing directions,
 * so that the portal at a corner cuts the angle in half. */
static wend_vec2 direction_at(const wend_route *route, uint32_t index, wend_vec2 start) {
    wend_vec2 at = route->points[index].position;
    wend_vec2 in = vec_normalized(vec_sub(at, index ? route->points[index - 1].position : start));
    wend_vec2 out = {0.0F, 0.0F};
    if (index + 1 < route->point_count) {
        out = vec_normalized(vec_sub(route->points[index + 1].position, at));
    }
    wend_vec2 along = vec_normalized(vec_add(in, out));
    /* The route turns back on itself, or a leg has zero length. */
    if (along.x == 0.0F && along.y == 0.0F) {
        along = in.x == 0.0F && in.y == 0.0F ? (wend_vec2){1.0F, 0.0F} : vec_perp(in);
    }
    return along;
}

wend_portal wend_route_portal(const wend_route *route, uint32_t index, wend_vec2 start) {
    if (route->portal_count) {
        return route->portals[index];
    }
    if (route->disc_count) {
        return chord_of(&route->discs[index + 1], route->inset);
    }
    const wend_route_point *at = &route->points[index];
    float half = at->clearance < max_half_width ? at->clearance : max_half_width;
    wend_vec2 side = vec_scale(vec_perp(direction_at(route, index, start)), half);
    return (wend_portal){vec_add(at->position, side), vec_sub(at->position, side), at->layer};
}
