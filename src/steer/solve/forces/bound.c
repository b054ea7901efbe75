/* Finds the nearest point of the boundary that repels a character.
 *
 * N. Jaklin, A. Cook, R. Geraerts, "Real-time path planning in heterogeneous environments" (2013),
 * section 3.4: b(x) is the closest point on the boundary of the corridor. A character that takes
 * shortcuts leaves the corridor of its route, and would press against its boundary for ever. In an
 * Explicit Corridor Map, the closest point for the cell that contains x is the nearest point of the
 * walls, whatever corridor the cell belongs to. So for these characters, b(x) is the nearest point
 * of the walls around them.
 *
 * The clearance of the backbone beside x is that of the medial axis point to which x is projected,
 * along the line from b = b(x) through x. There, the disc that touches the wall in b, with its
 * centre on that line, touches another wall in q: its radius is |q - b|^2 / (2 n . (q - b)), where
 * n is the direction from b to x. The clearance is the minimum of this over all points q of walls.
 * On the segment q = q0 + t e, it is a quotient of a quadratic and a linear function of t; its
 * derivative has the sign of a quadratic function.
 *
 * Cost: O(walls nearby). */
#include "steer/solve/forces/bound.h"

#include <math.h>

#include "geom/point.h"

/* Points of walls that are seen from b within this angle (its sine) of the tangent at b, or are
 * this near to the tangent (m), bound no disc. Up to rounding, they belong to the same wall or to
 * its continuation. */
static const double least_sine = 1e-6, least_height = 1e-9;

void force_find_walls(const wend_view *view, wend_vec2 x, float duration, const force_scene *scene,
                      force_walls *out) {
    /* The disc of the clearance reaches up to 2 (d_safe + r) beyond b, which is d_safe + r away. */
    float reach = 3.0F * (scene->safe_distance + scene->radius) + scene->speed * duration;
    wend_location location = {x, scene->layer};
    out->count = wend_view_find_walls(view, location, reach, out->items, FORCE_MOST_WALLS);
}

/* ---- Clearance ------------------------------------------------------------------------------- */

/* Returns the radius of the disc that touches b with the inward normal n, and q. */
static double radius_through(wend_point from_b, wend_point n) {
    double along = point_dot(from_b, n), squared = point_dot(from_b, from_b);
    bool is_ahead = along > least_height && along * along > least_sine * least_sine * squared;
    return is_ahead ? 0.5 * squared / along : (double)INFINITY;
}

/* Returns the smallest radius over the points of a segment. The arguments are relative to b. */
static double radius_touching(wend_point q, wend_point e, wend_point n) {
    double least = fmin(radius_through(q, n), radius_through(point_along(q, e, 1.0), n));
    double qq = point_dot(q, q), qe = point_dot(q, e), ee = point_dot(e, e);
    double qn = point_dot(q, n), en = point_dot(e, n);
    /* The derivative is 0 where ee en t^2 + 2 ee qn t + 2 qe qn - qq en = 0. */
    double a = ee * en, half = ee * qn, c = 2.0 * qe * qn - qq * en;
    double root = half * half - a * c;
    if (!(root >= 0.0) || ee == 0.0) {
        return least;
    }
    double w = half >= 0.0 ? -half - sqrt(root) : -half + sqrt(root);
    double ts[] = {a != 0.0 ? w / a : -1.0, w != 0.0 ? c / w : -1.0};
    for (uint32_t i = 0; i < 2; i++) {
        if (ts[i] > 0.0 && ts[i] < 1.0) {
            least = fmin(least, radius_through(point_along(q, e, ts[i]), n));
        }
    }
    return least;
}

/* Returns the clearance of the medial axis beside x, or INFINITY if it is at least `most`. */
static float clearance_beside(const force_walls *walls, wend_vec2 x, wend_point b, float most) {
    wend_point n = point_sub(point_wide(x), b);
    double length = sqrt(point_dot(n, n)), least = (double)INFINITY;
    if (length == 0.0) {
        return INFINITY;
    }
    n = (wend_point){n.x / length, n.y / length};
    for (uint32_t i = 0; i < walls->count; i++) {
        wend_point q = point_wide(walls->items[i].a), to = point_wide(walls->items[i].b);
        least = fmin(least, radius_touching(point_sub(q, b), point_sub(to, q), n));
    }
    return least < (double)most ? (float)fmax(least, length) : INFINITY;
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

static wend_corridor_bound bound_by_walls(const force_scene *scene, wend_vec2 x) {
    const force_walls *walls = scene->walls;
    wend_point at = point_wide(x), nearest = at;
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < walls->count; i++) {
        const wend_wall_hit *wall = &walls->items[i];
        wend_point point = point_nearest(at, point_wide(wall->a), point_wide(wall->b));
        double distance = point_distance(at, point);
        if (distance < least) {
            nearest = point;
            least = distance;
        }
    }
    float reach = scene->safe_distance + scene->radius;
    if (!(least < (double)reach)) {
        return (wend_corridor_bound){x, INFINITY, INFINITY};
    }
    return (wend_corridor_bound){point_narrow(nearest), (float)least,
                                 clearance_beside(walls, x, nearest, reach)};
}

wend_corridor_bound force_bound(const force_scene *scene, wend_vec2 x, uint32_t *cursor) {
    return scene->walls ? bound_by_walls(scene, x)
                        : wend_route_bound(scene->route, (wend_location){x, scene->layer}, cursor);
}
