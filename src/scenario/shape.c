/* Reads the keys of shapes in goals and groups of agents: `disc`, `box`, `polygon` and others. */
#include "scenario/shape.h"
#include "scenario/fields.h"
#include <stddef.h>
#include <wend/math.h>

static wend_point *read_single_point(reader *r, const node *value, const char *what,
                                     uint32_t room) {
    wend_point *points = read_allocate(r, room, sizeof *points);
    wend_point point = read_point(r, value, what);
    if (reader_ok(r)) {
        points[0] = point;
    }
    return points;
}

static void read_disc(reader *r, const node *value, shape *out) {
    if (member_check(r, value, &format_disc)) {
        out->points = read_single_point(r, node_get(value, "centre"), "centre", 1);
        out->count = 1;
        out->radius = member_number(r, value, &format_disc, "radius", 0.0);
    }
}

static void read_oriented_box(reader *r, const node *value, shape *out) {
    if (!member_check(r, value, &format_oriented_box)) {
        return;
    }
    const node *half = node_get(value, "half_size");
    wend_point *points = read_single_point(r, node_get(value, "centre"), "centre", 2);
    wend_point size = read_point(r, half, "half_size");
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
                  "box must be two opposite corners that differ in x and y");
    } else if (pair->kind == WEND_GOAL_SEGMENT && a.x == b.x && a.y == b.y) {
        read_fail(r, value, WEND_ERROR_INVALID,
                  "segment has no length: both ends are the same; use `point` for a single point");
    }
}

static void read_shape_of_kind(reader *r, const node *mapping, const format_table *table,
                               const char *key, shape *out) {
    const node *value = node_get(mapping, key);
    switch (out->kind) {
    case WEND_GOAL_POINT:
        out->points = read_single_point(r, value, key, 1);
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
                                       "%s has both '%s' and '%s'; expected only one of them",
                                       table->what, found, member->key);
            return false;
        }
        found = member->key;
        *out = (shape){shapes[i].kind, NULL, 0, 0.0, 0.0};
        read_shape_of_kind(r, mapping, table, found, out);
    }
    return found != NULL && reader_ok(r);
}
