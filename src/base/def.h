/* base/def.h: definition structs from callers that may have been compiled with older headers.
 *
 * A def begins with `uint32_t size`: its size in the caller's headers. New fields are only ever
 * added at the end. A function that takes a def copies it into a def of its own, in which the
 * fields that the caller does not know have their default values. */
#ifndef BASE_DEF_H
#define BASE_DEF_H

#include <wend/base.h>

/* Fills a def of `size` bytes with the defaults, which take `known_size` bytes. The defaults are
 * truncated if they are longer than the def, and padded with zeros if they are shorter. Sets the
 * def's size field to `size`. */
void def_fill(void *out, size_t size, const void *defaults, size_t known_size);

/* Copies a caller's def over the defaults in `out`, which has `known_size` bytes. Fails with
 * WEND_ERROR_INVALID if the size of the caller's def is 0 (the message names the default function)
 * or larger than `known_size`. `name` is the type's name without "wend_" and "_def". */
wend_result def_read(const void *given, void *out, size_t known_size, const char *name,
                     wend_error *error);

/* Does the same for item `index` of an array of defs. All items must have the size that the first
 * one states. */
wend_result def_read_item(const void *first, uint32_t index, void *out, size_t known_size,
                          const char *name, wend_error *error);

/* Shorthands for def_read and def_read_item with the type wend_<name>_def, such as DEF_READ(goal,
 * given, &def, error). */
#define DEF_READ(name, given, out, error)                                                          \
    (wend_##name##_def_init((out), sizeof *(out)),                                                 \
     def_read((given), (out), sizeof *(out), #name, (error)))
#define DEF_READ_ITEM(name, first, index, out, error)                                              \
    (wend_##name##_def_init((out), sizeof *(out)),                                                 \
     def_read_item((first), (index), (out), sizeof *(out), #name, (error)))

#endif
