/* Words and numbers as text: the nearest valid name, and numbers that do not depend on the locale.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TEXT_WORD_LIMIT = 64,  /* bytes of the longest word that is compared */
    TEXT_DOUBLE_SIZE = 40, /* bytes that hold any text_format_double, with the final zero */
};

/* The number of insertions, deletions, replacements and swaps of neighbouring bytes that turn `a`
 * into `b`, no byte being edited twice. ASCII letters compare without case. UINT32_MAX when either
 * word is longer than TEXT_WORD_LIMIT: time and memory stay bounded. */
uint32_t text_edit_distance(const char *a, const char *b);

/* The name with the smallest distance to `word` (the first of several), for the end of a message;
 * NULL when every distance exceeds a third of the word's length (at least 1) or leaves nothing of
 * the word. NULL entries in `names` are skipped. */
const char *text_nearest(const char *word, const char *const *names, size_t count);

/* What to put behind a message about an unknown word: "; did you mean 'name'?" where one is near,
 * else "; there are: a, b, c" (cut with "..." where it does not fit), "" without names. Writes at
 * most `size` bytes, the final zero included, and returns `out`. */
const char *text_suggest(const char *word, const char *const *names, size_t count, char *out,
                         size_t size);

/* Writes `value` with the fewest digits that text_parse_double reads back as the same bits, laid
 * out as %g does and always with '.', and returns its length. NaN and infinities are written as
 * "nan", "inf" and "-inf", which the parser refuses. */
size_t text_format_double(double value, char out[TEXT_DOUBLE_SIZE]);

/* Reads the whole of `text` as a decimal number: [+-] digits [. digits] [e [+-] digits], at least
 * one digit before or after the point. Rounds correctly; a number too small becomes 0 or denormal.
 * Refuses (returns false, *out untouched) everything else: empty text, blanks, hexadecimal, NaN,
 * infinity, overflow, anything left over. */
bool text_parse_double(const char *text, double *out);

/* Reads the whole of `text` as [+-] digits within int64_t; refuses everything else. */
bool text_parse_int64(const char *text, int64_t *out);

/* Whether `text` is longer than `ending` and ends in it. */
bool text_ends_with(const char *text, const char *ending);

#endif
