/* Memory: a counting allocator over the caller's allocator or the heap, growing arrays, and
 * arenas. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdatomic.h>
#include <wend/base.h>

enum { MEMORY_ALIGNMENT = 64 };

/* Allocates `size` uninitialised bytes, aligned to MEMORY_ALIGNMENT. Returns NULL if size is 0 or
 * memory runs out. An allocator that is NULL or zeroed means the C library's heap. */
void *memory_allocate(const wend_allocator *allocator, size_t size);

/* Releases a block from memory_allocate; `size` must be the same. NULL is ignored. */
void memory_release(const wend_allocator *allocator, void *block, size_t size);

/* An allocator that counts. Each owner (a world, a space) has its own, so that the bytes it uses
 * can be reported and tests can check that a simulation step in a steady state does not use the
 * heap. All memory_ functions below may be called from any thread: a lock serialises the calls. A
 * `memory` must not be copied or moved once in use. */
typedef struct memory {
    wend_allocator allocator;
    size_t held;    /* bytes allocated now */
    size_t peak;    /* the largest value of `held` so far */
    uint64_t calls; /* number of allocations and releases so far */
    atomic_flag lock;
} memory;

/* Initialises a counting allocator. `allocator` is copied; NULL means the heap. There is no
 * function to destroy a counting allocator, because it owns nothing itself. */
void memory_init(memory *m, const wend_allocator *allocator);

/* Same as memory_allocate and memory_release, but counted. */
void *memory_get(memory *m, size_t size);
void *memory_get_zeroed(memory *m, size_t size);
void memory_free(memory *m, void *block, size_t size);

/* Allocates `count` uninitialised elements. Returns NULL in the same cases as memory_get, and if
 * `count * element_size` does not fit in a size_t. */
void *memory_get_array(memory *m, size_t count, size_t element_size);

/* Grows *array to hold at least `needed` elements. *capacity is the number of elements that *array
 * has room for (at first, *array is NULL and *capacity is 0); the capacity doubles, to at least 16.
 * New elements are not initialised. On failure, returns false and changes nothing. Release the
 * array with memory_free(m, array, capacity * element_size). */
bool memory_grow(memory *m, void **array, size_t element_size, uint32_t *capacity, uint32_t needed);

/* Copies a string. Returns NULL if out of memory. Release the copy with memory_free_text, which
 * ignores NULL. */
char *memory_copy_text(memory *m, const char *text);
void memory_free_text(memory *m, const char *text);

/* A bump allocator over chunks. A reset keeps the chunks, so that a simulation step in a steady
 * state takes nothing from the heap. An arena belongs to one thread at a time: give each worker its
 * own. arena_take may get a chunk from the shared `memory`; the lock of `memory` makes that safe.
 */
typedef struct arena_chunk arena_chunk;

typedef struct memory_arena {
    memory *source;
    arena_chunk *first, *current;
    size_t used; /* bytes in use in `current` */
} memory_arena;

/* Initialises an arena without chunks. */
void arena_init(memory_arena *arena, memory *source);

/* Allocates `size` uninitialised bytes. They are aligned to `align` (a power of two up to
 * MEMORY_ALIGNMENT), and stay valid until the next reset. Returns NULL if size is 0 or memory runs
 * out. */
void *arena_take(memory_arena *arena, size_t size, size_t align);

/* Invalidates everything taken from the arena, but keeps the chunks. */
void arena_reset(memory_arena *arena);

/* Returns the size of all chunks in bytes. */
size_t arena_size(const memory_arena *arena);

/* Releases all chunks; the arena can be used again. */
void arena_free(memory_arena *arena);

#endif
