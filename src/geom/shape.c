/* Bounding boxes, point tests and nearest points of regions: discs, boxes, oriented boxes and
 * polygons. */
#include "geom/shape.h"
#include "geom/point.h"
#include <math.h>
#include <wend/math.h>

static void extend_box(wend_point *low, wend_point *high, wend_point point) {
    low->x = point.x < low->x ? point.x : low->x;
    low->y = point.y < low->y ? point.y : low->y;
    high->x = point.x > high->x ? point.x : high->x;
    high->y = point.y > high->y ? point.y : high->y;
}

void shape_bounds(const shape *s, wend_point *low, wend_point *high) {
    *low = s->points[0];
    *high = s->points[0];
    if (s->kind == WEND_GOAL_DISC || s->kind == WEND_GOAL_ORIENTED_BOX) {
        double reach =
            s->kind == WEND_GOAL_DISC ? s->radius : wend_hypot(s->points[1].x, s->points[1].y);
        *low = (wend_point){s->points[0].x - reach, s->points[0].y - reach};
        *high = (wend_point){s->points[0].x + reach, s->points[0].y + reach};
        return;
    }
    for (uint32_t i = 1; i < s->count; i++) {
        extend_box(low, high, s->points[i]);
    }
}

bool shape_ring_contains(const wend_point *points, uint32_t count, wend_point point) {
    bool inside = false;
    for (uint32_t i = 0; i < count; i++) {
        wend_point a = points[i], b = points[i + 1 == count ? 0 : i + 1];
        if ((a.y > point.y) == (b.y > point.y)) {
            continue;
        }
        double x = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x);
        inside ^= point.x < x;
    }
    return inside;
}

bool shape_contains(const shape *s, wend_point point) {
    double x = point.x - s->points[0].x, y = point.y - s->points[0].y;
    switch (s->kind) {
    case WEND_GOAL_DISC:
        return x * x + y * y <= s->radius * s->radius;
    case WEND_GOAL_ORIENTED_BOX: {
        double c = wend_cos(s->angle), n = wend_sin(s->angle);
        return fabs(c * x + n * y) <= s->points[1].x && fabs(c * y - n * x) <= s->points[1].y;
    }
    case WEND_GOAL_BOX: {
        double u = point.x - s->points[1].x, v = point.y - s->points[1].y;
        return x * u <= 0.0 && y * v <= 0.0;
    }
    case WEND_GOAL_POLYGON:
        return shape_ring_contains(s->points, s->count, point);
    default:
        return false;
    }
}

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

static wend_point nearest_ring_point(const wend_point *points, uint32_t count, wend_point point) {
    wend_point best = points[0];
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        wend_point a = points[i], b = points[i + 1 == count ? 0 : i + 1];
        wend_point near = point_nearest(point, a, b), away = point_sub(near, point);
        if (point_dot(away, away) < least) {
            least = point_dot(away, away);
            best = near;
        }
    }
    return best;
}

static wend_point nearest_edge_point(const shape *s, wend_point point) {
    wend_point centre = s->points[0];
    double x = point.x - centre.x, y = point.y - centre.y;
    switch (s->kind) {
    case WEND_GOAL_DISC: {
        double scale = s->radius / wend_hypot(x, y);
        return (wend_point){centre.x + x * scale, centre.y + y * scale};
    }
    case WEND_GOAL_ORIENTED_BOX: {
        double c = wend_cos(s->angle), n = wend_sin(s->angle);
        double u = clamp(c * x + n * y, -s->points[1].x, s->points[1].x);
        double v = clamp(c * y - n * x, -s->points[1].y, s->points[1].y);
        return (wend_point){centre.x + c * u - n * v, centre.y + n * u + c * v};
    }
    case WEND_GOAL_BOX: {
        wend_point other = s->points[1];
        return (wend_point){clamp(point.x, fmin(centre.x, other.x), fmax(centre.x, other.x)),
                            clamp(point.y, fmin(centre.y, other.y), fmax(centre.y, other.y))};
    }
    default:
        return nearest_ring_point(s->points, s->count, point);
    }
}

/* Returns the mean of the vertices, or the centre of a disc or an oriented box. The result is
 * inside the shape, because polygons of shapes are convex or nearly so. */
static wend_point middle_of(const shape *s) {
    if (s->kind != WEND_GOAL_POLYGON && s->kind != WEND_GOAL_BOX) {
        return s->points[0];
    }
    wend_point sum = {0.0, 0.0};
    for (uint32_t i = 0; i < s->count; i++) {
        sum.x += s->points[i].x / s->count;
        sum.y += s->points[i].y / s->count;
    }
    return sum;
}

wend_point shape_nearest(const shape *s, wend_point point) {
    static const double INWARDS = 1e-9; /* fraction of the distance to the middle */
    wend_point edge = nearest_edge_point(s, point), middle = middle_of(s);
    return (wend_point){edge.x + (middle.x - edge.x) * INWARDS,
                        edge.y + (middle.y - edge.y) * INWARDS};
}
