/* geom/lanes_quads.h: SIMD operations on eight floats as two quads. geom/lanes.h includes this
 * header where LANES_QUADS is defined. */
#ifndef GEOM_LANES_QUADS_H
#define GEOM_LANES_QUADS_H

#ifndef QUAD_SIMD
#error "LANES_QUADS needs a machine with SIMD instructions"
#endif

typedef quad lane_part;
typedef struct lanes {
    lane_part low, high;
} lanes;
enum { LANE_PARTS = 2 };

#define PART_BINARY(name)                                                                          \
    static inline lane_part part_##name(lane_part a, lane_part b) {                                \
        return quad_##name(a, b);                                                                  \
    }
PART_BINARY(add)
PART_BINARY(sub)
PART_BINARY(mul)
PART_BINARY(div)
PART_BINARY(min)
PART_BINARY(max)
PART_BINARY(and)
PART_BINARY(or)
PART_BINARY(xor)
PART_BINARY(without)
PART_BINARY(less)
PART_BINARY(less_equal)
PART_BINARY(equal)
PART_BINARY(same)
PART_BINARY(add_bits)

#undef PART_BINARY

static inline lane_part part_sqrt(lane_part a) {
    return quad_sqrt(a);
}

#define LANES_UNARY(name)                                                                          \
    static inline lanes lanes_##name(lanes a) {                                                    \
        return (lanes){part_##name(a.low), part_##name(a.high)};                                   \
    }
#define LANES_BINARY(name)                                                                         \
    static inline lanes lanes_##name(lanes a, lanes b) {                                           \
        return (lanes){part_##name(a.low, b.low), part_##name(a.high, b.high)};                    \
    }

static inline lane_part part_set(float value) {
    return quad_set(value);
}
static inline lanes lanes_set(float value) {
    return (lanes){part_set(value), part_set(value)};
}

static inline lane_part part_load(const float *from) {
    return quad_load(from);
}
static inline lanes lanes_load(const float *from) {
    return (lanes){part_load(from), part_load(from + 4)};
}

static inline void part_store(float *to, lane_part a) {
    quad_store(to, a);
}
static inline void lanes_store(float *to, lanes a) {
    part_store(to, a.low);
    part_store(to + 4, a.high);
}

static inline lane_part part_select(lane_part mask, lane_part a, lane_part b) {
    return quad_select(mask, a, b);
}
static inline lanes lanes_select(lanes mask, lanes a, lanes b) {
    return (lanes){part_select(mask.low, a.low, b.low), part_select(mask.high, a.high, b.high)};
}
static inline lane_part part_select_negative(lane_part by, lane_part a, lane_part b) {
    return part_select(quad_less(by, quad_set(0.0F)), a, b);
}

static inline uint32_t part_bits(lane_part mask) {
    return quad_bits(mask);
}
static inline uint32_t lanes_bits(lanes mask) {
    return part_bits(mask.low) | part_bits(mask.high) << 4;
}

static inline lanes lanes_mask(uint32_t bits) {
    return (lanes){quad_mask(bits, 0), quad_mask(bits, 4)};
}

static inline lanes lanes_truncate(lanes a) {
    return (lanes){quad_truncate(a.low), quad_truncate(a.high)};
}
static inline void lanes_store_truncated(uint32_t *to, lanes a) {
    quad_store_truncated(to, a.low);
    quad_store_truncated(to + 4, a.high);
}

static inline lane_part part_lower(lane_part a, lane_part b) {
    return quad_min(a, b);
}
static inline lane_part part_higher(lane_part a, lane_part b) {
    return quad_max(a, b);
}

static inline lane_part part_replace_bytes(lane_part mask, lane_part a, lane_part b) {
    return part_select(mask, a, b);
}

static inline lane_part part_shift_left(lane_part a, int count) {
    return quad_shift_left(a, count);
}
static inline lanes lanes_shift_left(lanes a, int count) {
    return (lanes){part_shift_left(a.low, count), part_shift_left(a.high, count)};
}

static inline void lanes_copy_eight(void *to, const void *from) {
    quad low = quad_load(from), high = quad_load((const float *)from + 4);
    quad_store(to, low);
    quad_store((float *)to + 4, high);
}

static inline quad lanes_low(lanes a) {
    return a.low;
}
static inline quad lanes_high(lanes a) {
    return a.high;
}

static inline void lanes_store_quads(void *const rows[LANES], const lanes columns[4]) {
    quad low[4], high[4];
    for (int i = 0; i < 4; i++) {
        low[i] = columns[i].low;
        high[i] = columns[i].high;
    }
    quad_transpose(low);
    quad_transpose(high);
    for (int i = 0; i < 4; i++) {
        quad_store(rows[i], low[i]);
        quad_store(rows[i + 4], high[i]);
    }
}

static inline void part_transpose_four(const void *const rows[4], lane_part columns[4]) {
    for (int i = 0; i < 4; i++) {
        columns[i] = quad_load(rows[i]);
    }
    quad_transpose(columns);
}

static inline void part_transpose(const void *const rows[4], lane_part columns[8]) {
    for (int i = 0; i < 4; i++) {
        columns[i] = quad_load(rows[i]);
        columns[i + 4] = quad_load((const float *)rows[i] + 4);
    }
    quad_transpose(columns);
    quad_transpose(columns + 4);
}

static inline void lanes_transpose(const void *const rows[LANES], lanes columns[LANES]) {
    lane_part low[LANES], high[LANES];
    part_transpose(rows, low);
    part_transpose(rows + 4, high);
    for (int i = 0; i < LANES; i++) {
        columns[i] = (lanes){low[i], high[i]};
    }
}
static inline void lanes_transpose_four(const void *const rows[LANES], lanes columns[4]) {
    lane_part low[4], high[4];
    part_transpose_four(rows, low);
    part_transpose_four(rows + 4, high);
    for (int i = 0; i < 4; i++) {
        columns[i] = (lanes){low[i], high[i]};
    }
}

#endif
