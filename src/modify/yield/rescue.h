/* modify/yield/rescue.h: notices that an agent makes no progress, and frees it. */
#ifndef MODIFY_YIELD_RESCUE_H
#define MODIFY_YIELD_RESCUE_H

#include <wend/model.h>

#include "modify/yield/passage.h"

typedef struct rescue_rules {
    float patience; /* s without progress before a rescue; 0: never */
    float duration; /* s that a rescue takes */
} rescue_rules;

/* Of one agent on one route. */
typedef struct rescue_state {
    uint32_t route;
    uint32_t next;     /* the farthest portal that it headed for */
    float best;        /* m: the shortest distance to it so far */
    uint32_t point;    /* the point of the route that it headed for last */
    float point_best;  /* m: the shortest distance to that so far */
    float stalled;     /* s since one of these became shorter */
    float acting;      /* s left of a rescue */
    uint32_t tries;    /* rescues since there was progress */
    wend_vec2 towards; /* unit vector: where the rescue leads */
    wend_vec2 anchor;  /* a position that it has not left by far since */
    float anchored;    /* s since then */
} rescue_state;

/* Takes note of the progress of body `index`, and during a rescue changes its intent. */
void rescue_apply(const wend_view *view, uint32_t index, const route_cursor *cursor,
                  const rescue_rules *rules, rescue_state *state, wend_intent *intent);

#endif
