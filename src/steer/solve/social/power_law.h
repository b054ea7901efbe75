/* steer/solve/social/power_law.h: the force of the interaction energy that falls with the square of
 * the time to collision (Karamouzas, Skinner and Guy 2014); see steer/power_law.c. */
#ifndef STEER_SOLVE_SOCIAL_POWER_LAW_H
#define STEER_SOLVE_SOCIAL_POWER_LAW_H

#include <wend/base.h>

typedef struct power_law {
    float strength; /* k, m2 */
    float horizon;  /* tau0, s */
    float most;     /* m/s2: limit of one force; the force at a grazing contact has none */
    float agent_stiffness, wall_stiffness; /* 1/s2: push per metre of overlap */
} power_law;

/* Returns the interaction energy (m2/s2) at a time to collision (s) above 0. */
double power_law_energy(const power_law *law, double time);

/* Returns the force (m/s2) of another disc. `towards` leads to its centre, `relative` is the
 * agent's velocity minus that of the disc, `reach` is the sum of the radii and `stiffness` is the
 * one that applies. Writes the time to collision (s, or INFINITY) to `time`, which may be NULL.
 * Zero without a collision; discs that overlap are pushed apart. */
wend_vec2 power_law_disc(const power_law *law, wend_vec2 towards, wend_vec2 relative, float reach,
                         float stiffness, double *time);

/* Which part of a wall the agent would meet first. */
typedef enum power_law_part {
    POWER_LAW_NONE,
    POWER_LAW_SIDE,
    POWER_LAW_END_A, /* the disc around the wall's end a, or around its end b */
    POWER_LAW_END_B
} power_law_part;

typedef struct power_law_hit {
    power_law_part part;
    double time;     /* s; 0 if they overlap */
    wend_vec2 force; /* m/s2 */
} power_law_hit;

/* Finds what the agent meets of a wall, which is a capsule: all points within `radius` of the
 * segment from a to b (relative to the agent). `relative` is the agent's velocity minus that of the
 * wall. */
power_law_hit power_law_wall(const power_law *law, wend_vec2 a, wend_vec2 b, wend_vec2 relative,
                             float radius);

#endif
