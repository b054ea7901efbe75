/* steer/external.h: the model `external`, for agents controlled by a program, a player or a robot.
 */
#ifndef STEER_EXTERNAL_H
#define STEER_EXTERNAL_H

#include <wend/model.h>

/* The state of one agent, written by commands. */
typedef struct external_state {
    wend_vec2 velocity;    /* m/s, valid until another velocity is set */
    wend_vec2 teleport_to; /* if has_teleport: the position after the next step */
    uint32_t layer;
    uint32_t has_teleport;
    uint32_t has_command; /* 1 after the first command */
} external_state;

extern const wend_steering wend_steering_external;

#endif
