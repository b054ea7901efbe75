/* Words and numbers as text: finds the valid name most similar to a mistyped word, and parses and
 * formats numbers independently of the locale. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TEXT_WORD_LIMIT = 64,  /* bytes; longer words are not compared */
    TEXT_DOUBLE_SIZE = 40, /* bytes that suffice for text_format_double, including the final zero */
};

/* Returns the smallest number of insertions, deletions, replacements and swaps of neighbouring
 * bytes that turn `a` into `b`; no byte is edited twice. The case of ASCII letters is ignored.
 * Returns UINT32_MAX if either word is longer than TEXT_WORD_LIMIT, so that time and memory stay
 * bounded. */
uint32_t text_edit_distance(const char *a, const char *b);

/* Returns the name with the smallest distance to `word` (if there are several, the first), for use
 * at the end of a message. Returns NULL if no name is similar. A name is similar if its distance is
 * at most a third of the word's length (or at most 1, for a short word) and less than the word's
 * length. NULL entries in `names` are skipped. */
const char *text_find_nearest(const char *word, const char *const *names, size_t count);

/* Writes the end of a message about an unknown word: "; it is now called 'name'" if the word is the
 * former name of one of `names` (base/renamed.h), else "; did you mean 'name'?" if a name is
 * similar, else "; available: a, b, c" (truncated with "..." where it does not fit), or "" if there
 * are no names. Writes at most `size` bytes, including the final zero, and returns `out`. */
const char *text_suggest(const char *word, const char *const *names, size_t count, char *out,
                         size_t size);

/* Writes `value` with the fewest digits that text_parse_double reads back as the same bits, in the
 * layout of %g and always with '.'. Returns the length of the text. NaN and infinities are written
 * as "nan", "inf" and "-inf", which the parser rejects. */
size_t text_format_double(double value, char out[TEXT_DOUBLE_SIZE]);

/* Parses all of `text` as a decimal number: [+-] digits [. digits] [e [+-] digits], with at least
 * one digit before or after the point. Rounds correctly; a number that is too small becomes 0 or
 * denormal. Rejects everything else (returns false and leaves *out unchanged): empty text, blanks,
 * hexadecimal, NaN, infinity, overflow, trailing characters. */
bool text_parse_double(const char *text, double *out);

/* Parses all of `text` as [+-] digits. Rejects everything else, and numbers that do not fit in an
 * int64_t. */
bool text_parse_int64(const char *text, int64_t *out);

/* True if `text` is longer than `ending` and ends with it. */
bool text_ends_with(const char *text, const char *ending);

#endif
