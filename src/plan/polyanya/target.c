/* Builds target regions: convex polygons, clipped by half-planes (Sutherland and Hodgman 1974). If
 * a clipped polygon would have more than TARGET_POINTS corners, some are omitted, and the result is
 * only a part of the region. */
#include "plan/polyanya/target.h"

#include "geom/point.h"

#include <math.h>

#include <wend/math.h>
#include <wend/world.h>

enum { DISC_CORNERS = 16, MARGIN_CORNERS = 8 };

/* ---- Construction ---------------------------------------------------------------------------- */

static void measure(target *to) {
    to->low = to->high = to->points[0];
    for (uint32_t i = 1; i < to->count; i++) {
        to->low.x = fmin(to->low.x, to->points[i].x);
        to->low.y = fmin(to->low.y, to->points[i].y);
        to->high.x = fmax(to->high.x, to->points[i].x);
        to->high.y = fmax(to->high.y, to->points[i].y);
    }
    to->centre = (wend_point){0.5 * (to->low.x + to->high.x), 0.5 * (to->low.y + to->high.y)};
    to->radius = 0.0;
    for (uint32_t i = 0; i < to->count; i++) {
        double x = to->points[i].x - to->centre.x, y = to->points[i].y - to->centre.y;
        to->radius = fmax(to->radius, sqrt(x * x + y * y));
    }
}

target target_at(wend_vec2 point, uint32_t layer, uint32_t polygon) {
    target to = {.count = 1, .layer = layer, .polygon = polygon};
    to.points[0] = (wend_point){(double)point.x, (double)point.y};
    measure(&to);
    return to;
}

static double side_value(target_side side, wend_point p) {
    return (side.bx - side.ax) * (p.y - side.ay) - (side.by - side.ay) * (p.x - side.ax);
}

/* Lists the corners of a region, counter-clockwise. Returns the number of corners. */
static uint32_t region_corners(const wend_region *region, wend_point *out) {
    out[0] = (wend_point){(double)region->a.x, (double)region->a.y};
    if (region->shape == WEND_SHAPE_SEGMENT) {
        out[1] = (wend_point){(double)region->b.x, (double)region->b.y};
        return 2;
    }
    if (region->shape == WEND_SHAPE_DISC) {
        wend_point centre = out[0];
        for (uint32_t i = 0; i < DISC_CORNERS; i++) {
            double angle = WEND_FULL_TURN * (double)i / DISC_CORNERS, radius = (double)region->b.x;
            out[i].x = centre.x + radius * wend_cos(angle);
            out[i].y = centre.y + radius * wend_sin(angle);
        }
        return DISC_CORNERS;
    }
    if (region->shape != WEND_SHAPE_POLYGON) {
        return 1;
    }
    uint32_t count = region->count < WEND_MAX_POLYGON ? region->count : WEND_MAX_POLYGON;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = (wend_point){(double)region->points[i].x, (double)region->points[i].y};
    }
    return count;
}

/* Returns the corner of a convex ring that lies farthest in a direction. */
static wend_point farthest(const wend_point *points, uint32_t count, double x, double y) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < count; i++) {
        bool farther = points[i].x * x + points[i].y * y > points[best].x * x + points[best].y * y;
        best = farther ? i : best;
    }
    return points[best];
}

/* Computes the Minkowski sum of a convex ring and an octagon. Each corner of the octagon is added
 * to two corners of the ring: those that lie farthest in the directions of the normals of the
 * octagon's two sides at that corner. */
static uint32_t grow_ring(wend_point *points, uint32_t count, double margin) {
    wend_point ring[TARGET_POINTS] = {{0.0, 0.0}};
    uint32_t grown = 0;
    for (uint32_t i = 0; i < count; i++) {
        ring[i] = points[i];
    }
    for (uint32_t i = 0; i < 2 * MARGIN_CORNERS; i++) {
        double corner = floor((double)i * 0.5);
        double at = WEND_FULL_TURN * corner / MARGIN_CORNERS;
        double side = WEND_FULL_TURN * (corner + (i % 2 ? 0.499 : -0.499)) / MARGIN_CORNERS;
        wend_point from = farthest(ring, count, wend_cos(side), wend_sin(side));
        wend_point p = {from.x + margin * wend_cos(at), from.y + margin * wend_sin(at)};
        if (grown == 0 || p.x != points[grown - 1].x || p.y != points[grown - 1].y) {
            points[grown++] = p;
        }
    }
    return grown;
}

target target_of(const wend_region *region, uint32_t layer, double margin) {
    target to = {.layer = layer, .polygon = NAVMESH_NONE};
    to.count = region_corners(region, to.points);
    if (margin > 0.0) {
        to.count = grow_ring(to.points, to.count, margin);
    }
    measure(&to);
    return to;
}

/* ---- Clipping -------------------------------------------------------------------------------- */

static uint32_t append(wend_point *points, uint32_t count, wend_point p) {
    bool known = count > 0 && points[count - 1].x == p.x && points[count - 1].y == p.y;
    if (known || count == TARGET_POINTS) {
        return count;
    }
    points[count] = p;
    return count + 1;
}

uint32_t target_cut(wend_point *points, uint32_t count, target_side side) {
    wend_point cut[TARGET_POINTS];
    uint32_t kept = 0;
    wend_point before = points[count - 1];
    double before_value = side_value(side, before);
    for (uint32_t i = 0; i < count; i++) {
        wend_point p = points[i];
        double value = side_value(side, p);
        if ((value < 0.0 && before_value > 0.0) || (value > 0.0 && before_value < 0.0)) {
            double t = before_value / (before_value - value);
            kept = append(
                cut, kept,
                (wend_point){before.x + (p.x - before.x) * t, before.y + (p.y - before.y) * t});
        }
        if (value >= 0.0) {
            kept = append(cut, kept, p);
        }
        before = p;
        before_value = value;
    }
    for (uint32_t i = 0; i < kept; i++) {
        points[i] = cut[i];
    }
    return kept;
}

/* m: corners of a clipped region nearer to each other than this are one corner. */
static const double SAME_CORNER = 1e-9;

/* Removes corners that repeat the one before them. Without this, a region that touches a polygon
 * only along a line would be a ring without area, which seems to contain the whole line. Returns
 * the number of corners left. */
static uint32_t drop_repeated(wend_point *points, uint32_t count) {
    uint32_t kept = count > 0 ? 1 : 0;
    for (uint32_t i = 1; i < count; i++) {
        if (point_distance(points[i], points[kept - 1]) > SAME_CORNER) {
            points[kept++] = points[i];
        }
    }
    while (kept > 1 && point_distance(points[kept - 1], points[0]) <= SAME_CORNER) {
        kept--;
    }
    return kept;
}

/* True if the bounding boxes of the target and of a polygon overlap. */
static bool may_meet(const target *to, const wend_vec2 *points, uint32_t count) {
    bool left = true, right = true, below = true, above = true;
    for (uint32_t i = 0; i < count; i++) {
        left = left && (double)points[i].x < to->low.x;
        right = right && (double)points[i].x > to->high.x;
        below = below && (double)points[i].y < to->low.y;
        above = above && (double)points[i].y > to->high.y;
    }
    return !left && !right && !below && !above;
}

uint32_t target_in_polygon(const target *to, const navmesh_level *level, uint32_t polygon,
                           wend_point *out) {
    const navmesh_polygon *in = &level->polygons[polygon];
    const wend_vec2 *points = &level->points[in->first];
    uint32_t count = to->count;
    if (to->polygon != polygon && (to->polygon != NAVMESH_NONE || in->layer != to->layer ||
                                   !may_meet(to, points, in->count))) {
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        out[i] = to->points[i];
    }
    wend_vec2 a = points[in->count - 1];
    for (uint32_t i = 0; to->polygon != polygon && count > 0 && i < in->count; i++) {
        wend_vec2 b = points[i];
        target_side side = {(double)a.x, (double)a.y, (double)b.x, (double)b.y};
        count = target_cut(out, count, side);
        a = b;
    }
    return drop_repeated(out, count);
}

/* ---- The nearest point ----------------------------------------------------------------------- */

double target_nearest(const wend_point *points, uint32_t count, wend_point from, wend_point *out) {
    bool inside = count > 2;
    double best = (double)INFINITY;
    wend_point a = points[count - 1];
    for (uint32_t i = 0; i < count; i++) {
        wend_point b = points[i], p = point_nearest(from, a, b);
        inside = inside && side_value((target_side){a.x, a.y, b.x, b.y}, from) >= 0.0;
        double d = point_distance(from, p);
        if (d < best) {
            best = d;
            *out = p;
        }
        a = b;
    }
    if (inside) {
        *out = from;
        return 0.0;
    }
    return best;
}
