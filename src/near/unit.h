/* near/unit.h: eight agents that look for their neighbours together.
 *
 * Bodies lie sorted in strips, so eight in a row are mostly close to each other. Those that are
 * form a group: they share one set of candidates, everyone in a window around them, gathered once.
 * Where eight in a row are not (at the end of a strip, in a ring, in an empty field) a unit has
 * several groups, so that the lanes stay full. */
#ifndef NEAR_UNIT_H
#define NEAR_UNIT_H

#include <math.h>

#include <wend/model.h>

#include "step/inside.h"

enum {
    UNIT_LANES = 8,
    UNIT_CANDIDATES = 256, /* at most: an index is eight bits of a key */
    UNIT_RANKS = 34        /* neighbours, the agent itself and one more */
};

/* Where the nobodies are that fill up a window, m: their squared distance is still finite. */
#define UNIT_NOBODY 1e15F

/* Lanes that are close to each other, on one layer. */
typedef struct near_group {
    uint32_t lanes; /* one bit for each */
    uint32_t layer;
    wend_vec2 low, high; /* box around them */
    uint32_t begin, end; /* of their candidates, once these are gathered */
    float margin;        /* m: of their window; 0 before it is known */
    bool shrunk;         /* there were too many candidates with a wider one */
} near_group;

typedef struct near_unit {
    uint32_t count;            /* lanes in use, from the first */
    uint32_t body[UNIT_LANES]; /* of a lane; the first one's where it is not in use */
    uint32_t group_count;
    near_group groups[UNIT_LANES]; /* no lane is in two of them */
} near_unit;

/* Its lanes in use, one bit for each. */
static inline uint32_t near_unit_used(const near_unit *unit) {
    return (1U << unit->count) - 1U;
}

/* The group of a lane that is in use. */
static inline const near_group *near_group_of(const near_unit *unit, uint32_t lane) {
    const near_group *group = unit->groups;
    while (!(group->lanes >> lane & 1U)) {
        group++;
    }
    return group;
}

/* Bodies still to be done: [next, end) of the run at hand, and the runs after it. */
typedef struct near_cursor {
    const wend_range *ranges;
    uint32_t range_count, run, next;
} near_cursor;

near_cursor near_cursor_at(const wend_range *ranges, uint32_t range_count);

/* Takes the next bodies into a unit; false if there are none. */
static inline bool near_unit_next(near_cursor *cursor, near_unit *unit);

/* The same, from several runs or fewer than eight bodies. */
bool near_unit_collect(near_cursor *cursor, near_unit *unit);

/* Gives back all lanes from `lane` on, which is not the first: the next unit begins there. */
void near_unit_cut(near_cursor *cursor, near_unit *unit, uint32_t lane);

/* A margin that will hold the nearest `count` neighbours in a crowd of even density. */
float near_unit_margin(const wend_view *view, const near_group *group, uint32_t count);

/* The largest coordinate in its box, m. */
static inline float near_group_far(const near_group *group) {
    float x = fabsf(group->low.x) > fabsf(group->high.x) ? group->low.x : group->high.x;
    float y = fabsf(group->low.y) > fabsf(group->high.y) ? group->low.y : group->high.y;
    return fabsf(x) > fabsf(y) ? fabsf(x) : fabsf(y);
}

static inline bool near_unit_next(near_cursor *cursor, near_unit *unit) {
    uint32_t next = cursor->next;
    if (cursor->run == cursor->range_count || next < cursor->ranges[cursor->run].begin ||
        next + UNIT_LANES > cursor->ranges[cursor->run].end) {
        return near_unit_collect(cursor, unit);
    }
    for (uint32_t i = 0; i < UNIT_LANES; i++) {
        unit->body[i] = next + i;
    }
    unit->count = UNIT_LANES;
    cursor->next = next + UNIT_LANES;
    return true;
}

#endif
