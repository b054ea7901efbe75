/* steer/solve/speeds/sum.h: a sum of vectors that does not depend on their order.
 *
 * Sums of floating-point numbers depend on the order of the terms, and the order in which
 * near_collect_visible finds neighbours may differ between equal worlds. Each term is rounded to a
 * multiple of 2^-26; double precision then represents all sums exactly. */
#ifndef STEER_SOLVE_SPEEDS_SUM_H
#define STEER_SOLVE_SPEEDS_SUM_H

#include <wend/base.h>

/* The largest length of a term. Sums of NEAR_MOST_VISIBLE such terms are below 2^27. */
#define SPEED_SUM_LARGEST 1e6F

/* Adding and subtracting this number rounds to a multiple of 2^-26: it lies in the middle of the
 * numbers that differ by that much. */
#define SPEED_SUM_ROUNDING 0x1.8p26

typedef struct speed_sum {
    double x, y;
} speed_sum;

static inline void speed_sum_add(speed_sum *sum, wend_vec2 term) {
    sum->x += ((double)term.x + SPEED_SUM_ROUNDING) - SPEED_SUM_ROUNDING;
    sum->y += ((double)term.y + SPEED_SUM_ROUNDING) - SPEED_SUM_ROUNDING;
}

static inline wend_vec2 speed_sum_value(speed_sum sum) {
    return (wend_vec2){(float)sum.x, (float)sum.y};
}

#endif
