/* Intersects a ray with a convex region grown by a disc. If the whole region lies ahead, the ray
 * misses the region only if all corners of the region lie to the left of the ray or all lie to its
 * right, and all are farther from the ray than the radius. Cost: O(corners), one square root. */
#include "steer/solve/goals/ray.h"

#include <math.h>

#include "geom/vec.h"

/* The extent of the corners along the ray and to its left, in m, multiplied by the speed (m/s). */
typedef struct extent {
    float least_ahead, least_left, most_left;
} extent;

static void extend(extent *of, wend_vec2 along, wend_vec2 corner) {
    float ahead = vec_dot(along, corner), left = vec_cross(along, corner);
    of->least_ahead = ahead < of->least_ahead ? ahead : of->least_ahead;
    of->least_left = left < of->least_left ? left : of->least_left;
    of->most_left = left > of->most_left ? left : of->most_left;
}

bool goal_ray_meets(const wend_region *region, wend_vec2 from, wend_vec2 velocity, float radius,
                    float reach, float slow) {
    wend_vec2 along = vec_sub(velocity, region->velocity);
    extent seen = {INFINITY, INFINITY, -INFINITY};
    if (region->shape == WEND_SHAPE_POLYGON) {
        for (uint32_t i = 0; i < region->count; i++) {
            extend(&seen, along, vec_sub(region->points[i], from));
        }
    } else {
        extend(&seen, along, vec_sub(region->a, from));
    }
    if (region->shape == WEND_SHAPE_SEGMENT) {
        extend(&seen, along, vec_sub(region->b, from));
    }
    radius += region->shape == WEND_SHAPE_DISC ? region->b.x : 0.0F;
    float speed = vec_length(along), aside = radius * speed;
    return speed > slow && seen.least_ahead > (radius + reach) * speed &&
           seen.least_left <= aside && seen.most_left >= -aside;
}

/* Fraction of the preferred speed: an agent that approaches a moving region more slowly moves along
 * with it. */
static const float least_approach = 0.01F;

bool goal_moves_along(const wend_region *region, wend_vec2 from, wend_vec2 velocity, float speed) {
    const wend_vec2 rest = {0.0F, 0.0F};
    wend_vec2 offset = vec_sub(wend_region_nearest(region, from), from);
    float rate = vec_dot(vec_sub(velocity, region->velocity), vec_normalized(offset));
    return !vec_equal(region->velocity, rest) && !vec_equal(offset, rest) &&
           rate < least_approach * speed;
}
