/* Round numbers (1, 2 or 5 times a power of ten) for scales and their ticks. */
#ifndef BASE_TICKS_H
#define BASE_TICKS_H

#include <stddef.h>

/* The first function returns the largest round number that is at most `limit`; the second returns
 * the smallest round number that is at least `limit`. Both return 1 if `limit` is not positive and
 * finite. */
double ticks_below(double limit);
double ticks_above(double limit);

/* The ticks of a scale that starts at 0. `step` is a round number, and `top` is the smallest
 * multiple of `step` that is at least `most`. */
typedef struct ticks {
    double step, top;
} ticks;

/* Chooses ticks for a scale that must reach `most`, with at most `count` steps (`count` >= 2). */
ticks ticks_choose(double most, int count);

enum { TICKS_TEXT_SIZE = 40 };
/* Formats a number as briefly as possible, always with '.' as the decimal point. The unit follows,
 * unless it is "". */
const char *ticks_text(double value, const char *unit, char out[TICKS_TEXT_SIZE]);

#endif
