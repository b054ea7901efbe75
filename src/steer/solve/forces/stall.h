/* steer/solve/forces/stall.h: out of local minima of forces. */
#ifndef STEER_SOLVE_FORCES_STALL_H
#define STEER_SOLVE_FORCES_STALL_H

#include "steer/solve/forces/integrate.h"

/* What a character remembers; zero at first. */
typedef struct corridor_stall {
    wend_vec2 mean; /* m/s: its velocity of late */
    float stalled;  /* s: for how long it has hardly moved */
    float pushed;   /* s: for how long it has been pushed; 0: it is not */
    float walked;   /* s: since it was pushed */
    float side;     /* 1: to the left, -1: to the right, 0: not chosen yet */
    uint32_t tries; /* how often it was pushed since it last got anywhere */
    uint32_t kept;  /* 1: it was kept off something in the last step */
} corridor_stall;

/* Tells whether it has stalled, at the start of a step of dt s. */
void corridor_stall_note(const force_scene *scene, const corridor_motion *motion, float dt,
                         corridor_stall *stall);

/* The force that is to get it out, m/s2. */
wend_vec2 corridor_stall_push(const force_scene *scene, wend_vec2 x, const corridor_stall *stall);

#endif
