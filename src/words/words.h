/* words/words.h: sentences about velocities and activities of agents, for messages and figures. */
#ifndef WORDS_WORDS_H
#define WORDS_WORDS_H

#include <wend/model.h>

/* Writes text to a buffer, and truncates what has no room. */
typedef struct words {
    char *out;
    size_t size, used; /* bytes; `size` is at least 1 */
} words;

/* Appends formatted text. */
__attribute__((format(printf, 2, 3))) void words_add(words *w, const char *format, ...);

/* True if both components of a velocity are finite. */
bool words_is_known(wend_vec2 velocity);
/* True if an agent with this velocity counts as standing. */
bool words_is_standing(wend_vec2 velocity);
/* Returns the magnitude of a velocity. */
double words_speed(wend_vec2 velocity);
/* Returns the angle of a velocity in degrees, counter-clockwise from +x, in (-180, 180]. */
double words_heading(wend_vec2 velocity);
/* Returns the angle in degrees, in [-180, 180), by which `to` is turned to the left of `from`; 0 if
 * one of them is unknown or stands still. */
double words_turn(wend_vec2 from, wend_vec2 to);

/* Returns a sentence about an activity that keeps an agent from walking to its goal, with a space
 * before it; else "". */
const char *words_activity(wend_activity activity);

#endif
