#include "scenario/shape.h"
#include <math.h>
#include <stddef.h>
#include <wend/math.h>

static wend_point *one_point(reader *r, const node *value, const char *what, uint32_t room) {
    wend_point *points = read_take(r, room, sizeof *points);
    wend_point point = read_point(r, value, what);
    if (reader_ok(r)) {
        points[0] = point;
    }
    return points;
}

static void read_disc(reader *r, const node *value, shape *out) {
    static const char *const keys[] = {"centre", "radius"};
    READ_KEYS(r, value, "a disc", keys);
    const node *centre = read_required(r, value, "a disc", "centre");
    const node *radius = read_required(r, value, "a disc", "radius");
    if (reader_ok(r)) {
        out->points = one_point(r, centre, "centre", 1);
        out->count = 1;
        out->radius = read_number(r, radius, "radius", 0.001, WEND_MAX_EXTENT);
    }
}

static void read_oriented_box(reader *r, const node *value, shape *out) {
    static const char *const keys[] = {"centre", "half", "angle"};
    READ_KEYS(r, value, "an oriented box", keys);
    const node *centre = read_required(r, value, "an oriented box", "centre");
    const node *half = read_required(r, value, "an oriented box", "half");
    if (!reader_ok(r)) {
        return;
    }
    wend_point *points = one_point(r, centre, "centre", 2);
    wend_point size = read_point(r, half, "half");
    if (reader_ok(r) && (size.x <= 0.0 || size.y <= 0.0)) {
        read_fail(r, half, WEND_ERROR_INVALID, "half sizes must be above 0");
    }
    if (reader_ok(r)) {
        points[1] = size;
        out->points = points;
        out->count = 2;
        out->angle = read_number_key(r, value, "angle", -1e4, 1e4, 0.0);
    }
}

static void read_direction(reader *r, const node *value, shape *out) {
    if (value->kind != NODE_LIST) {
        out->angle = read_number(r, value, "direction", -1e4, 1e4);
        return;
    }
    wend_point towards = read_point(r, value, "direction");
    if (reader_ok(r) && towards.x == 0.0 && towards.y == 0.0) {
        read_fail(r, value, WEND_ERROR_INVALID, "direction must not be [0, 0]");
    }
    out->angle = wend_atan2(towards.y, towards.x);
}

static void read_box(reader *r, const node *value, shape *out) {
    out->count = read_points(r, value, "box", 2, 2, &out->points);
    if (reader_ok(r) &&
        (out->points[0].x == out->points[1].x || out->points[0].y == out->points[1].y)) {
        read_fail(r, value, WEND_ERROR_INVALID,
                  "box must be two opposite corners, apart in x and y");
    }
}

static void read_of_kind(reader *r, const node *value, shape *out) {
    switch (out->kind) {
    case WEND_GOAL_POINT:
        out->points = one_point(r, value, "point", 1);
        out->count = 1;
        break;
    case WEND_GOAL_DISC:
        read_disc(r, value, out);
        break;
    case WEND_GOAL_SEGMENT:
        out->count = read_points(r, value, "segment", 2, 2, &out->points);
        break;
    case WEND_GOAL_BOX:
        read_box(r, value, out);
        break;
    case WEND_GOAL_ORIENTED_BOX:
        read_oriented_box(r, value, out);
        break;
    case WEND_GOAL_POLYGON:
        out->count = read_polygon(r, value, "polygon", WEND_MAX_POLYGON, &out->points);
        break;
    case WEND_GOAL_DIRECTION:
        read_direction(r, value, out);
        break;
    }
}

bool shape_read(reader *r, const node *mapping, const char *what, shape *out) {
    static const char *const keys[] = {SHAPE_KEYS};
    static const wend_goal_shape kinds[] = {
        WEND_GOAL_POINT,        WEND_GOAL_DISC,    WEND_GOAL_SEGMENT,  WEND_GOAL_BOX,
        WEND_GOAL_ORIENTED_BOX, WEND_GOAL_POLYGON, WEND_GOAL_DIRECTION};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const node *value = node_get(mapping, keys[i]);
        if (value == NULL || !reader_ok(r)) {
            continue;
        }
        if (found != NULL) {
            read_fail(r, value, WEND_ERROR_INVALID, "%s has both '%s' and '%s'; one shape is meant",
                      what, found, keys[i]);
            return false;
        }
        found = keys[i];
        *out = (shape){kinds[i], NULL, 0, 0.0, 0.0};
        read_of_kind(r, value, out);
    }
    return found != NULL && reader_ok(r);
}

static void widen(wend_point *low, wend_point *high, wend_point point) {
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
        widen(low, high, s->points[i]);
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
