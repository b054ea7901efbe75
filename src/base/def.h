/* base/def.h: defs of callers, whose headers may be older than the library.
 *
 * A def begins with `uint32_t size`: how much of it the caller's headers know. Defs grow at their
 * end. A function that takes one reads it into a def of its own, in which the fields that the
 * caller does not know have their defaults. */
#ifndef BASE_DEF_H
#define BASE_DEF_H

#include <wend/base.h>

/* Writes at most `size` bytes of a def: the defaults, which have `known` bytes, zeros behind them,
 * and the size itself. */
void def_fill(void *out, size_t size, const void *defaults, size_t known);

/* Copies a caller's def over the defaults in `out`, which has `known` bytes. Fails with
 * WEND_ERROR_INVALID if its size is 0 (the message names the default function) or larger than
 * `known`. `name` is that of the type without "wend_" and "_def". */
wend_result def_read(const void *given, void *out, size_t known, const char *name,
                     wend_error *error);

/* The same for item `index` of an array of defs that are all as large as the first. */
wend_result def_read_item(const void *first, uint32_t index, void *out, size_t known,
                          const char *name, wend_error *error);

/* Both for a def of type wend_<name>_def: DEF_READ(goal, given, &def, error). */
#define DEF_READ(name, given, out, error)                                                          \
    (wend_##name##_def_init((out), sizeof *(out)),                                                 \
     def_read((given), (out), sizeof *(out), #name, (error)))
#define DEF_READ_ITEM(name, first, index, out, error)                                              \
    (wend_##name##_def_init((out), sizeof *(out)),                                                 \
     def_read_item((first), (index), (out), sizeof *(out), #name, (error)))

#endif
