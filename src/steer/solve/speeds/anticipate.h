/* steer/solve/speeds/anticipate.h: how a neighbour that an agent expects to meet turns it aside. */
#ifndef STEER_SOLVE_SPEEDS_ANTICIPATE_H
#define STEER_SOLVE_SPEEDS_ANTICIPATE_H

#include <wend/base.h>

/* The agent that turns; symbols as in anticipation_velocity.c. */
typedef struct anticipating_agent {
    wend_vec2 direction; /* e0 */
    wend_vec2 moving;    /* e_i */
    wend_vec2 velocity;  /* v_i, m/s */
    float strength;      /* k */
    float range;         /* D, m */
    float time;          /* t_a, s */
    float side;          /* 1 or -1: the side to which it turns for a neighbour exactly ahead */
} anticipating_agent;

/* A neighbour. */
typedef struct anticipated_agent {
    wend_vec2 offset;   /* m: from the agent to the neighbour */
    wend_vec2 velocity; /* v_j, m/s */
    wend_vec2 moving;   /* e_j; zero if the neighbour stands */
    float contact;      /* R, m: the sum of the radii */
} anticipated_agent;

/* What a neighbour does to the agent. */
typedef struct anticipated_turn {
    bool is_seen;   /* false: the neighbour is not perceived */
    float gap;      /* s_a, m */
    float strength; /* alpha exp(-s_a / D) */
    wend_vec2 away; /* unit vector perpendicular to e0 */
} anticipated_turn;

anticipated_turn anticipate_turn(const anticipating_agent *agent, const anticipated_agent *other);

#endif
