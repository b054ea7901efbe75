/* near/batch.h: a batch of eight agents that search for their neighbours together, one SIMD lane
 * each.
 *
 * Bodies are sorted in strips, so eight consecutive bodies are usually close to each other. Agents
 * that are close form a group. The agents of a group share one set of candidates (all bodies in a
 * window around the group), which is gathered once. If the eight agents are not close (at the end
 * of a strip, in a ring, in an empty field), a batch has several groups, so that the lanes stay
 * full. */
#ifndef NEAR_BATCH_H
#define NEAR_BATCH_H

#include <math.h>

#include <wend/model.h>

#include "step/internals.h"

enum {
    BATCH_LANES = 8,
    BATCH_CANDIDATES = 1024, /* the maximum number; a candidate's number takes ten bits of a key */
    BATCH_RANKS = 136        /* the agent itself, up to 134 neighbours, and one spare rank */
};

/* The x coordinate of a window's padding candidates, in m. Small enough for their squared distance
 * to be finite. */
#define BATCH_PADDING 1e15F

/* A group of lanes: their agents are close to each other and on one layer. */
typedef struct near_group {
    uint32_t lanes; /* mask of the lanes, one bit each */
    uint32_t layer;
    wend_vec2 low, high; /* bounding box of the agents */
    uint32_t begin, end; /* range of the candidates, once they are gathered */
    float margin; /* m: from the bounding box to the border of the window; 0 if not known yet */
    bool window_reduced; /* the window was made smaller, because it had too many candidates */
} near_group;

typedef struct near_batch {
    uint32_t count;             /* number of lanes in use; they come first */
    uint32_t body[BATCH_LANES]; /* body index of each lane; padding lanes repeat the first lane's */
    uint32_t group_count;
    near_group groups[BATCH_LANES]; /* groups that have no lane in common */
} near_batch;

/* Returns a mask of the lanes in use, with one bit for each. */
static inline uint32_t near_batch_used(const near_batch *batch) {
    return (1U << batch->count) - 1U;
}

/* Finds the address of each lane's record in an array of records of `size` bytes; `first` is the
 * body that the array begins with. */
static inline void near_batch_rows(const near_batch *batch, const void *array, size_t size,
                                   uint32_t first, const void *rows[BATCH_LANES]) {
    const char *row = (const char *)array + (batch->body[0] - first) * size;
    if (batch->count == BATCH_LANES &&
        batch->body[BATCH_LANES - 1] - batch->body[0] == BATCH_LANES - 1) { /* consecutive bodies */
        for (uint32_t i = 0; i < BATCH_LANES; i++) {
            rows[i] = row + i * size;
        }
        return;
    }
    for (uint32_t i = 0; i < BATCH_LANES; i++) {
        rows[i] = (const char *)array + (batch->body[i] - first) * size;
    }
}

/* Returns the group of a lane that is in use. */
static inline const near_group *near_group_of(const near_batch *batch, uint32_t lane) {
    const near_group *group = batch->groups;
    while (!(group->lanes >> lane & 1U)) {
        group++;
    }
    return group;
}

/* The bodies that have not been processed yet: those from `next` to the end of the current range,
 * and those of the later ranges. */
typedef struct near_cursor {
    const wend_range *ranges;
    uint32_t range_count, range, next;
} near_cursor;

near_cursor near_cursor_at(const wend_range *ranges, uint32_t range_count);

/* Takes the next bodies into a batch. Returns false if there are none. */
static inline bool near_batch_next(near_cursor *cursor, near_batch *batch);

/* Does the same as near_batch_next for bodies from several ranges, or for fewer than eight bodies.
 */
bool near_batch_collect(near_cursor *cursor, near_batch *batch);

/* Puts the bodies of lane `lane` (at least 1) and of all later lanes back into the cursor, so that
 * the next batch begins with them. */
void near_batch_cut(near_cursor *cursor, near_batch *batch, uint32_t lane);

/* Returns a margin (m) around the group. A window with this margin usually contains the nearest
 * `count` neighbours if the density is even. */
float near_batch_margin(const wend_view *view, const near_group *group, uint32_t count);

/* Returns the largest absolute coordinate (m) in the group's box. */
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
