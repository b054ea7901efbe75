#include "support/spaces.h"

#include <check.h>
#include <math.h>
#include <string.h>

/* ---- Random numbers -------------------------------------------------------------------------- */

uint64_t dice_bits(dice *from) {
    uint64_t z = from->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint32_t dice_below(dice *from, uint32_t limit) {
    return (uint32_t)((dice_bits(from) >> 32) % limit);
}

double dice_between(dice *from, double low, double high) {
    return low + (high - low) * (double)(dice_bits(from) >> 11) * 0x1p-53;
}

/* ---- Sketches -------------------------------------------------------------------------------- */

void sketch_start(sketch *s) {
    memset(s, 0, sizeof *s);
    s->cosine = 1.0;
    s->def = wend_default_space_def();
    s->def.layer_count = 1;
    s->def.class_count = 3;
    s->def.has_origin = true;
}

void sketch_set_transform(sketch *s, double angle, double x, double y) {
    s->cosine = cos(angle);
    s->sine = sin(angle);
    s->x = x;
    s->y = y;
}

wend_point sketch_point(const sketch *s, double x, double y) {
    return (wend_point){s->x + s->cosine * x - s->sine * y, s->y + s->sine * x + s->cosine * y};
}

static const wend_point *keep(sketch *s, const double *xy, uint32_t count) {
    ck_assert_uint_le(s->point_count + count, SKETCH_POINTS);
    wend_point *first = &s->points[s->point_count];
    for (uint32_t i = 0; i < count; i++) {
        first[i] = sketch_point(s, xy[2 * i], xy[2 * i + 1]);
    }
    s->point_count += count;
    return first;
}

static wend_layer_def *layer_at(sketch *s, uint32_t layer) {
    ck_assert_uint_lt(layer, SKETCH_LAYERS);
    s->def.layer_count = layer >= s->def.layer_count ? layer + 1 : s->def.layer_count;
    return &s->layers[layer];
}

void sketch_boundary(sketch *s, uint32_t layer, const double *xy, uint32_t count) {
    uint32_t *at = &layer_at(s, layer)->boundary_count;
    ck_assert_uint_lt(*at, SKETCH_SHAPES);
    s->boundaries[layer][(*at)++] = (wend_ring){keep(s, xy, count), count};
}

void sketch_box_boundary(sketch *s, uint32_t layer, double x0, double y0, double x1, double y1) {
    sketch_boundary(s, layer, (double[]){x0, y0, x1, y0, x1, y1, x0, y1}, 4);
}

void sketch_solid(sketch *s, uint32_t layer, uint32_t obstacle_class, const double *xy,
                  uint32_t count) {
    uint32_t *at = &layer_at(s, layer)->solid_count;
    ck_assert_uint_lt(*at, SKETCH_SHAPES);
    s->solids[layer][(*at)++] = (wend_solid_def){{keep(s, xy, count), count}, obstacle_class};
}

void sketch_box(sketch *s, uint32_t layer, uint32_t obstacle_class, double x0, double y0, double x1,
                double y1) {
    sketch_solid(s, layer, obstacle_class, (double[]){x0, y0, x1, y0, x1, y1, x0, y1}, 4);
}

void sketch_open(sketch *s, uint32_t layer, uint32_t obstacle_class, const double *xy,
                 uint32_t count) {
    uint32_t *at = &layer_at(s, layer)->open_wall_count;
    ck_assert_uint_lt(*at, SKETCH_SHAPES);
    s->open_walls[layer][(*at)++] = (wend_open_wall_def){keep(s, xy, count), count, obstacle_class};
}

void sketch_line(sketch *s, uint32_t layer, uint32_t obstacle_class, double x0, double y0,
                 double x1, double y1) {
    sketch_open(s, layer, obstacle_class, (double[]){x0, y0, x1, y1}, 2);
}

void sketch_link(sketch *s, double ax, double ay, double bx, double by, uint32_t left,
                 uint32_t right) {
    ck_assert_uint_lt(s->link_count, SKETCH_LINKS);
    s->links[s->link_count++] =
        (wend_link_def){sketch_point(s, ax, ay), sketch_point(s, bx, by), left, right};
}

static wend_result make(sketch *s, wend_space **out, wend_error *error) {
    for (uint32_t i = 0; i < s->def.layer_count; i++) {
        s->layers[i].boundaries = s->boundaries[i];
        s->layers[i].solids = s->solids[i];
        s->layers[i].open_walls = s->open_walls[i];
    }
    s->def.layers = s->layers;
    s->def.links = s->links;
    s->def.link_count = s->link_count;
    return wend_space_create(&s->def, out, error);
}

wend_space *sketch_try(sketch *s) {
    wend_error error;
    wend_space *space = NULL;
    wend_result result = make(s, &space, &error);
    ck_assert_msg(result == WEND_OK || result == WEND_ERROR_GEOMETRY, "%s", error.message);
    return space;
}

wend_space *sketch_space(sketch *s) {
    wend_error error;
    wend_space *space = NULL;
    ck_assert_msg(make(s, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

void sketch_stairs(sketch *s, double length) {
    sketch_boundary(
        s, 0, (double[]){-10.0, -5.0, 0.0, -5.0, 0.0, -1.5, 0.0, 1.5, 0.0, 5.0, -10.0, 5.0}, 6);
    sketch_boundary(s, 2, (double[]){0.0, -1.5, length, -1.5, length, 1.5, 0.0, 1.5}, 4);
    sketch_boundary(s, 1,
                    (double[]){length, -5.0, length + 10.0, -5.0, length + 10.0, 5.0, length, 5.0,
                               length, 1.5, length, -1.5},
                    6);
    sketch_link(s, 0.0, -1.5, 0.0, 1.5, 0, 2);
    sketch_link(s, length, -1.5, length, 1.5, 2, 1);
}

/* ---- Geometry -------------------------------------------------------------------------------- */

/* Returns the exact sign of the sum of six doubles. The sum is stored as non-overlapping parts, of
 * which the largest has the sign of the sum. */
static int sign_of_sum(const double terms[6]) {
    double parts[6];
    int count = 0;
    for (int i = 0; i < 6; i++) {
        double carry = terms[i];
        int kept = 0;
        for (int k = 0; k < count; k++) {
            double sum = carry + parts[k];
            double of_part = sum - carry;
            double rest = (carry - (sum - of_part)) + (parts[k] - of_part);
            carry = sum;
            if (rest != 0.0) {
                parts[kept++] = rest;
            }
        }
        if (carry != 0.0) {
            parts[kept++] = carry;
        }
        count = kept;
    }
    return count == 0 ? 0 : parts[count - 1] > 0.0 ? 1 : -1;
}

/* This is exact, because products of two floats are exact in double precision. */
static int exact_side_slow(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    double terms[6] = {(double)b.x * (double)c.y,  -(double)b.x * (double)a.y,
                       -(double)a.x * (double)c.y, -(double)b.y * (double)c.x,
                       (double)b.y * (double)a.x,  (double)a.y * (double)c.x};
    return sign_of_sum(terms);
}

int exact_side(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    double left = ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y);
    double right = ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
    double size = fabs(left) + fabs(right);
    if (fabs(left - right) > 1e-14 * size) {
        return left > right ? 1 : -1;
    }
    return exact_side_slow(a, b, c);
}

static bool in_box(wend_vec2 p, wend_vec2 a, wend_vec2 b) {
    return p.x >= fminf(a.x, b.x) && p.x <= fmaxf(a.x, b.x) && p.y >= fminf(a.y, b.y) &&
           p.y <= fmaxf(a.y, b.y);
}

bool exact_meet(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b) {
    if (fmaxf(p.x, q.x) < fminf(a.x, b.x) || fmaxf(a.x, b.x) < fminf(p.x, q.x) ||
        fmaxf(p.y, q.y) < fminf(a.y, b.y) || fmaxf(a.y, b.y) < fminf(p.y, q.y)) {
        return false;
    }
    int sp = exact_side(a, b, p), sq = exact_side(a, b, q);
    int sa = exact_side(p, q, a), sb = exact_side(p, q, b);
    if (sp * sq < 0 && sa * sb < 0) {
        return true;
    }
    return (sp == 0 && in_box(p, a, b)) || (sq == 0 && in_box(q, a, b)) ||
           (sa == 0 && in_box(a, p, q)) || (sb == 0 && in_box(b, p, q));
}

double point_to_segment(double px, double py, double ax, double ay, double bx, double by) {
    double ux = bx - ax, uy = by - ay, vx = px - ax, vy = py - ay;
    double along = ux * vx + uy * vy, length_squared = ux * ux + uy * uy;
    if (along <= 0.0 || length_squared == 0.0) {
        return hypot(vx, vy);
    }
    if (along >= length_squared) {
        return hypot(px - bx, py - by);
    }
    return fabs(ux * vy - uy * vx) / sqrt(length_squared);
}

double plain_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b) {
    return point_to_segment((double)p.x, (double)p.y, (double)a.x, (double)a.y, (double)b.x,
                            (double)b.y);
}

double plain_gap(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b) {
    if (exact_meet(p, q, a, b)) {
        return 0.0;
    }
    return fmin(fmin(plain_distance(p, a, b), plain_distance(q, a, b)),
                fmin(plain_distance(a, p, q), plain_distance(b, p, q)));
}

wend_obstacle_def sketch_door(const wend_point *points, uint32_t count) {
    wend_obstacle_def door = wend_default_obstacle_def();
    door.kind = WEND_OBSTACLE_DOOR;
    door.points = points;
    door.point_count = count;
    return door;
}
