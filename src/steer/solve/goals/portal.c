/* Finds the line segment that represents the visible part of a region. For a segment, it is the
 * region itself; for a disc, it lies between the points where the tangents touch; for a convex
 * polygon, between the outermost corners. A moving region is taken at the position where the agent
 * will meet it. Cost: O(1), O(corners) for polygons. */
#include "steer/solve/goals/portal.h"

#include <math.h>

#include "geom/vec.h"

/* m^2: an agent with a smaller squared distance to an end of the segment counts as being at that
 * end. */
static const float at_end = 1e-12F;

static bool is_zero(wend_vec2 v) {
    return v.x == 0.0F && v.y == 0.0F;
}

/* Returns the fraction of the segment at which the ray towards `point` crosses it, or 0.5 if it
 * does not cross. */
static float crossing(wend_vec2 left, wend_vec2 right, wend_vec2 point) {
    float from_left = vec_cross(point, left), from_right = vec_cross(right, point);
    float zeta = from_left / (from_left + from_right);
    return zeta >= 0.0F && zeta <= 1.0F ? zeta : 0.5F;
}

static bool see_segment(const wend_region *region, wend_vec2 from, goal_portal *out) {
    out->left = vec_sub(region->a, from);
    out->right = vec_sub(region->b, from);
    out->zeta = region->bias;
    if (region->flags & WEND_REGION_AIM_NEAREST) {
        wend_vec2 along = vec_sub(region->b, region->a);
        wend_vec2 nearest = vec_sub(wend_region_nearest(region, from), region->a);
        float squared = vec_length_squared(along);
        out->zeta = squared > 0.0F ? vec_dot(nearest, along) / squared : 0.0F;
    }
    out->zeta = out->zeta > 0.0F ? out->zeta : 0.0F;
    out->zeta = out->zeta < 1.0F ? out->zeta : 1.0F;
    return true;
}

/* Finds the points where the tangents touch the disc. Returns false if the agent is inside the
 * disc. */
static bool see_disc(const wend_region *region, wend_vec2 from, goal_portal *out) {
    wend_vec2 centre = vec_sub(region->a, from);
    float squared = vec_length_squared(centre), radius = region->b.x;
    float tangent_squared = squared - radius * radius;
    if (!(tangent_squared > at_end)) {
        return false;
    }
    float along = tangent_squared / squared, aside = radius * sqrtf(tangent_squared) / squared;
    wend_vec2 middle = vec_scale(centre, along), half = vec_scale(vec_perp(centre), aside);
    *out = (goal_portal){vec_add(middle, half), vec_sub(middle, half), 0.5F};
    return true;
}

static bool see_polygon(const wend_region *region, wend_vec2 from, goal_portal *out) {
    if (wend_region_distance(region, from) * wend_region_distance(region, from) <= at_end) {
        return false;
    }
    wend_vec2 left = vec_sub(region->points[0], from), right = left;
    for (uint32_t i = 1; i < region->count; i++) {
        wend_vec2 corner = vec_sub(region->points[i], from);
        left = vec_cross(left, corner) > 0.0F ? corner : left;
        right = vec_cross(right, corner) < 0.0F ? corner : right;
    }
    bool to_nearest = (region->flags & WEND_REGION_AIM_NEAREST) != 0;
    wend_vec2 aim = to_nearest ? wend_region_nearest(region, from) : region->a;
    *out = (goal_portal){left, right, crossing(left, right, vec_sub(aim, from))};
    return true;
}

static bool see_region(const wend_region *region, wend_vec2 from, goal_portal *out) {
    switch (region->shape) {
    case WEND_SHAPE_SEGMENT:
        return see_segment(region, from, out);
    case WEND_SHAPE_DISC:
        return see_disc(region, from, out);
    case WEND_SHAPE_POLYGON:
        return see_polygon(region, from, out);
    default:
        return false;
    }
}

/* Returns the displacement of a moving region until the agent meets it. */
static wend_vec2 translation_until_met(const wend_intent *intent, wend_vec2 from) {
    wend_region still = intent->region;
    still.velocity = (wend_vec2){0.0F, 0.0F};
    return vec_sub(wend_region_aim(&intent->region, from, intent->speed),
                   wend_region_aim(&still, from, intent->speed));
}

/* For an agent at one end of the portal, replaces that end with a point straight ahead. Returns
 * false if the agent is at both ends. */
static bool see_through_portal(goal_portal *out) {
    bool at_left = vec_length_squared(out->left) < at_end;
    bool at_right = vec_length_squared(out->right) < at_end;
    wend_vec2 aside = vec_scale(vec_sub(out->left, out->right), 1e-3F);
    wend_vec2 ahead = {aside.y, -aside.x};
    out->left = at_left ? ahead : out->left;
    out->right = at_right ? ahead : out->right;
    return !(at_left && at_right);
}

/* Swaps left and right if the portal is seen from behind. Returns false if the portal is in line
 * with the agent. */
static bool face_agent(goal_portal *out) {
    float cross = vec_cross(out->right, out->left);
    if (cross < 0.0F) {
        *out = (goal_portal){out->right, out->left, 1.0F - out->zeta};
    }
    return cross != 0.0F || vec_dot(out->left, out->right) < 0.0F;
}

bool goal_portal_seen(const wend_intent *intent, wend_vec2 position, float steer_interval,
                      goal_portal *out) {
    const wend_region *region = &intent->region;
    goal_portal seen;
    if (!(intent->speed > 0.0F) || !see_region(region, position, &seen)) {
        return false;
    }
    if (!is_zero(region->velocity)) {
        wend_vec2 moved = translation_until_met(intent, position);
        seen.left = vec_add(seen.left, moved);
        seen.right = vec_add(seen.right, moved);
    }
    float reach = intent->speed * steer_interval;
    bool overshoots =
        (region->flags & WEND_REGION_STOP) &&
        vec_length_squared(vec_lerp(seen.left, seen.right, seen.zeta)) < reach * reach;
    if (overshoots || !see_through_portal(&seen) || !face_agent(&seen)) {
        return false;
    }
    *out = seen;
    return true;
}
