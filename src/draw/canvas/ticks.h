/* Round numbers: 1, 2 or 5 times a power of ten. */
#ifndef DRAW_CANVAS_TICKS_H
#define DRAW_CANVAS_TICKS_H

#include <stddef.h>

/* The largest round number that is at most `limit`, and the smallest that is at least; for positive
 * finite limits, else 1. */
double ticks_below(double limit);
double ticks_above(double limit);

/* Marks of a scale from 0: `step` is round, `top` the least multiple of it that reaches `most`. */
typedef struct ticks {
    double step, top;
} ticks;

/* At most `count` steps (at least 2). */
ticks ticks_choose(double most, int count);

enum { TICKS_TEXT_SIZE = 40 };
/* A number as short as can be, always with '.', and its unit behind it if that is not "". */
const char *ticks_text(double value, const char *unit, char out[TICKS_TEXT_SIZE]);

#endif
