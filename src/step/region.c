/* Computes the nearest point of a region, the point to aim at, and distances. These are used to
 * detect arrival, and by models that steer towards a point instead of a region.
 *
 * Cost: O(1); O(vertices) for polygons. */
#include "step/region.h"

#include <math.h>

#include "geom/segment.h"
#include "geom/vec.h"

static bool polygon_contains(const wend_region *region, wend_vec2 p) {
    for (uint32_t i = 0; i < region->count; i++) {
        wend_vec2 a = region->points[i];
        wend_vec2 b = region->points[i + 1 < region->count ? i + 1 : 0];
        if (vec_cross(vec_sub(b, a), vec_sub(p, a)) < 0.0F) {
            return false;
        }
    }
    return true;
}

static wend_vec2 nearest_on_polygon(const wend_region *region, wend_vec2 p) {
    if (polygon_contains(region, p)) {
        return p;
    }
    wend_vec2 best = region->points[0];
    float best_distance = INFINITY;
    for (uint32_t i = 0; i < region->count; i++) {
        wend_vec2 b = region->points[i + 1 < region->count ? i + 1 : 0];
        wend_vec2 candidate = segment_closest(p, region->points[i], b);
        float distance = vec_length_squared(vec_sub(candidate, p));
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

wend_vec2 wend_region_nearest(const wend_region *region, wend_vec2 from) {
    switch (region->shape) {
    case WEND_SHAPE_DISC: {
        wend_vec2 out = vec_sub(from, region->a);
        float distance = vec_length(out);
        return distance <= region->b.x ? from
                                       : vec_add(region->a, vec_scale(out, region->b.x / distance));
    }
    case WEND_SHAPE_SEGMENT:
        return segment_closest(from, region->a, region->b);
    case WEND_SHAPE_POLYGON:
        return nearest_on_polygon(region, from);
    default:
        return region->a;
    }
}

float wend_region_distance(const wend_region *region, wend_vec2 from) {
    if (region->shape == WEND_SHAPE_DIRECTION) {
        return INFINITY;
    }
    return vec_length(vec_sub(wend_region_nearest(region, from), from));
}

/* Returns the earliest time at which an agent that leaves `from` with speed `speed` can meet a
 * point that is at `target` now and moves with `velocity`: the smallest t >= 0 for which |target +
 * velocity * t - from| = speed * t. Returns a negative number if there is no such time. */
static float meeting_time(wend_vec2 from, wend_vec2 target, wend_vec2 velocity, float speed) {
    wend_vec2 away = vec_sub(target, from);
    float a = vec_length_squared(velocity) - speed * speed;
    float half_b = vec_dot(away, velocity);
    float c = vec_length_squared(away);
    if (fabsf(a) < 1e-6F * speed * speed) { /* equal speeds: the equation is linear */
        return half_b < 0.0F ? -c / (2.0F * half_b) : -1.0F;
    }
    float discriminant = half_b * half_b - a * c;
    if (discriminant < 0.0F) {
        return -1.0F;
    }
    float root = sqrtf(discriminant);
    float first = (-half_b - root) / a, second = (-half_b + root) / a;
    float earlier = first < second ? first : second, later = first < second ? second : first;
    return earlier >= 0.0F ? earlier : later;
}

/* m: an agent whose centre must be inside a region heads for a point this far beyond the edge.
 * Models that slow down before the point would otherwise take forever to cross the edge itself. */
static const float inside_depth = 0.05F;

/* Returns a point inside a disc or convex polygon, near a point on its edge. In a small region, it
 * lies at most halfway to the centre. */
static wend_vec2 step_inside(const wend_region *region, wend_vec2 edge) {
    wend_vec2 centre = region->shape == WEND_SHAPE_DISC ? region->a : edge;
    if (region->shape == WEND_SHAPE_POLYGON) {
        centre = (wend_vec2){0.0F, 0.0F};
        for (uint32_t i = 0; i < region->count; i++) {
            centre = vec_add(centre, vec_scale(region->points[i], 1.0F / (float)region->count));
        }
    }
    wend_vec2 inwards = vec_sub(centre, edge);
    float length = vec_length(inwards);
    float share = length > 2.0F * inside_depth ? inside_depth / length : 0.5F;
    return vec_add(edge, vec_scale(inwards, share));
}

/* Returns the point nearest to `from`, for an agent that aims at it. */
static wend_vec2 aim_at_nearest(const wend_region *region, wend_vec2 from) {
    wend_vec2 nearest = wend_region_nearest(region, from);
    bool enters = (region->flags & WEND_REGION_INSIDE) && !vec_equal(nearest, from);
    return enters ? step_inside(region, nearest) : nearest;
}

wend_vec2 wend_region_aim(const wend_region *region, wend_vec2 from, float speed) {
    if (region->shape == WEND_SHAPE_DIRECTION) {
        return vec_add(from, region->a);
    }
    wend_vec2 position = region->a;
    if (region->flags & WEND_REGION_AIM_NEAREST) {
        position = aim_at_nearest(region, from);
    } else if (region->shape == WEND_SHAPE_SEGMENT) {
        position = vec_lerp(region->a, region->b, region->bias);
    }
    bool moves = region->velocity.x != 0.0F || region->velocity.y != 0.0F;
    if (moves && (region->flags & WEND_REGION_INTERCEPT)) {
        float time = meeting_time(from, position, region->velocity, speed);
        if (time > 0.0F) {
            position = vec_add(position, vec_scale(region->velocity, time));
        }
    }
    return position;
}

float region_gap(const wend_region *region, wend_vec2 from, wend_vec2 to) {
    switch (region->shape) {
    case WEND_SHAPE_DIRECTION:
        return INFINITY;
    case WEND_SHAPE_SEGMENT:
        return (float)segment_distance(from, to, region->a, region->b);
    case WEND_SHAPE_POLYGON: {
        float least = polygon_contains(region, to) ? 0.0F : INFINITY;
        for (uint32_t i = 0; i < region->count && least > 0.0F; i++) {
            wend_vec2 b = region->points[i + 1 < region->count ? i + 1 : 0];
            float gap = (float)segment_distance(from, to, region->points[i], b);
            least = gap < least ? gap : least;
        }
        return least;
    }
    default: {
        float gap = (float)segment_point_distance(region->a, from, to);
        float radius = region->shape == WEND_SHAPE_DISC ? region->b.x : 0.0F;
        return gap > radius ? gap - radius : 0.0F;
    }
    }
}
