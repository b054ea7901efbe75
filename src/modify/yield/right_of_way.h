/* modify/yield/right_of_way.h: decides which of two opposing directions may use a narrow passage.
 */
#ifndef MODIFY_YIELD_RIGHT_OF_WAY_H
#define MODIFY_YIELD_RIGHT_OF_WAY_H

#include <wend/model.h>

#include "modify/yield/passage.h"

/* The direction that holds the right of way, relative to one agent's direction. */
typedef enum right_holder { HOLDER_NONE, HOLDER_SAME, HOLDER_OPPOSITE } right_holder;

/* A message that an agent publishes about the passage ahead of it. Others read it in the next steer
 * interval. */
typedef struct passage_claim {
    uint32_t stamp; /* number of the steer interval in which the message was written; 0: never */
    uint32_t since; /* number of the steer interval in which the holder got the right of way */
    wend_vec2 middle, axis;
    float half_length;
    float waited;   /* s: time that the agent has waited */
    uint8_t inside; /* 1: the agent is in the passage */
    uint8_t holder; /* a right_holder, relative to `axis` */
    uint16_t unused;
} passage_claim;

typedef struct right_of_way_rules {
    float turn_duration; /* s: time for which a direction keeps the right of way */
    float range;         /* m: agents within this distance of the passage's middle count */
} right_of_way_rules;

/* The messages of all agents from the previous steer interval. The message of the agent in slot s
 * is at `claims + s * stride`. */
typedef struct claim_board {
    const char *claims;
    size_t stride;
    uint32_t interval; /* number of the current steer interval */
} claim_board;

/* The state of a passage as seen by one agent. */
typedef struct passage_state {
    bool opposed;        /* true: agents come from the other side */
    bool opposed_inside; /* true: an opposing agent is inside */
    right_holder holder; /* HOLDER_NONE if not opposed */
    uint32_t since;
} passage_state;

/* Finds the state of a passage for body `index`. All agents with this passage ahead find the same
 * state, each from its own side. */
passage_state passage_examine(const wend_view *view, uint32_t index, const passage *ahead,
                              bool is_inside, const claim_board *board,
                              const right_of_way_rules *rules);

#endif
