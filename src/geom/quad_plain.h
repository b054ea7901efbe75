/* geom/quad_plain.h: operations on four floats in plain C. geom/quad.h includes this header where
 * there are no SIMD instructions, and describes the operations. */
#ifndef GEOM_QUAD_PLAIN_H
#define GEOM_QUAD_PLAIN_H

#include <math.h>

typedef struct quad {
    float at[4];
} quad;

typedef quad_pair quad_factors;

static inline quad quad_of(float a, float b, float c, float d) {
    return (quad){{a, b, c, d}};
}

static inline quad quad_load(const float *from) {
    return quad_of(from[0], from[1], from[2], from[3]);
}

static inline void quad_store(float *to, quad a) {
    for (int i = 0; i < 4; i++) {
        to[i] = a.at[i];
    }
}

static inline quad quad_of_position(wend_vec2 point) {
    return quad_of(point.y, point.x, point.y, point.x);
}

#define QUAD_BINARY(name, expression)                                                              \
    static inline quad name(quad left, quad right) {                                               \
        quad out;                                                                                  \
        for (int i = 0; i < 4; i++) {                                                              \
            float a = left.at[i], b = right.at[i];                                                 \
            out.at[i] = expression;                                                                \
        }                                                                                          \
        return out;                                                                                \
    }

QUAD_BINARY(quad_add, a + b)
QUAD_BINARY(quad_sub, a - b)
QUAD_BINARY(quad_mul, a *b)
QUAD_BINARY(quad_min, a < b ? a : b)
QUAD_BINARY(quad_max, a > b ? a : b)

#undef QUAD_BINARY

static inline quad quad_upper(quad a) {
    return quad_of(a.at[2], a.at[3], a.at[2], a.at[3]);
}

static inline quad quad_join(quad a, quad b) {
    return quad_of(a.at[0], a.at[1], b.at[0], b.at[1]);
}

static inline bool quad_within(quad a, quad limit) {
    bool within = true;
    for (int i = 0; i < 4; i++) {
        within = within && fabsf(a.at[i]) <= limit.at[i];
    }
    return within;
}

static inline quad_factors quad_factors_of(uint32_t first, uint32_t second) {
    return (quad_factors){first, second};
}

static inline quad_pair quad_index(quad a, quad_factors factors) {
    return (quad_pair){(uint64_t)(int32_t)a.at[0] * factors.first + (uint64_t)(int32_t)a.at[1],
                       (uint64_t)(int32_t)a.at[2] * factors.second + (uint64_t)(int32_t)a.at[3]};
}

#endif
