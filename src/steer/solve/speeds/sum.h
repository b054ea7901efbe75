/* steer/solve/speeds/sum.h: a sum of vectors that does not depend on their order.
 *
 * Sums of floating-point numbers depend on the order of the terms, and the order in which
 * near_collect_visible finds neighbours may differ between equal worlds. Each term is rounded to a
 * multiple of 2^-32; sums of integers are exact. */
#ifndef STEER_SOLVE_SPEEDS_SUM_H
#define STEER_SOLVE_SPEEDS_SUM_H

#include <stdint.h>

#include <wend/base.h>

/* The largest length of a term. The sum of 2^11 such terms fits into 64 bits. */
#define SPEED_SUM_LARGEST 1e6F

typedef struct speed_sum {
    int64_t x, y; /* in units of 2^-32 */
} speed_sum;

static inline void speed_sum_add(speed_sum *sum, wend_vec2 term) {
    sum->x += (int64_t)((double)term.x * 0x1p32);
    sum->y += (int64_t)((double)term.y * 0x1p32);
}

static inline wend_vec2 speed_sum_value(speed_sum sum) {
    return (wend_vec2){(float)((double)sum.x * 0x1p-32), (float)((double)sum.y * 0x1p-32)};
}

#endif
