/* steer/solve/social/zanlungo.h: the forces of the social force model with explicit collision
 * prediction (Zanlungo, Ikeda and Kanda 2011); see steer/zanlungo.c. */
#ifndef STEER_SOLVE_SOCIAL_ZANLUNGO_H
#define STEER_SOLVE_SOCIAL_ZANLUNGO_H

#include <wend/base.h>

typedef struct zanlungo_law {
    float strength;     /* A, without unit */
    float range;        /* B, m */
    float least_weight; /* lambda: weight of a neighbour straight behind */
    float cone_cosine;  /* cosine of the largest angle between relative velocity and neighbour */
    float least_time;   /* s: t_i counts as at least this much */
    bool by_predicted;  /* true: the predicted distance is in the exponent; false: the present */
} zanlungo_law;

/* Returns the time (s) of the closest approach to a neighbour, or INFINITY if the neighbour does
 * not count. `towards` leads to the neighbour, `relative` is the agent's velocity minus that of the
 * neighbour. */
float zanlungo_time(const zanlungo_law *law, wend_vec2 towards, wend_vec2 relative);

/* Returns the force (m/s2) of a neighbour or wall point, without the weight of the field of view.
 * `speed` is that of the agent and `time` is t_i, which must be finite. On an exact collision
 * course, the force points to the right of the relative velocity. */
wend_vec2 zanlungo_push(const zanlungo_law *law, float speed, float time, wend_vec2 towards,
                        wend_vec2 relative);

/* Returns the push (m/s2) of a wall along its normal; `gap` (m) is that to the agent's disc, which
 * approaches the wall with the speed `closing` (m/s). */
float zanlungo_wall(const zanlungo_law *law, float speed, float gap, float closing);

/* Returns the weight of a neighbour in the field of view: 1 straight ahead, lambda straight behind.
 * An agent that stands sees all around: 1. */
float zanlungo_weight(const zanlungo_law *law, wend_vec2 velocity, wend_vec2 towards);

#endif
