/* Checks whether legs of a route are open. Closed doors are checked one by one. Active obstacle
 * classes block a leg that would be open with class 0 only. Cost: a box query of the overlay and up
 * to four visibility checks for each leg. */
#include "plan/route/legs.h"

#include <math.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "step/goal_regions.h"
#include "step/standing.h"

/* The fraction of the agent's radius that must be free along its route. It is below 1 because the
 * route was planned for the full radius. */
static const float FREE_SHARE = 0.99F;
/* m: the last leg is checked with this radius, because the goal may lie at a wall. */
static const float CENTRE = 1e-4F;

/* Finds the leg of the route that is nearest to the agent. Returns the index of the point at the
 * end of the leg. */
static uint32_t find_current_leg(const wend_route *route, wend_location at) {
    uint32_t best = 0;
    double least = (double)INFINITY;
    for (uint32_t i = 1; i < route->point_count; i++) {
        const wend_route_point *a = &route->points[i - 1], *b = &route->points[i];
        double distance = a->layer == at.layer || b->layer == at.layer
                              ? segment_point_distance(at.position, a->position, b->position)
                              : (double)INFINITY;
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    wend_vec2 first = route->points[0].position;
    double to_first = segment_point_distance(at.position, first, first);
    /* If both distances are equal, the agent is before the first point. */
    return route->point_count > 1 && least < to_first ? best : 0;
}

bool legs_meet_door(const wend_view *view, wend_location from, wend_location to, double radius) {
    const overlay *over = view->internals->overlay;
    float reach = (float)radius * 1.0001F + 1e-3F;
    wend_vec2 margin = {reach, reach};
    wend_vec2 low = vec_sub(vec_min(from.position, to.position), margin);
    wend_vec2 high = vec_add(vec_max(from.position, to.position), margin);
    uint32_t cursor = 0;
    const overlay_obstacle *obstacle;
    while (over->box_count > 0 && (obstacle = overlay_next(over, low, high, &cursor)) != NULL) {
        bool here = obstacle->layer == from.layer || obstacle->layer == to.layer;
        bool counts = here && obstacle->kind == WEND_OBSTACLE_DOOR;
        for (uint32_t i = 0; counts && i < obstacle->wall_count; i++) {
            const overlay_wall *wall = &over->walls[obstacle->first_wall + i];
            if (segment_distance(from.position, to.position, wall->a, wall->b) < radius) {
                return true;
            }
        }
    }
    return false;
}

/* True if an active obstacle class blocks a leg that would be open with class 0 only. */
static bool meets_class(const wend_view *view, wend_location from, wend_location to, float radius) {
    if (view->classes == 1U ||
        wend_space_is_visible(view->space, from, to, radius, view->classes)) {
        return false;
    }
    return wend_space_is_visible(view->space, from, to, radius, 1U) ||
           (wend_space_is_visible(view->space, from, to, 0.0F, 1U) &&
            !wend_space_is_visible(view->space, from, to, 0.0F, view->classes));
}

bool legs_is_line_open(const wend_view *view, wend_location from, wend_location to, float radius) {
    return !legs_meet_door(view, from, to, (double)radius) && !meets_class(view, from, to, radius);
}

/* True if the straight line between two locations crosses terrain that is forbidden for an agent.
 */
static bool meets_forbidden(const wend_view *view, uint32_t index, wend_location from,
                            wend_vec2 to) {
    enum { MAX_TYPES = 64 };
    wend_terrain_length lengths[MAX_TYPES];
    if (!wend_view_profile_has_weights(view, wend_body_profile(&view->bodies[index]))) {
        return false;
    }
    uint32_t count = wend_space_segment_terrain(view->space, from, to, lengths, MAX_TYPES);
    bool meets = count > MAX_TYPES;
    for (uint32_t i = 0; i < count && i < MAX_TYPES; i++) {
        meets = meets || isinf(wend_view_terrain_weight(view, index, lengths[i].type));
    }
    return meets;
}

bool legs_is_drawn(const wend_view *view, uint32_t index, wend_location from, wend_location to) {
    float radius = FREE_SHARE * view->bodies[index].radius;
    return wend_view_path_is_route(view, index) &&
           wend_space_is_visible(view->space, from, to, radius, view->classes) &&
           !legs_meet_door(view, from, to, (double)radius) &&
           standing_is_clear(view, from, to, (double)radius, 0) &&
           !meets_forbidden(view, index, from, to.position);
}

bool legs_is_route_open(const wend_view *view, uint32_t index, const wend_route *route) {
    const wend_body *body = &view->bodies[index];
    float radius = FREE_SHARE * body->radius;
    uint32_t ends = STANDING_AT_START;
    bool knows_standing = route->gives & WEND_ROUTE_STANDING;
    wend_location from = {body->position, wend_body_layer(body)};
    uint32_t first = route->point_count > 0 ? find_current_leg(route, from) : 0;
    for (uint32_t i = first; i < route->point_count; i++) {
        wend_location to = {route->points[i].position, route->points[i].layer};
        if (!legs_is_line_open(view, from, to, radius) ||
            (!knows_standing && !standing_is_clear(view, from, to, (double)radius, ends))) {
            return false;
        }
        from = to;
        ends = 0;
    }
    uint32_t goal = wend_view_goal(view, index);
    if (goal == WEND_NO_GOAL || wend_view_goal_region(view, goal)->shape == WEND_SHAPE_DIRECTION ||
        (route->gives & WEND_ROUTE_CONTINUES)) {
        return true;
    }
    const goal_record *record = &view->internals->goals->records[goal];
    uint32_t part = goal_regions_find_part(record, route, true, from.position);
    wend_vec2 end = wend_region_nearest(&goal_parts(record)[part], from.position);
    wend_location last = {end, wend_view_goal_layer(view, goal)};
    return legs_is_line_open(view, from, last, CENTRE) &&
           (knows_standing ||
            standing_is_clear(view, from, last, (double)radius, ends | STANDING_AT_END));
}
