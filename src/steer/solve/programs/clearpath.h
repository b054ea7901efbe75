/* steer/solve/programs/clearpath.h: of the velocities that lie in an allowed set and in no
 * forbidden set, finds the one nearest to the preferred velocity. */
#ifndef STEER_SOLVE_PROGRAMS_CLEARPATH_H
#define STEER_SOLVE_PROGRAMS_CLEARPATH_H

#include <wend/model.h>

#include "steer/solve/programs/set_columns.h"
#include "steer/solve/programs/velocity_set.h"

/* The input for choosing a velocity. */
typedef struct clearpath {
    wend_vec2 preferred_velocity; /* the optimisation velocity, in m/s; may exceed max_speed */
    float max_speed;              /* m/s */
    /* The velocity must lie in one of these sets or on its boundary; if the count is 0, it may lie
     * anywhere. */
    const velocity_set *allowed;
    uint32_t allowed_count;
    /* The velocity must lie in none of these sets, but may lie on a boundary. The most important
     * sets come first. There are at most CLEARPATH_MOST. */
    const velocity_set *forbidden;
    uint32_t forbidden_count;
    /* The implementation to use; WEND_KERNEL_AUTO means the scalar one. The others read the
     * forbidden sets from `columns`, and ignore `forbidden`. All of them choose the same velocity,
     * bit for bit. */
    wend_kernel kernel;
    const set_columns *columns;
} clearpath;

enum { CLEARPATH_MOST = COLUMNS_MOST - COLUMNS_SPARE }; /* largest number of forbidden sets */

#define CLEARPATH_NONE UINT32_MAX

typedef struct clearpath_choice {
    wend_vec2 velocity;
    /* Index of the allowed set that contains the velocity, 0 if the problem has no allowed sets;
     * CLEARPATH_NONE if none of them can be reached with max_speed. */
    uint32_t allowed;
    uint32_t active_count; /* number of active forbidden sets, counted from the first */
} clearpath_choice;

/* Among the allowed velocities of at most max_speed that no set forbids, finds the one nearest to
 * `preferred_velocity`. If several are equally near, the one in the first allowed set is chosen.
 * Returns true if there is such a velocity. Otherwise finds the least bad velocity: it is allowed,
 * avoids as many forbidden sets as possible, counted from the first, and is the nearest such
 * velocity to `preferred_velocity`. If `out->allowed` is CLEARPATH_NONE, the velocity is
 * `preferred_velocity` limited to max_speed, and no constraint is active.
 *
 * It uses bounds to avoid enumerating all candidates: see clearpath.c. */
bool clearpath_solve(const clearpath *problem, clearpath_choice *out);

/* True if a velocity meets all constraints: it is at most max_speed, is allowed, and lies in no
 * forbidden set. Ignores the problem's `preferred_velocity`. */
bool clearpath_allows(const clearpath *problem, wend_vec2 velocity);

/* The versions of these functions, called by the functions above: one compares one set at a time,
 * the others compare eight, or sixteen with AVX-512 (each built only for machines of its kind). */
bool clearpath_solve_scalar(const clearpath *problem, clearpath_choice *out);
bool clearpath_solve_quads(const clearpath *problem, clearpath_choice *out);
bool clearpath_solve_avx2(const clearpath *problem, clearpath_choice *out);
bool clearpath_solve_avx512(const clearpath *problem, clearpath_choice *out);
bool clearpath_allows_scalar(const clearpath *problem, wend_vec2 velocity);
bool clearpath_allows_quads(const clearpath *problem, wend_vec2 velocity);
bool clearpath_allows_avx2(const clearpath *problem, wend_vec2 velocity);
bool clearpath_allows_avx512(const clearpath *problem, wend_vec2 velocity);

#endif
