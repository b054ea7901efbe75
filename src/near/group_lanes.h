/* near/group_lanes.h: divides the agents of a batch into groups of agents that are close to each
 * other, and gathers their candidates. A file that includes this header defines LANES_AVX2 or
 * LANES_QUADS. */
#ifndef NEAR_GROUP_LANES_H
#define NEAR_GROUP_LANES_H

#include "near/window_lanes.h"

/* The largest distance (|dx| + |dy|) between the first agent of a group and the others, in strip
 * heights. */
static const float group_reach = 4.0F;

/* If there are more bodies in the cells of a window than this, those outside the box are left out:
 * the window is for many neighbours, or its cells are much larger than the box. */
enum { BODIES_TO_COPY = 88 };

/* The positions (m) of the agents of a batch. */
typedef struct lane_positions {
    const wend_view *view;
    const near_batch *batch;
    lanes x, y;
} lane_positions;

/* Returns a group of the lanes in `bits`, without candidates. */
static inline near_group group_around(lane_positions of, uint32_t bits, float margin,
                                      bool window_reduced) {
    lanes within = lanes_mask(bits), far = lanes_set(INFINITY);
    near_group group = {.lanes = bits, .margin = margin, .window_reduced = window_reduced};
    group.layer = wend_body_layer(&of.view->bodies[of.batch->body[__builtin_ctz(bits)]]);
    lanes sides[4] = {of.x, of.y, lanes_negative(of.x), lanes_negative(of.y)};
    for (int i = 0; i < 4; i++) {
        sides[i] = lanes_select(within, far, sides[i]);
    }
    float least[4];
    lanes_least_of_four(sides, least);
    group.low = (wend_vec2){least[0], least[1]};
    group.high = (wend_vec2){-least[2], -least[3]};
    return group;
}

/* Returns a mask of those lanes in `rest` that are near the first lane in `rest`. */
static inline uint32_t lanes_around(lane_positions of, lanes layers, uint32_t rest) {
    const wend_body *first = &of.view->bodies[of.batch->body[__builtin_ctz(rest)]];
    const near_layer *layer = &of.view->internals->grid->layers[wend_body_layer(first)];
    lanes sign = lanes_set_bits(0x80000000U);
    lanes dx = lanes_without(sign, lanes_sub(of.x, lanes_set(first->position.x)));
    lanes dy = lanes_without(sign, lanes_sub(of.y, lanes_set(first->position.y)));
    lanes near = lanes_less_equal(lanes_add(dx, dy), lanes_set(group_reach / layer->per_strip));
    near = lanes_and(near, lanes_same(layers, lanes_set_bits(wend_body_layer(first))));
    return (lanes_bits(near) | (rest & (~rest + 1U))) & rest;
}

/* Divides the lanes in `bits` into groups; `tags` are those of the bodies. Returns how many groups
 * there are. */
static inline uint32_t form_groups(lane_positions of, lanes tags, uint32_t bits,
                                   near_group groups[BATCH_LANES]) {
    lanes layers = lanes_and(tags, lanes_set_bits(0xff));
    uint32_t count = 0;
    for (uint32_t rest = bits; rest;) {
        uint32_t near = lanes_around(of, layers, rest);
        groups[count++] = group_around(of, near, 0.0F, false);
        rest &= ~near;
    }
    return count;
}

/* Adds the bodies in the window of a group to the candidates. Returns false if there are too many.
 */
static inline bool gather_candidates(const wend_view *view, near_group *group, group_window *found,
                                     batch_window *to) {
    group->begin = to->count;
    if (found->bodies > BATCH_CANDIDATES - group->begin) {
        return false;
    }
    if (found->bodies <= BODIES_TO_COPY) {
        gather_window(view, group->layer, found, to);
    } else {
        gather_box(view, group, group->margin, found, to);
    }
    group->end = to->count;
    return true;
}

#endif
