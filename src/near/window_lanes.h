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
    uint32_t body[UNIT_CANDIDATES + 2 * UNIT_LANES];
} unit_window;

/* What was gathered for a group: whoever is nearer to one of it than the box's edge is there. */
typedef struct group_window {
    wend_vec2 low, high; /* infinite where there is nobody beyond */
    bool has_ghosts;     /* someone stands on another layer */
} group_window;

/* Cells that a box touches. */
typedef struct cell_span {
    uint32_t first; /* the cell at its low corner */
    uint32_t width; /* bins */
    uint32_t strips;
} cell_span;

/* The box that is looked at. */
typedef struct window_box {
    wend_vec2 low, high;
} window_box;

static inline uint32_t span_cell(float place, uint32_t count) {
    return place <= 0.0F ? 0 : place >= (float)count ? count - 1 : (uint32_t)place;
}

static inline cell_span cells_of(const near_layer *layer, window_box box) {
    uint32_t left = span_cell((box.low.x - layer->x) * layer->per_bin, layer->bins);
    uint32_t right = span_cell((box.high.x - layer->x) * layer->per_bin, layer->bins);
    uint32_t bottom = span_cell((box.low.y - layer->y) * layer->per_strip, layer->strips);
    uint32_t top = span_cell((box.high.y - layer->y) * layer->per_strip, layer->strips);
    return (cell_span){.first = layer->first_cell + bottom * layer->bins + left,
                       .width = right - left + 1,
                       .strips = top - bottom + 1};
}

/* How many bodies lie in these cells. */
static inline uint32_t bodies_within(const near_grid *grid, const near_layer *layer,
                                     cell_span span) {
    uint32_t sum = 0;
    for (uint32_t i = 0, cell = span.first; i < span.strips; i++, cell += layer->bins) {
        sum += grid->starts[cell + span.width] - grid->starts[cell];
    }
    return sum;
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
        window->body[count] = i;
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
    __m256i named = _mm256_add_epi32(row, _mm256_set1_epi32((int)at));
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
        window->body[count] = at + i;
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

static inline bool finds_ghost(const wend_body *bodies, uint32_t begin, uint32_t end) {
    uint32_t tags = 0;
    for (uint32_t i = begin; i < end; i++) {
        tags |= bodies[i].tags;
    }
    return tags >> 20 & WEND_BODY_GHOST;
}

/* A little more than the margin, so that rounding loses nobody. */
static inline window_box box_around(const near_group *group, float margin) {
    float wide = margin + 1e-6F * (margin + near_group_far(group));
    return (window_box){{group->low.x - wide, group->low.y - wide},
                        {group->high.x + wide, group->high.y + wide}};
}

/* Fills up to a multiple of eight. */
static inline uint32_t add_nobodies(unit_window *window, uint32_t count) {
    lanes nobody = lanes_set(UNIT_NOBODY), none = lanes_set_bits(UINT32_MAX);
    lanes_store(&window->x[count], nobody);
    lanes_store(&window->y[count], nobody);
    /* Whoever looks at one of them is found out. */
    lanes_store((float *)(void *)&window->body[count], none);
    return (count + LANES - 1) / LANES * LANES;
}

/* Adds everyone within `margin` of the group's box to the candidates. False if there may be too
 * many of them: then nothing was added. */
static bool gather_window(const wend_view *view, const near_group *group, float margin,
                          unit_window *window, group_window *out) {
    const near_grid *grid = view->inside->grid;
    const near_layer *layer = &grid->layers[group->layer];
    window_box box = box_around(group, margin);
    cell_span span = cells_of(layer, box);
    if (bodies_within(grid, layer, span) > UNIT_CANDIDATES - window->count) {
        return false;
    }
    bool has_links = wend_space_link_count(view->space) > 0;
    uint32_t count = window->count;
    out->has_ghosts = false;
    for (uint32_t i = 0, cell = span.first; i < span.strips; i++, cell += layer->bins) {
        uint32_t begin = grid->starts[cell], end = grid->starts[cell + span.width];
        count = gather_slice(view->bodies, begin, end, box, window, count);
        out->has_ghosts |= has_links && finds_ghost(view->bodies, begin, end);
    }
    window->count = add_nobodies(window, count);
    out->low.x = box.low.x <= layer->x ? -INFINITY : group->low.x - margin;
    out->low.y = box.low.y <= layer->y ? -INFINITY : group->low.y - margin;
    bool at_right = box.high.x >= layer->x + (float)layer->bins / layer->per_bin;
    bool at_top = box.high.y >= layer->y + (float)layer->strips / layer->per_strip;
    out->high.x = at_right ? INFINITY : group->high.x + margin;
    out->high.y = at_top ? INFINITY : group->high.y + margin;
    return true;
}

#endif
