/* Distances from moving obstacles that stand still. They are convex and have their walls in the
 * overlay. O(walls of such obstacles). */
#include "plan/standing.h"

#include <math.h>

#include "geom/segment.h"
#include "step/inside.h"

/* m: what rounding may take of a distance. */
static const double SLACK = 1e-3;

/* Whether a place lies in an obstacle: on the right of all of its walls. */
static bool is_inside(const overlay *over, const overlay_obstacle *obstacle, wend_vec2 p) {
    for (uint32_t i = 0; i < obstacle->wall_count; i++) {
        const overlay_wall *wall = &over->walls[obstacle->first_wall + i];
        double x = (double)wall->b.x - (double)wall->a.x, y = (double)wall->b.y - (double)wall->a.y;
        if (x * ((double)p.y - (double)wall->a.y) - y * ((double)p.x - (double)wall->a.x) > 0.0) {
            return false;
        }
    }
    return obstacle->wall_count > 0;
}

/* From the straight line p -> q, or a point, to an obstacle. */
static double distance_to(const overlay *over, const overlay_obstacle *obstacle, wend_vec2 p,
                          wend_vec2 q) {
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < obstacle->wall_count; i++) {
        const overlay_wall *wall = &over->walls[obstacle->first_wall + i];
        least = fmin(least, segment_distance(p, q, wall->a, wall->b));
    }
    return least > 0.0 && is_inside(over, obstacle, p) ? 0.0 : least;
}

double standing_distance(const wend_view *view, wend_place place) {
    const overlay *over = view->inside->overlay;
    double least = (double)INFINITY;
    for (uint32_t i = 0; over->standing_count > 0 && i < over->obstacle_count; i++) {
        const overlay_obstacle *obstacle = &over->obstacles[i];
        if (obstacle->standing && obstacle->layer == place.layer) {
            least = fmin(least, distance_to(over, obstacle, place.position, place.position));
        }
    }
    return least;
}

bool standing_is_clear(const wend_view *view, wend_place from, wend_place to, double radius,
                       uint32_t ends) {
    const overlay *over = view->inside->overlay;
    for (uint32_t i = 0; over->standing_count > 0 && i < over->obstacle_count; i++) {
        const overlay_obstacle *obstacle = &over->obstacles[i];
        if (!obstacle->standing || (obstacle->layer != from.layer && obstacle->layer != to.layer)) {
            continue;
        }
        double distance = distance_to(over, obstacle, from.position, to.position);
        double needed = radius;
        if (distance < radius && (ends & STANDING_AT_START)) {
            needed = fmin(needed, distance_to(over, obstacle, from.position, from.position));
        }
        if (distance < radius && (ends & STANDING_AT_END)) {
            needed = fmin(needed, distance_to(over, obstacle, to.position, to.position));
        }
        if (distance < needed - SLACK) {
            return false;
        }
    }
    return true;
}
