/* steer/solve/speeds/others.h: the neighbours of an agent whose speed depends on its spacing. */
#ifndef STEER_SOLVE_SPEEDS_OTHERS_H
#define STEER_SOLVE_SPEEDS_OTHERS_H

#include <wend/model.h>

#include "near/visible.h"

enum { SPEED_MOST_OTHERS = NEAR_MOST_VISIBLE }; /* the nearest are kept */

/* A neighbour of the agent that chooses its velocity. */
typedef struct speed_other {
    uint32_t index;   /* index of its body */
    bool gives_way;   /* it has no distance to the agent, and waits until the agent has left */
    wend_vec2 offset; /* m: from the agent to the neighbour */
    wend_vec2 away;   /* unit vector from the neighbour to the agent */
    float distance;   /* m: between the centres */
    float contact;    /* m: sum of the radii */
} speed_other;

/* Finds the neighbours of body `index` within `reach` (m), in no particular order: see
 * near_collect_visible. Neighbours behind walls do not count. Returns how many there are. */
uint32_t speed_others_find(const wend_view *view, uint32_t index, float reach,
                           speed_other out[SPEED_MOST_OTHERS]);

#endif
