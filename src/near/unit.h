/* near/unit.h: eight agents that look for their neighbours together.
 *
 * Bodies lie sorted in strips, so eight in a row are mostly close to each other. Those that are
 * form a group: they share one set of candidates, everyone in a window around them, gathered once.
 * Where eight in a row are not (at the end of a strip, in a ring, in an empty field) a unit has
 * several groups, so that the lanes stay full. */
#ifndef NEAR_UNIT_H
#define NEAR_UNIT_H

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
} near_group;

typedef struct near_unit {
    uint32_t count;            /* lanes in use, from the first */
    uint32_t body[UNIT_LANES]; /* of a lane; the first one's where it is not in use */
    uint32_t group_count;
    near_group groups[UNIT_LANES]; /* ordered by their first lane */
} near_unit;

/* Bodies still to be done: [next, end) of the run at hand, and the runs after it. */
typedef struct near_cursor {
    const wend_run *runs;
    uint32_t run_count, run, next;
} near_cursor;

near_cursor near_cursor_at(const wend_run *runs, uint32_t run_count);

/* Takes the next bodies into a unit; false if there are none. */
bool near_unit_next(const wend_view *view, near_cursor *cursor, near_unit *unit);

/* Gives back all lanes from `lane` on, which is not the first: the next unit begins there. */
void near_unit_cut(near_cursor *cursor, near_unit *unit, uint32_t lane);

/* A margin that will hold the nearest `count` neighbours in a crowd of even density. */
float near_unit_margin(const wend_view *view, const near_group *group, uint32_t count);

/* The largest coordinate in its box, m. */
float near_group_far(const near_group *group);

#endif
