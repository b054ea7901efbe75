/* Round numbers (1, 2 or 5 times a power of ten) for scales and their ticks. */
#ifndef DRAW_CANVAS_TICKS_H
#define DRAW_CANVAS_TICKS_H

#include <stddef.h>

/* Return the largest round number that is at most `limit`, and the smallest that is at least
 * `limit`; 1 unless `limit` is positive and finite. */
double ticks_below(double limit);
double ticks_above(double limit);

/* Ticks of a scale from 0: `step` is round, `top` is the least multiple of it that reaches `most`.
 */
typedef struct ticks {
    double step, top;
} ticks;

/* Chooses at most `count` steps (at least 2). */
ticks ticks_choose(double most, int count);

enum { TICKS_TEXT_SIZE = 40 };
/* Formats a number as short as possible, always with '.', followed by its unit unless that is "".
 */
const char *ticks_text(double value, const char *unit, char out[TICKS_TEXT_SIZE]);

#endif
