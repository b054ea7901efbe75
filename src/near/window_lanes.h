/* near/window_lanes.h: gathers the candidates of a group, that is, the bodies within its window.
 * They come from one slice of each strip that the window touches. Four bodies are tested together.
 *
 * Include it where LANES_AVX2 or LANES_SSE2 is defined. Cost, for each body in the cells that the
 * window touches: about five operations with AVX2, twelve with SSE2. */
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

/* The window of a group. It contains every body whose distance from an agent of the group is
 * smaller than the distance from that agent to the window's border. */
typedef struct group_window {
    wend_vec2 low, high; /* infinite on a side if no bodies lie beyond it */
    bool has_ghosts;     /* at least one candidate is a ghost */
} group_window;

/* The cells that a box touches. */
typedef struct cell_span {
    wend_vec2 low, high; /* the box */
    uint32_t first;      /* the cell at the low corner of the box */
    uint32_t width;      /* in bins */
    uint32_t strips;
    uint32_t bodies; /* the number of bodies in these cells */
} cell_span;

/* The box to search. */
typedef struct window_box {
    wend_vec2 low, high;
} window_box;

static inline uint32_t span_cell(float position, uint32_t count) {
    return position <= 0.0F ? 0 : position >= (float)count ? count - 1 : (uint32_t)position;
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

/* Returns the cells that a group's box touches when the box is widened by slightly more than
 * `margin`, so that rounding excludes no body. */
static inline cell_span cells_around(const wend_view *view, const near_group *group, float margin) {
    const near_grid *grid = view->internals->grid;
    const near_layer *layer = &grid->layers[group->layer];
    float wide = margin + 1e-6F * (margin + near_group_max_coordinate(group));
    wend_vec2 low = {group->low.x - wide, group->low.y - wide};
    wend_vec2 high = {group->high.x + wide, group->high.y + wide};
    uint32_t left = span_cell((low.x - layer->x) * layer->per_bin, layer->bins);
    uint32_t right = span_cell((high.x - layer->x) * layer->per_bin, layer->bins);
    uint32_t bottom = span_cell((low.y - layer->y) * layer->per_strip, layer->strips);
    uint32_t top = span_cell((high.y - layer->y) * layer->per_strip, layer->strips);
    cell_span span = {.low = low,
                      .high = high,
                      .first = layer->first_cell + bottom * layer->bins + left,
                      .width = right - left + 1,
                      .strips = top - bottom + 1};
    const uint32_t *starts = &grid->starts[span.first];
    for (uint32_t i = 0; i < span.strips; i++, starts += layer->bins) {
        span.bodies += starts[span.width] - starts[0];
    }
    return span;
}

/* True if a body in these cells is a ghost. */
static bool has_ghosts_in(const wend_view *view, uint32_t layer, cell_span span) {
    const near_grid *grid = view->internals->grid;
    const uint32_t *starts = &grid->starts[span.first];
    uint32_t tags = 0;
    for (uint32_t i = 0; i < span.strips; i++, starts += grid->layers[layer].bins) {
        for (uint32_t k = starts[0]; k < starts[span.width]; k++) {
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

/* Adds all bodies within `margin` of the group's box to the candidates; `span` contains these
 * bodies. The caller has checked that they fit. */
static inline group_window gather_window(const wend_view *view, const near_group *group,
                                         float margin, cell_span span, batch_window *window) {
    const near_grid *grid = view->internals->grid;
    const near_layer *layer = &grid->layers[group->layer];
    uint32_t count = window->count;
    group_window out = {.has_ghosts = false};
    const uint32_t *starts = &grid->starts[span.first];
    for (uint32_t i = 0; i < span.strips; i++, starts += layer->bins) {
        uint32_t begin = starts[0], end = starts[span.width];
        count = gather_slice(view->bodies, begin, end, (window_box){span.low, span.high}, window,
                             count);
    }
    window->count = add_padding(window, count);
    near_box body_box = grid->boxes[group->layer];
    out.low.x = span.low.x <= body_box.low.x ? -INFINITY : group->low.x - margin;
    out.low.y = span.low.y <= body_box.low.y ? -INFINITY : group->low.y - margin;
    out.high.x = span.high.x >= body_box.high.x ? INFINITY : group->high.x + margin;
    out.high.y = span.high.y >= body_box.high.y ? INFINITY : group->high.y + margin;
    return out;
}

#endif
