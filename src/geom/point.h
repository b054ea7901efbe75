/* geom/point.h: points and vectors in double precision (for single precision, see geom/vec.h). The
 * wide_... functions take single-precision points and compute in double precision. */
#ifndef GEOM_POINT_H
#define GEOM_POINT_H

#include <math.h>

#include <wend/base.h>

static inline wend_point point_wide(wend_vec2 p) {
    return (wend_point){(double)p.x, (double)p.y};
}

/* Rounds to single precision. */
static inline wend_vec2 point_narrow(wend_point p) {
    return (wend_vec2){(float)p.x, (float)p.y};
}

static inline wend_point point_sub(wend_point a, wend_point b) {
    return (wend_point){a.x - b.x, a.y - b.y};
}

/* Returns from + direction * distance. */
static inline wend_point point_along(wend_point from, wend_point direction, double distance) {
    return (wend_point){from.x + direction.x * distance, from.y + direction.y * distance};
}

static inline double point_dot(wend_point a, wend_point b) {
    return a.x * b.x + a.y * b.y;
}

/* Returns the cross product: positive if b lies to the left of a. */
static inline double point_cross(wend_point a, wend_point b) {
    return a.x * b.y - a.y * b.x;
}

static inline double point_length(wend_point a) {
    return sqrt(point_dot(a, a));
}

static inline double point_distance(wend_point a, wend_point b) {
    return point_length(point_sub(b, a));
}

/* Returns a for t = 0 and b for t = 1. */
static inline wend_point point_lerp(wend_point a, wend_point b, double t) {
    return (wend_point){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

/* Returns twice the area of the triangle abc: positive if c lies to the left of a -> b. */
static inline double point_turn(wend_point a, wend_point b, wend_point c) {
    return point_cross(point_sub(b, a), point_sub(c, a));
}

static inline bool point_equal(wend_point a, wend_point b) {
    return a.x == b.x && a.y == b.y;
}

/* Returns the point of the closed segment ab nearest to p. */
static inline wend_point point_nearest(wend_point p, wend_point a, wend_point b) {
    wend_point ab = point_sub(b, a);
    double squared = point_dot(ab, ab);
    double t = squared > 0.0 ? point_dot(point_sub(p, a), ab) / squared : 0.0;
    return point_along(a, ab, t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0);
}

static inline double wide_length(wend_vec2 a) {
    return point_length(point_wide(a));
}

static inline double wide_distance(wend_vec2 a, wend_vec2 b) {
    return point_distance(point_wide(a), point_wide(b));
}

/* Same as point_turn; exact for vertices on a grid. */
static inline double wide_turn(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    return point_turn(point_wide(a), point_wide(b), point_wide(c));
}

#endif
