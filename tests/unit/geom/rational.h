/* Exact rational numbers, passed by value, for oracles. Every operation makes a new number;
 * rational_reset frees all of them at once. */
#ifndef TESTS_GEOM_RATIONAL_H
#define TESTS_GEOM_RATIONAL_H

#include <gmp.h>
#include <stdlib.h>

#include <wend/base.h>

typedef mpq_ptr rational;

typedef struct rational_point {
    rational x, y;
} rational_point;

static mpq_t *rational_blocks[4096];
static size_t rational_used;

static inline rational rational_new(void) {
    enum { BLOCK = 1024 };
    size_t block = rational_used / BLOCK;
    if (block >= sizeof rational_blocks / sizeof rational_blocks[0]) {
        abort();
    }
    if (rational_blocks[block] == NULL) {
        rational_blocks[block] = malloc(BLOCK * sizeof(mpq_t));
        for (size_t i = 0; i < BLOCK; i++) {
            mpq_init(rational_blocks[block][i]);
        }
    }
    return rational_blocks[block][rational_used++ % BLOCK];
}

static inline void rational_reset(void) {
    rational_used = 0;
}

static inline rational rational_of(double value) {
    rational result = rational_new();
    mpq_set_d(result, value);
    return result;
}

static inline rational rational_add(rational a, rational b) {
    rational result = rational_new();
    mpq_add(result, a, b);
    return result;
}

static inline rational rational_sub(rational a, rational b) {
    rational result = rational_new();
    mpq_sub(result, a, b);
    return result;
}

static inline rational rational_mul(rational a, rational b) {
    rational result = rational_new();
    mpq_mul(result, a, b);
    return result;
}

static inline rational rational_div(rational a, rational b) {
    rational result = rational_new();
    mpq_div(result, a, b);
    return result;
}

static inline int rational_sign(rational a) {
    return mpq_sgn(a);
}

static inline int rational_compare(rational a, rational b) {
    int order = mpq_cmp(a, b);
    return (order > 0) - (order < 0);
}

static inline rational rational_min(rational a, rational b) {
    return mpq_cmp(a, b) <= 0 ? a : b;
}

static inline rational rational_max(rational a, rational b) {
    return mpq_cmp(a, b) >= 0 ? a : b;
}

static inline rational_point rational_from_vec(wend_vec2 v) {
    return (rational_point){rational_of((double)v.x), rational_of((double)v.y)};
}

static inline rational_point rational_between(rational_point from, rational_point to) {
    return (rational_point){rational_sub(to.x, from.x), rational_sub(to.y, from.y)};
}

static inline rational rational_dot(rational_point a, rational_point b) {
    return rational_add(rational_mul(a.x, b.x), rational_mul(a.y, b.y));
}

static inline rational rational_cross(rational_point a, rational_point b) {
    return rational_sub(rational_mul(a.x, b.y), rational_mul(a.y, b.x));
}

/* Returns from + t * (to - from). */
static inline rational_point rational_along(rational_point from, rational_point to, rational t) {
    rational_point step = rational_between(from, to);
    return (rational_point){rational_add(from.x, rational_mul(t, step.x)),
                            rational_add(from.y, rational_mul(t, step.y))};
}

static inline int rational_orient(rational_point a, rational_point b, rational_point c) {
    return rational_sign(rational_cross(rational_between(a, b), rational_between(a, c)));
}

/* Returns the squared distance from p to the closed segment ab, which may be a point. */
static inline rational rational_point_distance(rational_point p, rational_point a,
                                               rational_point b) {
    rational_point ab = rational_between(a, b);
    rational length = rational_dot(ab, ab);
    rational t = rational_of(0.0);
    if (rational_sign(length) != 0) {
        t = rational_div(rational_dot(ab, rational_between(a, p)), length);
        t = rational_max(rational_of(0.0), rational_min(rational_of(1.0), t));
    }
    rational_point offset = rational_between(rational_along(a, b, t), p);
    return rational_dot(offset, offset);
}

/* Returns the squared distance between the closed segments pq and ab, which may be points. */
static inline rational rational_segment_distance(rational_point p, rational_point q,
                                                 rational_point a, rational_point b) {
    if (rational_orient(a, b, p) * rational_orient(a, b, q) < 0 &&
        rational_orient(p, q, a) * rational_orient(p, q, b) < 0) {
        return rational_of(0.0);
    }
    rational one = rational_min(rational_point_distance(p, a, b), rational_point_distance(q, a, b));
    rational two = rational_min(rational_point_distance(a, p, q), rational_point_distance(b, p, q));
    return rational_min(one, two);
}

#endif
