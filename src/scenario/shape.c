#include "scenario/shape.h"
#include "scenario/fields.h"
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
    if (member_check(r, value, &format_disc)) {
        out->points = one_point(r, node_get(value, "centre"), "centre", 1);
        out->count = 1;
        out->radius = member_number(r, value, &format_disc, "radius", 0.0);
    }
}

static void read_oriented_box(reader *r, const node *value, shape *out) {
    if (!member_check(r, value, &format_oriented_box)) {
        return;
    }
    const node *half = node_get(value, "half");
    wend_point *points = one_point(r, node_get(value, "centre"), "centre", 2);
    wend_point size = read_point(r, half, "half");
    if (reader_ok(r) && (size.x <= 0.0 || size.y <= 0.0)) {
        read_fail(r, half, WEND_ERROR_INVALID, "half sizes must be above 0");
    }
    if (reader_ok(r)) {
        points[1] = size;
        out->points = points;
        out->count = 2;
        out->angle = member_number(r, value, &format_oriented_box, "angle", 0.0);
    }
}

static void read_direction(reader *r, const node *value, shape *out) {
    if (value->kind != NODE_LIST) {
        out->angle = member_number_of(r, value, format_row(&format_goal, "direction"), "direction");
        return;
    }
    wend_point towards = read_point(r, value, "direction");
    if (reader_ok(r) && towards.x == 0.0 && towards.y == 0.0) {
        read_fail(r, value, WEND_ERROR_INVALID, "direction must not be [0, 0]");
    }
    out->angle = wend_atan2(towards.y, towards.x);
}

static void check_pair(reader *r, const node *value, const shape *pair) {
    if (!reader_ok(r)) {
        return;
    }
    wend_point a = pair->points[0], b = pair->points[1];
    if (pair->kind == WEND_GOAL_BOX && (a.x == b.x || a.y == b.y)) {
        read_fail(r, value, WEND_ERROR_INVALID,
                  "box must be two opposite corners, apart in x and y");
    } else if (pair->kind == WEND_GOAL_SEGMENT && a.x == b.x && a.y == b.y) {
        read_fail(r, value, WEND_ERROR_INVALID,
                  "segment has no length: both ends are the same; `point` is one place");
    }
}

static void read_of_kind(reader *r, const node *mapping, const format_table *table, const char *key,
                         shape *out) {
    const node *value = node_get(mapping, key);
    switch (out->kind) {
    case WEND_GOAL_POINT:
        out->points = one_point(r, value, key, 1);
        out->count = 1;
        break;
    case WEND_GOAL_DISC:
        read_disc(r, value, out);
        break;
    case WEND_GOAL_SEGMENT:
    case WEND_GOAL_BOX:
    case WEND_GOAL_POLYGON:
        out->count = member_points(r, mapping, table, key, &out->points);
        if (out->kind != WEND_GOAL_POLYGON) {
            check_pair(r, value, out);
        }
        break;
    case WEND_GOAL_ORIENTED_BOX:
        read_oriented_box(r, value, out);
        break;
    case WEND_GOAL_DIRECTION:
        read_direction(r, value, out);
        break;
    }
}

bool shape_read(reader *r, const node *mapping, const format_table *table, shape *out) {
    static const struct {
        const char *key;
        wend_goal_shape kind;
    } shapes[] = {{"point", WEND_GOAL_POINT},
                  {"disc", WEND_GOAL_DISC},
                  {"segment", WEND_GOAL_SEGMENT},
                  {"box", WEND_GOAL_BOX},
                  {"oriented_box", WEND_GOAL_ORIENTED_BOX},
                  {"polygon", WEND_GOAL_POLYGON},
                  {"direction", WEND_GOAL_DIRECTION}};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const node_member *member = node_member_of(mapping, shapes[i].key);
        if (member == NULL || !reader_ok(r) || format_find(table, shapes[i].key) == NULL) {
            continue;
        }
        if (found != NULL) {
            r->result = node_key_error(member, r->error, WEND_ERROR_INVALID,
                                       "%s has both '%s' and '%s'; just one is meant", table->what,
                                       found, member->key);
            return false;
        }
        found = member->key;
        *out = (shape){shapes[i].kind, NULL, 0, 0.0, 0.0};
        read_of_kind(r, mapping, table, found, out);
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

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

static wend_point nearest_of_ring(const wend_point *points, uint32_t count, wend_point point) {
    wend_point best = points[0];
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        wend_point a = points[i], b = points[i + 1 == count ? 0 : i + 1];
        double x = b.x - a.x, y = b.y - a.y, squared = x * x + y * y;
        double t = squared > 0.0 ? ((point.x - a.x) * x + (point.y - a.y) * y) / squared : 0.0;
        t = clamp(t, 0.0, 1.0);
        wend_point near = {a.x + t * x, a.y + t * y};
        double u = near.x - point.x, v = near.y - point.y;
        if (u * u + v * v < least) {
            least = u * u + v * v;
            best = near;
        }
    }
    return best;
}

static wend_point nearest_edge(const shape *s, wend_point point) {
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
        return nearest_of_ring(s->points, s->count, point);
    }
}

/* A point in the middle of the vertices: inside, since polygons of shapes are convex or nearly. */
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
    static const double INWARDS = 1e-9; /* share of the way to the middle */
    wend_point edge = nearest_edge(s, point), middle = middle_of(s);
    return (wend_point){edge.x + (middle.x - edge.x) * INWARDS,
                        edge.y + (middle.y - edge.y) * INWARDS};
}
