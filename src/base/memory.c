/* The counting allocator, growing arrays and arenas. */
#include "base/memory.h"

#include "base/error.h"
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAY_FIRST_CAPACITY = 16 };

void *memory_allocate(const wend_allocator *allocator, size_t size) {
    if (size == 0) {
        return NULL;
    }
    if (allocator != NULL && allocator->allocate != NULL) {
        return allocator->allocate(allocator->user, size);
    }
    if (size > SIZE_MAX - MEMORY_ALIGNMENT) {
        return NULL;
    }
    size_t rounded = (size + MEMORY_ALIGNMENT - 1) & ~(size_t)(MEMORY_ALIGNMENT - 1);
    return aligned_alloc(MEMORY_ALIGNMENT, rounded);
}

void memory_release(const wend_allocator *allocator, void *block, size_t size) {
    if (block == NULL) {
        return;
    }
    if (allocator != NULL && allocator->allocate != NULL) {
        allocator->release(allocator->user, block, size);
    } else {
        free(block);
    }
}

/* A spin lock that yields its core while it waits. It is held for one heap call and is hardly ever
 * contended. */
static void lock(memory *m) {
    while (atomic_flag_test_and_set_explicit(&m->lock, memory_order_acquire)) {
        sched_yield();
    }
}

static void unlock(memory *m) {
    atomic_flag_clear_explicit(&m->lock, memory_order_release);
}

void memory_init(memory *m, const wend_allocator *allocator) {
    memset(m, 0, sizeof *m);
    if (allocator != NULL) {
        WEND_ASSERT((allocator->allocate == NULL) == (allocator->release == NULL));
        m->allocator = *allocator;
    }
    atomic_flag_clear(&m->lock);
}

void *memory_get(memory *m, size_t size) {
    if (size == 0) {
        return NULL;
    }
    lock(m);
    void *block = memory_allocate(&m->allocator, size);
    m->calls++;
    if (block != NULL) {
        m->held += size;
        m->peak = m->held > m->peak ? m->held : m->peak;
    }
    unlock(m);
    return block;
}

void *memory_get_zeroed(memory *m, size_t size) {
    void *block = memory_get(m, size);
    if (block != NULL) {
        memset(block, 0, size);
    }
    return block;
}

void *memory_get_array(memory *m, size_t count, size_t element_size) {
    size_t size = 0;
    if (__builtin_mul_overflow(count, element_size, &size)) {
        return NULL;
    }
    return memory_get(m, size);
}

void memory_free(memory *m, void *block, size_t size) {
    if (block == NULL) {
        return;
    }
    lock(m);
    memory_release(&m->allocator, block, size);
    m->calls++;
    m->held -= size;
    unlock(m);
}

char *memory_copy_text(memory *m, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = memory_get(m, size);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

void memory_free_text(memory *m, const char *text) {
    if (text != NULL) {
        memory_free(m, (void *)(uintptr_t)text, strlen(text) + 1);
    }
}

bool memory_grow(memory *m, void **array, size_t element_size, uint32_t *capacity,
                 uint32_t needed) {
    if (needed <= *capacity) {
        return true;
    }
    uint32_t wanted = *capacity > UINT32_MAX / 2 ? UINT32_MAX : *capacity * 2;
    wanted = wanted < ARRAY_FIRST_CAPACITY ? ARRAY_FIRST_CAPACITY : wanted;
    wanted = wanted < needed ? needed : wanted;
    void *grown = memory_get_array(m, wanted, element_size);
    if (grown == NULL) {
        return false;
    }
    size_t old_size = *capacity * element_size;
    if (old_size > 0) {
        memcpy(grown, *array, old_size);
    }
    memory_free(m, *array, old_size);
    *array = grown;
    *capacity = wanted;
    return true;
}

/* ---- Arenas ---------------------------------------------------------------------------------- */

/* The chunk's bytes follow its header, which takes CHUNK_HEADER bytes. */
struct arena_chunk {
    arena_chunk *next;
    size_t size; /* bytes after the header */
};

enum {
    CHUNK_HEADER = MEMORY_ALIGNMENT,
    CHUNK_SMALLEST = 1 << 14, /* bytes; each further chunk is twice as large as the previous one */
    CHUNK_LARGEST = 1 << 24,  /* bytes; chunks stop doubling at this size */
};

_Static_assert(sizeof(arena_chunk) <= CHUNK_HEADER, "the header must fit its place");

void arena_init(memory_arena *arena, memory *source) {
    *arena = (memory_arena){.source = source};
}

/* Appends a chunk of at least `size` bytes after the chunk `last` (NULL if there is none) and makes
 * it the current one. Returns false if out of memory. */
static bool append_chunk(memory_arena *arena, arena_chunk *last, size_t size) {
    size_t room = CHUNK_SMALLEST - CHUNK_HEADER;
    if (last != NULL) {
        size_t doubled = last->size < CHUNK_LARGEST / 2 ? 2 * last->size : CHUNK_LARGEST;
        room = doubled > room ? doubled : room;
    }
    room = room < size ? size : room;
    if (room > SIZE_MAX - CHUNK_HEADER) {
        return false;
    }
    arena_chunk *chunk = memory_get(arena->source, CHUNK_HEADER + room);
    if (chunk == NULL) {
        return false;
    }
    chunk->next = NULL;
    chunk->size = room;
    if (last != NULL) {
        last->next = chunk;
    } else {
        arena->first = chunk;
    }
    arena->current = chunk;
    arena->used = 0;
    return true;
}

void *arena_take(memory_arena *arena, size_t size, size_t align) {
    WEND_ASSERT(align > 0 && align <= MEMORY_ALIGNMENT && (align & (align - 1)) == 0);
    if (size == 0) {
        return NULL;
    }
    arena_chunk *chunk = arena->current;
    size_t start = (arena->used + align - 1) & ~(align - 1);
    while (chunk != NULL && (start > chunk->size || size > chunk->size - start)) {
        if (chunk->next == NULL) {
            break;
        }
        chunk = chunk->next;
        start = 0;
    }
    if (chunk == NULL || start > chunk->size || size > chunk->size - start) {
        if (!append_chunk(arena, chunk, size)) {
            return NULL;
        }
        chunk = arena->current;
        start = 0;
    }
    arena->current = chunk;
    arena->used = start + size;
    return (unsigned char *)chunk + CHUNK_HEADER + start;
}

void arena_reset(memory_arena *arena) {
    arena->current = arena->first;
    arena->used = 0;
}

size_t arena_size(const memory_arena *arena) {
    size_t size = 0;
    for (const arena_chunk *chunk = arena->first; chunk != NULL; chunk = chunk->next) {
        size += chunk->size;
    }
    return size;
}

void arena_free(memory_arena *arena) {
    arena_chunk *chunk = arena->first;
    while (chunk != NULL) {
        arena_chunk *next = chunk->next;
        memory_free(arena->source, chunk, CHUNK_HEADER + chunk->size);
        chunk = next;
    }
    arena_init(arena, arena->source);
}
