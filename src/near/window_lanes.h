/* near/window_lanes.h: gathers the candidates of a group, that is, the bodies within its window.
 * They come from one slice of each strip that the window touches, four bodies at a time. Usually
 * the window extends to the borders of the cells, and all their bodies are copied: that costs less
 * than a test whether they lie in a smaller box, and larger windows suffice more often. Only if the
 * cells contain too many bodies, those outside the box are left out.
 *
 * Include it where LANES_AVX2 or LANES_SSE2 is defined. Cost, for each body in the cells that the
 * window touches: about three operations to copy it; about five with AVX2, twelve with SSE2 to test
 * it. */
#ifndef NEAR_WINDOW_LANES_H
#define NEAR_WINDOW_LANES_H

#include <math.h>

#include "geom/lanes.h"
#include "near/batch.h"
#include "near/near.h"

/* The candidates of a batch. The candidates of a group are contiguous and padded to a multiple of
 * eight. Up to eight more may be written after the last one. */
typedef struct batch_window {
    uint32_t count;
    wend_vec2 positions[BATCH_CANDIDATES + 2 * BATCH_LANES];
    uint32_t body[BATCH_CANDIDATES + 2 * BATCH_LANES]; /* the body's index, times four */
} batch_window;

/* Returns the index of the body that is candidate `c`. */
static inline uint32_t window_body(const batch_window *window, uint32_t c) {
    return window->body[c] / 4;
}

/* Returns the body record of candidate `c`. The index is stored multiplied by four; the remaining
 * factor of eight is part of the addressing mode and costs nothing. */
static inline const void *window_record(const batch_window *window, const wend_body *bodies,
                                        uint32_t c) {
    _Static_assert(sizeof *bodies == 4 * sizeof(uint64_t), "");
    return (const uint64_t *)(const void *)bodies + window->body[c];
}

/* The box to search. */
typedef struct window_box {
    wend_vec2 low, high;
} window_box;

/* The window of a group: all cells that a box touches. It contains every body whose distance from
 * an agent of the group is smaller than the distance from that agent to the window's border. */
typedef struct group_window {
    wend_vec2 low, high; /* the border (m), moved inwards by what it may be off because of rounding;
                            infinite on a side if there are no cells beyond it */
    uint32_t first;      /* the cell at the low corner */
    uint32_t width;      /* in bins */
    uint32_t strips;
    uint32_t bodies; /* the number of bodies in these cells */
    window_box box;  /* the box */
} group_window;

/* A body outside a window has a coordinate x with fl(fl(x - origin) * rate) < cell, so x lies less
 * than 2^-22 of its distance to the origin beyond origin + cell / rate. Computing the latter is off
 * by less than 2^-23 of the coordinates. Both coordinates and origin are at most `size`, so the sum
 * of all errors is less than this factor times `size`. */
static const float border_rounding = 1e-6F;

/* The largest relative error of a computed distance is less than this; see border_distance. */
static const float distance_rounding = 2e-6F;

/* Returns the largest absolute coordinate (m) of the bodies on a layer. */
static inline float largest_coordinate(const near_box *box) {
    __m128 sides = _mm_andnot_ps(_mm_set1_ps(-0.0F), _mm_loadu_ps(&box->low.x));
    __m128 two = _mm_max_ps(sides, _mm_movehl_ps(sides, sides));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps(two, two, 1)));
}

/* Finds the cells that a group's box touches when the box is widened by slightly more than
 * `margin`, so that the border is farther than `margin` from the agents in spite of rounding. */
static inline group_window window_around(const wend_view *view, const near_group *group,
                                         float margin) {
    const near_grid *grid = view->internals->grid;
    const near_layer *layer = &grid->layers[group->layer];
    float rounding = border_rounding * largest_coordinate(&grid->boxes[group->layer]);
    float wide = margin + 2.0F * (distance_rounding * margin + rounding);
    __m128 sign = _mm_setr_ps(-0.0F, -0.0F, 0.0F, 0.0F), zero = _mm_setzero_ps();
    __m128 origin = _mm_setr_ps(layer->x, layer->y, layer->x, layer->y);
    __m128 rate = _mm_setr_ps(layer->per_bin, layer->per_strip, layer->per_bin, layer->per_strip);
    __m128 last =
        _mm_setr_ps(layer->last_bin, layer->last_strip, layer->last_bin, layer->last_strip);
    __m128 box = _mm_add_ps(_mm_loadu_ps(&group->low.x), _mm_xor_ps(_mm_set1_ps(wide), sign));
    __m128 at = _mm_mul_ps(_mm_sub_ps(box, origin), rate);
    __m128i cells = _mm_cvttps_epi32(_mm_min_ps(_mm_max_ps(at, zero), last));
    __m128 whole = _mm_cvtepi32_ps(cells);
    __m128 outermost = _mm_cmpeq_ps(whole, _mm_movelh_ps(zero, last));
    __m128 edge = _mm_add_ps(whole, _mm_setr_ps(0.0F, 0.0F, 1.0F, 1.0F));
    edge = _mm_add_ps(origin, _mm_div_ps(edge, rate));
    edge = _mm_sub_ps(edge, _mm_xor_ps(_mm_set1_ps(rounding), sign));
    __m128 far = _mm_xor_ps(_mm_set1_ps(INFINITY), sign);
    edge = _mm_or_ps(_mm_and_ps(outermost, far), _mm_andnot_ps(outermost, edge));
    uint32_t index[4]; /* left, bottom, right, top */
    group_window window;
    _mm_storeu_ps(&window.box.low.x, box);
    _mm_storeu_ps(&window.low.x, edge);
    _mm_storeu_si128((__m128i *)(void *)index, cells);
    window.first = layer->first_cell + index[1] * layer->bins + index[0];
    window.width = index[2] - index[0] + 1;
    window.strips = index[3] - index[1] + 1;
    window.bodies = 0;
    const uint32_t *starts = &grid->starts[window.first];
    for (uint32_t i = 0; i < window.strips; i++, starts += layer->bins) {
        window.bodies += starts[window.width] - starts[0];
    }
    return window;
}

/* True if a body in these cells is a ghost. */
static bool has_ghosts_in(const wend_view *view, uint32_t layer, const group_window *window) {
    const near_grid *grid = view->internals->grid;
    const uint32_t *starts = &grid->starts[window->first];
    uint32_t tags = 0;
    for (uint32_t i = 0; i < window->strips; i++, starts += grid->layers[layer].bins) {
        for (uint32_t k = starts[0]; k < starts[window->width]; k++) {
            tags |= view->bodies[k].tags;
        }
    }
    return tags >> 20 & WEND_BODY_GHOST;
}

/* Padding candidates are so far from each other that their rounded distances differ. */
#define PADDING_AT(i)                                                                              \
    { BATCH_PADDING *(1.0F + 0.125F * (i)), 0.0F }
static const wend_vec2 padding_positions[LANES] = {PADDING_AT(0), PADDING_AT(1), PADDING_AT(2),
                                                   PADDING_AT(3), PADDING_AT(4), PADDING_AT(5),
                                                   PADDING_AT(6), PADDING_AT(7)};

/* Pads the candidates to a multiple of eight. */
static inline uint32_t add_padding(batch_window *window, uint32_t count) {
    memcpy(&window->positions[count], padding_positions, sizeof padding_positions);
    lanes_store((float *)(void *)&window->body[count],
                lanes_zero()); /* index of a valid body, not used */
    return (count + LANES - 1) / LANES * LANES;
}

static inline bool is_within(window_box box, wend_vec2 p) {
    return (p.x >= box.low.x) & (p.x <= box.high.x) & (p.y >= box.low.y) & (p.y <= box.high.y);
}

/* Tests the bodies [begin, end) one by one, and adds those that lie in the box to the candidates.
 * Returns the new number of candidates. */
static uint32_t gather_one_by_one(const wend_body *bodies, uint32_t begin, uint32_t end,
                                  window_box box, batch_window *window, uint32_t count) {
    for (uint32_t i = begin; i < end; i++) {
        window->positions[count] = bodies[i].position;
        window->body[count] = 4 * i;
        count += is_within(box, bodies[i].position);
    }
    return count;
}

#ifdef LANES_AVX2

/* A corner of the box, repeated: x, y, x, y, ... */
typedef __m256 corner_pairs;

static inline corner_pairs pairs_of(wend_vec2 p) {
    return _mm256_setr_ps(p.x, p.y, p.x, p.y, p.x, p.y, p.x, p.y);
}

/* Tables for packing lanes. For each bit i that is set in `m`, starting with the lowest bit:
 * PACK_BIT gives one byte, i * factor; PACK_PAIR gives two bytes, 2 * i and 2 * i + 1. */
#define PACK_BIT(m, i, factor)                                                                     \
    ((uint32_t)((m) >> (i)&1U) * ((factor) * (uint32_t)(i))                                        \
     << 8 * __builtin_popcount((m) & ((1U << (i)) - 1U)))
#define PACK_PAIR(m, i)                                                                            \
    ((uint64_t)((m) >> (i)&1U) * (0x100U + 0x202U * (uint64_t)(i))                                 \
     << 16 * __builtin_popcount((m) & ((1U << (i)) - 1U)))
#define PACK_ROW(m)                                                                                \
    {                                                                                              \
        PACK_PAIR(m, 0) | PACK_PAIR(m, 1) | PACK_PAIR(m, 2) | PACK_PAIR(m, 3),                     \
            PACK_BIT(m, 1, 4U) | PACK_BIT(m, 2, 4U) | PACK_BIT(m, 3, 4U)                           \
    }
#define PACK_4(m) PACK_ROW(m), PACK_ROW((m) + 1U), PACK_ROW((m) + 2U), PACK_ROW((m) + 3U)
static const struct pack_row {
    uint64_t floats; /* two bytes for each packed body: the indices of its x and y */
    uint32_t bodies; /* one byte for each packed body: its index times four */
} pack_rows[16] = {PACK_4(0U), PACK_4(4U), PACK_4(8U), PACK_4(12U)};

/* Tests the four bodies that start at index `at`, except the first `skipped` of them. Adds those
 * that lie in the box to the candidates. Returns the new number of candidates. */
static inline uint32_t add_four(const wend_body *bodies, uint32_t at, corner_pairs low,
                                corner_pairs high, uint32_t skipped, batch_window *window,
                                uint32_t count) {
    const char *from = (const char *)&bodies[at];
    __m256 positions =
        _mm256_set_m128(lanes_load_two_pairs(from + 2 * sizeof *bodies, sizeof *bodies),
                        lanes_load_two_pairs(from, sizeof *bodies));
    __m256 inside = lanes_and(lanes_less_equal(low, positions), lanes_less_equal(positions, high));
    inside = lanes_and(inside, _mm256_permute_ps(inside, 0xb1));
    uint32_t bits = (uint32_t)_mm256_movemask_pd(_mm256_castps_pd(inside)) >> skipped << skipped;
    const struct pack_row *row = &pack_rows[bits];
    __m256i floats = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)row->floats));
    __m128i named = _mm_cvtepu8_epi32(_mm_cvtsi32_si128((int)row->bodies));
    named = _mm_add_epi32(named, _mm_set1_epi32((int)(4 * at)));
    _mm256_storeu_ps(&window->positions[count].x, _mm256_permutevar8x32_ps(positions, floats));
    _mm_storeu_si128((__m128i *)(void *)&window->body[count], named);
    return count + (uint32_t)__builtin_popcount(bits);
}

#else

/* A corner of the box, repeated: x, y, x, y. */
typedef __m128 corner_pairs;

static inline corner_pairs pairs_of(wend_vec2 p) {
    return _mm_setr_ps(p.x, p.y, p.x, p.y);
}

/* Tests which of two positions lie in the box. Bit 0 of the result is for the first, bit 2 for the
 * second. */
static inline uint32_t two_within(__m128 positions, corner_pairs low, corner_pairs high) {
    __m128 inside = _mm_and_ps(_mm_cmple_ps(low, positions), _mm_cmple_ps(positions, high));
    uint32_t bits = (uint32_t)_mm_movemask_ps(inside);
    return bits & bits >> 1;
}

/* Adds the bodies `at` and `at + 1` to the candidates, each only if its bit in `bits` is set: bit 0
 * for the first, bit 2 for the second. Returns the new number of candidates. */
static inline uint32_t add_two(uint32_t at, __m128 positions, uint32_t bits, batch_window *window,
                               uint32_t count) {
    _mm_storel_pi((__m64 *)(void *)&window->positions[count], positions);
    window->body[count] = 4 * at;
    count += bits & 1U;
    _mm_storeh_pi((__m64 *)(void *)&window->positions[count], positions);
    window->body[count] = 4 * at + 4;
    return count + (bits >> 2 & 1U);
}

static inline uint32_t add_four(const wend_body *bodies, uint32_t at, corner_pairs low,
                                corner_pairs high, uint32_t skipped, batch_window *window,
                                uint32_t count) {
    const char *from = (const char *)&bodies[at];
    __m128 one = lanes_load_two_pairs(from, sizeof *bodies);
    __m128 two = lanes_load_two_pairs(from + 2 * sizeof *bodies, sizeof *bodies);
    uint32_t bits = two_within(one, low, high) | two_within(two, low, high) << 4;
    bits = bits >> 2 * skipped << 2 * skipped;
    count = add_two(at, one, bits, window, count);
    return add_two(at + 2, two, bits >> 4, window, count);
}

#endif

/* Does the same as gather_one_by_one, four bodies at a time; the last four may overlap the previous
 * four. */
static inline uint32_t gather_slice(const wend_body *bodies, uint32_t begin, uint32_t end,
                                    window_box box, batch_window *window, uint32_t count) {
    if (end < 4) {
        return gather_one_by_one(bodies, begin, end, box, window, count);
    }
    corner_pairs low = pairs_of(box.low), high = pairs_of(box.high);
    uint32_t i = begin;
    for (; i + 4 <= end; i += 4) {
        count = add_four(bodies, i, low, high, 0, window, count);
    }
    return i < end ? add_four(bodies, end - 4, low, high, i + 4 - end, window, count) : count;
}

/* Copies the positions and indices of the bodies [begin, end) to candidate `count` and those that
 * follow it. Up to three more may be written. */
static inline void copy_slice(const wend_view *view, uint32_t begin, uint32_t end, batch_window *to,
                              uint32_t count) {
    if (end + 3 > view->body_count) { /* there are not always four bodies to load */
        for (; begin < end; begin++, count++) {
            to->positions[count] = view->bodies[begin].position;
            to->body[count] = 4 * begin;
        }
        return;
    }
    const char *from = (const char *)&view->bodies[begin];
    const size_t stride = sizeof *view->bodies;
    __m128i named = _mm_add_epi32(_mm_set1_epi32((int)(4 * begin)), _mm_setr_epi32(0, 4, 8, 12));
    for (size_t c = count, after = count + (end - begin); c < after; c += 4, from += 4 * stride) {
        _mm_storeu_ps(&to->positions[c].x, lanes_load_two_pairs(from, stride));
        _mm_storeu_ps(&to->positions[c + 2].x, lanes_load_two_pairs(from + 2 * stride, stride));
        _mm_storeu_si128((__m128i *)(void *)&to->body[c], named);
        named = _mm_add_epi32(named, _mm_set1_epi32(16));
    }
}

/* Adds all bodies of a window to the candidates. The caller has checked that they fit. */
static inline void gather_window(const wend_view *view, uint32_t layer, const group_window *window,
                                 batch_window *to) {
    const near_grid *grid = view->internals->grid;
    const uint32_t *starts = &grid->starts[window->first];
    uint32_t count = to->count;
    for (uint32_t i = 0; i < window->strips; i++, starts += grid->layers[layer].bins) {
        uint32_t begin = starts[0], end = starts[window->width];
        if (begin < end) {
            copy_slice(view, begin, end, to, count);
            count += end - begin;
        }
    }
    to->count = add_padding(to, count);
}

/* Adds the bodies of a window that lie in its box to the candidates, and makes the window smaller:
 * `margin` is from the group's agents to its border, except where there are no bodies beyond it.
 * The caller has checked that all bodies of the window fit. */
static inline void gather_box(const wend_view *view, const near_group *group, float margin,
                              group_window *window, batch_window *to) {
    const near_grid *grid = view->internals->grid;
    const uint32_t *starts = &grid->starts[window->first];
    window_box box = window->box;
    uint32_t count = to->count;
    for (uint32_t i = 0; i < window->strips; i++, starts += grid->layers[group->layer].bins) {
        count = gather_slice(view->bodies, starts[0], starts[window->width], box, to, count);
    }
    to->count = add_padding(to, count);
    near_box bodies = grid->boxes[group->layer];
    window->low.x = box.low.x <= bodies.low.x ? -INFINITY : group->low.x - margin;
    window->low.y = box.low.y <= bodies.low.y ? -INFINITY : group->low.y - margin;
    window->high.x = box.high.x >= bodies.high.x ? INFINITY : group->high.x + margin;
    window->high.y = box.high.y >= bodies.high.y ? INFINITY : group->high.y + margin;
}

#endif
