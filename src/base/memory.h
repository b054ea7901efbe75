/* Memory: a counting allocator over the caller's allocator or the heap, growing arrays, and
 * arenas. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdatomic.h>
#include <wend/base.h>

enum { MEMORY_ALIGNMENT = 64 };

/* Allocates `size` bytes aligned to MEMORY_ALIGNMENT, not initialised. Returns NULL if size is 0 or
 * memory runs out. An allocator that is NULL or zeroed means the C library's heap. */
void *memory_allocate(const wend_allocator *allocator, size_t size);

/* Releases a block from memory_allocate; `size` must be the same. NULL is ignored. */
void memory_release(const wend_allocator *allocator, void *block, size_t size);

/* An allocator that counts. Each owner (a world, a space) has its own, so that the bytes it uses
 * can be reported and tests can check that a steady step does not use the heap. All memory_
 * functions below may be called from any thread: a lock serialises the calls. Must not be copied or
 * moved once in use. */
typedef struct memory {
    wend_allocator allocator;
    size_t held;    /* bytes now */
    size_t peak;    /* largest `held` so far */
    uint64_t calls; /* allocations and releases so far */
    atomic_flag lock;
} memory;

/* Initialises a counting allocator. `allocator` is copied; NULL means the heap. Needs no
 * counterpart: it owns nothing itself. */
void memory_init(memory *m, const wend_allocator *allocator);

/* Same as memory_allocate and memory_release, counted. */
void *memory_get(memory *m, size_t size);
void *memory_get_zeroed(memory *m, size_t size);
void memory_free(memory *m, void *block, size_t size);

/* Allocates `count` elements, not initialised. Also returns NULL if count * element_size does not
 * fit a size_t. */
void *memory_get_array(memory *m, size_t count, size_t element_size);

/* Grows *array to hold at least `needed` elements. It holds *capacity of them (NULL and 0 at
 * first); the capacity doubles, to at least 16. New elements are not initialised. On failure
 * returns false and changes nothing. Release it with memory_free(m, array, capacity *
 * element_size). */
bool memory_grow(memory *m, void **array, size_t element_size, uint32_t *capacity, uint32_t needed);

/* Copies a text; returns NULL if memory runs out. Release it with memory_free_text, which ignores
 * NULL. */
char *memory_copy_text(memory *m, const char *text);
void memory_free_text(memory *m, const char *text);

/* A bump allocator over chunks. Resets keep the chunks, so that a steady step takes nothing from
 * the heap. An arena belongs to one thread at a time: give each worker its own. arena_take may get
 * a chunk from the shared `memory`; the lock of `memory` makes that safe. */
typedef struct arena_chunk arena_chunk;

typedef struct memory_arena {
    memory *source;
    arena_chunk *first, *current;
    size_t used; /* bytes of `current` in use */
} memory_arena;

/* Initialises an arena without chunks. */
void arena_init(memory_arena *arena, memory *source);

/* Allocates `size` bytes, not initialised, aligned to `align` (a power of two up to
 * MEMORY_ALIGNMENT), valid until the next reset. Returns NULL if size is 0 or memory runs out. */
void *arena_take(memory_arena *arena, size_t size, size_t align);

/* Invalidates everything taken from the arena and keeps the chunks. */
void arena_reset(memory_arena *arena);

/* Releases all chunks; the arena can be used again. */
void arena_free(memory_arena *arena);

#endif
