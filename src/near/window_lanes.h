/* near/window_lanes.h: gathers the candidates of a group: a slice of each strip that its window
 * touches, those outside the window left out. Eight bodies are looked at together.
 *
 * Include it where LANES_AVX2 or LANES_SSE2 is defined.
 * Cost: about five operations with AVX2, twelve with SSE2, for each body in the cells that the
 * window touches. */
#ifndef NEAR_WINDOW_LANES_H
#define NEAR_WINDOW_LANES_H

#include <math.h>

#include "geom/lanes.h"
#include "near/near.h"
#include "near/unit.h"

/* Candidates of a unit, those of a group together and filled up to a multiple of eight with
 * nobodies. Eight more may be written beyond the last. */
typedef struct unit_window {
    uint32_t count;
    float x[UNIT_CANDIDATES + 2 * UNIT_LANES], y[UNIT_CANDIDATES + 2 * UNIT_LANES];
    uint32_t body[UNIT_CANDIDATES + 2 * UNIT_LANES]; /* four times its index */
} unit_window;

/* The body of candidate `c`. */
static inline uint32_t window_body(const unit_window *window, uint32_t c) {
    return window->body[c] / 4;
}

/* Its record. Index and address differ by a factor that machines multiply by at no cost. */
static inline const void *window_record(const unit_window *window, const wend_body *bodies,
                                        uint32_t c) {
    _Static_assert(sizeof *bodies == 4 * sizeof(uint64_t), "");
    return (const uint64_t *)(const void *)bodies + window->body[c];
}

/* What was gathered for a group: whoever is nearer to one of it than the box's edge is there. */
typedef struct group_window {
    wend_vec2 low, high; /* infinite where there is nobody beyond */
    bool has_ghosts;     /* someone stands on another layer */
} group_window;

/* Cells that a box touches. */
typedef struct cell_span {
    wend_vec2 low, high; /* the box */
    uint32_t first;      /* the cell at its low corner */
    uint32_t width;      /* bins */
    uint32_t strips;
    uint32_t bodies; /* how many lie in these cells */
} cell_span;

/* The box that is looked at. */
typedef struct window_box {
    wend_vec2 low, high;
} window_box;

static inline uint32_t span_cell(float place, uint32_t count) {
    return place <= 0.0F ? 0 : place >= (float)count ? count - 1 : (uint32_t)place;
}

static inline bool lies_within(window_box box, wend_vec2 p) {
    return (p.x >= box.low.x) & (p.x <= box.high.x) & (p.y >= box.low.y) & (p.y <= box.high.y);
}

/* Adds those of bodies [begin, end) that lie in the box, one by one. Returns how many there are. */
static uint32_t gather_singly(const wend_body *bodies, uint32_t begin, uint32_t end, window_box box,
                              unit_window *window, uint32_t count) {
    for (uint32_t i = begin; i < end; i++) {
        wend_vec2 p = bodies[i].position;
        window->x[count] = p.x;
        window->y[count] = p.y;
        window->body[count] = 4 * i;
        count += lies_within(box, p);
    }
    return count;
}

#ifdef LANES_AVX2

/* The numbers of the bits that are set in `m`, one byte for each, the lowest first. */
#define PACK_BIT(m, i)                                                                             \
    ((uint64_t)((m) >> (i)&1U) * (uint64_t)(i) << 8 * __builtin_popcount((m) & ((1U << (i)) - 1U)))
#define PACK_ROW(m)                                                                                \
    (PACK_BIT(m, 1) | PACK_BIT(m, 2) | PACK_BIT(m, 3) | PACK_BIT(m, 4) | PACK_BIT(m, 5) |          \
     PACK_BIT(m, 6) | PACK_BIT(m, 7))
#define PACK_4(m)  PACK_ROW(m), PACK_ROW((m) + 1U), PACK_ROW((m) + 2U), PACK_ROW((m) + 3U)
#define PACK_16(m) PACK_4(m), PACK_4((m) + 4U), PACK_4((m) + 8U), PACK_4((m) + 12U)
#define PACK_64(m) PACK_16(m), PACK_16((m) + 16U), PACK_16((m) + 32U), PACK_16((m) + 48U)
static const uint64_t pack_rows[256] = {PACK_64(0U), PACK_64(64U), PACK_64(128U), PACK_64(192U)};

/* Adds those of eight bodies that the bits name. Returns how many candidates there are. */
static inline uint32_t add_named(const wend_body *bodies, uint32_t at, lanes x, lanes y,
                                 uint32_t bits, unit_window *window, uint32_t count) {
    (void)bodies;
    __m256i row = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)pack_rows[bits]));
    lanes_store(&window->x[count], _mm256_permutevar8x32_ps(x, row));
    lanes_store(&window->y[count], _mm256_permutevar8x32_ps(y, row));
    __m256i named = _mm256_slli_epi32(_mm256_add_epi32(row, _mm256_set1_epi32((int)at)), 2);
    _mm256_storeu_si256((__m256i *)(void *)&window->body[count], named);
    return count + (uint32_t)__builtin_popcount(bits);
}

#else

static inline uint32_t add_named(const wend_body *bodies, uint32_t at, lanes x, lanes y,
                                 uint32_t bits, unit_window *window, uint32_t count) {
    (void)x;
    (void)y;
    for (uint32_t i = 0; i < LANES; i++) {
        window->x[count] = bodies[at + i].position.x;
        window->y[count] = bodies[at + i].position.y;
        window->body[count] = 4 * (at + i);
        count += bits >> i & 1U;
    }
    return count;
}

#endif

/* The same as gather_singly, by eights; the last eight overlap those before. */
static inline uint32_t gather_slice(const wend_body *bodies, uint32_t begin, uint32_t end,
                                    window_box box, unit_window *window, uint32_t count) {
    if (end < LANES) {
        return gather_singly(bodies, begin, end, box, window, count);
    }
    lanes left = lanes_set(box.low.x), right = lanes_set(box.high.x);
    lanes below = lanes_set(box.low.y), above = lanes_set(box.high.y);
    for (uint32_t i = begin; i < end; i += LANES) {
        uint32_t at = i + LANES <= end ? i : end - LANES;
        lanes x, y;
        lanes_load_pairs(&bodies[at], sizeof *bodies, &x, &y);
        lanes inside = lanes_and(lanes_and(lanes_less_equal(left, x), lanes_less_equal(x, right)),
                                 lanes_and(lanes_less_equal(below, y), lanes_less_equal(y, above)));
        uint32_t fresh = LANES_ALL << (i - at) & LANES_ALL;
        count = add_named(bodies, at, x, y, lanes_bits(inside) & fresh, window, count);
    }
    return count;
}

/* The cells within `margin` of a group's box, and a little more, so that rounding loses nobody. */
static inline cell_span cells_around(const wend_view *view, const near_group *group, float margin) {
    const near_grid *grid = view->inside->grid;
    const near_layer *layer = &grid->layers[group->layer];
    float wide = margin + 1e-6F * (margin + near_group_far(group));
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

/* Whether someone in these cells stands on another layer. */
static bool finds_ghosts(const wend_view *view, uint32_t layer, cell_span span) {
    const near_grid *grid = view->inside->grid;
    const uint32_t *starts = &grid->starts[span.first];
    uint32_t tags = 0;
    for (uint32_t i = 0; i < span.strips; i++, starts += grid->layers[layer].bins) {
        for (uint32_t k = starts[0]; k < starts[span.width]; k++) {
            tags |= view->bodies[k].tags;
        }
    }
    return tags >> 20 & WEND_BODY_GHOST;
}

/* Fills up to a multiple of eight. */
static inline uint32_t add_nobodies(unit_window *window, uint32_t count) {
    lanes nobody = lanes_set(UNIT_NOBODY);
    lanes_store(&window->x[count], nobody);
    lanes_store(&window->y[count], nobody);
    lanes_store((float *)(void *)&window->body[count], lanes_zero()); /* a body, not to be heeded */
    return (count + LANES - 1) / LANES * LANES;
}

/* Adds everyone within `margin` of the group's box, which lie in these cells, to the candidates;
 * there is room for them. */
static inline group_window gather_window(const wend_view *view, const near_group *group,
                                         float margin, cell_span span, unit_window *window) {
    const near_grid *grid = view->inside->grid;
    const near_layer *layer = &grid->layers[group->layer];
    uint32_t count = window->count;
    group_window out = {.has_ghosts = false};
    const uint32_t *starts = &grid->starts[span.first];
    for (uint32_t i = 0; i < span.strips; i++, starts += layer->bins) {
        uint32_t begin = starts[0], end = starts[span.width];
        count = gather_slice(view->bodies, begin, end, (window_box){span.low, span.high}, window,
                             count);
    }
    window->count = add_nobodies(window, count);
    out.low.x = span.low.x <= layer->x ? -INFINITY : group->low.x - margin;
    out.low.y = span.low.y <= layer->y ? -INFINITY : group->low.y - margin;
    bool at_right = span.high.x >= layer->x + (float)layer->bins / layer->per_bin;
    bool at_top = span.high.y >= layer->y + (float)layer->strips / layer->per_strip;
    out.high.x = at_right ? INFINITY : group->high.x + margin;
    out.high.y = at_top ? INFINITY : group->high.y + margin;
    return out;
}

#endif
