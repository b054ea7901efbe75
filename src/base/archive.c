/* Binary serialisation: moves values between memory and an archive's bytes, and reports the first
 * error. */
#include "base/archive.h"

#include <string.h>

#include "base/hash.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "snapshots are little-endian");

static void fail(archive *ar, const char *wrong) {
    if (!ar->failed) {
        ar->wrong = wrong;
        ar->wrong_at = ar->at;
    }
    ar->failed = true;
}

void archive_bytes(archive *ar, void *bytes, size_t size) {
    if (size == 0) {
        return;
    }
    if (ar->failed || ((ar->loading || ar->out) && size > ar->size - ar->at)) {
        fail(ar, "it is truncated");
        if (ar->loading) {
            memset(bytes, 0, size);
        }
        return;
    }
    if (ar->loading) {
        memcpy(bytes, ar->in + ar->at, size);
    } else if (ar->out) {
        memcpy(ar->out + ar->at, bytes, size);
    }
    if (ar->hash) {
        *ar->hash = hash_bytes(bytes, size, *ar->hash);
    }
    ar->at += size;
}

void archive_u8(archive *ar, uint8_t *value) {
    archive_bytes(ar, value, sizeof *value);
}

void archive_bool(archive *ar, bool *value) {
    uint8_t byte = *value;
    archive_u8(ar, &byte);
    archive_expect(ar, byte <= 1, "a boolean is neither 0 nor 1");
    if (ar->loading) {
        *value = byte == 1;
    }
}

void archive_u32(archive *ar, uint32_t *value) {
    archive_bytes(ar, value, sizeof *value);
}

void archive_u64(archive *ar, uint64_t *value) {
    archive_bytes(ar, value, sizeof *value);
}

void archive_f32(archive *ar, float *value) {
    archive_bytes(ar, value, sizeof *value);
}

void archive_f64(archive *ar, double *value) {
    archive_bytes(ar, value, sizeof *value);
}

void archive_vec2(archive *ar, wend_vec2 *value) {
    archive_f32(ar, &value->x);
    archive_f32(ar, &value->y);
}

void archive_point(archive *ar, wend_point *value) {
    archive_f64(ar, &value->x);
    archive_f64(ar, &value->y);
}

void archive_distribution(archive *ar, wend_distribution *value) {
    uint32_t kind = (uint32_t)value->kind;
    archive_u32(ar, &kind);
    archive_expect(ar, kind <= WEND_DISTRIBUTION_NORMAL, "a distribution has an unknown kind");
    if (ar->loading) {
        value->kind = ar->failed ? WEND_DISTRIBUTION_CONSTANT : (wend_distribution_kind)kind;
    }
    archive_f64(ar, &value->a);
    archive_f64(ar, &value->b);
    archive_f64(ar, &value->low);
    archive_f64(ar, &value->high);
}

void archive_count(archive *ar, uint32_t *count, size_t min_item_size) {
    archive_u32(ar, count);
    if (ar->loading) {
        archive_expect(ar, *count <= (ar->size - ar->at) / min_item_size, "a count is too large");
    }
    if (ar->loading && ar->failed) {
        *count = 0;
    }
}

void *archive_allocate(archive *ar, memory_arena *arena, uint32_t count, size_t size) {
    if (!ar->loading || ar->failed || count == 0) {
        return NULL;
    }
    bool fits = count <= SIZE_MAX / size; /* matters on machines with 32-bit addresses */
    void *block = fits ? arena_take(arena, count * size, 16) : NULL;
    ar->is_out_of_memory = block == NULL;
    archive_expect(ar, block != NULL, "out of memory");
    return block ? memset(block, 0, count * size) : NULL;
}

void *archive_list(archive *ar, const void *items, uint32_t *count, size_t min_item_size,
                   size_t size, memory_arena *arena) {
    archive_count(ar, count, min_item_size);
    if (!ar->loading) {
        return (void *)(uintptr_t)items; /* safe: while saving, the items are only read */
    }
    void *block = archive_allocate(ar, arena, *count, size);
    *count = block != NULL ? *count : 0;
    return block;
}

_Static_assert(ARCHIVE_TEXT == 4096, "a message states it");

void archive_text(archive *ar, const char **text, memory_arena *arena) {
    uint32_t size = *text && !ar->loading ? (uint32_t)strlen(*text) + 1 : 0;
    archive_count(ar, &size, 1);
    archive_expect(ar, size <= ARCHIVE_TEXT, "a string is longer than 4095 bytes");
    if (!ar->loading) {
        archive_bytes(ar, (void *)(uintptr_t)*text, size);
        return;
    }
    char *block = archive_allocate(ar, arena, size, 1);
    *text = block;
    if (block) {
        archive_bytes(ar, block, size);
        archive_expect(ar, block[size - 1] == 0, "a string is not terminated");
        block[size - 1] = 0;
        archive_expect(ar, strlen(block) + 1 == size, "a string contains a zero byte");
    }
}

void archive_expect(archive *ar, bool holds, const char *wrong) {
    if (!holds && (ar->loading || !ar->is_trusted)) {
        fail(ar, wrong);
    }
}
