/* steer/solve/social/karamouzas.h: the evasive force and the wall force of predictive collision
 * avoidance (Karamouzas, Heil, van Beek and Overmars 2009); see steer/karamouzas.c. */
#ifndef STEER_SOLVE_SOCIAL_KARAMOUZAS_H
#define STEER_SOLVE_SOCIAL_KARAMOUZAS_H

#include <wend/base.h>

enum { KARAMOUZAS_MOST = 16 }; /* largest number of neighbours that count at a time */

typedef struct karamouzas_law {
    float personal_space;    /* rho, m */
    float anticipation;      /* t_alpha, s */
    float sight_cosine;      /* cosine of half of the field of view */
    float strength;          /* K, m/s2 */
    float near, middle, far; /* d_min, d_mid, d_max, m */
    float decay;             /* weight of a neighbour relative to that of the one met before it */
    uint32_t most;           /* N, at most KARAMOUZAS_MOST */
    float wall_distance;     /* d_s, m */
    float wall_exponent;     /* kappa */
} karamouzas_law;

/* One neighbour that the agent would meet, and its force without the weight of its rank. */
typedef struct karamouzas_threat {
    float time;      /* t_c, s; 0: it is inside the personal space */
    float distance;  /* D, m */
    wend_vec2 force; /* m/s2 */
    uint32_t other;  /* the caller's number of the neighbour */
} karamouzas_threat;

/* The neighbours that count, in the order of their times. */
typedef struct karamouzas_threats {
    karamouzas_threat items[KARAMOUZAS_MOST];
    uint32_t count;
} karamouzas_threats;

/* Returns the size of the evasive force at distance D (m), in m/s2. D below 1 cm counts as 1 cm. */
float karamouzas_size(const karamouzas_law *law, float distance);

/* Returns false if a neighbour does not count. `desired` is the velocity that the goal and the
 * walls give, `towards` leads from the agent to the neighbour, `velocity` and `other_radius` are
 * those of the neighbour. */
bool karamouzas_meets(const karamouzas_law *law, wend_vec2 desired, float radius, wend_vec2 towards,
                      wend_vec2 velocity, float other_radius, karamouzas_threat *out);

/* Adds a neighbour that counts. Neighbours inside the personal space displace all others; beyond
 * law->most, the latest is dropped. Of two equal times, the one added first comes first. */
void karamouzas_add(const karamouzas_law *law, const karamouzas_threat *threat,
                    karamouzas_threats *list);

/* Returns the weight of the threat at `rank` (0: the first one), and the sum of all weighted
 * forces, m/s2. */
float karamouzas_weight(const karamouzas_law *law, const karamouzas_threats *list, uint32_t rank);
wend_vec2 karamouzas_sum(const karamouzas_law *law, const karamouzas_threats *list);

/* Returns the force of a wall, m/s2, at `distance` (m) from its nearest point. `normal` points from
 * there to the agent. A gap below 1 cm counts as 1 cm. */
wend_vec2 karamouzas_wall(const karamouzas_law *law, float radius, float distance,
                          wend_vec2 normal);

#endif
