/* Ray casting against the current walls: first the walls of the space, then the walls of the
 * overlay that the ray meets before the space's wall.
 *
 * A wall of the overlay stops a ray that touches it, even at one of its ends, just as it blocks a
 * visibility check (walls.c). The layer of the ray at a wall follows from the links crossed before
 * it, which are computed in double precision; whether the ray meets the wall is decided exactly.
 *
 * Cost: that of wend_space_ray_cast, plus one test for each obstacle if its bounding box overlaps
 * the bounding box of the ray. */
#include <math.h>

#include <wend/model.h>

#include "base/error.h"
#include "geom/point.h"
#include "geom/predicates.h"
#include "geom/vec.h"
#include "space/space.h"
#include "step/internals.h"

/* The first wall of the overlay that the ray meets. */
typedef struct overlay_hit {
    const overlay_wall *wall; /* NULL if there is none */
    uint32_t index;
    uint32_t layer;
    double fraction;
} overlay_hit;

/* Returns the fraction of the ray at which it first meets a wall, or INFINITY if it does not. */
static double meeting_fraction(predicate_segment segment, const overlay_wall *wall) {
    if (!predicate_segments_meet(segment.p, segment.q, wall->a, wall->b)) {
        return (double)INFINITY;
    }
    int a_side = predicate_orient(segment.p, segment.q, wall->a);
    int b_side = predicate_orient(segment.p, segment.q, wall->b);
    if (a_side != b_side) {
        return fmin(fmax(predicate_cut(segment, (predicate_line){wall->a, wall->b}), 0.0), 1.0);
    }
    /* The ray and the wall are collinear: take the nearer end of the wall. */
    wend_point ray = point_sub(point_wide(segment.q), point_wide(segment.p));
    double squared = point_dot(ray, ray);
    double to_a = point_dot(point_sub(point_wide(wall->a), point_wide(segment.p)), ray);
    double to_b = point_dot(point_sub(point_wide(wall->b), point_wide(segment.p)), ray);
    double nearest = squared > 0.0 ? fmin(to_a, to_b) / squared : 0.0;
    return fmin(fmax(nearest, 0.0), 1.0);
}

/* Returns the layer on which the ray is after a fraction of its length. */
static uint32_t layer_at(const wend_view *view, wend_location from, wend_vec2 to, double fraction) {
    wend_vec2 there = point_narrow(point_lerp(point_wide(from.position), point_wide(to), fraction));
    return wend_space_layer_after(view->space, from, fraction < 1.0 ? there : to);
}

/* Finds the first wall of the overlay that the ray meets before `limit`, a fraction of the ray. */
static overlay_hit find_in_overlay(const wend_view *view, wend_location from, wend_vec2 to,
                                   double limit) {
    const overlay *over = view->internals->overlay;
    overlay_hit best = {.fraction = limit};
    wend_vec2 low = vec_min(from.position, to), high = vec_max(from.position, to);
    uint32_t cursor = 0;
    const overlay_obstacle *obstacle;
    while (over->box_count > 0 && (obstacle = overlay_next(over, low, high, &cursor)) != NULL) {
        for (uint32_t i = 0; i < obstacle->wall_count; i++) {
            uint32_t index = obstacle->first_wall + i;
            const overlay_wall *wall = &over->walls[index];
            double at = meeting_fraction((predicate_segment){from.position, to}, wall);
            bool earlier = at < best.fraction ||
                           (at == best.fraction && best.wall != NULL && index < best.index);
            if (earlier && layer_at(view, from, to, at) == wall->layer) {
                best = (overlay_hit){wall, index, wall->layer, at};
            }
        }
    }
    return best;
}

/* Returns the wall's unit normal on the side from which the ray comes. */
static wend_vec2 normal_of(const overlay_wall *wall, wend_vec2 from, wend_vec2 to) {
    wend_vec2 along = space_line_of(wall->a, wall->b).along;
    int side = predicate_orient(wall->a, wall->b, from);
    side = side != 0 ? side : -predicate_orient(wall->a, wall->b, to);
    return side >= 0 ? (wend_vec2){-along.y, along.x} : (wend_vec2){along.y, -along.x};
}

static wend_vec2 velocity_at(const overlay_wall *wall, wend_vec2 point) {
    wend_vec2 along = vec_sub(wall->b, wall->a);
    float squared = vec_length_squared(along);
    float t = squared > 0.0F ? vec_dot(vec_sub(point, wall->a), along) / squared : 0.0F;
    return vec_lerp(wall->velocity_a, wall->velocity_b, t);
}

bool wend_view_ray_cast(const wend_view *view, wend_location from, wend_vec2 to,
                        wend_ray_hit *out) {
    WEND_ASSERT(view != NULL && out != NULL && from.layer < wend_space_layer_count(view->space));
    double fraction;
    bool found = space_ray_cast(view->space, from, to, view->classes, out, &fraction);
    /* If no wall of the space stops the ray, an overlay wall at the far end of the ray also counts.
     */
    double limit = found ? fraction : nextafter(fraction, 2.0);
    if (!space_in_domain(from.position) || !space_in_domain(to)) {
        return found;
    }
    overlay_hit hit = find_in_overlay(view, from, to, limit);
    if (hit.wall == NULL) {
        return found;
    }
    wend_point start = point_wide(from.position), end = point_wide(to);
    wend_vec2 point = point_narrow(point_lerp(start, end, hit.fraction));
    *out = (wend_ray_hit){.wall = wend_space_wall_count(view->space) + hit.index,
                          .distance = (float)(hit.fraction * point_distance(start, end)),
                          .end = {point, hit.layer},
                          .normal = normal_of(hit.wall, from.position, to),
                          .velocity = velocity_at(hit.wall, point)};
    return true;
}
