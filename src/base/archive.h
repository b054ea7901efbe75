/* base/archive.h: one description of a format for both ways: what saves also loads.
 *
 * An archive goes through values in a fixed order. While saving it copies them out (or only counts,
 * without a buffer); while loading it copies them in. Once something is wrong it stays `failed`,
 * loads zeroes, and never reads or writes beyond its bytes. Little-endian machines only, which is
 * checked when the library is built. */
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
    bool is_sound; /* what is saved is the library's own, and not judged */
    const uint8_t *in;
    uint8_t *out; /* NULL: count only */
    size_t size;  /* of `in` or `out` */
    size_t at;
    uint64_t *hash;    /* NULL; else what is saved is hashed into it */
    const char *wrong; /* what was found wrong first, static text */
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

/* A count of things that take at least `least` bytes each: more than can follow is refused. */
void archive_count(archive *ar, uint32_t *count, size_t least);

/* A text of at most ARCHIVE_TEXT bytes, NULL allowed; loaded ones lie in `from`. */
void archive_text(archive *ar, const char **text, memory_arena *from);

/* Zeroed room for `count` loaded things in `from`; NULL, and the archive fails, when there is no
 * memory. NULL as well while saving or for a count of 0. */
void *archive_room(archive *ar, memory_arena *from, uint32_t count, size_t size);

/* A count, and the array that stands behind it, of things that take at least `least` bytes each and
 * `size` in memory: while loading, room for it in `from`, NULL with a count of 0 when there is
 * none; while saving, `there`. */
void *archive_list(archive *ar, const void *there, uint32_t *count, size_t least, size_t size,
                   memory_arena *from);

/* States what must hold of what was loaded, or is saved unless it is sound; fails the archive
 * otherwise. */
void archive_expect(archive *ar, bool holds, const char *wrong);

#endif
