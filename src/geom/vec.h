/* geom/vec.h: two-dimensional vectors in single precision. */
#ifndef GEOM_VEC_H
#define GEOM_VEC_H

#include <math.h>

#include <wend/base.h>

static inline wend_vec2 vec_add(wend_vec2 a, wend_vec2 b) {
    return (wend_vec2){a.x + b.x, a.y + b.y};
}

static inline wend_vec2 vec_sub(wend_vec2 a, wend_vec2 b) {
    return (wend_vec2){a.x - b.x, a.y - b.y};
}

static inline wend_vec2 vec_scale(wend_vec2 a, float factor) {
    return (wend_vec2){a.x * factor, a.y * factor};
}

static inline float vec_dot(wend_vec2 a, wend_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

/* Returns the cross product: positive if b lies to the left of a. */
static inline float vec_cross(wend_vec2 a, wend_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

static inline float vec_length_squared(wend_vec2 a) {
    return vec_dot(a, a);
}

static inline float vec_length(wend_vec2 a) {
    return sqrtf(vec_length_squared(a));
}

/* The zero vector stays zero. */
static inline wend_vec2 vec_normalized(wend_vec2 a) {
    float length = vec_length(a);
    return length > 0.0F ? (wend_vec2){a.x / length, a.y / length} : (wend_vec2){0.0F, 0.0F};
}

/* Returns a vector in the same direction that is no longer than `max_length`. */
static inline wend_vec2 vec_shortened(wend_vec2 a, float max_length) {
    float squared = vec_length_squared(a);
    return squared > max_length * max_length ? vec_scale(a, max_length / sqrtf(squared)) : a;
}

/* Rotates by a quarter turn to the left. */
static inline wend_vec2 vec_perp(wend_vec2 a) {
    return (wend_vec2){-a.y, a.x};
}

/* Returns a for t = 0 and b for t = 1. */
static inline wend_vec2 vec_lerp(wend_vec2 a, wend_vec2 b, float t) {
    return (wend_vec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

static inline wend_vec2 vec_min(wend_vec2 a, wend_vec2 b) {
    return (wend_vec2){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
}

static inline wend_vec2 vec_max(wend_vec2 a, wend_vec2 b) {
    return (wend_vec2){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y};
}

static inline bool vec_equal(wend_vec2 a, wend_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

#endif
