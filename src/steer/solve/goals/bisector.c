/* Finds the velocity in the middle of the goal velocity obstacle of a region.
 *
 * Rule 2 of section 4.2 of Snape and Manocha, "Goal Velocity Obstacles" (2013; see agent.c), turns
 * an agent no farther than needed. All agents that start beside a goal therefore end up on the edge
 * of their sets, and crowd at the ends of the goal. This file is ours. It gives the direction that
 * has the same angle to both edges, which leaves the agent equal freedom to avoid others on either
 * side.
 *
 * An agent that follows the bisector of the directions to the ends a, b of a segment moves along a
 * hyperbola with the foci a and b, because the tangent of a hyperbola bisects the angle between the
 * lines to its foci. So it keeps |p - a| - |p - b|, and crosses the segment at right angles at the
 * fraction
 *
 *     (1 + (|p - a| - |p - b|) / |b - a|) / 2
 *
 * of its length. This fraction is between 0 and 1, and grows with the position of the agent beside
 * the goal. Agents from different positions thus use different parts of the goal, and their paths
 * do not cross. No state is needed.
 *
 * Cost: O(corners), two or three square roots. */
#include "steer/solve/goals/bisector.h"

#include <math.h>

#include "geom/vec.h"

/* Finds the directions to the left and right ends of a polygon. All corners lie on one side of an
 * agent outside a convex polygon. */
static void find_ends(const wend_region *region, wend_vec2 from, wend_vec2 *left,
                      wend_vec2 *right) {
    *left = *right = vec_sub(region->points[0], from);
    for (uint32_t i = 1; i < region->count; i++) {
        wend_vec2 corner = vec_sub(region->points[i], from);
        *left = vec_cross(*left, corner) > 0.0F ? corner : *left;
        *right = vec_cross(*right, corner) < 0.0F ? corner : *right;
    }
}

/* Returns the unit vector along the bisector, or zero if there is none. */
static wend_vec2 find_direction(const wend_region *region, wend_vec2 from) {
    wend_vec2 left = vec_sub(region->a, from), right = left;
    if (region->shape == WEND_SHAPE_SEGMENT) {
        right = vec_sub(region->b, from);
    } else if (region->shape == WEND_SHAPE_POLYGON) {
        find_ends(region, from, &left, &right);
    }
    return vec_normalized(vec_add(vec_normalized(left), vec_normalized(right)));
}

bool goal_find_bisector(const wend_region *region, wend_vec2 from, float speed, wend_vec2 *out) {
    if (region->shape == WEND_SHAPE_DIRECTION || !(wend_region_distance(region, from) > 0.0F)) {
        return false;
    }
    wend_vec2 direction = find_direction(region, from), drift = region->velocity;
    /* |drift + direction * closing| = speed */
    float along = vec_dot(drift, direction), across = vec_cross(drift, direction);
    float squared = speed * speed - across * across;
    float closing = squared > 0.0F ? sqrtf(squared) - along : 0.0F;
    if (vec_equal(direction, (wend_vec2){0.0F, 0.0F}) || !(closing > 0.0F)) {
        return false;
    }
    *out = vec_add(drift, vec_scale(direction, closing));
    return true;
}
