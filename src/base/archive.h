/* base/archive.h: binary serialisation. One function per format both saves and loads.
 *
 * The function passes its values to the archive in a fixed order. While saving, the archive copies
 * them to its buffer (or only counts their bytes, if there is no buffer). While loading, it fills
 * them from its buffer. Saving only reads the values, which may be constants. After the first error
 * it stays `failed`: it loads zeros, and never reads or writes beyond its buffer. Supports
 * little-endian machines only; the build checks this. */
#ifndef BASE_ARCHIVE_H
#define BASE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <wend/base.h>
#include <wend/model.h>

#include "base/memory.h"

enum { ARCHIVE_TEXT = 4096 };

typedef struct archive {
    bool loading;
    bool failed;
    bool is_trusted; /* archive_expect does nothing while saving, because the library itself made
                        the data */
    const uint8_t *in;
    uint8_t *out; /* NULL: bytes are only counted */
    size_t size;  /* bytes in `in` or `out` */
    size_t at;
    uint64_t *hash;        /* if not NULL, the saved bytes are hashed into it */
    const char *wrong;     /* message of the first error, a static string */
    size_t wrong_at;       /* the value of `at` when the first error occurred */
    bool is_out_of_memory; /* the first error was a failed allocation */
} archive;

void archive_bytes(archive *ar, void *bytes, size_t size);
void archive_u8(archive *ar, uint8_t *value);
void archive_bool(archive *ar, bool *value);
void archive_u32(archive *ar, uint32_t *value);
void archive_u64(archive *ar, uint64_t *value);
void archive_f32(archive *ar, float *value);
void archive_f64(archive *ar, double *value);
void archive_vec2(archive *ar, wend_vec2 *value);
void archive_point(archive *ar, wend_point *value);
void archive_distribution(archive *ar, wend_distribution *value);

/* Saves or loads the number of items that follow. Each item takes at least `min_item_size` bytes.
 * Loading fails if the remaining bytes cannot hold that many items. */
void archive_count(archive *ar, uint32_t *count, size_t min_item_size);

/* Saves or loads a string of at most ARCHIVE_TEXT bytes, including the final zero; NULL is allowed.
 * Loaded strings are allocated in `arena`. */
void archive_text(archive *ar, const char **text, memory_arena *arena);

/* Returns zeroed memory from `arena` for `count` loaded items of `size` bytes. If out of memory,
 * returns NULL and the archive fails. Also returns NULL while saving and for a count of 0. */
void *archive_allocate(archive *ar, memory_arena *arena, uint32_t count, size_t size);

/* Saves or loads the number of items in an array. Each item takes at least `min_item_size` bytes in
 * the file and `size` bytes in memory. While saving, returns `items`. While loading, returns memory
 * for the array from `arena`; if the array is empty or the archive fails, sets the count to 0 and
 * returns NULL. */
void *archive_list(archive *ar, const void *items, uint32_t *count, size_t min_item_size,
                   size_t size, memory_arena *arena);

/* Makes the archive fail with the message `wrong` unless `holds` is true. While saving, does
 * nothing if the archive `is_trusted`. */
void archive_expect(archive *ar, bool holds, const char *wrong);

#endif
