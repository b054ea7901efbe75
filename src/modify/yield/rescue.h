/* modify/yield/rescue.h: detects an agent that makes no progress, and frees it. */
#ifndef MODIFY_YIELD_RESCUE_H
#define MODIFY_YIELD_RESCUE_H

#include <wend/model.h>

#include "modify/yield/passage.h"

typedef struct rescue_rules {
    float patience; /* s: time without progress before a rescue; 0: no rescues */
    float duration; /* s: length of a rescue */
} rescue_rules;

/* Stands for the goal, after all points of a route. */
#define RESCUE_GOAL UINT32_MAX

/* State of one agent on one route. */
typedef struct rescue_state {
    uint32_t route;
    uint32_t next;     /* index of the farthest portal that the agent has headed for */
    float best;        /* m: shortest distance to that portal so far */
    uint32_t farthest; /* index of the farthest route point that the agent has headed for, or
                          RESCUE_GOAL */
    uint32_t target;   /* index of the route point that the agent last headed for, or RESCUE_GOAL */
    wend_vec2
        target_at;     /* position of that point at the last progress; an attraction point moves */
    float target_best; /* m: shortest distance to that position or the goal so far */
    float stalled;     /* s: time since `best` or `target_best` last decreased */
    float time_left;   /* s: time that remains of the current rescue */
    uint32_t attempts; /* rescues since the last progress */
    wend_vec2 anchor;  /* a position that the agent has stayed near */
    float anchored;    /* s: time since `anchor` was set */
    wend_vec2 towards; /* unit vector: direction of the rescue */
} rescue_state;

/* Updates the progress of body `index`, and changes its intent during a rescue. */
void rescue_apply(const wend_view *view, uint32_t index, const route_cursor *cursor,
                  const rescue_rules *rules, rescue_state *state, wend_intent *intent);

#endif
