/* Computes distances from stationary obstacles, and points for routes around them: see standing.h.
 * Obstacles are convex, and their walls are in the overlay. Cost: that of the overlay's box query,
 * plus O(walls) for each obstacle that the query returns. */
#include "step/standing.h"

#include <math.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "step/internals.h"

/* m: tolerance for the rounding of distances. */
static const double ROUNDING_TOLERANCE = 1e-3;

/* Returns the distance from the segment p -> q, which may be a point, to an obstacle; 0 inside the
 * obstacle. */
static double distance_to(const overlay *over, const overlay_obstacle *obstacle, wend_vec2 p,
                          wend_vec2 q) {
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < obstacle->wall_count; i++) {
        const overlay_wall *wall = &over->walls[obstacle->first_wall + i];
        least = fmin(least, segment_distance(p, q, wall->a, wall->b));
    }
    return least > 0.0 && overlay_contains(over, obstacle, p) ? 0.0 : least;
}

/* Returns the next stationary obstacle that may be within `reach` of the segment p -> q; NULL after
 * the last one. */
static const overlay_obstacle *next_near(const overlay *over, wend_vec2 p, wend_vec2 q,
                                         double reach, uint32_t *cursor) {
    wend_vec2 margin = {(float)reach * 1.0001F + 1e-3F, (float)reach * 1.0001F + 1e-3F};
    wend_vec2 low = vec_sub(vec_min(p, q), margin), high = vec_add(vec_max(p, q), margin);
    const overlay_obstacle *obstacle;
    while ((obstacle = overlay_next(over, low, high, cursor)) != NULL && !obstacle->standing) {
    }
    return obstacle;
}

bool standing_next_beside(const wend_view *view, uint32_t index, double gap, uint32_t *cursor,
                          uint32_t *beside) {
    const overlay *over = view->internals->overlay;
    const overlay_obstacle *self = &over->obstacles[index], *other;
    const overlay_wall *walls = &over->walls[self->first_wall];
    wend_vec2 low = walls[0].a, high = low;
    for (uint32_t i = 0; i < self->wall_count; i++) {
        low = vec_min(low, walls[i].b);
        high = vec_max(high, walls[i].b);
    }
    while ((other = next_near(over, low, high, gap, cursor)) != NULL) {
        double least = (double)INFINITY;
        for (uint32_t i = 0; i < self->wall_count && least >= gap; i++) {
            least = fmin(least, distance_to(over, other, walls[i].a, walls[i].b));
        }
        *beside = (uint32_t)(other - over->obstacles);
        if (*beside != index && other->layer == self->layer && least < gap) {
            return true;
        }
    }
    return false;
}

double standing_distance(const wend_view *view, wend_location location, double limit) {
    const overlay *over = view->internals->overlay;
    wend_vec2 p = location.position;
    double least = limit;
    uint32_t cursor = 0;
    const overlay_obstacle *obstacle;
    while (over->standing_count > 0 && (obstacle = next_near(over, p, p, limit, &cursor)) != NULL) {
        if (obstacle->layer == location.layer) {
            least = fmin(least, distance_to(over, obstacle, p, p));
        }
    }
    return least;
}

uint32_t standing_next_blocker(const wend_view *view, wend_location from, wend_location to,
                               double radius, uint32_t ends, uint32_t *cursor) {
    const overlay *over = view->internals->overlay;
    const overlay_obstacle *obstacle;
    while (over->standing_count > 0 &&
           (obstacle = next_near(over, from.position, to.position, radius, cursor)) != NULL) {
        if (obstacle->layer != from.layer && obstacle->layer != to.layer) {
            continue;
        }
        double distance = distance_to(over, obstacle, from.position, to.position);
        double needed = radius;
        if (distance < radius && (ends & STANDING_AT_START)) {
            needed = fmin(needed, distance_to(over, obstacle, from.position, from.position));
        }
        if (distance < radius && (ends & STANDING_AT_END)) {
            double end = distance_to(over, obstacle, to.position, to.position);
            /* A goal inside the obstacle is unreachable. */
            needed = end > 0.0 ? fmin(needed, end) : needed;
        }
        if (distance < needed - ROUNDING_TOLERANCE) {
            return (uint32_t)(obstacle - over->obstacles);
        }
    }
    return WEND_NONE;
}

/* Writes two points near a vertex, through which a path can pass around it; `in` and `out` are the
 * directions of the walls before and after the vertex. If the walls turn by less than 60 degrees at
 * the vertex, writes only one point. Returns the number of points. */
static uint32_t corners_at(wend_vec2 at, wend_vec2 in, wend_vec2 out, double distance,
                           wend_vec2 points[2]) {
    wend_vec2 before = vec_perp(in), behind = vec_perp(out);
    wend_vec2 middle = vec_normalized(vec_add(before, behind));
    bool is_flat = vec_dot(before, behind) > 0.5F;
    const wend_vec2 sides[2] = {is_flat ? middle : vec_normalized(vec_add(before, middle)),
                                vec_normalized(vec_add(middle, behind))};
    uint32_t count = is_flat ? 1 : 2;
    for (uint32_t i = 0; i < count; i++) {
        float share = is_flat ? vec_dot(before, middle) : vec_dot(sides[i], middle);
        float away = (float)distance / fmaxf(share, 0.5F);
        points[i] = vec_add(at, vec_scale(sides[i], away));
    }
    return count;
}

uint32_t standing_corners(const wend_view *view, uint32_t index, double distance, wend_vec2 *points,
                          uint32_t capacity) {
    const overlay *over = view->internals->overlay;
    const overlay_obstacle *obstacle = &over->obstacles[index];
    const overlay_wall *walls = &over->walls[obstacle->first_wall];
    uint32_t count = 0;
    for (uint32_t k = 0; obstacle->standing && k < obstacle->wall_count; k++) {
        /* Find the wall m that starts where wall k ends. */
        for (uint32_t m = 0; m < obstacle->wall_count; m++) {
            if (vec_equal(walls[k].b, walls[m].a) && count + 2 <= capacity) {
                count += corners_at(walls[k].b, vec_normalized(vec_sub(walls[k].b, walls[k].a)),
                                    vec_normalized(vec_sub(walls[m].b, walls[m].a)), distance,
                                    points + count);
            }
        }
    }
    return count;
}
