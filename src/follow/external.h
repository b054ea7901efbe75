/* follow/external.h: the state of a follower whose preferred velocity a program sets. */
#ifndef FOLLOW_EXTERNAL_H
#define FOLLOW_EXTERNAL_H

#include <wend/model.h>

/* The state of the follower `external`, written by commands. */
typedef struct follow_external_state {
    wend_vec2 preferred; /* m/s, kept until another is set */
} follow_external_state;

extern const wend_follower wend_follower_external;

#endif
