/* Finds the points of its path that an agent must still pass when its route is planned again.
 *
 * A route through such points contains them. It is therefore enough to know on which leg of its old
 * route the agent is. That is the nearest leg; a leg in another direction than the agent walks
 * counts as up to `contrary` farther away, because routes may cross themselves. Cost: O(points of
 * the route), when a route is planned again. */
#include "geom/segment.h"
#include "geom/vec.h"
#include "step/internals.h"

/* m: penalty for walking straight against a leg; about the width of a street. */
static const float contrary = 6.0F;
/* m: how far a route's point may be from the point of the path. */
static const float nearby = 1.0F;

/* Returns the distance from an agent to the leg that ends at points[end], with the penalty for its
 * direction. The leg after the last point ends at `last`. */
static float gap_to(const wend_route *route, uint32_t end, wend_vec2 last, const wend_body *body) {
    wend_vec2 to = end < route->point_count ? route->points[end].position : last, from = to;
    if (end) {
        from = route->points[end - 1].position;
    } else if (route->portal_count) {
        from = vec_scale(vec_add(route->portals[0].left, route->portals[0].right), 0.5F);
    }
    float gap = (float)segment_point_distance(body->position, from, to);
    wend_vec2 offset = vec_normalized(vec_sub(to, from)), walks = vec_normalized(body->velocity);
    return gap + 0.5F * contrary * (1.0F - vec_dot(offset, walks));
}

/* Returns the leg of its route that an agent is on: the index of its end point, or point_count for
 * the leg from the last point to the goal. */
static uint32_t leg_of(const wend_view *view, uint32_t index, const wend_route *route) {
    const wend_body *body = &view->bodies[index];
    uint32_t best = 0, goal = internals_goal(view, index), count = route->point_count;
    wend_vec2 last = route->points[count - 1].position;
    float least = INFINITY;
    if (goal != WEND_NO_GOAL && internals_goal_region(view, goal)->shape != WEND_SHAPE_DIRECTION) {
        last = wend_region_nearest(internals_goal_region(view, goal), last);
        count++;
    }
    for (uint32_t i = 0; i < count; i++) {
        float gap = gap_to(route, i, last, body);
        best = gap < least ? i : best;
        least = gap < least ? gap : least;
    }
    return best;
}

/* True if a route's point stands for a point of the path. A planner may move a point away from a
 * wall. */
static bool is_at(const wend_route_point *point, const wend_route_point *via) {
    float apart = vec_length_squared(vec_sub(point->position, via->position));
    return point->layer == via->layer && apart <= nearby * nearby;
}

uint32_t wend_view_path_points(const wend_view *view, uint32_t index,
                               const wend_route_point **points) {
    const wend_body *body = &view->bodies[index];
    uint32_t path = view->internals->cold->path[body->slot];
    if (path == WEND_NONE) {
        *points = NULL;
        return 0;
    }
    const path_record *record = &view->internals->paths[path];
    const wend_route *route = internals_route(view, index);
    const cold_leg *on =
        view->internals->cold->legs ? &view->internals->cold->legs[body->slot] : NULL;
    uint32_t first = on ? on->via_first : 0, end = on ? on->via_end : record->count;
    uint32_t passed = first;
    if (route && route->point_count && view->internals->cold->behaviour[body->slot].is_lost) {
        passed = end;
        uint32_t leg = leg_of(view, index, route);
        for (uint32_t i = route->point_count; i-- > leg;) {
            passed -= passed > first && is_at(&route->points[i], &record->points[passed - 1]);
        }
    }
    *points = record->points + passed;
    return end - passed;
}
