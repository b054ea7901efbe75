/* near/batch.h: a batch of eight agents that search for their neighbours together, one SIMD lane
 * each.
 *
 * Bodies are sorted in strips, so eight consecutive ones are mostly close to each other. Agents
 * that are close form a group. They share one set of candidates, all bodies in a window around
 * them, which is gathered once. If the eight are not close (at the end of a strip, in a ring, in an
 * empty field), a batch has several groups, so that the lanes stay full. */
#ifndef NEAR_BATCH_H
#define NEAR_BATCH_H

#include <math.h>

#include <wend/model.h>

#include "step/internals.h"

enum {
    BATCH_LANES = 8,
    BATCH_CANDIDATES = 1024, /* at most; the number of a candidate takes ten bits of a key */
    BATCH_RANKS = 136        /* neighbours, the agent itself and one more; a multiple of eight */
};

/* The coordinate of the padding candidates of a window, m: their squared distance is still
 * finite. */
#define BATCH_PADDING 1e15F

/* Lanes of agents that are close to each other, on one layer. */
typedef struct near_group {
    uint32_t lanes; /* one bit per lane */
    uint32_t layer;
    wend_vec2 low, high; /* their bounding box */
    uint32_t begin, end; /* range of their candidates, once these are gathered */
    float margin;        /* of their window, m; 0 if not known yet */
    bool window_reduced; /* a wider window had too many candidates */
} near_group;

typedef struct near_batch {
    uint32_t count;             /* lanes in use, from the first */
    uint32_t body[BATCH_LANES]; /* body of each lane; in padding lanes, that of the first lane */
    uint32_t group_count;
    near_group groups[BATCH_LANES]; /* disjoint */
} near_batch;

/* Returns the lanes in use, one bit for each. */
static inline uint32_t near_batch_used(const near_batch *batch) {
    return (1U << batch->count) - 1U;
}

/* Returns the group of a lane that is in use. */
static inline const near_group *near_group_of(const near_batch *batch, uint32_t lane) {
    const near_group *group = batch->groups;
    while (!(group->lanes >> lane & 1U)) {
        group++;
    }
    return group;
}

/* The bodies not processed yet: from `next` to the end of the current range, and the ranges after
 * it. */
typedef struct near_cursor {
    const wend_range *ranges;
    uint32_t range_count, range, next;
} near_cursor;

near_cursor near_cursor_at(const wend_range *ranges, uint32_t range_count);

/* Takes the next bodies into a batch. Returns false if there are none. */
static inline bool near_batch_next(near_cursor *cursor, near_batch *batch);

/* Does the same for bodies from several ranges, or for fewer than eight bodies. */
bool near_batch_collect(near_cursor *cursor, near_batch *batch);

/* Gives the bodies of the lanes from `lane` on (at least 1) back to the cursor: the next batch
 * begins with them. */
void near_batch_cut(near_cursor *cursor, near_batch *batch, uint32_t lane);

/* Returns a margin that contains the nearest `count` neighbours in a crowd of even density. */
float near_batch_margin(const wend_view *view, const near_group *group, uint32_t count);

/* Returns the largest absolute coordinate in the group's box, m. */
static inline float near_group_max_coordinate(const near_group *group) {
    float x = fabsf(group->low.x) > fabsf(group->high.x) ? group->low.x : group->high.x;
    float y = fabsf(group->low.y) > fabsf(group->high.y) ? group->low.y : group->high.y;
    return fabsf(x) > fabsf(y) ? fabsf(x) : fabsf(y);
}

static inline bool near_batch_next(near_cursor *cursor, near_batch *batch) {
    uint32_t next = cursor->next;
    if (cursor->range == cursor->range_count || next < cursor->ranges[cursor->range].begin ||
        next + BATCH_LANES > cursor->ranges[cursor->range].end) {
        return near_batch_collect(cursor, batch);
    }
    for (uint32_t i = 0; i < BATCH_LANES; i++) {
        batch->body[i] = next + i;
    }
    batch->count = BATCH_LANES;
    cursor->next = next + BATCH_LANES;
    return true;
}

#endif
