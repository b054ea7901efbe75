/* Finds the path points that an agent must still pass when its route is planned again.
 *
 * A route along a path contains the path's points, so it is enough to know which leg of its old
 * route the agent is on. This is the nearest leg. Because routes may cross themselves, a leg counts
 * as farther away, by up to `direction_penalty`, if its direction differs from the agent's walking
 * direction. Cost: O(points of the route) each time a route is planned again. */
#include "geom/segment.h"
#include "geom/vec.h"
#include "step/internals.h"

/* m: added to an agent's distance from a leg if the agent walks against the leg's direction. It is
 * about the width of a street. */
static const float direction_penalty = 6.0F;
/* m: largest distance between a route point and the path point that it represents. */
static const float match_distance = 1.0F;

/* Returns the distance from an agent to the leg that ends at points[end], plus the penalty for the
 * agent's direction. The leg after the last point ends at `last`. */
static float distance_to_leg(const wend_route *route, uint32_t end, wend_vec2 last,
                             const wend_body *body) {
    wend_vec2 to = end < route->point_count ? route->points[end].position : last, from = to;
    if (end) {
        from = route->points[end - 1].position;
    } else if (route->portal_count) {
        from = vec_scale(vec_add(route->portals[0].left, route->portals[0].right), 0.5F);
    }
    float gap = (float)segment_point_distance(body->position, from, to);
    wend_vec2 leg_direction = vec_normalized(vec_sub(to, from)),
              walking_direction = vec_normalized(body->velocity);
    return gap + 0.5F * direction_penalty * (1.0F - vec_dot(leg_direction, walking_direction));
}

/* Returns the leg of the route that an agent is on: the index of the leg's end point, or
 * point_count for the leg from the last point to the goal. */
static uint32_t find_leg(const wend_view *view, uint32_t index, const wend_route *route) {
    const wend_body *body = &view->bodies[index];
    uint32_t best = 0, goal = internals_goal(view, index), count = route->point_count;
    wend_vec2 last = route->points[count - 1].position;
    float least = INFINITY;
    if (goal != WEND_NO_GOAL && internals_goal_region(view, goal)->shape != WEND_SHAPE_DIRECTION) {
        last = wend_region_nearest(internals_goal_region(view, goal), last);
        count++;
    }
    for (uint32_t i = 0; i < count; i++) {
        float gap = distance_to_leg(route, i, last, body);
        best = gap < least ? i : best;
        least = gap < least ? gap : least;
    }
    return best;
}

/* True if a route point represents a path point. The two may differ because a planner may move a
 * point away from a wall. */
static bool is_at(const wend_route_point *point, const wend_route_point *via) {
    float apart = vec_length_squared(vec_sub(point->position, via->position));
    return point->layer == via->layer && apart <= match_distance * match_distance;
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
    const cold_leg *current =
        view->internals->cold->legs ? &view->internals->cold->legs[body->slot] : NULL;
    uint32_t first = current ? current->via_first : 0,
             end = current ? current->via_end : record->count;
    uint32_t passed = first;
    if (route && route->point_count && view->internals->cold->behaviour[body->slot].is_lost) {
        passed = end;
        uint32_t leg = find_leg(view, index, route);
        for (uint32_t i = route->point_count; i-- > leg;) {
            passed -= passed > first && is_at(&route->points[i], &record->points[passed - 1]);
        }
    }
    *points = record->points + passed;
    return end - passed;
}

bool wend_view_path_is_route(const wend_view *view, uint32_t index) {
    uint32_t path = view->internals->cold->path[view->bodies[index].slot];
    return path != WEND_NONE && view->internals->paths[path].is_route;
}
