/* geom/vec_lanes.h: vectors of eight agents at once, the SIMD counterpart of geom/vec.h. A file
 * that includes this must define LANES_AVX2 or LANES_QUADS. */
#ifndef GEOM_VEC_LANES_H
#define GEOM_VEC_LANES_H

#include "geom/lanes.h"

typedef struct lane_vectors {
    lanes x, y;
} lane_vectors;

static inline lane_vectors lane_vec_add(lane_vectors a, lane_vectors b) {
    return (lane_vectors){lanes_add(a.x, b.x), lanes_add(a.y, b.y)};
}

static inline lane_vectors lane_vec_sub(lane_vectors a, lane_vectors b) {
    return (lane_vectors){lanes_sub(a.x, b.x), lanes_sub(a.y, b.y)};
}

static inline lane_vectors lane_vec_scale(lane_vectors a, lanes factor) {
    return (lane_vectors){lanes_mul(a.x, factor), lanes_mul(a.y, factor)};
}

static inline lanes lane_vec_dot(lane_vectors a, lane_vectors b) {
    return lanes_dot(a.x, a.y, b.x, b.y);
}

static inline lanes lane_vec_cross(lane_vectors a, lane_vectors b) {
    return lanes_sub(lanes_mul(a.x, b.y), lanes_mul(a.y, b.x));
}

static inline lanes lane_vec_length(lane_vectors a) {
    return lanes_sqrt(lane_vec_dot(a, a));
}

static inline lane_vectors lane_vec_perp(lane_vectors a) {
    return (lane_vectors){lanes_negative(a.y), a.x};
}

static inline lane_vectors lane_vec_select(lane_mask mask, lane_vectors a, lane_vectors b) {
    return (lane_vectors){lanes_select(mask, a.x, b.x), lanes_select(mask, a.y, b.y)};
}

#endif
