/* follow/external.h: the follower `external`, which uses a preferred velocity set by the calling
 * program. */
#ifndef FOLLOW_EXTERNAL_H
#define FOLLOW_EXTERNAL_H

#include <wend/model.h>

/* The state of one agent, written by commands. */
typedef struct follow_external_state {
    wend_vec2 preferred; /* m/s, valid until another velocity is set */
} follow_external_state;

extern const wend_follower wend_follower_external;

#endif
