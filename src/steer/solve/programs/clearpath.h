/* steer/solve/programs/clearpath.h: the nearest velocity to a wish that lies in what is allowed and
 * in nothing that is forbidden. */
#ifndef STEER_SOLVE_PROGRAMS_CLEARPATH_H
#define STEER_SOLVE_PROGRAMS_CLEARPATH_H

#include "steer/solve/programs/velocity_set.h"

/* A choice of velocity. */
typedef struct clearpath {
    wend_vec2 wish;  /* the optimisation velocity, m/s; may be faster than max_speed */
    float max_speed; /* m/s */
    /* The velocity must lie in one of these, its boundary included; 0: anywhere. */
    const velocity_set *allowed;
    uint32_t allowed_count;
    /* It must lie in none of these; their boundaries are free. The most important come first. At
     * most CLEARPATH_MOST. */
    const velocity_set *forbidden;
    uint32_t forbidden_count;
} clearpath;

enum { CLEARPATH_MOST = 256 }; /* forbidden sets */

#define CLEARPATH_NONE UINT32_MAX

typedef struct clearpath_choice {
    wend_vec2 velocity;
    uint32_t allowed; /* the allowed set it was found in, 0 if there are none to lie in;
                         CLEARPATH_NONE: none of them can be reached with max_speed */
    uint32_t heeded;  /* how many of the forbidden sets, from the first on, it avoids */
} clearpath_choice;

/* Finds the velocity nearest to the wish, of those no faster than max_speed, that is allowed and
 * not forbidden; of equally near ones, the first allowed set's. True if there is one. Otherwise the
 * least bad: of the velocities that are allowed, those that avoid the most forbidden sets counted
 * from the first on, and of these the one nearest to the wish. With out->allowed CLEARPATH_NONE the
 * velocity is the wish, cut to max_speed, and nothing is heeded.
 *
 * Not larger sets of candidates, but bounds: see clearpath.c. */
bool clearpath_solve(const clearpath *problem, clearpath_choice *out);

/* Whether a velocity is no faster than max_speed, allowed and not forbidden. The wish counts for
 * nothing. */
bool clearpath_allows(const clearpath *problem, wend_vec2 velocity);

#endif
