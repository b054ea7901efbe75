/* Finds parts of segments that become portals on weighted ground: see parts.h. The part where a
 * convex function stays below a limit is one interval; its ends are found by bisection. Cost: O(1),
 * plus the walls of the world's overlay for parts_write. */
#include "plan/terrain/parts.h"

#include <math.h>

#include <wend/space.h>

#include "geom/point.h"

enum { BISECTIONS = 24 };

/* m: how far from the end of a portal the ground is looked up. */
static const double PROBE = 0.03;
/* At most this share of a portal is cut beside dearer ground. */
static const double SPARED = 0.4;

double parts_evaluate(const convex *f, double t) {
    wend_point c = point_lerp(f->a, f->b, t);
    if (f->region != NULL) {
        return (double)wend_region_distance(f->region, point_narrow(c));
    }
    return f->weight_before * point_distance(f->before, c) +
           f->weight_after * point_distance(c, f->after);
}

/* Returns the fraction farthest from `in` towards `out` at which the function is at most `limit`,
 * as it is at `in`. */
static double reach(const convex *f, double in, double out, double limit) {
    if (parts_evaluate(f, out) <= limit) {
        return out;
    }
    for (uint32_t i = 0; i < BISECTIONS; i++) {
        double middle = 0.5 * (in + out);
        bool inside = parts_evaluate(f, middle) <= limit;
        in = inside ? middle : in;
        out = inside ? out : middle;
    }
    return in;
}

portal_part parts_within(const convex *f, double at, double limit, double least) {
    double length = point_distance(f->a, f->b), share = length > 0.0 ? least / length : 0.0;
    double low = fmin(reach(f, at, 0.0, limit), at - share);
    double high = fmax(reach(f, at, 1.0, limit), at + share);
    return (portal_part){fmax(low, 0.0), fmin(high, 1.0)};
}

portal_part parts_in_triangle(const navmesh_level *level, uint32_t triangle, wend_point a,
                              wend_point b) {
    const navmesh_polygon *polygon = &level->polygons[triangle];
    wend_point middle = point_lerp(a, b, 0.5), line = point_sub(b, a);
    portal_part part = {0.0, 1.0};
    wend_point p = point_wide(level->points[polygon->first + polygon->count - 1]);
    for (uint32_t i = 0; i < polygon->count; i++) {
        wend_point q = point_wide(level->points[polygon->first + i]);
        double depth = fmax(point_turn(p, q, middle), 0.0);
        double slope = point_cross(point_sub(q, p), line);
        if (slope > 0.0) {
            part.low = fmax(part.low, 0.5 - depth / slope);
        } else if (slope < 0.0) {
            part.high = fmin(part.high, 0.5 - depth / slope);
        }
        p = q;
    }
    double slack = PARTS_SLACK / point_length(line);
    return (portal_part){fmin(part.low + slack, 0.5), fmax(part.high - slack, 0.5)};
}

/* Returns the weight of the ground at a point. */
static double weight_at(const search_ground *ground, wend_point p, uint32_t layer) {
    wend_location at = {point_narrow(p), layer};
    uint32_t type = wend_space_terrain(ground->view->space, at);
    return type < ground->weight_count ? (double)ground->weights[type] : 1.0;
}

/* Returns how far (m) a portal is cut at `end`: by the agent's radius if the ground beyond it costs
 * more than that of the portal, so that the agent does not touch it, but by less than half. */
static double cut_at(const search_ground *ground, double radius, const lane_portal *p,
                     wend_point end, wend_point other) {
    double length = point_distance(end, other);
    if (length < 4.0 * PROBE) {
        return 0.0;
    }
    wend_point out = {(end.x - other.x) / length, (end.y - other.y) / length};
    bool is_dearer = weight_at(ground, point_along(end, out, PROBE), p->layer) >
                     weight_at(ground, point_along(end, out, -PROBE), p->layer);
    return is_dearer ? fmin(radius, SPARED * length) : 0.0;
}

wend_portal parts_write(const search_ground *ground, double radius, const lane_portal *p) {
    wend_vec2 right = point_narrow(p->right), left = point_narrow(p->left);
    double length = point_distance(p->right, p->left);
    double at = length > 0.0 ? fmin(point_distance(p->right, p->at) / length, 1.0) : 0.0;
    portal_part part = {0.0, 1.0};
    if (length > 0.0) {
        part.low = cut_at(ground, radius, p, p->right, p->left) / length;
        part.high = 1.0 - cut_at(ground, radius, p, p->left, p->right) / length;
        at = fmin(fmax(at, part.low), part.high);
        part = portal_clip_to_overlay(ground->view, right, left, p->layer, at, radius, part);
    }
    return (wend_portal){.left = point_narrow(point_lerp(p->right, p->left, part.high)),
                         .right = point_narrow(point_lerp(p->right, p->left, part.low)),
                         .layer = p->layer};
}
