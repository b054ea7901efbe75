/* near/window_lanes.h: gathers the candidates of a group, that is, the bodies within its window.
 * Their records are copied from one slice of each strip that the window touches, four at a time, so
 * that ranking and half-planes read one small array. Usually the window extends to the borders of
 * the cells, and all their bodies are copied: that costs less than a test whether they lie in a
 * smaller box, and larger windows suffice more often. Only if the cells contain too many bodies,
 * those outside the box are left out.
 *
 * Include it where LANES_AVX2 or LANES_QUADS is defined. Cost, for each body in the cells that the
 * window touches: about three operations to copy it with AVX2, five with SSE2; twice as many to
 * test it, too. */
#ifndef NEAR_WINDOW_LANES_H
#define NEAR_WINDOW_LANES_H

#include <math.h>

#include "geom/lanes.h"
#include "near/batch.h"
#include "near/near.h"

/* The candidates of a batch: copies of their bodies. The candidates of a group are contiguous and
 * padded to a multiple of eight. Up to eight more may be written after the last one. */
typedef struct batch_window {
    uint32_t count;
    _Alignas(32) wend_body records[BATCH_CANDIDATES + 2 * BATCH_LANES];
} batch_window;

/* A candidate's row is its number times ROW_SCALE. The rest of the size of a record, a factor of
 * eight, is part of the addressing mode and costs nothing. */
enum { ROW_BITS = 2, ROW_SCALE = 1 << ROW_BITS };
_Static_assert(sizeof(wend_body) == ROW_SCALE * sizeof(uint64_t), "");

static inline const wend_body *window_record(const batch_window *window, uint32_t row) {
    return (const wend_body *)(const void *)((const uint64_t *)(const void *)window->records + row);
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
    quad sides = quad_without(quad_set(-0.0F), quad_load(&box->low.x));
    quad two = quad_max(sides, quad_upper(sides));
    return quad_first(quad_max(two, quad_swap(two)));
}

/* Finds the cells that a group's box touches when the box is widened by slightly more than
 * `margin`, so that the border is farther than `margin` from the agents in spite of rounding. */
static inline group_window window_around(const wend_view *view, const near_group *group,
                                         float margin) {
    const near_grid *grid = view->internals->grid;
    const near_layer *layer = &grid->layers[group->layer];
    float rounding = border_rounding * largest_coordinate(&grid->boxes[group->layer]);
    float wide = margin + 2.0F * (distance_rounding * margin + rounding);
    quad sign = quad_of(-0.0F, -0.0F, 0.0F, 0.0F), zero = quad_set(0.0F);
    quad origin = quad_of(layer->x, layer->y, layer->x, layer->y);
    quad rate = quad_of(layer->per_bin, layer->per_strip, layer->per_bin, layer->per_strip);
    quad last = quad_of(layer->last_bin, layer->last_strip, layer->last_bin, layer->last_strip);
    quad box = quad_add(quad_load(&group->low.x), quad_xor(quad_set(wide), sign));
    quad at = quad_mul(quad_sub(box, origin), rate);
    quad cells = quad_min(quad_max(at, zero), last);
    quad whole = quad_truncate(cells);
    quad outermost = quad_equal(whole, quad_join(zero, last));
    quad edge = quad_add(whole, quad_of(0.0F, 0.0F, 1.0F, 1.0F));
    edge = quad_add(origin, quad_div(edge, rate));
    edge = quad_sub(edge, quad_xor(quad_set(rounding), sign));
    edge = quad_select(outermost, edge, quad_xor(quad_set(INFINITY), sign));
    uint32_t index[4]; /* left, bottom, right, top */
    group_window window;
    quad_store(&window.box.low.x, box);
    quad_store(&window.low.x, edge);
    quad_store_truncated(index, cells);
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
    {                                                                                              \
        .position = { BATCH_PADDING * (1.0F + 0.125F * (i)), 0.0F }                                \
    }
static const wend_body padding_records[LANES] = {PADDING_AT(0), PADDING_AT(1), PADDING_AT(2),
                                                 PADDING_AT(3), PADDING_AT(4), PADDING_AT(5),
                                                 PADDING_AT(6), PADDING_AT(7)};

/* Pads the candidates to a multiple of eight. */
static inline uint32_t add_padding(batch_window *window, uint32_t count) {
    memcpy(&window->records[count], padding_records, sizeof padding_records);
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
        window->records[count] = bodies[i];
        count += is_within(box, bodies[i].position);
    }
    return count;
}

/* A corner of the box, repeated: x, y, x, y. */
static inline quad pairs_of(wend_vec2 p) {
    return quad_of(p.x, p.y, p.x, p.y);
}

/* Tests which of two bodies lie in the box. Bit 0 of the result is for the first, bit 1 for the
 * second. */
static inline uint32_t two_within(const wend_body *two, quad low, quad high) {
    quad positions = quad_load_two_pairs(two, sizeof *two);
    quad inside = quad_and(quad_less_equal(low, positions), quad_less_equal(positions, high));
    return quad_pair_bits(quad_and(inside, quad_swap(inside)));
}

/* For each mask of four bits: the number of bits that are set in its first one, two, three and four
 * bits, times the size of a record. */
#define KEPT_BYTES(m, bits)                                                                        \
    ((uint8_t)(__builtin_popcount((m) & ((1U << (bits)) - 1U)) * (int)sizeof(wend_body)))
#define KEPT_ROW(m)                                                                                \
    { KEPT_BYTES(m, 1), KEPT_BYTES(m, 2), KEPT_BYTES(m, 3), KEPT_BYTES(m, 4) }
#define KEPT_4(m) KEPT_ROW(m), KEPT_ROW((m) + 1U), KEPT_ROW((m) + 2U), KEPT_ROW((m) + 3U)
static const uint8_t kept_bytes[16][4] = {KEPT_4(0U), KEPT_4(4U), KEPT_4(8U), KEPT_4(12U)};

/* Tests the four bodies that start at `from`, except the first `skipped` of them. Adds those that
 * lie in the box to the candidates that end at `to`. Returns the new end. */
static inline wend_body *add_four(const wend_body *from, quad low, quad high, uint32_t skipped,
                                  wend_body *to) {
    uint32_t bits = two_within(from, low, high) | two_within(from + 2, low, high) << 2;
    const uint8_t *kept = kept_bytes[bits >> skipped << skipped];
    char *end = (char *)to;
    lanes_copy_eight(end, &from[0]);
    lanes_copy_eight(end + kept[0], &from[1]);
    lanes_copy_eight(end + kept[1], &from[2]);
    lanes_copy_eight(end + kept[2], &from[3]);
    return (wend_body *)(void *)(end + kept[3]);
}

/* Does the same as gather_one_by_one, four bodies at a time; the last four may overlap the previous
 * four. */
static inline uint32_t gather_slice(const wend_body *bodies, uint32_t begin, uint32_t end,
                                    window_box box, batch_window *window, uint32_t count) {
    if (end < 4) {
        return gather_one_by_one(bodies, begin, end, box, window, count);
    }
    quad low = pairs_of(box.low), high = pairs_of(box.high);
    const wend_body *from = &bodies[begin], *last = &bodies[end];
    wend_body *to = &window->records[count];
    for (; from + 4 <= last; from += 4) {
        to = add_four(from, low, high, 0, to);
    }
    if (from < last) {
        to = add_four(last - 4, low, high, (uint32_t)(from - (last - 4)), to);
    }
    return (uint32_t)(to - window->records);
}

/* Copies the bodies [from, last) to `to`. Returns the end of the copies; up to three more may be
 * written. `end` is the end of all bodies. */
static inline wend_body *copy_slice(const wend_body *from, const wend_body *last,
                                    const wend_body *end, wend_body *to) {
    wend_body *after = to + (last - from);
    if (end - last < 3) { /* there are not always four bodies to load */
        memcpy(to, from, (size_t)(last - from) * sizeof *from);
        return after;
    }
    for (; to < after; from += 4, to += 4) {
        for (uint32_t i = 0; i < 4; i++) {
            lanes_copy_eight(&to[i], &from[i]);
        }
    }
    return after;
}

/* Adds all bodies of a window to the candidates. The caller has checked that they fit. */
static inline void gather_window(const wend_view *view, uint32_t layer, const group_window *window,
                                 batch_window *to) {
    const near_grid *grid = view->internals->grid;
    const wend_body *bodies = view->bodies, *end = &bodies[view->body_count];
    const uint32_t *starts = &grid->starts[window->first];
    size_t width = window->width, bins = grid->layers[layer].bins;
    wend_body *record = &to->records[to->count];
    for (uint32_t i = 0; i < window->strips; i++, starts += bins) {
        record = copy_slice(&bodies[starts[0]], &bodies[starts[width]], end, record);
    }
    to->count = add_padding(to, (uint32_t)(record - to->records));
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
