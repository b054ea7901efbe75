/* near/unit.h: eight agents that look for their neighbours together.
 *
 * Bodies lie sorted in strips, so eight in a row are close to each other. They share one set of
 * candidates: everyone in a window around them, gathered once. */
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

/* Bodies first .. first + count - 1, of one strip. */
typedef struct near_unit {
    uint32_t first, count;
    uint32_t layer;
    wend_vec2 low, high; /* box around them */
} near_unit;

/* Everyone in a box: whoever is nearer to an agent than the box's edge is there. At least
 * UNIT_LANES nobodies follow. */
typedef struct unit_window {
    uint32_t count;
    wend_vec2 low, high; /* infinite where there is nobody beyond */
    bool has_ghosts;     /* someone stands on another layer */
    bool overflowed;     /* there are too many: nothing holds */
    float x[UNIT_CANDIDATES + UNIT_LANES], y[UNIT_CANDIDATES + UNIT_LANES];
    uint32_t body[UNIT_CANDIDATES + UNIT_LANES];
} unit_window;

/* The unit that starts at body `begin`, of bodies before `end`. */
near_unit near_unit_at(const wend_view *view, uint32_t begin, uint32_t end);

/* A margin that will hold the nearest `count` neighbours in a crowd of even density. */
float near_unit_margin(const wend_view *view, const near_unit *unit, uint32_t count);

/* The largest coordinate in its box, m. */
float near_unit_far(const near_unit *unit);

/* Gathers everyone within `margin` of the unit's box. */
void near_unit_gather(const wend_view *view, const near_unit *unit, float margin,
                      unit_window *window);

#endif
