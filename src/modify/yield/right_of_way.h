/* modify/yield/right_of_way.h: which of two opposing directions may use a narrow passage. */
#ifndef MODIFY_YIELD_RIGHT_OF_WAY_H
#define MODIFY_YIELD_RIGHT_OF_WAY_H

#include <wend/model.h>

#include "modify/yield/passage.h"

/* Which direction holds the right of way, seen from one agent. */
typedef enum way_holder { HOLDER_NONE, HOLDER_SAME, HOLDER_OPPOSITE } way_holder;

/* What an agent publishes about the passage it is about to use. Others read it one choice later. */
typedef struct way_word {
    uint32_t stamp; /* number of the choice in which it was written, from 1; 0: never */
    uint32_t since; /* the choice in which the holder got the right of way */
    wend_vec2 middle, axis;
    float half_length;
    float waited;   /* s */
    uint8_t inside; /* 1: in the passage */
    uint8_t holder; /* way_holder, seen along `axis` */
    uint16_t unused;
} way_word;

typedef struct way_rules {
    float slice; /* s: for how long a direction keeps the right of way */
    float range; /* m: within which agents count, from the middle */
} way_rules;

/* How to find the words of others: the word of the agent in slot s, as of the choice before, lies
 * at words + s * stride. */
typedef struct way_board {
    const char *words;
    size_t stride;
    uint32_t choice; /* number of the present choice */
} way_board;

/* What one agent finds at its passage. */
typedef struct way_view {
    bool opposed;        /* agents come from the other side */
    bool opposed_inside; /* one of them is inside */
    way_holder holder;   /* HOLDER_NONE if not opposed */
    uint32_t since;
} way_view;

/* Looks at a passage as body `index` does. All agents that have it ahead find the same, seen from
 * their side. */
way_view way_look(const wend_view *view, uint32_t index, const passage *ahead, bool is_inside,
                  const way_board *board, const way_rules *rules);

#endif
